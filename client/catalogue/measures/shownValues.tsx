import { chakra } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { Value } from '../../components/text/Value';
import { helpOf } from '../help/Help';
import type { KeyText } from '../keyData';
import { filled } from '../sheet/filled';
import type { MeasureValues } from './measureValues';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: 3,
    gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
    '& dt': { textStyle: 'label' },
    '& dd': { textStyle: 'measure', overflowWrap: 'anywhere' },
  },
});

const Table = chakra('table', {
  base: {
    textStyle: 'measure',
    '& th': { textStyle: 'number', color: 'muted', textAlign: 'start' },
    '& :is(th, td)': { pe: 6, py: 1 },
  },
});

/** Texts of the key data as they are in the form, where they are not edited. */
export function ShownTexts({ fields }: { fields: readonly KeyText[] }) {
  const values = useWatch() as Record<string, string>;
  return (
    <List>
      {fields.map(({ name, formLabel, help }) => (
        <div key={name}>
          <dt>
            {formLabel}
            {helpOf({ help })}
          </dt>
          <dd translate="no">
            <Value>{values[name]}</Value>
          </dd>
        </div>
      ))}
    </List>
  );
}

export function ShownSpacing() {
  const spacing = useWatch<MeasureValues, 'spacing'>({ name: 'spacing' });
  return (
    <List gridTemplateColumns="repeat(auto-fill, minmax(5rem, 1fr))!">
      {filled(spacing, Boolean).map(({ number, row }) => (
        <div key={number}>
          <dt>{number}</dt>
          <dd translate="no">
            <Value>{row}</Value>
          </dd>
        </div>
      ))}
    </List>
  );
}

export function ShownDepth() {
  const depth = useWatch<MeasureValues, 'depth'>({ name: 'depth' });
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">1x</th>
          <th scope="col">2x</th>
        </tr>
      </thead>
      <tbody translate="no">
        {filled(depth, ({ oneX, twoX }) => Boolean(oneX || twoX)).map(({ number, row }) => (
          <tr key={number}>
            <th scope="row">{row.name || number}</th>
            <td>
              <Value>{row.oneX}</Value>
            </td>
            <td>
              <Value>{row.twoX}</Value>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
