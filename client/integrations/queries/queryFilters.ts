import { filterSet } from '../../components/list/filter/filterSet';

export const queryFilters = filterSet(
  'Registered queries',
  { q: { type: 'search', label: 'Search', placeholder: 'Name or text' } },
  ({ q }) => ({ search: q || null }),
);
