import { Text } from '@chakra-ui/react';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import {
  UnreadSeriesDocument,
  type UnreadSeriesRowFragment,
  type UnreadSeriesSort,
} from '../../graphql/generated/aliases';
import { modelPaths } from '../../paths';

const columns: Column<UnreadSeriesRowFragment, UnreadSeriesSort>[] = [
  {
    header: 'Model',
    key: 'make',
    verbatim: true,
    sort: 'MAKE',
    cell: ({ id, model }) => (
      <RowLink to={modelPaths.edit(model.id)} row={`edit ${id}`}>
        {`${model.make.displayName} ${model.name} (${model.year})`}
      </RowLink>
    ),
  },
  {
    header: 'Code series',
    key: 'value',
    verbatim: true,
    sort: 'VALUE',
    cell: ({ value }) => <Text fontFamily="mono">{value}</Text>,
  },
  { header: 'Reason', key: 'reason', cell: ({ reason }) => reason },
];

/** Code series that cannot be read, such as misprints: Jump finds no key code in them. */
export const UnreadSeries = () => (
  <DataList
    title="Unread Series"
    columns={columns}
    document={UnreadSeriesDocument}
    pageOf={({ unreadSeries }) => unreadSeries}
    failure="An error occurred while fetching the code series."
  />
);
