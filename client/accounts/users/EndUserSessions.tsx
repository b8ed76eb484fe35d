import { useApolloClient } from '@apollo/client/react';
import { LogOut } from 'lucide-react';
import { EndUserSessionsDocument } from '../../graphql/generated/users';
import { serverMessage } from '../../graphql/graphErrors';
import { UserAction } from './UserAction';

/** Signs a user out on every device. */
export function EndUserSessions({ id, username, onEnded }: { id: string; username: string; onEnded: () => void }) {
  const { mutate } = useApolloClient();
  return (
    <UserAction
      icon={<LogOut aria-hidden="true" />}
      label="Sign out everywhere"
      help={`Ends all sessions of ${username} and revokes their API tokens. The password keeps working.`}
      confirm={{
        title: `Sign ${username} out everywhere?`,
        confirm: 'Sign out',
        text: 'Every device has to sign in again. Unsaved changes there are lost. Programs with an API token of this user are refused from now on.',
      }}
      act={async () => {
        await mutate({ mutation: EndUserSessionsDocument, variables: { id } });
        onEnded();
      }}
      success={`Signed ${username} out on all devices.`}
      failureOf={(error) => serverMessage(error) ?? 'The server did not respond. Please try again.'}
    />
  );
}
