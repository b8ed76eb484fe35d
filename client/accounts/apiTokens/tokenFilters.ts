import { filterSet } from '../../components/list/filter/filterSet';
import { stateOf, stateTerm } from '../../components/list/filter/state';
import type { ApiTokenState } from '../../graphql/generated/apiTokens';
import { stateWords } from './tokenWords';

export const tokenFilters = filterSet(
  'API tokens',
  {
    q: { type: 'search', label: 'Search', placeholder: 'Name or username' },
    state: stateTerm(stateWords),
  },
  ({ q, state }) => ({ search: q || null, state: stateOf<ApiTokenState>(state) }),
);
