import type { FilterTerm } from '../components/list/filter/filterTerm';
import { periodOf, periodTerms } from '../components/list/filter/period';

interface Kinds {
  label: string;
  all: string;
  words: Record<string, string>;
}

/** The filter of the log and of the access audit: what was done, who did it, and when. */
export const actionTerms = ({ label, all, words }: Kinds) =>
  ({
    kind: {
      type: 'choice',
      label,
      all,
      options: Object.entries(words).map(([kind, word]) => [kind.toLowerCase(), word] as const),
    },
    user: { type: 'search', label: 'Username', placeholder: 'Begins with' },
    ...periodTerms,
  }) satisfies Record<string, FilterTerm>;

/** What they ask. */
export const actionOf = ({ kind, user, ...period }: Record<'kind' | 'user' | 'from' | 'to', string>) => ({
  kind: kind.toUpperCase() || null,
  user: user || null,
  ...periodOf(period),
});
