import { useApolloClient } from '@apollo/client/react';
import { Field, Textarea } from '@chakra-ui/react';
import { useState } from 'react';
import { DialogForm } from '../../components/form/DialogForm';
import { ErrorText } from '../../components/form/ErrorText';
import { TextField } from '../../components/form/TextField';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import { RegisterQueryDocument } from '../../graphql/generated/queries';
import { useForgetFields } from '../../graphql/useForgetFields';

/** Registers a document, exactly as it is typed: its id is the hash of the text. */
export function RegisterQuery({ onClose }: { onClose: () => void }) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const { run, busy, errors, problem, clear } = useAction();
  const [name, setName] = useState('');
  const [document, setDocument] = useState('');

  const register = async () => {
    const done = await run(
      () => mutate({ mutation: RegisterQueryDocument, variables: { input: { name, document } } }),
      ['name', 'document'],
    );
    if (!done) return;
    toast(`Registered ${name}.`);
    forget(['registeredQueries']);
    onClose();
  };

  return (
    <DialogForm
      title="Register a query"
      description="Programs then send its id, the SHA-256 of the text, in place of the text. Paste it as the program has it: every space counts."
      wide
      label={busy ? 'Registering...' : 'Register'}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onInput={clear}
      onSubmit={() => void register()}
    >
      <TextField
        data-first-field=""
        label="Name"
        required
        autoComplete="off"
        value={name}
        error={errors.name?.join(', ')}
        onChange={({ target }) => setName(target.value)}
      />
      <Field.Root invalid={Boolean(errors.document)} required>
        <Field.Label>Query or mutation</Field.Label>
        <Textarea
          rows={10}
          fontFamily="mono"
          spellCheck={false}
          autoCapitalize="none"
          value={document}
          onChange={({ target }) => setDocument(target.value)}
        />
        <ErrorText>{errors.document?.join(', ')}</ErrorText>
      </Field.Root>
    </DialogForm>
  );
}
