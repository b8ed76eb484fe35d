import { Box, Stack, Text } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import { ClearFilters } from '../../components/list/filter/ClearFilters';
import { ListResults } from '../../components/list/ListResults';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { pageOf } from '../../components/list/useListState';
import { PageHeading } from '../../components/PageHeading';
import { counted } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { type ModelRowFragment, SearchModelsDocument } from '../../graphql/generated/backOffice';
import { useRead } from '../../graphql/useRead';
import { makePaths, modelPaths } from '../../paths';
import { SearchForm } from './SearchForm';
import { isEmpty, searchOf, termsOf, variablesOf } from './searchTerms';

/** docs/look.md, "Lists". */
const LIMIT = 10;

const columns: Column<ModelRowFragment>[] = [
  {
    header: 'Make',
    key: 'make',
    verbatim: true,
    cell: ({ id, make }) => (
      <RowLink to={makePaths.edit(make.id)} row={`make ${id}`}>
        {make.displayName}
      </RowLink>
    ),
  },
  {
    header: 'Copy Make',
    key: 'copyMake',
    least: 5,
    cell: ({ id, make }) => (
      <RowLink to={makePaths.copy(make.id)} row={`copy make ${id}`} label={`Copy Make ${make.displayName}`}>
        Copy Make
      </RowLink>
    ),
  },
  {
    header: 'Model',
    key: 'model',
    verbatim: true,
    cell: ({ id, name }) => (
      <RowLink to={modelPaths.edit(id)} row={`model ${id}`}>
        {name}
      </RowLink>
    ),
  },
  {
    header: 'Copy Model',
    key: 'copyModel',
    least: 5,
    cell: ({ id, name, year }) => (
      <RowLink to={modelPaths.copy(id)} row={`copy model ${id}`} label={`Copy Model ${name} ${year}`}>
        Copy Model
      </RowLink>
    ),
  },
  { header: 'Years', key: 'year', short: true, least: 3.5, cell: ({ year }) => year },
  { header: 'Date Created', key: 'createdAt', short: true, cell: ({ createdAt }) => formatDay(createdAt) },
];

/** The database search (docs/rules.md, "Search"). What is searched for is in the URL; without anything nothing runs. */
export function ModelSearch() {
  const [params, setParams] = useSearchParams();
  const terms = termsOf(params);
  const page = pageOf(params);
  const idle = isEmpty(terms);
  const { data, previousData, error, loading, refetch } = useRead(SearchModelsDocument, {
    variables: variablesOf(terms, page, LIMIT),
    skip: idle,
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? (error ? undefined : previousData))?.searchModels;
  const key = searchOf(terms).toString();

  return (
    <Stack gap={4} p={{ base: 4, lg: 6 }} maxW="80rem">
      <PageHeading>Search</PageHeading>
      <SearchForm
        key={key}
        terms={terms}
        onSearch={(next) => setParams(searchOf(next), { preventScrollReset: true })}
      />
      {!idle && (
        <Box as="section" aria-label="Results">
          <Text role="status" mb={2} minH="1lh" fontWeight="semibold">
            {shown && !loading && !error
              ? `${counted(shown.total, 'model')} found`
              : loading && !shown
                ? 'Searching...'
                : ''}
          </Text>
          <ListResults
            label="Search results"
            columns={columns}
            shown={shown}
            former={!data}
            loading={loading}
            failure={error && 'An error occurred while fetching the search results.'}
            onRetry={() => void refetch()}
            page={page}
            limit={LIMIT}
            onPage={(to) => {
              const next = searchOf(terms);
              if (to > 1) next.set('page', String(to));
              setParams(next);
            }}
            remedy={<ClearFilters onClear={() => setParams({})} />}
          />
        </Box>
      )}
    </Stack>
  );
}
