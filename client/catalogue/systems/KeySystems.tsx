import { Link as TextLink } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { counted, formatCount } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { type KeySystemSort, KeySystemsDocument, type SystemLineFragment } from '../../graphql/generated/systems';
import { keySystemPaths, listOf } from '../../paths';
import { countOfCuts, depthsText } from './depthsText';
import { useSystemFilters } from './useSystemFilters';

const columns: Column<SystemLineFragment, KeySystemSort>[] = [
  {
    header: 'Name',
    key: 'name',
    verbatim: true,
    sort: 'NAME',
    least: 10,
    cell: ({ id, name }) => (
      <RowLink to={keySystemPaths.edit(id)} row={`edit ${id}`}>
        {name}
      </RowLink>
    ),
  },
  { header: 'DSD', key: 'dsd', verbatim: true, sort: 'DSD', least: 4.5, cell: ({ dsd }) => dsd || '—' },
  { header: 'HPC', key: 'hpc', verbatim: true, sort: 'HPC', least: 5, cell: ({ hpc }) => hpc || '—' },
  { header: 'Positions', key: 'positions', sort: 'POSITIONS', least: 6, cell: (system) => countOfCuts(system) || '—' },
  {
    header: 'Depths',
    key: 'depths',
    verbatim: true,
    sort: 'DEPTHS',
    least: 5.5,
    cell: (system) => depthsText(system) || '—',
  },
  {
    header: 'Models',
    key: 'models',
    sort: 'MODELS',
    short: true,
    least: 5,
    cell: ({ id, name, modelsCount }) =>
      modelsCount ? (
        <RowLink
          to={listOf.models({ system: id })}
          row={`models ${id}`}
          label={`${counted(modelsCount, 'model')} with ${name}`}
        >
          {formatCount(modelsCount)}
        </RowLink>
      ) : (
        '0'
      ),
  },
  {
    header: 'Checked',
    key: 'checked',
    sort: 'CHECKED',
    short: true,
    cell: ({ checkedAt }) => (checkedAt ? formatDay(checkedAt) : 'No'),
  },
  {
    header: 'Copy',
    key: 'copy',
    short: true,
    least: 4,
    cell: ({ id, name }) => (
      <RowLink to={keySystemPaths.copy(id)} row={`copy ${id}`} label={`Copy ${name}`}>
        Copy
      </RowLink>
    ),
  },
];

export const KeySystems = () => (
  <DataList
    title="Key System"
    paths={keySystemPaths}
    columns={columns}
    document={KeySystemsDocument}
    pageOf={({ keySystems }) => keySystems}
    failure="An error occurred while fetching the key systems."
    actions={
      <TextLink asChild display="inline-flex" alignItems="center" minH="control" px={2}>
        <Link to={keySystemPaths.suggested}>Suggested systems</Link>
      </TextLink>
    }
    filter={useSystemFilters()}
  />
);
