import { useApolloClient } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { Mail } from 'lucide-react';
import { SendPasswordDocument } from '../../graphql/generated/users';
import { errorCode, serverMessage } from '../../graphql/graphErrors';
import { UserAction } from './UserAction';

function failureOf(error: unknown) {
  const detail = errorCode(error) === 'INTERNAL_SERVER_ERROR' ? undefined : serverMessage(error);
  return (
    <>
      <Text>Sending email has issue! Try again later</Text>
      {detail && <Text>{detail}</Text>}
    </>
  );
}

/** Mails the user a temporary password; the current one keeps working. */
export function SendPassword({ id, username }: { id: string; username: string }) {
  const { mutate } = useApolloClient();
  return (
    <UserAction
      icon={<Mail aria-hidden="true" />}
      label="Send password"
      busyLabel="Sending..."
      help={`Mails a temporary password to ${username}. It works once, within 24 hours. The current password keeps working.`}
      act={() => mutate({ mutation: SendPasswordDocument, variables: { id } })}
      success="Password sent to the user's email!"
      failureOf={failureOf}
    />
  );
}
