import { useApolloClient } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { ResetSecondFactorDocument, UserSessionsDocument } from '../../../graphql/generated/users';
import { serverMessage } from '../../../graphql/graphErrors';
import { useSession } from '../../../session';
import { UserAction } from '../UserAction';
import { Panel } from './Panel';

interface Props {
  id: string;
  username: string;
  secondFactor: boolean;
}

/** Whether the user has a second factor, and the way out if they have lost it. One's own is changed at /security. */
export function ResetSecondFactor({ id, username, secondFactor }: Props) {
  const { mutate } = useApolloClient();
  const { user } = useSession();
  const [isReset, setReset] = useState(false);
  const hasOne = secondFactor && !isReset;
  return (
    <Panel title="Second factor">
      <Text mb={2}>{hasOne ? 'Set up.' : 'Not set up: the password alone signs in.'}</Text>
      {hasOne && user?.id !== id && (
        <UserAction
          icon={<ShieldOff aria-hidden="true" />}
          label="Reset second factor"
          help={`For a lost device. Removes the app, passkeys and recovery codes of ${username}, signs them out everywhere and tells them by mail.`}
          confirm={{
            title: `Reset the second factor of ${username}?`,
            confirm: 'Reset',
            text: 'Until they set up a new one, the password alone signs in. Make sure that the request really comes from them.',
          }}
          act={async () => {
            const variables = { id };
            await mutate({ mutation: ResetSecondFactorDocument, variables, refetchQueries: [UserSessionsDocument] });
            // The form's record is not read again.
            setReset(true);
          }}
          success={`The second factor of ${username} is reset.`}
          failureOf={(error) => serverMessage(error) ?? 'The server did not respond. Please try again.'}
        />
      )}
    </Panel>
  );
}
