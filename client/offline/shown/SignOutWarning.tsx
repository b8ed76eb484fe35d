import { ConfirmDialog } from '../../components/notice/ConfirmDialog';

interface Props {
  /** How many writes wait to be sent. */
  waiting: number;
  onStay: () => void;
  onLeave: () => void;
}

/** Signing out removes what waits to be sent. */
export const SignOutWarning = ({ waiting, onStay, onLeave }: Props) => (
  <ConfirmDialog
    open
    title={
      waiting === 1
        ? '1 write waits to be sent. Sign out and lose it?'
        : `${waiting} writes wait to be sent. Sign out and lose them?`
    }
    cancel="Stay signed in"
    confirm="Sign out"
    onCancel={onStay}
    onConfirm={onLeave}
  >
    What you wrote without a connection is kept on this device until it is sent, and removed when you sign out.
  </ConfirmDialog>
);
