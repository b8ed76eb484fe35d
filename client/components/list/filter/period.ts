import type { FilterTerm } from './filterTerm';

/** A filter by two days, both included. */
export const periodTerms = {
  from: { type: 'date', label: 'From', range: 'Period' },
  to: { type: 'date', label: 'To', range: 'Period' },
} as const satisfies Record<string, FilterTerm>;

/** The query variables of the period. */
export const periodOf = ({ from, to }: Record<'from' | 'to', string>) => ({ from: from || null, to: to || null });
