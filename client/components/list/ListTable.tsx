import { Skeleton } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from '../styled';
import { type ListRow, leastOf, type Rows, type Sorting } from './listColumn';
import { toggled } from './useListState';

const tight = {
  '& :is(td, th:not(:has(> button)), th > button)': { px: 1, lineHeight: 'snug' },
  '& th:not([aria-sort]) > button svg': { display: 'none' },
};

/** One style for the whole table, on plain elements (as in Rows). */
const Table = styled('table', {
  w: 'full',
  bg: 'panel',
  // Separate borders: collapsed ones scroll away from a sticky head.
  borderCollapse: 'separate',
  borderSpacing: 0,
  borderWidth: '1px',
  borderRadius: 'sm',
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
  '& th:not(:has(> button))': { px: 3 },
  // "Skip to the actions" (selectionParts.tsx) overlaps the next heading.
  '& th:focus-within': { zIndex: 2 },
  '& th > button': {
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
  '& th > button svg': { flexShrink: 0, color: 'muted' },
  '& th[aria-sort] > button': { color: 'accent' },
  '& th[aria-sort] > button svg': { color: 'accent' },
  // Two lines of text high, so that rows stay where their skeletons were.
  '& td': {
    h: '3.125rem',
    px: 3,
    py: 0.5,
    borderBottomWidth: '1px',
    verticalAlign: 'middle',
    // Only a word that is wider than its column breaks: `leastOf` says how narrow that may be.
    overflowWrap: 'anywhere',
  },
  // What takes the focus in a row must not end up behind the head.
  '& td :is(a, button, input)': { scrollMarginTop: 'row' },
  '& tr:last-child td': { borderBottomWidth: 0 },
  '& td[data-short]': { whiteSpace: 'nowrap' },
  '& td[data-empty]': { p: 0 },
  // With the sidebar in a small window, and with many columns, horizontal space is scarce.
  lgDown: tight,
  '&[data-many]': { '@media (max-width: 1599px)': tight },
  '@media print': {
    '& tr': { breakInside: 'avoid' },
    '& :is(th, td)': { position: 'static', h: 'auto', py: 1, fontSize: 'xs' },
    '& th': { whiteSpace: 'normal' },
    '& th svg, & :is(th, td):has(input)': { display: 'none' },
  },
  '& tr:has([data-saved]) td': { bg: 'subtle' },
  '& tr:has([data-saved]) td:first-of-type': { boxShadow: 'inset 4px 0 0 {colors.success}' },
  '@media (hover: hover)': { '& tbody tr:hover td:not([data-empty])': { bg: 'subtle' } },
  '@media (pointer: coarse)': { '& td': { h: '3.75rem' } },
});

interface Props<Row extends ListRow> extends Rows<Row> {
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
  /** Shown below the headings in place of rows. */
  empty?: ReactNode;
}

const MANY = 8;

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

export function ListTable<Row extends ListRow>(props: Props<Row>) {
  const { label, columns, rows, first, limit, sorting, onSort, empty } = props;
  return (
    <Table aria-label={label} data-many={columns.length >= MANY ? '' : undefined}>
      <thead>
        <tr>
          {columns.map((column) => {
            const { key, header, head, sort } = column;
            const dir = sorting?.key === key ? sorting.dir : undefined;
            const Icon = dir === 'asc' ? ArrowUp : dir === 'desc' ? ArrowDown : ArrowUpDown;
            return (
              <th key={key} scope="col" aria-sort={dir && ariaSort[dir]} style={{ minWidth: `${leastOf(column)}rem` }}>
                {sort && sorting && onSort ? (
                  <button type="button" onClick={() => onSort(toggled(sorting, key))}>
                    {header}
                    <Icon size={16} aria-hidden="true" />
                  </button>
                ) : (
                  (head ?? header)
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {empty && (
          <tr>
            <td colSpan={columns.length} data-empty="">
              {empty}
            </td>
          </tr>
        )}
        {rows
          ? rows.map((row, index) => (
              <tr key={row.id}>
                {columns.map(({ key, cell, short, verbatim }) => (
                  <td key={key} data-short={short ? '' : undefined} translate={verbatim ? 'no' : undefined}>
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
