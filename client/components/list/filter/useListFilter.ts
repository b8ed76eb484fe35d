import { useSearchParams } from 'react-router-dom';

/** The filters of a list, kept in the URL. A change returns to the first page, because the rows are different. */
export function useListFilter() {
  const [params, setParams] = useSearchParams();
  /** With `replace`, the change adds no entry to the browser's history. */
  const change = (terms: Record<string, string>, { replace = false } = {}) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries(terms)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return { params, change };
}
