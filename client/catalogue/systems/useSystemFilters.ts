import { filterSet } from '../../components/list/filter/filterSet';
import { useListFilters } from '../../components/list/filter/useListFilters';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';
import { checkedOf, checkedTerms } from '../checks/checkedFilter';

/** The filters of the list of key systems. */
export const systemFilters = filterSet(
  'Key systems',
  {
    text: { type: 'search', label: 'Search', placeholder: 'Name, DSD, HPC or ITL' },
    ...checkedTerms,
    used: yesNoTerm('Used by models'),
    disputed: yesNoTerm('Disputed'),
  },
  ({ text, used, disputed, ...check }) => ({
    text: text || null,
    used: yesNoOf(used),
    disputed: yesNoOf(disputed),
    ...checkedOf(check),
  }),
);
export const useSystemFilters = () => useListFilters(systemFilters);
