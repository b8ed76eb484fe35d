import { Button, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatCount } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import {
  MissedSearchesDocument,
  type MissedSearchRowFragment,
  type MissedSearchSort,
} from '../../graphql/generated/aliases';
import { aliasPaths } from '../../paths';

const columns: Column<MissedSearchRowFragment, MissedSearchSort>[] = [
  {
    header: 'Text',
    key: 'text',
    verbatim: true,
    sort: 'TEXT',
    cell: ({ text }) => <Text overflowWrap="anywhere">{text}</Text>,
  },
  { header: 'Times', key: 'count', sort: 'COUNT', short: true, cell: ({ count }) => formatCount(count) },
  { header: 'Last', key: 'lastAt', sort: 'LAST_AT', short: true, cell: ({ lastAt }) => formatDay(lastAt) },
  {
    header: 'Alias',
    key: 'alias',
    short: true,
    cell: ({ id, text }) => (
      <RowLink to={aliasPaths.of(text)} row={id} back label={`Add alias ${text}`}>
        Add alias
      </RowLink>
    ),
  },
];

/** What people searched for with Jump and did not find. */
export const MissedSearches = () => (
  <DataList
    title="Missed Search"
    actions={
      <Button asChild variant="outline">
        <Link to={aliasPaths.list}>Aliases</Link>
      </Button>
    }
    columns={columns}
    document={MissedSearchesDocument}
    pageOf={({ missedSearches }) => missedSearches}
    defaultSort={{ key: 'lastAt', dir: 'desc' }}
    failure="An error occurred while fetching the searches."
  />
);
