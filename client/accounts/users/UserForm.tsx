import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { toast } from '../../components/notice/toast';
import { RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import { DeleteUserDocument, SaveUserDocument, UserDocument } from '../../graphql/generated/users';
import { useForget } from '../accountChanges';
import { BesideForm } from '../BesideForm';
import type { Erasure } from './desk/EraseUser';
import { UserErased } from './desk/UserErased';
import { UserPanels } from './desk/UserPanels';
import { isOtherUsername } from './NewUsername';
import { UserFields } from './UserFields';
import { newUser, readUser, userInput, userKind } from './userRecord';

const LOAD_FAILURE = 'The user did not load.';

export function UserForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForget();
  const [fresh] = useState(newUser);
  const [erased, setErased] = useState<{ id: string; erasure: Erasure } | null>(null);
  const { id, data, loading, missing, failed, retry } = useFormRecord(UserDocument, mode);
  if (erased?.id === id) return <UserErased {...erased.erasure} />;
  if (missing || failed) {
    return (
      <RecordProblem kind={userKind} mode={mode} onRetry={missing ? undefined : retry}>
        {missing ? 'No user data available' : LOAD_FAILURE}
      </RecordProblem>
    );
  }

  const read = data ? readUser(data.user) : null;
  const isEdit = mode === 'edit';
  const form = (
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
    </RecordForm>
  );
  if (!isEdit) return form;
  return (
    <BesideForm form={form}>
      {data && <UserPanels user={data.user} onErased={(erasure) => setErased({ id, erasure })} />}
    </BesideForm>
  );
}
