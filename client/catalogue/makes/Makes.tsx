import { Text } from '@chakra-ui/react';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatDay } from '../../components/text/date';
import { type MakeLineFragment, type MakeSort, MakesDocument } from '../../graphql/generated/backOffice';
import { makePaths } from '../../paths';
import { MakeIcon } from './MakeIcon';
import { WithIcon } from './WithIcon';

const columns: Column<MakeLineFragment, MakeSort>[] = [
  {
    header: 'Display Name',
    key: 'displayName',
    verbatim: true,
    sort: 'DISPLAY_NAME',
    cell: (make) => (
      <WithIcon>
        <MakeIcon make={make} />
        <RowLink to={makePaths.edit(make.id)} row={`edit ${make.id}`}>
          {make.displayName}
        </RowLink>
      </WithIcon>
    ),
  },
  { header: 'Full Name', key: 'fullName', verbatim: true, sort: 'FULL_NAME', cell: ({ fullName }) => fullName },
  {
    header: 'Other Details',
    key: 'otherDetails',
    sort: 'OTHER_DETAILS',
    cell: ({ otherDetails }) => otherDetails && <Text lineClamp={2}>{otherDetails}</Text>,
  },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt }) => formatDay(createdAt),
  },
  {
    header: 'Last Updated',
    key: 'updatedAt',
    sort: 'UPDATED_AT',
    short: true,
    cell: ({ updatedAt }) => formatDay(updatedAt),
  },
  {
    header: 'Copy',
    key: 'copy',
    short: true,
    least: 4,
    cell: ({ id, displayName }) => (
      <RowLink to={makePaths.copy(id)} row={`copy ${id}`} label={`Copy ${displayName}`}>
        Copy
      </RowLink>
    ),
  },
];

export const Makes = () => (
  <DataList title="Make" paths={makePaths} columns={columns} document={MakesDocument} pageOf={({ makes }) => makes} />
);
