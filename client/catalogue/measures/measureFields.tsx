import { Box, chakra, Input, Text } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { useFieldError } from '../../components/form/useFormState';
import { fieldId } from '../../components/record/record';
import { useHighlight } from '../drawing/highlight';
import { Help } from '../help/Help';
import { DEPTH_ROWS, POSITIONS } from '../keyData';
import { FilledNote } from './FilledNote';
import { useGrid } from './useGrid';

const spacingGrid = POSITIONS.map((_, index) => [`spacing.${index}`]);
const depthGrid = DEPTH_ROWS.map((_, index) => [`depth.${index}.oneX`, `depth.${index}.twoX`]);
const nameGrid = DEPTH_ROWS.map((_, index) => [`depth.${index}.name`]);

const Cell = chakra(Input, { base: { fontFamily: 'mono', px: 2 } });
const Position = chakra('label', {
  base: { textStyle: 'number', color: 'muted', w: 7, flexShrink: 0, textAlign: 'center' },
});

interface HintsProps {
  error: string | undefined;
  note: string;
  undo: (() => void) | undefined;
}

const Hints = ({ error, note, undo }: HintsProps) => (
  <>
    {error && (
      <Text color="danger" mb={2}>
        {error}
      </Text>
    )}
    <Box mb={2}>
      <FilledNote
        help="Enter moves down. Paste a row or block, or type values separated by spaces."
        note={note}
        undo={undo}
      />
    </Box>
  </>
);

/** Twelve positions, numbered downwards, so that Enter goes down to the next one. */
export function SpacingFields() {
  const { register } = useFormContext();
  const { cell, note, undo } = useGrid(spacingGrid, { after: depthGrid[0]?.[0] });
  const error = useFieldError('spacing');
  const { setActive } = useHighlight();
  return (
    <>
      <Hints error={error} note={note} undo={undo} />
      <Box
        display="grid"
        gap={2}
        gridAutoFlow="column"
        gridTemplateRows={{ base: 'repeat(6, auto)', md: 'repeat(4, auto)' }}
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }}
      >
        {spacingGrid.map(([name = ''], index) => (
          <Box key={name} display="flex" alignItems="center" gap={1}>
            <Position htmlFor={fieldId(name)}>
              <chakra.span srOnly>Spacing </chakra.span>
              {index + 1}
            </Position>
            <Cell
              id={fieldId(name)}
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              {...register(name)}
              {...cell(index, 0)}
              onFocus={() => setActive(index + 1)}
            />
          </Box>
        ))}
      </Box>
    </>
  );
}

/** Eight depths: what codes call each, which is its row if empty, and its two measures. */
export function DepthFields() {
  const { register } = useFormContext();
  const { cell, note, undo } = useGrid(depthGrid, { before: spacingGrid.at(-1)?.[0] });
  const names = useGrid(nameGrid);
  const error = useFieldError('depth');
  return (
    <>
      <Hints error={error} note={note || names.note} undo={undo ?? names.undo} />
      <chakra.table w="full" maxW="24rem" css={{ '& td': { p: 1 }, '& th': { textStyle: 'number', color: 'muted' } }}>
        <thead>
          <tr>
            <chakra.td w={9} />
            <th scope="col">
              Name
              <Help topic="Depth names" />
            </th>
            <th scope="col">1x</th>
            <th scope="col">2x</th>
          </tr>
        </thead>
        <tbody>
          {depthGrid.map((measures, row) => (
            <tr key={measures[0]}>
              <th scope="row">{row + 1}</th>
              {[nameGrid[row]?.[0] ?? '', ...measures].map((name, column) => (
                <td key={name}>
                  <Cell
                    id={fieldId(name)}
                    autoComplete="off"
                    aria-label={`Depth ${row + 1} ${['name', '1x', '2x'][column]}`}
                    aria-invalid={error ? true : undefined}
                    {...register(name)}
                    {...(column ? cell(row, column - 1) : names.cell(row, 0))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </>
  );
}
