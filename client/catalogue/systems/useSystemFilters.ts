import { useListFilters } from '../../components/list/filter/useListFilters';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';

/** The filters of the list of key systems. */
export const useSystemFilters = () =>
  useListFilters(
    'Key systems',
    {
      text: { type: 'search', label: 'Search', placeholder: 'Name, DSD, HPC or ITL' },
      checked: yesNoTerm('Checked'),
      used: yesNoTerm('Used by models'),
      disputed: yesNoTerm('Disputed'),
    },
    ({ text, checked, used, disputed }) => ({
      text: text || null,
      checked: yesNoOf(checked),
      used: yesNoOf(used),
      disputed: yesNoOf(disputed),
    }),
  );
