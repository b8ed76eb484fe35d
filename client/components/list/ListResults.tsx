import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Select } from '../form/Select';
import { BusyBar } from '../notice/BusyBar';
import { announce } from '../notice/LiveRegion';
import { Problem } from '../notice/Problem';
import { formatCount } from '../text/counts';
import { useMedia, useNarrow } from '../useNarrow';
import { ListCards } from './ListCards';
import { ListTable } from './ListTable';
import { type Column, fitting, type ListRow, type Sorting } from './listColumn';
import { Pager } from './Pager';
import { useReturnToRowLink } from './RowLink';

export interface ListPage<Row> {
  items: readonly Row[];
  total: number;
}

export interface ListResultsProps<Row extends ListRow> {
  label: string;
  columns: readonly Column<Row>[];
  /** The requested rows, or the previous ones while those load. */
  shown: ListPage<Row> | undefined;
  /** Whether they are the previous rows. */
  former: boolean;
  loading: boolean;
  /** The error text, if loading failed. */
  failure: string | undefined;
  onRetry: () => void;
  page: number;
  limit: number;
  onPage: (page: number) => void;
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
  /** Shown below "No data available": a suggestion. */
  remedy?: ReactNode;
}

/** The rows of a list, or in their place skeletons, an error, "No data available" or a missing page. */
export function ListResults<Row extends ListRow>(props: ListResultsProps<Row>) {
  const { label, columns, shown, former, loading, failure, onRetry, page, limit, onPage, sorting, onSort, remedy } =
    props;
  const fits = useMedia(fitting(columns));
  const narrow = useNarrow() || !fits;
  useReturnToRowLink(Boolean(shown), loading);

  const total = shown?.total ?? 0;
  const pages = Math.ceil(total / limit);
  // Describes the visible rows, not those still loading.
  const own = useRef(page);
  if (!former) own.current = page;
  const first = (own.current - 1) * limit + 1;
  const range = `${formatCount(first)}–${formatCount(Math.min(own.current * limit, total))} of ${formatCount(total)}`;
  const empty = shown && total === 0 && (
    <Stack align="flex-start" gap={3} p={4}>
      <Text>No data available</Text>
      {remedy}
    </Stack>
  );

  // The first page is announced by the heading; further ones change beneath the reader.
  const before = useRef(page);
  useEffect(() => {
    if (loading || before.current === page) return;
    before.current = page;
    announce(`Page ${page} of ${pages} loaded`);
  }, [loading, page, pages]);

  if (failure && !shown) return <Problem onRetry={onRetry}>{failure}</Problem>;

  const isBeyond = shown && !loading && pages > 0 && page > pages;
  const sortable = columns.filter(({ sort }) => sort);
  return (
    <Stack gap={0}>
      {failure && (
        <Box mb={3}>
          <Problem onRetry={onRetry}>{failure}</Problem>
        </Box>
      )}
      {narrow && sorting && onSort && (
        <Box mb={3} maxW={{ md: '20rem' }}>
          <Select
            label="Sort"
            value={`${sorting.key} ${sorting.dir}`}
            options={sortable.flatMap(({ key, header }) => [
              [`${key} asc`, `${header}, ascending`] as const,
              [`${key} desc`, `${header}, descending`] as const,
            ])}
            onChange={(value) => {
              const [key = '', dir] = value.split(' ');
              onSort({ key, dir: dir === 'desc' ? 'desc' : 'asc' });
            }}
          />
        </Box>
      )}
      <BusyBar busy={loading && Boolean(shown)} />
      <Box aria-busy={loading}>
        {isBeyond ? (
          <Stack align="flex-start" gap={3} p={4} bg="panel" borderWidth="1px">
            <Text>
              There is no page {page}; the last one is {pages}.
            </Text>
            <Button variant="outline" onClick={() => onPage(pages)}>
              Go to page {pages}
            </Button>
          </Stack>
        ) : narrow && empty ? (
          <Box bg="panel" borderWidth="1px">
            {empty}
          </Box>
        ) : narrow ? (
          <ListCards label={label} columns={columns} rows={shown?.items} first={first} limit={limit} />
        ) : (
          <ListTable
            label={label}
            columns={columns}
            rows={shown?.items}
            first={first}
            limit={limit}
            sorting={sorting}
            onSort={onSort}
            empty={empty}
          />
        )}
      </Box>
      <Flex mt={3} gap={3} minH="control" justify="space-between" align="center" wrap="wrap">
        {shown && total > 0 && !isBeyond && <Text color="muted">{range}</Text>}
        {shown && pages > 1 && !isBeyond && <Pager page={page} pages={pages} onChange={onPage} />}
      </Flex>
    </Stack>
  );
}
