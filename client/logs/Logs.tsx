import { Box } from '@chakra-ui/react';
import { DataList } from '../components/DataList';
import type { Column } from '../components/listColumn';
import { LogEntriesDocument, type LogLineFragment, type LogSort } from '../graphql/generated/logs';

/** In UTC like every day (contract section 1), and it says so: of two entries of a day the hour tells which came first. */
const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

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
    cell: ({ createdAt }) => `${moment.format(new Date(createdAt))} UTC`,
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
