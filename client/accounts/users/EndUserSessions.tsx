import { Button, Stack, Text } from '@chakra-ui/react';
import { LogOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Notice } from '../../components/notice/Notice';
import { toast } from '../../components/notice/toast';
import { useEndUserSessionsMutation } from '../../graphql/generated/users';
import { serverMessage } from '../../graphql/problem';

/** Signs a user out on every device; does not save the form around it. */
export function EndUserSessions({ id, username }: { id: string; username: string }) {
  const [end] = useEndUserSessionsMutation();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);

  const act = async () => {
    setAsking(false);
    if (running.current) return;
    running.current = true;
    setFailure(null);
    try {
      await end({ variables: { id } });
      toast(`Signed ${username} out on all devices.`);
    } catch (error) {
      setFailure(serverMessage(error) ?? 'No answer came from the server. Please try again.');
    } finally {
      running.current = false;
    }
  };

  return (
    <Stack gap={2} align="flex-start">
      <Button type="button" variant="outline" aria-describedby="end-sessions" onClick={() => setAsking(true)}>
        <LogOut aria-hidden="true" />
        Sign out everywhere
      </Button>
      <Text id="end-sessions" fontSize="xs" color="muted">
        Ends all sessions of {username}. The password keeps working.
      </Text>
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      <ConfirmDialog
        open={asking}
        title={`Sign ${username} out everywhere?`}
        cancel="Cancel"
        confirm="Sign out"
        onCancel={() => setAsking(false)}
        onConfirm={() => void act()}
      >
        Every device has to sign in again. Unsaved changes there are lost.
      </ConfirmDialog>
    </Stack>
  );
}
