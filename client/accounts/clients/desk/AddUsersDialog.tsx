import { useApolloClient } from '@apollo/client/react';
import { Field, Text, Textarea } from '@chakra-ui/react';
import { useState } from 'react';
import { DialogForm } from '../../../components/form/DialogForm';
import { ErrorText } from '../../../components/form/ErrorText';
import { TextField } from '../../../components/form/TextField';
import { toast } from '../../../components/notice/toast';
import { InvalidInput } from '../../../components/record/saveProblem';
import { useAction } from '../../../components/record/useAction';
import { counted } from '../../../components/text/counts';
import { isDay } from '../../../components/text/date';
import { AddUsersDocument } from '../../../graphql/generated/clientDesk';
import type { ClientRecordFragment } from '../../../graphql/generated/clients';
import { useForget } from '../../accountChanges';
import { inOneYear, today } from '../../days';
import { addressesIn, isUser } from './addresses';

interface Props {
  client: ClientRecordFragment;
  taken: number;
  onClose: () => void;
  onAdded: () => void;
}

const FIELDS = ['users', 'subscriptionEndDate'];

/** Several locksmiths at once: each is mailed an invitation. */
export function AddUsersDialog({ client, taken, onClose, onAdded }: Props) {
  const { id, name, maxUsers, subscriptionEndDate } = client;
  const { mutate } = useApolloClient();
  const forget = useForget();
  const { run, busy, errors, problem, clear } = useAction();
  const [text, setText] = useState('');
  const [day, setDay] = useState(subscriptionEndDate < today() ? inOneYear() : subscriptionEndDate);
  const users = addressesIn(text);
  const others = users.filter((user) => !isUser(user));
  const known = users.length - others.length;
  const free = Math.max(0, maxUsers - taken);

  const add = async () => {
    const done = await run(async () => {
      // GraphQL cannot carry an empty date, so its error is added here to the others.
      if (!isDay(day)) {
        throw new InvalidInput({
          ...(users.length === 0 && { users: ['Enter at least one email address.'] }),
          subscriptionEndDate: ['The expiration date field is required.'],
        });
      }
      const variables = { input: { clientId: id, users, subscriptionEndDate: day } };
      await mutate({ mutation: AddUsersDocument, variables });
    }, FIELDS);
    if (!done) return document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus();
    toast(`Added and invited ${counted(users.length, 'user')}.`);
    forget.many();
    onAdded();
  };
  const failed = (field: string) => errors[field]?.join(', ');

  return (
    <DialogForm
      title={`Add users to ${name}`}
      description={<Text>Each is mailed an invitation with a temporary password.</Text>}
      label={busy ? 'Saving...' : 'Add users'}
      wide
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <Field.Root invalid={Boolean(errors.users)} required>
        <Field.Label data-required="">Email addresses</Field.Label>
        <Textarea
          data-first-field=""
          rows={5}
          value={text}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => {
            clear();
            setText(target.value);
          }}
        />
        <Field.HelperText>
          One per line, optionally with a name before it: Ann Lee &lt;ann@example.com&gt;
        </Field.HelperText>
        <ErrorText>{failed('users')}</ErrorText>
      </Field.Root>
      <Text role="status" color={users.length > free ? 'danger' : 'muted'}>
        {counted(known, 'address', 'addresses')}, {counted(free, 'free seat')}
        {others.length > 0 && `. Not an address: ${others.map(({ username }) => `“${username}”`).join(', ')}`}
      </Text>
      <TextField
        label="Expiration Date"
        type="date"
        max="9999-12-31"
        maxW="12rem"
        value={day}
        error={failed('subscriptionEndDate')}
        onChange={({ target }) => {
          clear();
          setDay(target.value);
        }}
      />
    </DialogForm>
  );
}
