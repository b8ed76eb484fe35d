import { useApolloClient } from '@apollo/client/react';
import { Button, Flex, Text } from '@chakra-ui/react';
import { BookOpen, Receipt } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '../../components/notice/toast';
import { LogLink } from '../../components/record/LogLink';
import { RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import { formatCount } from '../../components/text/counts';
import { DeleteUserDocument, SaveUserDocument, UserDocument } from '../../graphql/generated/users';
import { listOf, paymentsOf } from '../../paths';
import { useForget } from '../accountChanges';
import { EndUserSessions } from './EndUserSessions';
import { isOtherUsername } from './NewUsername';
import { SendPassword } from './SendPassword';
import { UserFields } from './UserFields';
import { newUser, readUser, userInput, userKind } from './userRecord';

const LOAD_FAILURE = 'The user did not load.';

function SheetsOpened({ lastHour, lastDay }: { lastHour: number; lastDay: number }) {
  return (
    <Text>
      Sheets opened: {formatCount(lastHour)} in the last hour, {formatCount(lastDay)} in the last 24 hours
    </Text>
  );
}

export function UserForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForget();
  const [fresh] = useState(newUser);
  const { id, data, loading, missing, failed, retry } = useFormRecord(UserDocument, mode);
  if (missing || failed) {
    return (
      <RecordProblem kind={userKind} mode={mode} onRetry={missing ? undefined : retry}>
        {missing ? 'No user data available' : LOAD_FAILURE}
      </RecordProblem>
    );
  }

  const read = data ? readUser(data.user) : null;
  const isEdit = mode === 'edit';
  return (
    <RecordForm
      key={`${mode} ${id} ${loading}`}
      kind={userKind}
      record={read}
      values={read?.values ?? fresh}
      loading={loading}
      save={async (values, { version, base }) => {
        const input = { ...(isEdit ? { id, version } : {}), ...userInput(values) };
        const { data: saved } = await mutate({ mutation: SaveUserDocument, variables: { input } });
        if (!saved) return null;
        forget.user(saved.saveUser.id, isEdit ? 'updated' : 'created');
        const { username } = saved.saveUser;
        if (isEdit && isOtherUsername(base.username, username)) toast(`Invitation sent to ${username}.`);
        return saved.saveUser;
      }}
      remove={
        isEdit
          ? async () => {
              await mutate({ mutation: DeleteUserDocument, variables: { id } });
              forget.user(id, 'deleted');
            }
          : undefined
      }
      removeNote={`${read?.values.fullName ?? 'The user'} can no longer sign in, and the seat is free. Corrections, feedback, logs and payments stay.`}
      reread={async () => {
        const { data: now } = await query({ query: UserDocument, variables: { id }, fetchPolicy: 'no-cache' });
        if (!now) throw new Error(LOAD_FAILURE);
        return readUser(now.user);
      }}
    >
      <UserFields ownClientId={read?.values.clientId} ownUsername={read?.values.username} />
      {data && <SendPassword id={id} username={data.user.username} />}
      {data && <EndUserSessions id={id} username={data.user.username} />}
      {data && <SheetsOpened {...data.user.sheetsOpened} />}
      {data && (
        <Flex gap={2} wrap="wrap">
          <Button asChild variant="outline">
            <Link to={paymentsOf(id)}>
              <Receipt aria-hidden="true" />
              Payments
            </Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={listOf.accesses({ user: data.user.username })}>
              <BookOpen aria-hidden="true" />
              Access
            </Link>
          </Button>
          <LogLink record={`user-${id}`} />
        </Flex>
      )}
    </RecordForm>
  );
}
