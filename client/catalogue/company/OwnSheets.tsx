import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { download } from '../../components/download/downloads';
import { DataList } from '../../components/list/DataList';
import { useListFilters } from '../../components/list/filter/useListFilters';
import type { Column } from '../../components/list/listColumn';
import { EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatCount } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { type OwnSheetLineFragment, type OwnSheetSort, OwnSheetsDocument } from '../../graphql/generated/ownSheets';
import { lookupPath, ownSheetPaths } from '../../paths';
import { ownSheetFilters } from './ownSheetFilters';

/** A bike of the catalogue has one sheet, with the company's values on it. */
const sheetOf = ({ id, modelId, makeId, name }: OwnSheetLineFragment) =>
  modelId && makeId ? lookupPath({ make: makeId, mode: 'model', value: name, id: modelId }) : ownSheetPaths.show(id);

const columns: Column<OwnSheetLineFragment, OwnSheetSort>[] = [
  { header: 'Make', key: 'make', verbatim: true, sort: 'MAKE', cell: ({ make }) => make },
  {
    header: 'Model',
    key: 'model',
    verbatim: true,
    sort: 'NAME',
    cell: (sheet) => (
      <RowLink to={sheetOf(sheet)} row={`show ${sheet.id}`}>
        {sheet.name}
      </RowLink>
    ),
  },
  { header: 'Year', key: 'year', short: true, least: 4, sort: 'YEAR', cell: ({ year }) => year },
  {
    header: 'Catalogue',
    key: 'catalogue',
    short: true,
    least: 6,
    cell: ({ modelId, newModelId }) => (modelId ? 'Yes' : newModelId ? 'By now' : 'No'),
  },
  { header: 'Values', key: 'values', short: true, least: 4.5, cell: ({ valuesCount }) => formatCount(valuesCount) },
  { header: 'Notes', key: 'notes', short: true, least: 4.5, cell: ({ notesCount }) => formatCount(notesCount) },
  { header: 'By', key: 'user', verbatim: true, least: EMAIL, sort: 'USER', cell: ({ username }) => username },
  {
    header: 'Last Updated',
    key: 'updatedAt',
    short: true,
    sort: 'UPDATED_AT',
    cell: ({ updatedAt }) => formatDay(updatedAt),
  },
];

/** What the company keeps of bikes: values and notes on sheets of the catalogue, and sheets of its own. */
export function OwnSheets() {
  const filter = useListFilters(ownSheetFilters);
  return (
    <DataList
      title="Own Sheet"
      heading="Our Sheets"
      create="Add our own sheet"
      paths={ownSheetPaths}
      columns={columns}
      document={OwnSheetsDocument}
      pageOf={({ ownSheets }) => ownSheets}
      defaultSort={{ key: 'updatedAt', dir: 'desc' }}
      failure="An error occurred while fetching your own sheets."
      filter={filter}
      actions={
        <Button variant="outline" onClick={() => download({ url: '/our-sheets.csv', fileName: 'our-sheets.csv' })}>
          <Download aria-hidden="true" />
          Download all
        </Button>
      }
    />
  );
}
