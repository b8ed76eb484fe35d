import type { UserQuery } from '../../../graphql/generated/users';
import { UserTokens } from '../../apiTokens/UserTokens';
import { SendPassword } from '../SendPassword';
import { EraseUser, type Erasure } from './EraseUser';
import { Panel } from './Panel';
import { ResetSecondFactor } from './ResetSecondFactor';
import { UserDevices } from './UserDevices';
import { UserRecords } from './UserRecords';
import { UserState } from './UserState';

interface Props {
  user: UserQuery['user'];
  /** Called with what was done, once the user is gone. */
  onErased: (erasure: Erasure) => void;
}

/** What is seen and done beside a user's form. */
export function UserPanels({ user, onErased }: Props) {
  const { id, username } = user;
  return (
    <>
      <UserState user={user} />
      <Panel title="Password">
        <SendPassword id={id} username={username} />
      </Panel>
      <ResetSecondFactor id={id} username={username} secondFactor={user.secondFactor} />
      <UserDevices id={id} username={username} />
      <UserTokens id={id} username={username} />
      <UserRecords user={user} />
      <EraseUser user={user} onErased={onErased} />
    </>
  );
}
