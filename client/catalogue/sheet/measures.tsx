import { Box, chakra } from '@chakra-ui/react';
import { Ruled, Value } from '../../components/sheetParts';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { POSITIONS } from '../keyData';

/** Four rows; the other four only if they hold something (docs/look.md, "Sheet"). */
const ROWS = 4;

export const Spacing = ({ values }: { values: string[] | undefined }) => (
  <Ruled gridTemplateColumns="repeat(4, minmax(0, 1fr))">
    {POSITIONS.map((position) => (
      <Box key={position} px={{ base: 2, sm: 3 }} py={2}>
        <chakra.dt textStyle="number" color="muted">
          {position}
        </chakra.dt>
        <chakra.dd textStyle="measure">
          <Value>{values && (values[position - 1] ?? '')}</Value>
        </chakra.dd>
      </Box>
    ))}
  </Ruled>
);

const Cell = chakra('td', {
  base: { textStyle: 'measure', px: 3, borderTopWidth: '1px', borderLeftWidth: '1px', h: '2.5rem' },
});
const ColumnHead = chakra('th', {
  base: { textStyle: 'number', color: 'muted', px: 3, textAlign: 'start', borderLeftWidth: '1px', h: '2rem' },
});
const RowHead = chakra('th', {
  base: { textStyle: 'number', color: 'muted', textAlign: 'center', w: '2.5rem', borderTopWidth: '1px' },
});

export function Depth({ rows }: { rows: KeyDataFragment['depth'] | undefined }) {
  const shown = rows?.filter(({ oneX, twoX }, index) => index < ROWS || oneX || twoX);
  const count = Math.max(ROWS, shown?.length ?? 0);
  return (
    <chakra.table w="full" borderWidth="1px" bg="panel" tableLayout="fixed">
      <thead>
        <tr>
          <chakra.td w="2.5rem" />
          <ColumnHead scope="col">1x</ColumnHead>
          <ColumnHead scope="col">2x</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, index) => {
          const row = shown?.[index];
          // Rows keep the number of their position where an empty one before them is left out.
          const number = row && rows ? rows.indexOf(row) + 1 : index + 1;
          return (
            <tr key={number}>
              <RowHead scope="row">{number}</RowHead>
              <Cell>
                <Value>{rows && (row?.oneX ?? '')}</Value>
              </Cell>
              <Cell>
                <Value>{rows && (row?.twoX ?? '')}</Value>
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </chakra.table>
  );
}
