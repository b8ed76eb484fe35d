import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Notice } from '../components/notice/Notice';
import { PageHeading } from '../components/PageHeading';
import { useOnce } from '../components/useOnce';
import { GraphQL } from '../graphql/GraphQL';
import { StopRemindersDocument } from '../graphql/generated/reminders';
import { serverMessage } from '../graphql/graphErrors';
import { VisitorShell } from '../shell/VisitorShell';

/** Following the link alone turns nothing off: mail scanners follow links, too. */
function Choice() {
  const [params] = useSearchParams();
  const { mutate } = useApolloClient();
  const [once, busy] = useOnce();
  const [state, setState] = useState<{ done?: boolean; problem?: string }>({});
  const stop = () =>
    once(async () => {
      try {
        const variables = { user: params.get('user') ?? '', token: params.get('token') ?? '' };
        await mutate({ mutation: StopRemindersDocument, variables });
        setState({ done: true });
      } catch (error) {
        setState({ problem: serverMessage(error) ?? 'This was not saved. Please try again.' });
      }
    });

  if (state.done) {
    return (
      <Notice kind="success" role="status">
        You will get no more reminders before your subscription ends. You can turn them on again in your Payment
        History.
      </Notice>
    );
  }
  return (
    <Stack gap={4} align="flex-start">
      <Text>
        We write to you 30 and 7 days before your subscription ends. Other mails, like receipts and passwords, still
        come.
      </Text>
      {state.problem && (
        <Notice kind="danger" role="alert">
          {state.problem}
        </Notice>
      )}
      <Button aria-disabled={busy} onClick={() => void stop()}>
        {busy ? 'Saving...' : 'Turn off reminders'}
      </Button>
    </Stack>
  );
}

/** Where the link in a reminder leads. */
export const StopReminders = () => (
  <VisitorShell>
    <Stack maxW="30rem" mx="auto" pt={{ base: 6, md: 12 }} gap={4}>
      <PageHeading size="2xl">Reminders</PageHeading>
      <Box>
        <GraphQL>
          <Choice />
        </GraphQL>
      </Box>
    </Stack>
  </VisitorShell>
);
