import { Box } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { Notice } from '../../components/notice/Notice';
import { textKey } from '../../components/text/textKey';

export const isOtherUsername = (one: string, another: string) => textKey(one) !== textKey(another);

/** Warns about the effect of saving a changed username. */
export function NewUsername({ username }: { username: string | undefined }) {
  const typed: string = useWatch({ name: 'username' }) ?? '';
  const changes = username !== undefined && typed.trim() !== '' && isOtherUsername(username, typed);
  return (
    // While empty, it adds no gap between the form's fields.
    <Box role="status" _empty={{ mt: -4 }}>
      {changes && (
        <Notice kind="warning">
          Saving ends every session and the password of {username}, and mails an invitation to {typed.trim()}.
        </Notice>
      )}
    </Box>
  );
}
