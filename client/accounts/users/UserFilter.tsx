import { Flex } from '@chakra-ui/react';
import { Select } from '../../components/form/Select';
import { FilterField } from '../../components/list/FilterField';
import { ClientOptionsDocument } from '../../graphql/generated/users';
import { useRead } from '../../graphql/useRead';

export interface UserTerms {
  q: string;
  category: string;
}

interface Props {
  terms: UserTerms;
  onSearch: (q: string) => void;
  onCategory: (id: string) => void;
}

/** Search box and client category of the user list. Their values are kept in the URL. */
export function UserFilter({ terms: { q, category }, onSearch, onCategory }: Props) {
  const { data } = useRead(ClientOptionsDocument);
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
      onSubmit={(event) => event.preventDefault()}
      css={{ '& > *': { flex: '1 1 14rem', maxW: '24rem' } }}
    >
      <FilterField label="Search" type="search" placeholder="Username or full name" value={q} onChange={onSearch} />
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
