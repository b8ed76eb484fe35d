import { Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Select } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import { ClientOptionsDocument } from '../../graphql/generated/users';
import { useRead } from '../../graphql/useRead';

/** How long somebody who types pauses before the list follows. */
const PAUSE = 300;

export interface UserTerms {
  q: string;
  category: string;
}

interface Props {
  terms: UserTerms;
  onSearch: (q: string) => void;
  onCategory: (id: string) => void;
}

/** Search box and client category of the user list; what they hold is the URL's. */
export function UserFilter({ terms: { q, category }, onSearch, onCategory }: Props) {
  const { data } = useRead(ClientOptionsDocument);
  const [typed, setTyped] = useState(q);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What this box asked for last; another `q` came from Back, or from Clear filters. */
  const asked = useRef(q);

  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    clearTimeout(pause.current);
    setTyped(q);
  }, [q]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const search = (text: string) => {
    clearTimeout(pause.current);
    if (text.trim() === asked.current) return;
    asked.current = text.trim();
    onSearch(asked.current);
  };

  const clients = data?.clientOptions ?? [];
  const known = !category || clients.some(({ id }) => id === category);
  return (
    <Flex
      as="form"
      role="search"
      aria-label="Users"
      gap={3}
      mb={4}
      wrap="wrap"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
      css={{ '& > *': { flex: '1 1 14rem', maxW: '24rem' } }}
    >
      <TextField
        label="Search"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Username or full name"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(pause.current);
          pause.current = setTimeout(() => search(target.value), PAUSE);
        }}
      />
      <Select
        label="Client"
        value={category}
        options={[
          ['', 'All clients'],
          ...(known ? [] : [[category, data ? 'A client that is not there' : '...'] as const]),
          ...clients.map(({ id, name }) => [id, name] as const),
        ]}
        onChange={onCategory}
      />
    </Flex>
  );
}
