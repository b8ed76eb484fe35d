import { Button, Stack, Text } from '@chakra-ui/react';
import { Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { Notice } from '../../components/notice/Notice';
import { toast } from '../../components/notice/toast';
import { useSendPasswordMutation } from '../../graphql/generated/users';
import { errorCode, serverMessage } from '../../graphql/problem';

/** Mails the user a temporary password; the present one keeps working. It saves nothing of the form. */
export function SendPassword({ id, username }: { id: string; username: string }) {
  const [send] = useSendPasswordMutation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ detail?: string } | null>(null);
  const running = useRef(false);

  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await send({ variables: { id } });
      toast("Password sent to the user's email!");
    } catch (error) {
      setFailure({ detail: errorCode(error) === 'INTERNAL_SERVER_ERROR' ? undefined : serverMessage(error) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Stack gap={2} pt={3} borderTopWidth="1px" align="flex-start">
      <Button type="button" variant="outline" aria-disabled={busy} aria-describedby="send-password" onClick={press}>
        <Mail aria-hidden="true" />
        {busy ? 'Sending...' : 'Send password'}
      </Button>
      <Text id="send-password" fontSize="xs" color="muted">
        Mails a temporary password to {username}. It works once, within 24 hours, beside the present one.
      </Text>
      {failure && (
        <Notice kind="danger" role="alert">
          <Text>Sending email has issue! Try again later</Text>
          {failure.detail && <Text>{failure.detail}</Text>}
        </Notice>
      )}
    </Stack>
  );
}
