import type { Column, Direction, ListRow, Sorting } from './listColumn';
import { useListParams } from './useListParams';

/** The maximum of GraphQL's Int; a larger page number would be an error. */
const LAST_INT = 2_147_483_647;

export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST_INT) : 1;
}

/** Asks for a page in the address. The first needs no parameter. */
export function setPage(params: URLSearchParams, page: number): void {
  if (page > 1) params.set('page', String(page));
  else params.delete('page');
}

/** Asks for an order in the address, and for its first page. The order `first` needs no parameters. */
export function setOrder(params: URLSearchParams, { key, dir }: Sorting, first: Sorting): void {
  for (const name of ['page', 'sort', 'dir']) params.delete(name);
  if (key === first.key && dir === first.dir) return;
  params.set('sort', key);
  params.set('dir', dir);
}

/** The page and sorting of a list, kept in the URL: `?page&sort&dir`. Defaults are omitted. */
export function useListState<Row extends ListRow, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  defaultSort?: Sorting,
) {
  const { params, change } = useListParams();
  const asked = columns.find(({ key, sort }) => sort && key === params.get('sort'));
  // Sorted by the first sortable column, ascending, unless the list says otherwise (docs/look.md, "Lists").
  const first: Sorting = defaultSort ?? { key: columns.find(({ sort }) => sort)?.key ?? '', dir: 'asc' };
  const askedDir: Direction = params.get('dir') === 'desc' ? 'desc' : 'asc';
  const sorting: Sorting = asked ? { key: asked.key, dir: askedDir } : first;

  return {
    page: pageOf(params),
    sorting,
    sort: columns.find(({ key }) => key === sorting.key)?.sort as Sort,
    setPage: (page: number) => change((next) => setPage(next, page)),
    setSorting: (sorting: Sorting) => change((next) => setOrder(next, sorting, first), { preventScrollReset: true }),
  };
}

/** The active column toggles, another one is sorted ascending (docs/look.md, "Lists"). */
export const toggled = (sorting: Sorting, key: string): Sorting => ({
  key,
  dir: sorting.key === key && sorting.dir === 'asc' ? 'desc' : 'asc',
});
