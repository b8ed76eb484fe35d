import type { Column, Direction, ListRow, Sorting } from './listColumn';
import { useListParams } from './useListParams';

/** The maximum of GraphQL's Int; a larger page number would be an error. */
const LAST_INT = 2_147_483_647;

export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST_INT) : 1;
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
    setPage: (page: number) =>
      change((next) => {
        if (page > 1) next.set('page', String(page));
        else next.delete('page');
      }),
    /** A new order returns to the first page. */
    setSorting: ({ key, dir }: Sorting) =>
      change(
        (next) => {
          for (const name of ['page', 'sort', 'dir']) next.delete(name);
          if (key === first.key && dir === first.dir) return;
          next.set('sort', key);
          next.set('dir', dir);
        },
        { preventScrollReset: true },
      ),
  };
}

/** The active column toggles, another one is sorted ascending (docs/look.md, "Lists"). */
export const toggled = (sorting: Sorting, key: string): Sorting => ({
  key,
  dir: sorting.key === key && sorting.dir === 'asc' ? 'desc' : 'asc',
});
