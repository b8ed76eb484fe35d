import { Text } from '@chakra-ui/react';
import { DataList } from '../../components/list/DataList';
import { useListFilters } from '../../components/list/filter/useListFilters';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { Loading } from '../../components/notice/Loading';
import { formatLogged } from '../../components/text/date';
import { Who } from '../../components/text/Who';
import {
  AccessesDocument,
  type AccessLineFragment,
  type AccessSort,
  UnusualAccessDocument,
} from '../../graphql/generated/access';
import { useRead } from '../../graphql/useRead';
import { modelPaths, userPaths } from '../../paths';
import { accessFilters, accessWords } from './accessFilters';
import { UnusualNotice } from './UnusualNotice';

const columns: Column<AccessLineFragment, AccessSort>[] = [
  {
    header: 'User',
    key: 'user',
    least: EMAIL,
    cell: ({ id, userId, username, token }) =>
      userId ? (
        <RowLink to={userPaths.edit(userId)} row={`user ${id}`}>
          <Who username={username} token={token} />
        </RowLink>
      ) : (
        <Who username={username} token={token} />
      ),
  },
  { header: 'Access', key: 'kind', short: true, cell: ({ kind }) => accessWords[kind] },
  {
    header: 'Details',
    key: 'details',
    cell: ({ id, modelId, details }) =>
      modelId ? (
        <RowLink to={modelPaths.edit(modelId)} row={`model ${id}`}>
          {details}
        </RowLink>
      ) : (
        details
      ),
  },
  { header: 'Time', key: 'time', sort: 'TIME', short: true, least: 10.5, cell: ({ at }) => formatLogged(at) },
];

/** The access audit. */
export function Accesses() {
  const filter = useListFilters(accessFilters);
  const { data, loading } = useRead(UnusualAccessDocument, { fetchPolicy: 'cache-and-network' });
  const period = <Text color="muted">The last 30 days. Add the filter Period for more.</Text>;
  // The notice is above the list, which would move if the notice appeared later. If it cannot load, the list shows an error.
  if (loading && !data) return <Loading />;
  return (
    <DataList
      title="Access"
      columns={columns}
      document={AccessesDocument}
      pageOf={({ accesses }) => accesses}
      defaultSort={{ key: 'time', dir: 'desc' }}
      limit={50}
      failure="An error occurred while fetching the access audit."
      notice={<UnusualNotice unusual={data?.unusualAccess ?? []} />}
      filter={{
        ...filter,
        controls: (
          <>
            {filter.controls}
            {!filter.filter.from && period}
          </>
        ),
      }}
    />
  );
}
