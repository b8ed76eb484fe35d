import { Box, Flex, Text } from '@chakra-ui/react';
import { Select } from '../../components/form/Select';
import { FilterField } from '../../components/list/FilterField';
import type { AccessKind } from '../../graphql/generated/access';

export const accessWords: Record<AccessKind, string> = { OPENED: 'Opened', PRINTED: 'Printed', EXPORTED: 'Exported' };

interface Terms {
  kind: AccessKind | '';
  user: string;
  from: string;
  to: string;
}

interface Props {
  terms: Terms;
  onChange: (terms: Record<string, string>, options?: { replace?: boolean }) => void;
}

/** Kind, user and period of the access audit. Their values are kept in the URL. */
export const AccessFilter = ({ terms: { kind, user, from, to }, onChange }: Props) => (
  <Box mb={4}>
    <Flex
      as="form"
      role="search"
      aria-label="Access"
      gap={3}
      wrap="wrap"
      onSubmit={(event) => event.preventDefault()}
      css={{ '& > *': { flex: '1 1 12rem', maxW: '24rem' } }}
    >
      <Select
        label="Access"
        value={kind.toLowerCase()}
        options={[['', 'All'], ...Object.entries(accessWords).map(([key, word]) => [key.toLowerCase(), word] as const)]}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <FilterField
        label="Username"
        type="search"
        placeholder="Begins with"
        value={user}
        onChange={(typed) => onChange({ user: typed }, { replace: true })}
      />
      <FilterField label="From" type="date" value={from} onChange={(day) => onChange({ from: day })} />
      <FilterField label="To" type="date" value={to} onChange={(day) => onChange({ to: day })} />
    </Flex>
    {!from && (
      <Text mt={2} color="muted">
        The last 30 days. Choose a day under From for more.
      </Text>
    )}
  </Box>
);
