import { chakra } from '@chakra-ui/react';
import { BookOpen, type LucideIcon, Receipt, ScrollText } from 'lucide-react';
import { LinkButton } from '../../../components/LinkButton';
import { counted, formatCount } from '../../../components/text/counts';
import { formatDay } from '../../../components/text/date';
import { sumInDollars } from '../../../components/text/money';
import type { UserQuery } from '../../../graphql/generated/users';
import { listOf, paymentsOf } from '../../../paths';
import { Panel } from './Panel';

const List = chakra('ul', {
  base: {
    '& > li': { display: 'flex', gap: 3, alignItems: 'center', justifyContent: 'space-between', py: 1.5 },
    '& > li + li': { borderTopWidth: '1px' },
    '& > li > span': { minW: 0 },
    '& a': { flexShrink: 0, w: '8.25rem', justifyContent: 'flex-start' },
  },
});

function Row({ to, Icon, label, children }: { to: string; Icon: LucideIcon; label: string; children: string }) {
  return (
    <li>
      <span>{children}</span>
      <LinkButton to={to} Icon={Icon}>
        {label}
      </LinkButton>
    </li>
  );
}

/** What is recorded about the user: each line leads to its list, filtered by the user. */
export function UserRecords({ user }: { user: UserQuery['user'] }) {
  const { id, username, payments, sheetsOpened } = user;
  const last = payments.items[0];
  return (
    <Panel title="Records">
      <List>
        <Row to={paymentsOf(id)} Icon={Receipt} label="Payments">
          {last
            ? `${counted(payments.total, 'payment')}, the last ${sumInDollars(last.amountCents)} on ${formatDay(last.createdAt)}`
            : 'No payments'}
        </Row>
        <Row to={listOf.accesses({ user: username })} Icon={BookOpen} label="Access">
          {`Sheets opened: ${formatCount(sheetsOpened.lastHour)} in the last hour, ${formatCount(sheetsOpened.lastDay)} in the last 24 hours`}
        </Row>
        <Row to={listOf.log({ record: `user-${id}` })} Icon={ScrollText} label="Log">
          What was done to this account
        </Row>
      </List>
    </Panel>
  );
}
