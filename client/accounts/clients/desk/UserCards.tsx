import { Button, Link as ChakraLink, chakra } from '@chakra-ui/react';
import { ArrowRightLeft, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDay } from '../../../components/text/date';
import { Email } from '../../../components/text/Email';
import type { ClientUserFragment } from '../../../graphql/generated/clientDesk';
import type { ClientRecordFragment } from '../../../graphql/generated/clients';
import { userPaths } from '../../../paths';
import { ExpiredMark, whyExpired } from '../../ExpiredMark';

const List = chakra('ul', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li': { display: 'flex', gap: 3, alignItems: 'center', px: 3, py: 2 },
    '& > li + li': { borderTopWidth: '1px' },
    '& > li > div': { flex: 1, minW: 0, overflowWrap: 'anywhere' },
    '& [data-warning]': { display: 'flex', alignItems: 'flex-start', gap: 1.5, color: 'warning' },
    '& [data-warning] svg': { flexShrink: 0, mt: 0.5 },
  },
});

/** Why the user has less access than the date says, if it has not ended. */
function warningsOf({ enabled, expired, subscriptionEndDate }: ClientUserFragment, clientEnd: string): string[] {
  return [
    enabled ? '' : 'Disabled',
    !expired && subscriptionEndDate > clientEnd ? `The client’s subscription ends on ${formatDay(clientEnd)}` : '',
  ].filter(Boolean);
}

interface Props {
  users: readonly ClientUserFragment[];
  client: ClientRecordFragment;
  onMove: (user: ClientUserFragment) => void;
}

export const UserCards = ({ users, client, onMove }: Props) => (
  <List aria-label="Users">
    {users.map((user) => (
      <li key={user.id}>
        <div>
          <ChakraLink asChild fontWeight="semibold" display="inline-flex" alignItems="center" minH={6}>
            <Link to={userPaths.edit(user.id)} state={{ back: true }}>
              {user.fullName}
            </Link>
          </ChakraLink>
          {user.username !== user.fullName && (
            <p>
              <Email>{user.username}</Email>
            </p>
          )}
          <p>Until {formatDay(user.subscriptionEndDate)}</p>
          {user.expired && (
            <p>
              <ExpiredMark /> {whyExpired(user, client)}
            </p>
          )}
          {warningsOf(user, client.subscriptionEndDate).map((warning) => (
            <p key={warning} data-warning="">
              <TriangleAlert size={16} aria-hidden="true" />
              {warning}
            </p>
          ))}
        </div>
        <Button variant="outline" aria-label={`Move ${user.fullName}`} onClick={() => onMove(user)}>
          <ArrowRightLeft aria-hidden="true" />
          Move
        </Button>
      </li>
    ))}
  </List>
);
