import { useApolloClient } from '@apollo/client/react';
import { chakra, Text } from '@chakra-ui/react';
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { DialogForm } from '../../../components/form/DialogForm';
import { TextField } from '../../../components/form/TextField';
import { DangerButton } from '../../../components/notice/DangerButton';
import { useAction } from '../../../components/record/useAction';
import { textKey } from '../../../components/text/textKey';
import { EraseUserDocument, type EraseUserMutation, type UserQuery } from '../../../graphql/generated/users';
import { useForget } from '../../accountChanges';
import { Panel } from './Panel';

export type Erasure = EraseUserMutation['eraseUser'];

const List = chakra('ul', { base: { listStyleType: 'disc', ps: 5, my: 2, '& > li': { py: 0.5 } } });

/** What `eraseUser` does (docs/operations.md, "Erasing a person"). */
const What = ({ fullName }: { fullName: string }) => (
  <>
    <Text>This permanently erases {fullName}. It cannot be undone.</Text>
    <List>
      <li>Deleted: the account and its devices, sheets opened and pinned, corrections and feedback sent, mails.</li>
      <li>Kept under a pseudonym: log entries, the history of models, payments.</li>
      <li>In any other text, a pseudonym replaces the username.</li>
    </List>
    <Text>If you only want to end access, disable or delete the user instead.</Text>
  </>
);

interface DialogProps {
  user: UserQuery['user'];
  onClose: () => void;
  onErased: (erasure: Erasure) => void;
}

function EraseDialog({ user: { id, username, fullName }, onClose, onErased }: DialogProps) {
  const { mutate } = useApolloClient();
  const forget = useForget();
  const { run, busy, errors, problem, clear } = useAction();
  const [typed, setTyped] = useState('');
  const [differs, setDiffers] = useState(false);

  const erase = async () => {
    setDiffers(textKey(typed) !== textKey(username));
    if (textKey(typed) !== textKey(username)) return;
    const done = { erasure: undefined as Erasure | undefined };
    const succeeded = await run(async () => {
      const { data } = await mutate({ mutation: EraseUserDocument, variables: { id, username: typed } });
      done.erasure = data?.eraseUser;
    }, ['username']);
    if (!succeeded || !done.erasure) return;
    forget.erased(id);
    onErased(done.erasure);
  };

  return (
    <DialogForm
      title={`Erase ${fullName}?`}
      description={<What fullName={fullName} />}
      label={busy ? 'Erasing...' : 'Erase'}
      danger
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void erase()}
    >
      <TextField
        data-first-field=""
        label={`To confirm, type the username: ${username}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={differs ? 'This is not the username.' : errors.username?.join(', ')}
        onChange={({ target }) => {
          clear();
          setDiffers(false);
          setTyped(target.value);
        }}
      />
    </DialogForm>
  );
}

/** Erases the person, after their username is typed. */
export function EraseUser({ user, onErased }: Omit<DialogProps, 'onClose'>) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Erasure">
      <Text mb={2} color="muted">
        Deletes the user and all their personal data, as the law may require.
      </Text>
      <DangerButton type="button" onClick={() => setAsking(true)}>
        <Eraser aria-hidden="true" />
        Erase this person
      </DangerButton>
      {asking && <EraseDialog user={user} onClose={() => setAsking(false)} onErased={onErased} />}
    </Panel>
  );
}
