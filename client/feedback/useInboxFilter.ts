import { periodOf, periodTerms } from '../components/list/filter/period';
import { type ListFilter, useListFilters } from '../components/list/filter/useListFilters';
import { type State, stateWords } from './StateBadge';

/** The filter of corrections and feedback: by these states, and by when they were sent. */
export const useInboxFilter = (label: string, states: readonly State[]): ListFilter =>
  useListFilters(
    label,
    {
      state: {
        type: 'choice',
        label: 'State',
        always: true,
        all: 'All states',
        options: states.map((one) => [one.toLowerCase(), stateWords[one]]),
      },
      ...periodTerms,
    },
    ({ state, ...period }) => ({ state: state.toUpperCase() || null, ...periodOf(period) }),
  );
