import { Box } from '@chakra-ui/react';
import { DataList } from '../components/DataList';
import { formatMoment } from '../components/date';
import type { Column } from '../components/listColumn';
import { LogEntriesDocument, type LogLineFragment, type LogSort } from '../graphql/generated/logs';

const columns: Column<LogLineFragment, LogSort>[] = [
  { header: 'User', key: 'user', sort: 'USER', cell: ({ username }) => username },
  {
    header: 'Details',
    key: 'details',
    sort: 'DETAILS',
    cell: ({ details, fromClient }) => (
      <>
        {details}
        {fromClient && (
          <Box as="span" textStyle="label" display="block">
            as the user’s own program reported it
          </Box>
        )}
      </>
    ),
  },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
];

export const Logs = () => (
  <DataList
    title="Log"
    columns={columns}
    document={LogEntriesDocument}
    pageOf={({ logEntries }) => logEntries}
    defaultSort={{ key: 'createdAt', dir: 'desc' }}
    limit={50}
    // Spec section 8 has this text for this list.
    failure="An error occurred while fetching the clients."
  />
);
