import { filterSet } from '../../components/list/filter/filterSet';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';

export const clientFilters = filterSet(
  'Clients',
  {
    q: { type: 'search', label: 'Search', placeholder: 'Name or email' },
    expired: { ...yesNoTerm('Account Expired'), always: true },
    from: { type: 'date', label: 'Ends from', range: 'Ends' },
    to: { type: 'date', label: 'Ends to', range: 'Ends' },
  },
  ({ q, expired, from, to }) => ({
    search: q || null,
    expired: yesNoOf(expired),
    endsFrom: from || null,
    endsTo: to || null,
  }),
);
