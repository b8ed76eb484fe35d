import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Check, LogOut } from 'lucide-react';
import { formatMoment } from '../../components/text/date';
import { StateMark } from '../../components/text/StateMark';
import type { SessionLineFragment } from '../../graphql/generated/sessions';

/** `203.0.113.7 (Bergen, Norway)`; unknown parts are left out. */
function placeOf({ ip, city, country }: SessionLineFragment) {
  const place = [city, country].filter(Boolean).join(', ');
  if (!ip) return 'an unknown address';
  return place ? `${ip} (${place})` : ip;
}

/** A browser in which the user is signed in. The current one is marked and has no button: Logout ends it. */
export function SessionRow({ session, onEnd }: { session: SessionLineFragment; onEnd: () => void }) {
  const { browser, current, createdAt, lastUsedAt } = session;
  const name = browser || 'Unknown browser';
  return (
    <Flex
      as="li"
      gap={3}
      wrap="wrap"
      align="center"
      justify="space-between"
      px={4}
      py={3}
      mt="-1px"
      bg="panel"
      borderWidth="1px"
    >
      <chakra.div minW={0} flex="1 1 14rem">
        <Text fontWeight="semibold">{name}</Text>
        <Text overflowWrap="anywhere">From {placeOf(session)}</Text>
        <Text color="muted">
          Signed in {formatMoment(createdAt)}
          <br />
          Last used {formatMoment(lastUsedAt)}
        </Text>
      </chakra.div>
      {current ? (
        <StateMark Icon={Check} color="success">
          This device
        </StateMark>
      ) : (
        <Button
          variant="outline"
          aria-label={`Sign out ${name}, last used ${formatMoment(lastUsedAt)}`}
          onClick={onEnd}
        >
          <LogOut aria-hidden="true" />
          Sign out
        </Button>
      )}
    </Flex>
  );
}
