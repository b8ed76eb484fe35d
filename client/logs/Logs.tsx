import { Flex } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { DataList } from '../components/list/DataList';
import type { Column } from '../components/list/listColumn';
import { formatMoment } from '../components/text/date';
import { LogEntriesDocument, type LogLineFragment, type LogSort } from '../graphql/generated/logs';

const columns: Column<LogLineFragment, LogSort>[] = [
  { header: 'User', key: 'user', sort: 'USER', cell: ({ username }) => username },
  {
    header: 'Details',
    key: 'details',
    sort: 'DETAILS',
    cell: ({ details, fromClient }) => (
      <>
        {fromClient && (
          <Flex as="span" textStyle="label" align="center" gap={1.5} mb={1}>
            <TriangleAlert size={16} aria-hidden="true" />
            Reported by the user’s own program, not by the server:
          </Flex>
        )}
        {details}
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
    // This list says "clients" too (docs/look.md, "Messages").
    failure="An error occurred while fetching the clients."
  />
);
