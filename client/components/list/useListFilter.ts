import { useSearchParams } from 'react-router-dom';

/** What narrows a list, held by the URL. Other rows: a change leads back to the first page. */
export function useListFilter() {
  const [params, setParams] = useSearchParams();
  /** With `replace` the change is no step of its own for Back. */
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
