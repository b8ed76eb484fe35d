import { useForgetFields } from '../graphql/useForgetFields';

/** Cached data that is stale after a payment: it extends the user's and client's dates and adds a log entry. */
export function useForget() {
  const forget = useForgetFields();
  return () => forget(['paymentHistory', 'User.payments', 'subscriptionStatus', 'users', 'clients', 'logEntries']);
}
