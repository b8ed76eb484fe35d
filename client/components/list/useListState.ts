import { useSearchParams } from 'react-router-dom';
import type { Column, Direction, ListRow, Sorting } from './listColumn';

/** GraphQL's Int; what is larger would be no page but an error. */
const LAST_INT = 2_147_483_647;

export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST_INT) : 1;
}

/** The page and the sorting of a list, held by the URL: `?page&sort&dir`. What is the default is left out of it. */
export function useListState<Row extends ListRow, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  defaultSort?: Sorting,
) {
  const [params, setParams] = useSearchParams();
  const asked = columns.find(({ key, sort }) => sort && key === params.get('sort'));
  // Sorted by the first sortable column, ascending, unless the list says otherwise (docs/look.md, "Lists").
  const first: Sorting = defaultSort ?? { key: columns.find(({ sort }) => sort)?.key ?? '', dir: 'asc' };
  const askedDir: Direction = params.get('dir') === 'desc' ? 'desc' : 'asc';
  const sorting: Sorting = asked ? { key: asked.key, dir: askedDir } : first;

  const set = (page: number, { key, dir }: Sorting, preventScrollReset: boolean) => {
    const next = new URLSearchParams(params);
    for (const name of ['page', 'sort', 'dir']) next.delete(name);
    if (page > 1) next.set('page', String(page));
    if (key !== first.key || dir !== first.dir) {
      next.set('sort', key);
      next.set('dir', dir);
    }
    setParams(next, { preventScrollReset });
  };

  return {
    page: pageOf(params),
    sorting,
    sort: columns.find(({ key }) => key === sorting.key)?.sort as Sort,
    setPage: (page: number) => set(page, sorting, false),
    /** The rows change their order: back to the first page, where the eye is. */
    setSorting: (next: Sorting) => set(1, next, true),
  };
}

/** The active column toggles, another one is sorted ascending (docs/look.md, "Lists"). */
export const toggled = (sorting: Sorting, key: string): Sorting => ({
  key,
  dir: sorting.key === key && sorting.dir === 'asc' ? 'desc' : 'asc',
});
