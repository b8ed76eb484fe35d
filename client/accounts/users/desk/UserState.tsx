import { chakra, Flex, Text } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import { formatDay, formatMoment } from '../../../components/text/date';
import type { UserQuery } from '../../../graphql/generated/users';
import { ExpiredMark, whyExpired } from '../../ExpiredMark';
import { Panel } from './Panel';

const Mark = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: 1, fontWeight: 'semibold', whiteSpace: 'nowrap' },
});

/** Whether the user can sign in, why not, and when they last did. As saved, not as typed in the form. */
export function UserState({ user }: { user: UserQuery['user'] }) {
  const { enabled, expired, client, lastLoginAt, createdAt } = user;
  return (
    <Panel title="State">
      <Flex columnGap={4} wrap="wrap">
        {enabled && !expired && (
          <Mark color="success">
            <Check size={16} aria-hidden="true" />
            Can sign in
          </Mark>
        )}
        {!enabled && (
          <Mark color="warning">
            <X size={16} aria-hidden="true" />
            Disabled
          </Mark>
        )}
        {expired && <ExpiredMark />}
      </Flex>
      {expired && <Text>{whyExpired(user, client)}.</Text>}
      <Text color="muted">{lastLoginAt ? `Last sign-in ${formatMoment(lastLoginAt)}` : 'Has never signed in'}</Text>
      <Text color="muted">Created {formatDay(createdAt)}</Text>
    </Panel>
  );
}
