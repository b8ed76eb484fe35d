import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { DialogForm } from '../../components/form/DialogForm';
import { useAction } from '../../components/record/useAction';
import { formatDay } from '../../components/text/date';
import { type ApiTokenRowFragment, RotateApiTokenDocument } from '../../graphql/generated/apiTokens';
import { useForgetFields } from '../../graphql/useForgetFields';
import { type Expiry, ExpiryFields, expiryOf } from './ExpiryFields';
import { TokenSecret } from './TokenSecret';

interface Props {
  token: ApiTokenRowFragment;
  onClose: () => void;
}

/** Gives a token a new secret, and then shows it. */
export function RotateToken({ token: { id, name, expiresAt, state }, onClose }: Props) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const { run, busy, errors, problem, clear } = useAction();
  const works = state === 'WORKING';
  const [expiry, setExpiry] = useState<Expiry>({ choice: works ? 'keep' : '90', day: '' });
  const [secret, setSecret] = useState<string | null>(null);

  const rotate = () =>
    run(async () => {
      const input = { id, expiresAt: expiryOf(expiry) };
      const { data } = await mutate({ mutation: RotateApiTokenDocument, variables: { input } });
      setSecret(data?.rotateApiToken.secret ?? null);
      // It may have left the tokens that are listed, such as the expired ones.
      forget(['apiTokens']);
    }, ['expiresAt']);

  if (secret) return <TokenSecret secret={secret} onDone={onClose} />;
  return (
    <DialogForm
      title={`A new secret for ${name}?`}
      description="The old secret stops working at once, so be ready to give the program the new one. The user is told by mail, and has to confirm own-company data again."
      label={busy ? 'Replacing...' : 'Replace'}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onInput={clear}
      onSubmit={() => void rotate()}
    >
      <ExpiryFields
        value={expiry}
        error={errors.expiresAt?.join(', ')}
        keep={works ? `As before, on ${formatDay(expiresAt)}` : undefined}
        onChange={setExpiry}
      />
    </DialogForm>
  );
}
