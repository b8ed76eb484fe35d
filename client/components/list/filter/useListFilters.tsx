import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FilterBar } from './FilterBar';
import { type FilterTerm, isTyped, termValue } from './filterTerm';

/** The filters of a list: the controls above it and what they ask for, the query's `filter`. */
export interface ListFilter<Filter = unknown> {
  controls: ReactNode;
  filter: Filter;
  /** Whether a filter is active. */
  active: boolean;
  onClear: () => void;
}

/** The terms in the URL. A change returns to the first page, because the rows are different. */
function useListFilter() {
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

/**
 * The filters of a list, kept in the URL under the names of `terms` (docs/look.md, "Lists"). `label` names them for screen
 * readers; `filterOf` turns their values, empty if unset, into the query's `filter`.
 */
export function useListFilters<Name extends string, Filter>(
  label: string,
  terms: Record<Name, FilterTerm>,
  filterOf: (values: Record<Name, string>) => Filter,
): ListFilter<Filter> {
  const { params, change } = useListFilter();
  const names = Object.keys(terms) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, termValue(terms[name], params.get(name))])) as Record<
    Name,
    string
  >;
  return {
    controls: (
      <FilterBar
        label={label}
        terms={terms}
        values={values}
        // Typing replaces the entry of the history, choosing adds one (docs/look.md, "Routes").
        onChange={(next) => change(next, { replace: Object.keys(next).every((name) => isTyped(terms[name as Name])) })}
      />
    ),
    filter: filterOf(values),
    active: names.some((name) => values[name]),
    onClear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  };
}
