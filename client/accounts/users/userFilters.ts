import { filterSet } from '../../components/list/filter/filterSet';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

export const userFilters = filterSet(
  'Users',
  {
    q: { type: 'search', label: 'Search', placeholder: 'Username or full name' },
    category: {
      type: 'choice',
      label: 'Client',
      always: true,
      all: 'All clients',
      options: [],
      other: { fits: isId, text: '...' },
    },
    role: {
      type: 'choice',
      label: 'Role',
      all: 'All roles',
      options: [
        ['1', 'ROLE_ADMIN'],
        ['4', 'ROLE_USER'],
      ],
    },
    enabled: yesNoTerm('Enabled'),
    expired: yesNoTerm('Account Expired'),
    from: { type: 'date', label: 'Expires from', range: 'Expires' },
    to: { type: 'date', label: 'Expires to', range: 'Expires' },
    createdFrom: { type: 'date', label: 'Created from', range: 'Created' },
    createdTo: { type: 'date', label: 'Created to', range: 'Created' },
  },
  ({ q, category, role, enabled, expired, from, to, createdFrom, createdTo }) => ({
    search: q || null,
    clientId: category || null,
    roleId: role || null,
    enabled: yesNoOf(enabled),
    expired: yesNoOf(expired),
    endsFrom: from || null,
    endsTo: to || null,
    createdFrom: createdFrom || null,
    createdTo: createdTo || null,
  }),
);
