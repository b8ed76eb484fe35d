import { FileUp } from 'lucide-react';
import { LinkButton } from '../../components/LinkButton';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import type { Chosen } from '../../components/list/selection/useSelection';
import { formatDay } from '../../components/text/date';
import {
  type FoundModelRowFragment,
  FoundModelsDocument,
  type ModelRowFragment,
  type ModelSort,
  ModelsDocument,
} from '../../graphql/generated/backOffice';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { modelPaths, sheetPaths } from '../../paths';
import { BulkActions } from '../bulk/BulkActions';
import { ExportFound } from '../export/ExportFound';
import { blanks, depth, spacing } from '../keyData';
import { MakeIcon } from '../makes/MakeIcon';
import { WithIcon } from '../makes/WithIcon';
import { useModelFilters } from './useModelFilters';

/** The list of makes, which the menu has, has the icon: the rows of models need not repeat it. */
function ListedIcon({ make }: Pick<ModelRowFragment, 'make'>) {
  const known = useRead(MakeOptionsDocument).data?.makeOptions.find(({ id }) => id === make.id);
  return <MakeIcon make={{ ...make, iconUrl: known?.iconUrl ?? null }} />;
}

const named: Column<ModelRowFragment, ModelSort>[] = [
  {
    header: 'Model',
    key: 'name',
    verbatim: true,
    sort: 'NAME',
    cell: ({ id, name }) => (
      <RowLink to={modelPaths.edit(id)} row={`edit ${id}`}>
        {name}
      </RowLink>
    ),
  },
  { header: 'Year', key: 'year', sort: 'YEAR', short: true, least: 3.5, cell: ({ year }) => year },
  {
    header: 'Company Detail',
    key: 'make',
    verbatim: true,
    least: 9.5,
    cell: ({ make }) => (
      <WithIcon>
        <ListedIcon make={make} />
        <span>{make.displayName}</span>
      </WithIcon>
    ),
  },
];
const others: Column<ModelRowFragment, ModelSort>[] = [
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

const columns = [...named, ...others];

const isEmpty = (data: readonly Pick<(typeof blanks)[number], 'read'>[], model: FoundModelRowFragment) =>
  data.every(({ read }) => read(model) === '');

/** The parts of the completeness report that the model lacks. */
const missingIn = (model: FoundModelRowFragment) => [
  ...(isEmpty(blanks, model) ? ['blank'] : []),
  ...(model.codeSeries === '' ? ['code series'] : []),
  ...(isEmpty(spacing.data, model) ? ['spacing'] : []),
  ...(isEmpty(depth.data, model) ? ['depth'] : []),
  ...(model.images.length === 0 ? ['picture'] : []),
];

/** The columns of a filtered list, where administrators look for gaps. The specification fixes those of the whole list. */
const foundColumns: Column<FoundModelRowFragment, ModelSort>[] = [
  ...named,
  {
    header: 'Blanks',
    key: 'blanks',
    verbatim: true,
    cell: (model) =>
      blanks
        .filter(({ read }) => read(model))
        .map(({ label, read }) => `${label} ${read(model)}`)
        .join(', ') || '–',
  },
  {
    header: 'Missing',
    key: 'missing',
    cell: (model) => missingIn(model).join(', ') || 'Nothing',
  },
  ...others,
];

export function Models() {
  const { filter: asked, exported, ...filter } = useModelFilters();
  const common = {
    title: 'Model',
    paths: modelPaths,
    actions: (
      <LinkButton to={sheetPaths.import} Icon={FileUp}>
        Import
      </LinkButton>
    ),
    filter,
    views: 'MODELS' as const,
    selection: {
      noun: 'model',
      nameOf: ({ name, year }: ModelRowFragment) => `${name} ${year}`,
      actions: (chosen: Chosen) => <BulkActions chosen={chosen} filter={asked} />,
    },
    found: <ExportFound filter={exported} />,
  };
  // The whole list asks for no key data: it is by far the most frequent.
  return asked ? (
    <DataList {...common} columns={foundColumns} document={FoundModelsDocument} pageOf={({ models }) => models} />
  ) : (
    <DataList {...common} columns={columns} document={ModelsDocument} pageOf={({ models }) => models} />
  );
}
