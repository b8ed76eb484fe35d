import { Button, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Notice } from '../../components/notice/Notice';
import { toast } from '../../components/notice/toast';
import { useOnce } from '../../components/useOnce';

interface Props {
  icon: ReactNode;
  label: string;
  /** The label while the action runs. */
  busyLabel?: string;
  help: string;
  /** The confirmation question, for actions that may lose something. */
  confirm?: { title: string; confirm: string; text: string };
  act: () => Promise<unknown>;
  success: string;
  failureOf: (error: unknown) => ReactNode;
}

/** A button that acts on a user's account immediately, without saving the surrounding form. */
export function UserAction(props: Props) {
  const { icon, label, busyLabel = label, help, confirm, act, success, failureOf } = props;
  const [once, busy] = useOnce();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const helpId = useId();

  const run = () => {
    setAsking(false);
    void once(async () => {
      setFailure(null);
      try {
        await act();
        toast(success);
      } catch (error) {
        setFailure(failureOf(error));
      }
    });
  };

  return (
    <Stack gap={2} align="flex-start">
      <Button
        type="button"
        variant="outline"
        aria-disabled={busy}
        aria-describedby={helpId}
        onClick={confirm ? () => setAsking(true) : run}
      >
        {icon}
        {busy ? busyLabel : label}
      </Button>
      <Text id={helpId} fontSize="xs" color="muted" overflowWrap="anywhere">
        {help}
      </Text>
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      {confirm && (
        <ConfirmDialog
          open={asking}
          title={confirm.title}
          cancel="Cancel"
          confirm={confirm.confirm}
          onCancel={() => setAsking(false)}
          onConfirm={run}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
