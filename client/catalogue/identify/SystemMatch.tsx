import { chakra, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { styled } from '../../components/styled';
import { counted } from '../../components/text/counts';
import type { IdentifyKeyQuery } from '../../graphql/generated/identify';
import { lookupPath } from '../../paths';
import type { Unit } from './measuredTerms';

type Match = IdentifyKeyQuery['identifyKey'][number];
type Comparison = Match['comparisons'][number];

const Frame = styled('li', {
  p: { base: 3, md: 4 },
  bg: 'panel',
  borderWidth: '1px',
  borderRadius: 'sm',
  '& h2': { fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'tight' },
  '& table': { mt: 3, w: 'full', maxW: '34rem', textStyle: 'measure' },
  '& :is(th, td)': { px: 2, py: 1, textAlign: 'end', borderTopWidth: '1px' },
  '& tr > :first-child': { textAlign: 'start', ps: 0 },
  '& th': { textStyle: 'label' },
  '@media (max-width: 23rem)': { '& :is(th, td)': { px: 1 }, '& td': { fontSize: 'md' } },
  '& tr[data-off] :is(th, td)': { color: 'danger' },
  '& a': { color: 'accent', display: 'inline-flex', alignItems: 'center', minH: 'row' },
  '@media (hover: hover)': { '& a:hover': { textDecoration: 'underline' } },
});

const COUNTS = new Set(['Cuts', 'Sides']);

/** As the trade writes it: .098 in inches, 2.49 in millimetres. */
const lengthOf = (value: number, unit: Unit) =>
  unit === 'mm' ? value.toFixed(2) : value.toFixed(3).replace(/^(-?)0\./, '$1.');

function Row({ comparison, unit }: { comparison: Comparison; unit: Unit }) {
  const { label, measured, recorded, error, fits } = comparison;
  const shown = (value: number) => (COUNTS.has(label) ? String(value) : lengthOf(value, unit));
  const sign = error !== null && error > 0 ? '+' : '';
  const isOff = error !== null && !fits;
  return (
    <tr data-off={isOff ? '' : undefined}>
      <th scope="row">{label}</th>
      <td>{shown(measured)}</td>
      <td>{recorded === null ? 'Not recorded' : shown(recorded)}</td>
      <td>{error === null ? '—' : `${sign}${shown(error)}${isOff ? ' off' : ''}`}</td>
    </tr>
  );
}

interface Props {
  match: Match;
  unit: Unit;
}

/** A system with the error of each value, and its motorcycles. */
export function SystemMatch({ match, unit }: Props) {
  const { name, dsd, hpc, itl, fits, comparisons, modelsCount, bikes } = match;
  const numbers = [dsd && `DSD ${dsd}`, hpc && `HPC card ${hpc}`, itl && `ITL ${itl}`].filter(Boolean);
  return (
    <Frame>
      <h2 translate="no">{name}</h2>
      <Text color="muted">{[...numbers, fits ? 'all values fit' : 'not all values fit'].join(' · ')}</Text>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Measured</th>
            <th scope="col">System</th>
            <th scope="col">Error</th>
          </tr>
        </thead>
        <tbody>
          {comparisons.map((comparison) => (
            <Row key={comparison.label} comparison={comparison} unit={unit} />
          ))}
        </tbody>
      </table>
      <Text mt={3}>{modelsCount > 0 ? `${counted(modelsCount, 'model')}, e.g.` : 'No model is linked to it.'}</Text>
      <chakra.ul display="flex" flexWrap="wrap" columnGap={4}>
        {bikes.map(({ make, name: model, year, modelId }) => (
          <li key={modelId}>
            <Link to={lookupPath({ make: make.id, mode: 'model', value: model, id: modelId })} translate="no">
              {`${make.displayName} ${model} (${year})`}
            </Link>
          </li>
        ))}
      </chakra.ul>
    </Frame>
  );
}
