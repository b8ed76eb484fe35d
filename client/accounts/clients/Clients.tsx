import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatDay } from '../../components/text/date';
import { type ClientLineFragment, type ClientSort, ClientsDocument } from '../../graphql/generated/clients';
import { clientPaths } from '../../paths';
import { yesNo } from '../accountWords';

const columns: Column<ClientLineFragment, ClientSort>[] = [
  {
    header: 'Name',
    key: 'name',
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
    sort: 'PRIMARY_EMAIL',
    cell: ({ primaryEmail }) => primaryEmail,
  },
  { header: 'Max Users', key: 'maxUsers', sort: 'MAX_USERS', short: true, cell: ({ maxUsers }) => maxUsers },
  {
    header: 'Account Expired',
    key: 'accountExpired',
    sort: 'ACCOUNT_EXPIRED',
    short: true,
    cell: ({ accountExpired }) => yesNo(accountExpired),
  },
  {
    header: 'Subscription End',
    key: 'subscriptionEndDate',
    sort: 'SUBSCRIPTION_END_DATE',
    short: true,
    cell: ({ subscriptionEndDate }) => formatDay(subscriptionEndDate),
  },
];

export const Clients = () => (
  <DataList
    title="Client"
    paths={clientPaths}
    columns={columns}
    document={ClientsDocument}
    pageOf={({ clients }) => clients}
  />
);
