import { Box } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { Notice } from '../components/Notice';

/** As the server sees it: spaces around a username and the case of its letters make no other one. */
export const isOtherUsername = (one: string, another: string) =>
  one.trim().toLowerCase() !== another.trim().toLowerCase();

/** Before a user is saved under another username: what that does. */
export function NewUsername({ username }: { username: string | undefined }) {
  const typed: string = useWatch({ name: 'username' }) ?? '';
  const changes = username !== undefined && typed.trim() !== '' && isOtherUsername(username, typed);
  return (
    // While it is empty, without the gap of the form's fields.
    <Box role="status" _empty={{ mt: -4 }}>
      {changes && (
        <Notice kind="warning">
          Saving ends every session and the password of {username}, and mails an invitation to {typed.trim()}.
        </Notice>
      )}
    </Box>
  );
}
