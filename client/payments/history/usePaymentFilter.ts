import { filterSet } from '../../components/list/filter/filterSet';
import type { FilterTerm } from '../../components/list/filter/filterTerm';
import { periodOf, periodTerms } from '../../components/list/filter/period';
import { stateOf, stateTerm } from '../../components/list/filter/state';
import { useListFilters } from '../../components/list/filter/useListFilters';
import type { PaymentState } from '../../graphql/generated/history';

const state = stateTerm({ REFUNDED: 'Refunded', DISPUTED: 'Disputed' } satisfies Record<PaymentState, string>);
const user: FilterTerm = { type: 'search', label: 'Username', placeholder: 'Username begins with' };

const asked = ({ state, ...period }: Record<'state' | 'from' | 'to', string>) => ({
  state: stateOf<PaymentState>(state),
  ...periodOf(period),
});

/** Of one user's payments. */
export const paymentFilters = filterSet('Payments', { state, ...periodTerms }, asked);
export const usePaymentFilter = () => useListFilters(paymentFilters);

/** Of all payments: also by who paid. */
export const allPaymentsFilters = filterSet('Payments', { user, state, ...periodTerms }, ({ user, ...rest }) => ({
  user: user || null,
  ...asked(rest),
}));
export const useAllPaymentsFilter = () => useListFilters(allPaymentsFilters);
