import { Button, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../../components/form/FormDialog';
import { Notice } from '../../components/notice/Notice';
import { askForNewPassword, closePasswordDialog, startSession, useSession } from '../../session';
import { ResetPasswordForm } from './ResetPasswordForm';

/**
 * Sets a new password for the signed-in user. Opens from the user menu, or by itself after a sign-in with a temporary
 * password; then it stays open until the password is changed or the user logs out.
 */
export function ResetPassword({ onLogout }: { onLogout: () => void }) {
  const { user, passwordChange } = useSession();
  const [done, setDone] = useState(false);
  const finish = useRef<HTMLButtonElement>(null);
  // The focused button is removed with the form.
  useEffect(() => {
    if (done) finish.current?.focus();
  }, [done]);

  if (!user) return null;
  const isRequired = passwordChange === 'required';
  return (
    <FormDialog
      title="Reset Password"
      onClose={isRequired ? undefined : closePasswordDialog}
      description={
        !done && (
          <>
            {isRequired && (
              <Text mb={2}>You signed in with a temporary password. Choose your own now to continue.</Text>
            )}
            <Text>
              At least 12 characters of any kind: three or four words work well. Not your username, and not one of the
              most common passwords.
            </Text>
            <Text mt={2}>Your other devices are signed out, and your API tokens are revoked.</Text>
          </>
        )
      }
    >
      <div role="status">{done && <Notice>Password reset successfully.</Notice>}</div>
      {done ? (
        <Flex justify="flex-end" mt={4}>
          <Button ref={finish} onClick={closePasswordDialog}>
            Continue
          </Button>
        </Flex>
      ) : (
        <ResetPasswordForm
          username={user.username}
          isTemporary={isRequired}
          other={isRequired ? { label: 'Logout', act: onLogout } : { label: 'Cancel', act: closePasswordDialog }}
          onDone={(signedIn) => {
            setDone(true);
            // The restriction is lifted; the dialog stays open to show the success message.
            startSession(signedIn);
            askForNewPassword();
          }}
        />
      )}
    </FormDialog>
  );
}
