import { chakra } from '@chakra-ui/react';
import { CalendarX } from 'lucide-react';
import { formatDay } from '../components/text/date';
import { today } from './days';

/** The mark of an ended subscription, of clients and users alike (docs/rules.md, "Ended subscriptions"). */
export const ExpiredMark = ({ children = 'Expired' }: { children?: string }) => (
  <chakra.span
    color="danger"
    fontWeight="semibold"
    whiteSpace="nowrap"
    css={{ '& svg': { display: 'inline-block', me: 1, verticalAlign: '-0.15em' } }}
  >
    <CalendarX size={16} aria-hidden="true" />
    {children}
  </chakra.span>
);

/** In the column "Account Expired", whose values are Yes and No. */
export const expiredCell = ({ expired }: { expired: boolean }) => (expired ? <ExpiredMark>Yes</ExpiredMark> : 'No');

interface Holder {
  accountExpired: boolean;
  subscriptionEndDate: string;
}

/** Why the server says that a client or user is expired. */
export function whyExpired(own: Holder, client?: Holder & { name: string }): string {
  if (own.accountExpired && own.subscriptionEndDate >= today()) return 'Marked as expired';
  if (own.accountExpired || own.subscriptionEndDate < today())
    return `The last day was ${formatDay(own.subscriptionEndDate)}`;
  if (!client) return '';
  if (client.subscriptionEndDate < today())
    return `The last day of ${client.name} was ${formatDay(client.subscriptionEndDate)}`;
  return `${client.name} is marked as expired`;
}
