import { DataList } from '../../components/list/DataList';
import { useListFilters } from '../../components/list/filter/useListFilters';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatDay } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import {
  ClientOptionsDocument,
  type UserLineFragment,
  type UserSort,
  UsersDocument,
} from '../../graphql/generated/users';
import { useRead } from '../../graphql/useRead';
import { userPaths } from '../../paths';
import { yesNo } from '../accountWords';
import { expiredCell } from '../ExpiredMark';
import { userFilters } from './userFilters';

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
  { header: 'Full Name', key: 'fullName', verbatim: true, sort: 'FULL_NAME', cell: ({ fullName }) => fullName },
  { header: 'Client', key: 'client', verbatim: true, sort: 'CLIENT', cell: ({ client }) => client.name },
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
    sort: 'EXPIRED',
    short: true,
    least: 4.75,
    cell: expiredCell,
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

export function Users() {
  const { data } = useRead(ClientOptionsDocument);
  const filter = useListFilters(userFilters, {
    category: {
      options: (data?.clientOptions ?? []).map(({ id, name }) => [id, name]),
      other: data ? 'Unknown client' : '...',
    },
  });
  return (
    <DataList
      title="User"
      paths={userPaths}
      columns={columns}
      document={UsersDocument}
      pageOf={({ users }) => users}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      failure="An error occurred while fetching the users."
      filter={filter}
      views="USERS"
    />
  );
}
