import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const Details = chakra('details', {
  base: {
    '& > summary': {
      minH: 'control',
      display: 'inline-flex',
      alignItems: 'center',
      color: 'accent',
      fontWeight: 'semibold',
      cursor: 'pointer',
      _marker: { content: '""' },
    },
    '& > summary::before': { content: '"▸"', me: 2 },
    '&[open] > summary::before': { content: '"▾"' },
  },
});

const Table = chakra('table', {
  base: {
    w: 'full',
    bg: 'panel',
    borderWidth: '1px',
    '& :is(th, td)': { px: 2, py: 1.5, textAlign: 'end', borderBottomWidth: '1px' },
    '& :is(th, td):first-of-type': { textAlign: 'start', overflowWrap: 'anywhere' },
    '& thead th': { bg: 'subtle', verticalAlign: 'bottom' },
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 6,
      minW: 6,
      justifyContent: 'end',
      color: 'accent',
      textDecoration: 'underline',
    },
  },
});

interface Props {
  title: string;
  /** The first one names the row. */
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** The numbers behind a picture, folded. */
export const AsTable = ({ title, columns, rows }: Props) => (
  <Details>
    <summary>As a table</summary>
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
      <Table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  </Details>
);
