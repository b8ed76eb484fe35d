import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { useListFilter } from '../../components/list/useListFilter';
import { WideList } from '../../components/list/WideList';
import { formatDay } from '../../components/text/date';
import { type UserLineFragment, type UserSort, UsersDocument } from '../../graphql/generated/users';
import { userPaths } from '../../paths';
import { yesNo } from '../accountWords';
import { UserFilter, type UserTerms } from './UserFilter';

/** A role such as ROLE_ADMIN, which may break only after the underscore. */
const Authority = ({ name }: { name: string }) => (
  <>
    {name.split('_')[0]}_<wbr />
    {name.split('_')[1]}
  </>
);

const columns: Column<UserLineFragment, UserSort>[] = [
  {
    header: 'Username',
    key: 'username',
    sort: 'USERNAME',
    cell: ({ id, username }) => (
      <RowLink to={userPaths.edit(id)} row={`edit ${id}`}>
        {username}
      </RowLink>
    ),
  },
  { header: 'Full Name', key: 'fullName', sort: 'FULL_NAME', cell: ({ fullName }) => fullName },
  { header: 'Client', key: 'client', sort: 'CLIENT', cell: ({ client }) => client.name },
  { header: 'Role', key: 'role', sort: 'ROLE', cell: ({ role }) => <Authority name={role.authority} /> },
  { header: 'Enabled', key: 'enabled', sort: 'ENABLED', cell: ({ enabled }) => yesNo(enabled) },
  {
    header: 'Account Expired',
    key: 'accountExpired',
    sort: 'ACCOUNT_EXPIRED',
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
    <WideList>
      <DataList
        title="User"
        paths={userPaths}
        columns={columns}
        document={UsersDocument}
        pageOf={({ users }) => users}
        defaultSort={{ key: 'createdAt', dir: 'desc' }}
        wide
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
    </WideList>
  );
}
