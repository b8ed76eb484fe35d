import type { FilterTerm } from '../../components/list/filter/filterTerm';
import { periodOf, periodTerms } from '../../components/list/filter/period';
import { useListFilters } from '../../components/list/filter/useListFilters';
import type { PaymentState } from '../../graphql/generated/history';

const state: FilterTerm = {
  type: 'choice',
  label: 'State',
  always: true,
  all: 'All states',
  options: [
    ['refunded', 'Refunded'],
    ['disputed', 'Disputed'],
  ],
};
const user: FilterTerm = { type: 'search', label: 'Username', placeholder: 'Username begins with' };

const asked = ({ state, ...period }: Record<'state' | 'from' | 'to', string>) => ({
  state: (state.toUpperCase() || null) as PaymentState | null,
  ...periodOf(period),
});

/** The filter of one user's payments. */
export const usePaymentFilter = () => useListFilters('Payments', { state, ...periodTerms }, asked);

/** The filter of all payments: also by who paid. */
export const useAllPaymentsFilter = () =>
  useListFilters('Payments', { user, state, ...periodTerms }, ({ user, ...rest }) => ({
    user: user || null,
    ...asked(rest),
  }));
