import type { FilterTerm } from './filterTerm';

/** A filter by two days, both included. */
export const periodTerms = {
  from: { type: 'date', label: 'From', range: 'Period' },
  to: { type: 'date', label: 'To', range: 'Period' },
} as const satisfies Record<string, FilterTerm>;

/** Their part of the query's `filter`. */
export const periodOf = ({ from, to }: Record<'from' | 'to', string>) => ({ from: from || null, to: to || null });
