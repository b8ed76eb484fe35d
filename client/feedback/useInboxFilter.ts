import { filterSet } from '../components/list/filter/filterSet';
import { periodOf, periodTerms } from '../components/list/filter/period';
import { stateOf, stateTerm } from '../components/list/filter/state';
import { type ListFilter, useListFilters } from '../components/list/filter/useListFilters';
import { type State, stateWords } from './StateBadge';

/** By these states, and by when it was sent. */
const inboxTerms = (states: readonly State[]) => ({
  state: stateTerm(Object.fromEntries(states.map((one) => [one, stateWords[one]]))),
  ...periodTerms,
});
const inboxOf = ({ state, ...period }: Record<'state' | 'from' | 'to', string>) => ({
  state: stateOf(state),
  ...periodOf(period),
});

export const feedbackFilters = filterSet('Feedback', inboxTerms(['OPEN', 'ANSWERED', 'CLOSED']), inboxOf);
export const useFeedbackFilter = (): ListFilter => useListFilters(feedbackFilters);

/** Also by what is reported: a correction that somebody sent, or a value that companies dispute. */
export const correctionFilters = filterSet(
  'Corrections',
  {
    reports: {
      type: 'choice',
      label: 'Reports',
      always: true,
      all: 'All reports',
      options: [
        ['corrections', 'Corrections'],
        ['disputed', 'Disputed values'],
      ],
    },
    ...inboxTerms(['OPEN', 'APPLIED', 'DECLINED']),
  },
  ({ reports, ...others }) => ({ disputed: reports ? reports === 'disputed' : null, ...inboxOf(others) }),
);
export const useCorrectionFilter = (): ListFilter => useListFilters(correctionFilters);
