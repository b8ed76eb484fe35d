import { Flex } from '@chakra-ui/react';
import { Select } from '../components/form/Select';
import { FilterField } from '../components/list/FilterField';
import { kindWords } from './logWords';

interface LogTerms {
  kind: string;
  user: string;
  from: string;
  to: string;
}

interface Props {
  terms: LogTerms;
  onChange: (terms: Partial<LogTerms>, options?: { replace?: boolean }) => void;
}

/** Kind, user and period of the log. Their values are kept in the URL. */
export const LogFilter = ({ terms: { kind, user, from, to }, onChange }: Props) => (
  <Flex
    as="form"
    role="search"
    aria-label="Log"
    gap={3}
    mb={4}
    wrap="wrap"
    onSubmit={(event) => event.preventDefault()}
    css={{ '& > *': { flex: '1 1 12rem', maxW: '24rem' } }}
  >
    <Select
      label="Kind"
      value={kind}
      options={[['', 'All kinds'], ...Object.entries(kindWords)]}
      onChange={(kind) => onChange({ kind })}
    />
    <FilterField
      label="Username"
      type="search"
      placeholder="Begins with"
      value={user}
      // Typing replaces the history entry; the other filters add one.
      onChange={(user) => onChange({ user }, { replace: true })}
    />
    <FilterField label="From" type="date" value={from} onChange={(from) => onChange({ from })} />
    <FilterField label="To" type="date" value={to} onChange={(to) => onChange({ to })} />
  </Flex>
);
