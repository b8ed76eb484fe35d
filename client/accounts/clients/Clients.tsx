import { DataList } from '../../components/list/DataList';
import { useListFilters } from '../../components/list/filter/useListFilters';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatCount } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import { type ClientLineFragment, type ClientSort, ClientsDocument } from '../../graphql/generated/clients';
import { clientPaths } from '../../paths';
import { expiredCell } from '../ExpiredMark';
import { clientFilters } from './clientFilters';

const columns: Column<ClientLineFragment, ClientSort>[] = [
  {
    header: 'Name',
    key: 'name',
    verbatim: true,
    sort: 'NAME',
    cell: ({ id, name }) => (
      <RowLink to={clientPaths.edit(id)} row={`edit ${id}`}>
        {name}
      </RowLink>
    ),
  },
  {
    header: 'Email',
    key: 'primaryEmail',
    least: EMAIL,
    sort: 'PRIMARY_EMAIL',
    cell: ({ primaryEmail }) => <Email>{primaryEmail}</Email>,
  },
  {
    header: 'Max Users',
    key: 'maxUsers',
    sort: 'MAX_USERS',
    short: true,
    least: 4.5,
    cell: ({ maxUsers }) => formatCount(maxUsers),
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
    header: 'Subscription End',
    key: 'subscriptionEndDate',
    sort: 'SUBSCRIPTION_END_DATE',
    short: true,
    cell: ({ subscriptionEndDate }) => formatDay(subscriptionEndDate),
  },
];

export function Clients() {
  const filter = useListFilters(clientFilters);
  return (
    <DataList
      title="Client"
      paths={clientPaths}
      columns={columns}
      document={ClientsDocument}
      pageOf={({ clients }) => clients}
      filter={filter}
      views="CLIENTS"
    />
  );
}
