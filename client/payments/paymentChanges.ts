import { useForgetFields } from '../graphql/useForgetFields';

/** What a payment makes stale: it moves the dates of the user and of the client, and has its log entry. */
export function useForget() {
  const forget = useForgetFields();
  return () => forget(['paymentHistory', 'User.payments', 'subscriptionStatus', 'users', 'clients', 'logEntries']);
}
