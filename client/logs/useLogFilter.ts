import { periodOf, periodTerms } from '../components/list/filter/period';
import { type ListFilter, useListFilters } from '../components/list/filter/useListFilters';

interface Kinds {
  label: string;
  all: string;
  words: Record<string, string>;
}

/** The filter of the log and of the access audit: what happened, who did it, and when. */
export const useLogFilter = (name: string, { label, all, words }: Kinds): ListFilter =>
  useListFilters(
    name,
    {
      kind: {
        type: 'choice',
        label,
        all,
        options: Object.entries(words).map(([kind, word]) => [kind.toLowerCase(), word]),
      },
      user: { type: 'search', label: 'Username', placeholder: 'Begins with' },
      ...periodTerms,
    },
    ({ kind, user, ...period }) => ({ kind: kind.toUpperCase() || null, user: user || null, ...periodOf(period) }),
  );
