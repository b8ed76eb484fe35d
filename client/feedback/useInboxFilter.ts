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

export const useFeedbackFilter = (): ListFilter =>
  useListFilters('Feedback', inboxTerms(['OPEN', 'ANSWERED', 'CLOSED']), inboxOf);

/** Also by what is reported: a correction that somebody sent, or a value that companies dispute. */
export const useCorrectionFilter = (): ListFilter =>
  useListFilters(
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
