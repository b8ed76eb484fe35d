import { useApolloClient } from '@apollo/client/react';
import { Box, Button, chakra, Skeleton, Stack, Text } from '@chakra-ui/react';
import { LogOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { PageHeading } from '../../components/PageHeading';
import { useOnce } from '../../components/useOnce';
import {
  EndOtherSessionsDocument,
  EndSessionDocument,
  MySessionsDocument,
  type SessionLineFragment,
} from '../../graphql/generated/sessions';
import { useRead } from '../../graphql/useRead';
import { SessionRow } from './SessionRow';

/** The devices where the user is signed in. The other devices can be signed out. */
export function Sessions() {
  const { data, error, loading, refetch } = useRead(MySessionsDocument, { fetchPolicy: 'cache-and-network' });
  const { mutate } = useApolloClient();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState(false);
  const [once] = useOnce();
  const list = useRef<HTMLUListElement>(null);
  const sessions = data?.mySessions;
  const hasOthers = sessions?.some(({ current }) => !current);

  /** One at a time. The pressed button disappears with its device, so the focus moves to the list. */
  const end = (act: () => Promise<unknown>, words: string) =>
    once(async () => {
      setFailure(false);
      try {
        await act();
        toast(words);
        list.current?.focus();
      } catch {
        setFailure(true);
      }
    });
  const endDevice = ({ id, browser }: SessionLineFragment) =>
    end(
      () =>
        mutate({
          mutation: EndSessionDocument,
          variables: { id },
          update: (cache, { data: left }) =>
            left && cache.writeQuery({ query: MySessionsDocument, data: { mySessions: left.endSession.sessions } }),
        }),
      `Signed out ${browser || 'the device'}.`,
    );
  const endAllOthers = () =>
    end(
      () =>
        mutate({
          mutation: EndOtherSessionsDocument,
          update: (cache, { data: left }) =>
            left &&
            cache.writeQuery({ query: MySessionsDocument, data: { mySessions: left.endOtherSessions.sessions } }),
        }),
      'Signed out on all other devices.',
    );

  return (
    <Box p={{ base: 4, lg: 6 }} maxW="measure" aria-busy={loading}>
      <PageHeading>Signed-in devices</PageHeading>
      <Text mt={2} mb={4}>
        These browsers are signed in to your account. If you do not recognise one, sign it out and change your password.
      </Text>
      <Stack gap={4}>
        {error && !sessions && <Problem onRetry={() => void refetch()}>Your devices did not load.</Problem>}
        {failure && (
          <Problem onRetry={() => void refetch().then(() => setFailure(false))}>
            The device was not signed out. Please try again.
          </Problem>
        )}
        {!sessions && loading && <Skeleton h="8rem" />}
        {sessions && (
          <chakra.ul ref={list} tabIndex={-1} aria-label="Signed-in devices" listStyleType="none">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => void endDevice(session)} />
            ))}
          </chakra.ul>
        )}
        {hasOthers && (
          <Button variant="outline" alignSelf="flex-start" onClick={() => setAsking(true)}>
            <LogOut aria-hidden="true" />
            Sign out all other devices
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Sign out all other devices?"
        cancel="Cancel"
        confirm="Sign out"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void endAllOthers();
        }}
      >
        Every device but this one has to sign in again. Unsaved changes there are lost. Your API tokens are revoked,
        too: programs that use them are refused from now on.
      </ConfirmDialog>
    </Box>
  );
}
