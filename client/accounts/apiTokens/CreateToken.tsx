import { useApolloClient } from '@apollo/client/react';
import { chakra, Field, SimpleGrid } from '@chakra-ui/react';
import { useState } from 'react';
import { Checkbox } from '../../components/form/Checkbox';
import { DialogForm } from '../../components/form/DialogForm';
import { ErrorText } from '../../components/form/ErrorText';
import { TextField } from '../../components/form/TextField';
import { InvalidInput } from '../../components/record/saveProblem';
import { useAction } from '../../components/record/useAction';
import { CreateApiTokenDocument, type TokenScope } from '../../graphql/generated/apiTokens';
import { useForgetFields } from '../../graphql/useForgetFields';
import { type Expiry, ExpiryFields, expiryOf } from './ExpiryFields';
import { TokenSecret } from './TokenSecret';
import { TokenUser, userNamed } from './TokenUser';
import { scopes, scopeWords } from './tokenWords';

interface Props {
  /** Whose token it becomes; absent where the user is still to be named. */
  user?: { id: string; username: string };
  onClose: () => void;
}

/** GraphQL's Int accepts only integers; the server checks the rest of the rule. */
function budgetOf(text: string, field: string): number | null {
  if (text.trim() === '') return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  throw new InvalidInput({ [field]: ['Enter a whole number from 1 to 100,000.'] });
}

/** Creates a token, and then shows its secret. */
export function CreateToken({ user, onClose }: Props) {
  const client = useApolloClient();
  const forget = useForgetFields();
  const { run, busy, errors, problem, clear } = useAction();
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly TokenScope[]>(['LOOKUP']);
  const [expiry, setExpiry] = useState<Expiry>({ choice: '90', day: '' });
  const [registeredOnly, setRegisteredOnly] = useState(false);
  const [budgets, setBudgets] = useState({ sheetsPerHour: '', sheetsPerDay: '' });
  const [secret, setSecret] = useState<string | null>(null);

  const create = () =>
    run(async () => {
      const input = {
        name,
        scopes: [...chosen],
        expiresAt: expiryOf(expiry),
        registeredOnly,
        sheetsPerHour: budgetOf(budgets.sheetsPerHour, 'sheetsPerHour'),
        sheetsPerDay: budgetOf(budgets.sheetsPerDay, 'sheetsPerDay'),
        userId: user?.id ?? (await userNamed(client, username)),
      };
      const { data } = await client.mutate({ mutation: CreateApiTokenDocument, variables: { input } });
      setSecret(data?.createApiToken.secret ?? null);
      forget(['apiTokens']);
    }, [...(user ? [] : ['userId']), 'name', 'scopes', 'expiresAt', 'sheetsPerHour', 'sheetsPerDay']);

  if (secret) return <TokenSecret secret={secret} onDone={onClose} />;
  const error = (field: string) => errors[field]?.join(', ');
  const budget = (field: keyof typeof budgets, label: string) => (
    <TextField
      label={label}
      placeholder="No limit of its own"
      inputMode="numeric"
      autoComplete="off"
      value={budgets[field]}
      error={error(field)}
      onChange={({ target }) => setBudgets({ ...budgets, [field]: target.value })}
    />
  );
  return (
    <DialogForm
      title="Create an API token"
      description="A program with this token acts for the user, within the token’s scopes and the user’s rights. The user is told by mail, and decides whether it may read what they and their company keep."
      wide
      label={busy ? 'Creating...' : 'Create'}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onInput={clear}
      onSubmit={() => void create()}
    >
      {user ? (
        <p>
          For <strong translate="no">{user.username}</strong>
        </p>
      ) : (
        <TokenUser value={username} error={error('userId')} onChange={setUsername} />
      )}
      <TextField
        {...(user && { 'data-first-field': '' })}
        label="Name of the program"
        required
        autoComplete="off"
        value={name}
        error={error('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <Field.Root invalid={Boolean(errors.scopes)}>
        <chakra.fieldset minW={0} w="full">
          <chakra.legend fontWeight="semibold">Scopes</chakra.legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              name={scope}
              defaultChecked={chosen.includes(scope)}
              label={
                <span>
                  {scopeWords[scope][0]}
                  <chakra.span color="muted">: {scopeWords[scope][1]}</chakra.span>
                </span>
              }
              onChange={(checked) =>
                setChosen(scopes.filter((one) => (one === scope ? checked : chosen.includes(one))))
              }
            />
          ))}
        </chakra.fieldset>
        <ErrorText>{error('scopes')}</ErrorText>
      </Field.Root>
      <ExpiryFields value={expiry} error={error('expiresAt')} onChange={setExpiry} />
      <Checkbox name="registeredOnly" label="Registered queries only" onChange={setRegisteredOnly} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap={4}>
        {budget('sheetsPerHour', 'Sheets an hour')}
        {budget('sheetsPerDay', 'Sheets a day')}
      </SimpleGrid>
    </DialogForm>
  );
}
