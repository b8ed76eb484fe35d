import { filterSet } from '../../components/list/filter/filterSet';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';

export const ownSheetFilters = filterSet(
  'Our sheets',
  {
    search: { type: 'search', label: 'Search', placeholder: 'Bike, value or note' },
    catalogue: yesNoTerm('In the catalogue'),
  },
  ({ search, catalogue }) => ({ search: search || null, inCatalogue: yesNoOf(catalogue) }),
);
