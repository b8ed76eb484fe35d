import { filterSet } from '../../components/list/filter/filterSet';

export const vanFilters = filterSet(
  'Blanks in the van',
  { q: { type: 'search', label: 'Search', placeholder: 'Find a blank' } },
  ({ q }) => ({ text: q || null }),
);
