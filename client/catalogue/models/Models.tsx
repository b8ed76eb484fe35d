import { Button } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatDay } from '../../components/text/date';
import { type ModelRowFragment, type ModelSort, ModelsDocument } from '../../graphql/generated/backOffice';
import { modelPaths, sheetPaths } from '../../paths';
import { BulkActions } from '../bulk/BulkActions';
import { ExportButtons } from '../export/ExportButtons';
import { useModelFilters } from './useModelFilters';

const columns: Column<ModelRowFragment, ModelSort>[] = [
  {
    header: 'Model',
    key: 'name',
    sort: 'NAME',
    cell: ({ id, name }) => (
      <RowLink to={modelPaths.edit(id)} row={`edit ${id}`}>
        {name}
      </RowLink>
    ),
  },
  { header: 'Year', key: 'year', sort: 'YEAR', short: true, least: 3.5, cell: ({ year }) => year },
  { header: 'Company Detail', key: 'make', cell: ({ make }) => make.displayName },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt }) => formatDay(createdAt),
  },
  {
    header: 'Copy',
    key: 'copy',
    short: true,
    least: 4,
    cell: ({ id, name, year }) => (
      <RowLink to={modelPaths.copy(id)} row={`copy ${id}`} label={`Copy ${name} ${year}`}>
        Copy
      </RowLink>
    ),
  },
];

export function Models() {
  const { filter: asked, exported, ...filter } = useModelFilters();
  return (
    <DataList
      title="Model"
      paths={modelPaths}
      actions={
        <Button asChild variant="outline">
          <Link to={sheetPaths.import}>
            <FileUp aria-hidden="true" />
            Import
          </Link>
        </Button>
      }
      columns={columns}
      document={ModelsDocument}
      pageOf={({ models }) => models}
      filter={filter}
      views="MODELS"
      selection={{
        noun: 'model',
        nameOf: ({ name, year }) => `${name} ${year}`,
        actions: (chosen) => <BulkActions chosen={chosen} filter={asked} />,
      }}
      found={<ExportButtons complete filter={exported} />}
    />
  );
}
