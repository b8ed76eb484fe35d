import type { ApolloClient } from '@apollo/client';
import { useId } from 'react';
import { TextField } from '../../components/form/TextField';
import { useSettled } from '../../components/form/useSettled';
import { InvalidInput } from '../../components/record/saveProblem';
import { textKey } from '../../components/text/textKey';
import { TokenUsersDocument } from '../../graphql/generated/apiTokens';
import { useRead } from '../../graphql/useRead';

/** How many users are suggested. */
const FEW = 8;
/** How many of the users whose usernames contain the typed one are looked at: as many as a page has at most. */
const MOST = 100;
/** Debounce, in milliseconds. */
const PAUSE = 150;

/** The id of the enabled user with this username. */
export async function userNamed({ query }: ApolloClient, username: string): Promise<string> {
  const { data } = await query({
    query: TokenUsersDocument,
    variables: { search: username.trim(), limit: MOST },
    fetchPolicy: 'network-only',
  });
  const user = data?.users.items.find((one) => textKey(one.username) === textKey(username));
  if (!user) throw new InvalidInput({ userId: ['No enabled user has this username.'] });
  return user.id;
}

interface Props {
  value: string;
  onChange: (username: string) => void;
  error?: string | undefined;
}

/** Asks whose token it becomes, and suggests users. */
export function TokenUser({ value, onChange, error }: Props) {
  const list = useId();
  const search = useSettled(value.trim(), PAUSE);
  const { data } = useRead(TokenUsersDocument, {
    variables: { search, limit: FEW },
    skip: search.length < 2,
  });
  return (
    <>
      <TextField
        data-first-field=""
        label="Username"
        required
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {data?.users.items.map(({ id, username, fullName }) => (
          <option key={id} value={username}>
            {fullName}
          </option>
        ))}
      </datalist>
    </>
  );
}
