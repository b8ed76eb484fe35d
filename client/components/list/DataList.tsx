import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Box } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useRead } from '../../graphql/useRead';
import type { ListPaths } from '../../paths';
import { LinkButton } from '../LinkButton';
import { announce } from '../notice/LiveRegion';
import { formatCount } from '../text/counts';
import type { ListFilter } from './filter/useListFilters';
import type { ListPage } from './ListResults';
import { ListScreen } from './ListScreen';
import type { Column, ListRow, Sorting } from './listColumn';
import { placeOf } from './listPlace';
import { type SelectionOptions, useSelection } from './selection/useSelection';
import { useListState } from './useListState';
import { type ListName, ViewsSlot } from './viewsSlot';

interface ListVariables<Sort> extends OperationVariables {
  page: number;
  limit: number;
  sortBy: Sort;
  dir: 'ASC' | 'DESC';
}

interface Props<Row extends ListRow, Sort extends string, Data> {
  /** The record's word: "Make" for "Make List (61)" and "Create Make". */
  title: string;
  /** The heading and the label of the button, if they are not made from `title`. */
  heading?: string;
  create?: string;
  /** The path of the create form; absent if records cannot be created. */
  paths?: ListPaths;
  /** Shown next to the Create button: other ways to add records. */
  actions?: ReactNode;
  /** Shown above the rows: the error of an action. */
  notice?: ReactNode;
  columns: readonly Column<Row, Sort>[];
  document: TypedDocumentNode<Data, ListVariables<Sort>>;
  pageOf: (data: Data) => ListPage<Row>;
  defaultSort?: Sorting;
  /** Rows on a page. */
  limit?: number;
  /** If it is not the generic list's text (docs/look.md, "Messages"). */
  failure?: string;
  filter?: ListFilter;
  /** The list's name, if its filters can be kept. */
  views?: ListName;
  /** Present if rows can be chosen. */
  selection?: SelectionOptions<Row>;
  /** Shown next to Clear filters: actions on the matching rows. */
  found?: ReactNode;
}

/** A list screen (docs/look.md, "Lists"): all that differs from list to list is its configuration. */
export function DataList<Row extends ListRow, Sort extends string, Data>(props: Props<Row, Sort, Data>) {
  const {
    title,
    heading = `${title} List`,
    create: createLabel = `Create ${title}`,
    paths,
    actions,
    notice,
    columns,
    document,
    pageOf,
    defaultSort,
    limit = 10,
    failure,
    filter,
    found,
    selection,
    views,
  } = props;
  const location = useLocation();
  const { page, sorting, sort, setPage, setSorting } = useListState(columns, defaultSort);
  const { data, previousData, error, loading, refetch } = useRead(document, {
    variables: {
      ...(filter && { filter: filter.filter }),
      page,
      limit,
      sortBy: sort,
      dir: sorting.dir === 'desc' ? 'DESC' : 'ASC',
    },
    fetchPolicy: 'cache-and-network',
  });
  const whole = data ?? previousData;
  const shown = whole && pageOf(whole);
  const Views = useContext(ViewsSlot);
  const { column, bar, selectAll } = useSelection(selection, shown, JSON.stringify(filter?.filter ?? null));

  // The focus stays in the filter, so a screen reader does not read the new total in the heading.
  const matched = filter?.active && data ? shown?.total : undefined;
  useEffect(() => {
    if (matched !== undefined) announce(`${formatCount(matched)} found`);
  }, [matched]);

  const create = paths && (
    <LinkButton to={paths.create} state={{ list: placeOf(location) }} Icon={Plus} variant="solid">
      {createLabel}
    </LinkButton>
  );
  return (
    <ListScreen
      heading={heading}
      create={create}
      actions={actions}
      views={
        views &&
        Views && (
          // As large as the views, so that nothing moves once they load.
          <Suspense fallback={<Box w="14rem" h="control" />}>
            <Views list={views} />
          </Suspense>
        )
      }
      controls={filter?.controls}
      found={
        <>
          {selectAll}
          {found}
        </>
      }
      notice={notice}
      columns={column ? [column, ...columns] : columns}
      footer={bar}
      shown={shown}
      former={!data}
      loading={loading}
      failure={error && (failure ?? `An error occurred while fetching the ${title.toLowerCase()}.`)}
      onRetry={() => void refetch()}
      page={page}
      limit={limit}
      onPage={setPage}
      sorting={sorting}
      onSort={setSorting}
      onClear={filter?.active ? filter.onClear : undefined}
    />
  );
}
