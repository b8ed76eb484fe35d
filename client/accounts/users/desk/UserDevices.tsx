import { chakra, Skeleton, Text } from '@chakra-ui/react';
import { Problem } from '../../../components/notice/Problem';
import { counted } from '../../../components/text/counts';
import { formatMoment } from '../../../components/text/date';
import { UserSessionsDocument } from '../../../graphql/generated/users';
import { useRead } from '../../../graphql/useRead';
import { EndUserSessions } from '../EndUserSessions';
import { Panel } from './Panel';

const SHOWN = 4;

const List = chakra('ul', { base: { my: 2, '& > li': { py: 1 }, '& > li + li': { borderTopWidth: '1px' } } });

/** Where the user is signed in, and the button that ends it. */
export function UserDevices({ id, username }: { id: string; username: string }) {
  const { data, error, loading, refetch } = useRead(UserSessionsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const sessions = data?.userSessions;
  const more = (sessions?.length ?? 0) - SHOWN;
  return (
    <Panel title="Devices">
      {error && !sessions && <Problem onRetry={() => void refetch()}>The devices did not load.</Problem>}
      {!sessions && loading && <Skeleton h="3rem" my={2} />}
      {sessions?.length === 0 && <Text mb={2}>Not signed in anywhere.</Text>}
      {sessions && sessions.length > 0 && (
        <List aria-label="Devices">
          {sessions.slice(0, SHOWN).map(({ id: session, browser, city, country, ip, current, lastUsedAt }) => (
            <li key={session}>
              <Text>
                {browser || 'Unknown browser'}
                {current && ' (this device)'}
              </Text>
              <Text color="muted" fontSize="sm">
                Last used {formatMoment(lastUsedAt)}, from{' '}
                {[city, country].filter(Boolean).join(', ') || ip || 'an unknown address'}
              </Text>
            </li>
          ))}
          {more > 0 && <li>and {counted(more, 'more device')}</li>}
        </List>
      )}
      {(error || (sessions && sessions.length > 0)) && (
        <EndUserSessions id={id} username={username} onEnded={() => void refetch()} />
      )}
    </Panel>
  );
}
