import { DataList } from '../../components/list/DataList';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { useListFilter } from '../../components/list/useListFilter';
import { formatDay } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import { type UserLineFragment, type UserSort, UsersDocument } from '../../graphql/generated/users';
import { userPaths } from '../../paths';
import { yesNo } from '../accountWords';
import { UserFilter, type UserTerms } from './UserFilter';

const columns: Column<UserLineFragment, UserSort>[] = [
  {
    header: 'Username',
    key: 'username',
    least: EMAIL,
    sort: 'USERNAME',
    cell: ({ id, username }) => (
      <RowLink to={userPaths.edit(id)} row={`edit ${id}`}>
        <Email>{username}</Email>
      </RowLink>
    ),
  },
  { header: 'Full Name', key: 'fullName', sort: 'FULL_NAME', cell: ({ fullName }) => fullName },
  { header: 'Client', key: 'client', sort: 'CLIENT', cell: ({ client }) => client.name },
  { header: 'Role', key: 'role', sort: 'ROLE', short: true, least: 6.5, cell: ({ role }) => role.authority },
  {
    header: 'Enabled',
    key: 'enabled',
    sort: 'ENABLED',
    short: true,
    least: 4.75,
    cell: ({ enabled }) => yesNo(enabled),
  },
  {
    header: 'Account Expired',
    key: 'accountExpired',
    sort: 'ACCOUNT_EXPIRED',
    short: true,
    least: 4.75,
    cell: ({ accountExpired }) => yesNo(accountExpired),
  },
  {
    header: 'Expiration Date',
    key: 'subscriptionEndDate',
    sort: 'SUBSCRIPTION_END_DATE',
    short: true,
    cell: ({ subscriptionEndDate }) => formatDay(subscriptionEndDate),
  },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt }) => formatDay(createdAt),
  },
];

/** The longest search text that the server accepts. */
const LONGEST = 255;
const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

function termsOf(params: URLSearchParams): UserTerms {
  const category = params.get('category') ?? '';
  return { q: (params.get('q') ?? '').trim().slice(0, LONGEST), category: isId(category) ? category : '' };
}

export function Users() {
  const { params, change } = useListFilter();
  const terms = termsOf(params);

  return (
    <DataList
      title="User"
      paths={userPaths}
      columns={columns}
      document={UsersDocument}
      pageOf={({ users }) => users}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      failure="An error occurred while fetching the users."
      filter={{
        controls: (
          <UserFilter
            terms={terms}
            // Typing replaces the entry of the history, choosing adds one (docs/look.md, "Routes").
            onSearch={(q) => change({ q }, { replace: true })}
            onCategory={(category) => change({ category })}
          />
        ),
        variables: { search: terms.q || null, clientId: terms.category || null },
        active: Boolean(terms.q || terms.category),
        onClear: () => change({ q: '', category: '' }),
      }}
    />
  );
}
