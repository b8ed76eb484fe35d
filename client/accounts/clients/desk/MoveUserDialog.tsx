import { useApolloClient } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { DialogForm } from '../../../components/form/DialogForm';
import { toast } from '../../../components/notice/toast';
import { useAction } from '../../../components/record/useAction';
import { type ClientUserFragment, MoveUserDocument } from '../../../graphql/generated/clientDesk';
import type { ClientRecordFragment } from '../../../graphql/generated/clients';
import { useForget } from '../../accountChanges';
import { OtherClient } from './OtherClient';

interface Props {
  user: ClientUserFragment;
  client: ClientRecordFragment;
  /** Whether the user is being read again. */
  loading: boolean;
  onClose: () => void;
  onMoved: () => void;
}

export function MoveUserDialog({ user, client, loading, onClose, onMoved }: Props) {
  const { mutate } = useApolloClient();
  const forget = useForget();
  const { run, busy, errors, problem, clear } = useAction();
  const [clientId, setClientId] = useState('');
  const { id, version, fullName } = user;

  const move = async () => {
    const saved = { name: '' };
    const done = await run(async () => {
      const { data } = await mutate({ mutation: MoveUserDocument, variables: { id, version, clientId } });
      saved.name = data?.saveUser.client.name ?? '';
    }, ['clientId']);
    if (!done) return;
    toast(`Moved ${fullName} to ${saved.name}.`);
    forget.many();
    onMoved();
  };

  return (
    <DialogForm
      title={`Move ${fullName}`}
      description={
        <Text>
          From {client.name} to another client. The end date, the password, corrections and feedback stay the same.
        </Text>
      }
      label={busy ? 'Saving...' : 'Move'}
      busy={busy || loading}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void move()}
    >
      <OtherClient
        label="New client"
        not={client.id}
        seat
        value={clientId}
        error={errors.clientId?.join(', ')}
        onChange={(chosen) => {
          clear();
          setClientId(chosen);
        }}
      />
    </DialogForm>
  );
}
