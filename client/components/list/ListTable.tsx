import { chakra, Skeleton } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { Column, ListRow, Sorting } from './listColumn';
import { toggled } from './useListState';

/** One style for the whole table, on plain elements (as in Rows). */
const Table = chakra('table', {
  base: {
    w: 'full',
    bg: 'panel',
    // Separate borders: collapsed ones scroll away from a sticky head.
    borderCollapse: 'separate',
    borderSpacing: 0,
    borderWidth: '1px',
    borderRadius: 'sm',
    // Chakra's reset sets overflow-wrap on the cells and their contents.
    '& td, & td *': { overflowWrap: 'anywhere' },
    '& th': {
      position: 'sticky',
      top: 'bar',
      zIndex: 1,
      h: 'row',
      bg: 'subtle',
      textAlign: 'start',
      fontWeight: 'semibold',
      borderBottomWidth: '1px',
      overflowWrap: 'break-word',
    },
    '& th:not(:has(button))': { px: 3 },
    '& th button': {
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      w: 'full',
      minH: 'row',
      px: 3,
      textAlign: 'start',
      fontWeight: 'semibold',
      cursor: 'pointer',
      outlineOffset: '-3px!',
    },
    '& th button svg': { flexShrink: 0, color: 'muted' },
    '& th[aria-sort] button': { color: 'accent' },
    '& th[aria-sort] button svg': { color: 'accent' },
    // Two lines of text high, so that rows stay where their skeletons were.
    '& td': { h: '3.125rem', px: 3, py: 0.5, borderBottomWidth: '1px', verticalAlign: 'middle' },
    '& tr:last-child td': { borderBottomWidth: 0 },
    '& td[data-short]': { whiteSpace: 'nowrap' },
    lg: { '& th': { whiteSpace: 'nowrap' } },
    // Beside the sidebar on a small window every pixel counts.
    lgDown: {
      '& :is(td, th:not(:has(button)), th button)': { px: 1 },
      '& th:not([aria-sort]) button svg': { display: 'none' },
    },
    '@media (hover: hover)': { '& tbody tr:hover td': { bg: 'subtle' } },
    '@media (pointer: coarse)': { '& td': { h: '3.75rem' } },
  },
});

interface Props<Row extends ListRow> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined during the first load: one page of skeletons is shown. */
  rows: readonly Row[] | undefined;
  /** The position of the first row in the whole list, from 1. */
  first: number;
  limit: number;
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

export function ListTable<Row extends ListRow>({ label, columns, rows, first, limit, sorting, onSort }: Props<Row>) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, header, sort, short }) => {
            const dir = sorting?.key === key ? sorting.dir : undefined;
            const Icon = dir === 'asc' ? ArrowUp : dir === 'desc' ? ArrowDown : ArrowUpDown;
            return (
              <th key={key} scope="col" aria-sort={dir && ariaSort[dir]} data-short={short ? '' : undefined}>
                {sort && sorting && onSort ? (
                  <button type="button" onClick={() => onSort(toggled(sorting, key))}>
                    {header}
                    <Icon size={16} aria-hidden="true" />
                  </button>
                ) : (
                  header
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row, index) => (
              <tr key={row.id}>
                {columns.map(({ key, cell, short }) => (
                  <td key={key} data-short={short ? '' : undefined}>
                    {cell(row, first + index)}
                  </td>
                ))}
              </tr>
            ))
          : Array.from({ length: limit }, (_, row) => `row ${row}`).map((row) => (
              <tr key={row}>
                {columns.map(({ key }) => (
                  <td key={key}>
                    <Skeleton h={4} maxW="8rem" />
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </Table>
  );
}
