import type { FilterTerm } from '../components/list/filter/filterTerm';
import { periodOf, periodTerms } from '../components/list/filter/period';

interface Kinds {
  label: string;
  all: string;
  words: Record<string, string>;
}

/** The common filters of the log and the access audit: kind, user and period. */
export const actionTerms = ({ label, all, words }: Kinds) =>
  ({
    kind: {
      type: 'choice',
      label,
      always: true,
      all,
      options: Object.entries(words).map(([kind, word]) => [kind.toLowerCase(), word] as const),
    },
    user: { type: 'search', label: 'Username', placeholder: 'Username begins with' },
    ...periodTerms,
  }) satisfies Record<string, FilterTerm>;

/** Their part of the query's `filter`. */
export const actionOf = ({ kind, user, ...period }: Record<'kind' | 'user' | 'from' | 'to', string>) => ({
  kind: kind.toUpperCase() || null,
  user: user || null,
  ...periodOf(period),
});
