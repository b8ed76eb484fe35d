import { Text } from '@chakra-ui/react';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { formatCount } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import {
  MissedSearchesDocument,
  type MissedSearchRowFragment,
  type MissedSearchSort,
} from '../../graphql/generated/aliases';

const columns: Column<MissedSearchRowFragment, MissedSearchSort>[] = [
  {
    header: 'Text',
    key: 'text',
    sort: 'TEXT',
    cell: ({ text }) => <Text overflowWrap="anywhere">{text}</Text>,
  },
  { header: 'Times', key: 'count', sort: 'COUNT', short: true, cell: ({ count }) => formatCount(count) },
  { header: 'Last', key: 'lastAt', sort: 'LAST_AT', short: true, cell: ({ lastAt }) => formatDay(lastAt) },
];

/** What people searched for with Jump and did not find. */
export const MissedSearches = () => (
  <DataList
    title="Missed Search"
    columns={columns}
    document={MissedSearchesDocument}
    pageOf={({ missedSearches }) => missedSearches}
    defaultSort={{ key: 'lastAt', dir: 'desc' }}
    failure="An error occurred while fetching the searches."
  />
);
