import type { FilterTerm } from './filterTerm';

/** The filters that a list declares. */
export interface FilterSet<Name extends string = string, Filter = unknown> {
  /** Names them for screen readers. */
  label: string;
  /** By the name of the parameter in the URL. */
  terms: Record<Name, FilterTerm>;
  /** Turns their values, empty if unset, into the query's `filter`. */
  filterOf: (values: Record<Name, string>) => Filter;
}

export const filterSet = <Name extends string, Filter>(
  label: string,
  terms: Record<Name, FilterTerm>,
  filterOf: (values: Record<Name, string>) => Filter,
): FilterSet<Name, Filter> => ({ label, terms, filterOf });
