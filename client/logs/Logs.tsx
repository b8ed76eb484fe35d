import { Flex } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { DataList } from '../components/list/DataList';
import { useListFilters } from '../components/list/filter/useListFilters';
import { type Column, EMAIL } from '../components/list/listColumn';
import { RowLink } from '../components/list/RowLink';
import { formatLogged } from '../components/text/date';
import { Who } from '../components/text/Who';
import { LogEntriesDocument, type LogLineFragment, type LogSort } from '../graphql/generated/logs';
import { logFilters } from './logFilters';
import { pathOf } from './logWords';

const columns: Column<LogLineFragment, LogSort>[] = [
  { header: 'User', key: 'user', least: EMAIL, sort: 'USER', cell: (entry) => <Who {...entry} /> },
  {
    header: 'Details',
    key: 'details',
    sort: 'DETAILS',
    cell: ({ id, details, fromClient, subject }) => (
      <>
        {fromClient && (
          <Flex as="span" textStyle="label" align="center" gap={1.5} mb={1}>
            <TriangleAlert size={16} aria-hidden="true" />
            Reported by the user’s own program, not by the server:
          </Flex>
        )}
        {subject?.exists ? (
          <RowLink to={pathOf[subject.type](subject.id)} row={`record ${id}`}>
            {details}
          </RowLink>
        ) : (
          details
        )}
      </>
    ),
  },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    least: 10.5,
    cell: ({ createdAt }) => formatLogged(createdAt),
  },
];

export function Logs() {
  const filter = useListFilters(logFilters);
  return (
    <DataList
      title="Log"
      columns={columns}
      document={LogEntriesDocument}
      pageOf={({ logEntries }) => logEntries}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      limit={50}
      // "clients" is the specified text for this list (docs/look.md, "Messages").
      failure="An error occurred while fetching the clients."
      filter={filter}
      views="LOGS"
    />
  );
}
