import { Box, Button, IconButton } from '@chakra-ui/react';
import { ClipboardPaste, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useListFilters } from '../../components/list/filter/useListFilters';
import { ListScreen } from '../../components/list/ListScreen';
import type { Column } from '../../components/list/listColumn';
import { useListState } from '../../components/list/useListState';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { LeaveGuard } from '../../components/record/LeaveGuard';
import { useAction } from '../../components/record/useAction';
import { formatCount } from '../../components/text/counts';
import { formatMoment } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import {
  type VanBlankInput,
  type VanBlankLineFragment,
  type VanBlankSort,
  VanBlanksDocument,
} from '../../graphql/generated/van';
import { serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { AddBlanks } from './AddBlanks';
import { PasteList } from './PasteList';
import { useVan } from './useVan';
import { VanCount } from './VanCount';
import { vanFilters } from './vanFilters';

const LIMIT = 25;

const columnsWith = (
  onChange: (blank: VanBlankLineFragment, change: VanBlankInput) => void,
  onRemove: (blank: VanBlankLineFragment) => void,
): Column<VanBlankLineFragment, VanBlankSort>[] => [
  {
    header: 'Blank',
    key: 'name',
    sort: 'NAME',
    verbatim: true,
    cell: ({ name }) => (
      <Box as="b" textStyle="code" overflowWrap="anywhere">
        {name}
      </Box>
    ),
  },
  {
    header: 'In the van',
    key: 'count',
    sort: 'COUNT',
    short: true,
    least: 17,
    cell: (blank) => <VanCount blank={blank} onChange={(change) => onChange(blank, change)} />,
  },
  {
    header: 'Last changed',
    key: 'updatedAt',
    sort: 'UPDATED_AT',
    least: 12,
    cell: ({ updatedAt, username }) => (
      <>
        {formatMoment(updatedAt)} <Email>{username}</Email>
      </>
    ),
  },
  {
    header: 'Remove',
    key: 'remove',
    short: true,
    least: 5,
    cell: (blank) => (
      <IconButton variant="plain" aria-label={`Remove ${blank.name}`} onClick={() => onRemove(blank)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    ),
  },
];

/** "X265 +1", "HD109 = 3" */
const changeOf = ({ name, add, count }: VanBlankInput) =>
  add == null ? `${name} = ${count}` : `${name} ${add < 0 ? '−' : '+'}${formatCount(Math.abs(add))}`;

/** What the company has in its van: counted, scanned, typed or pasted (docs/rules.md, "Blanks in the van"). */
export function Van() {
  const [isPasting, setPasting] = useState(false);
  const [leaving, setLeaving] = useState<VanBlankLineFragment | null>(null);
  const removal = useAction();
  const columns = columnsWith((blank, change) => void van.save([change], [blank]), setLeaving);
  const { page, sorting, sort, setPage, setSorting } = useListState(columns);
  const filter = useListFilters(vanFilters);
  const { data, previousData, error, loading, refetch } = useRead(VanBlanksDocument, {
    variables: {
      filter: filter.filter,
      page,
      limit: LIMIT,
      sortBy: sort,
      dir: sorting.dir === 'desc' ? 'DESC' : 'ASC',
    },
    fetchPolicy: 'cache-and-network',
    isBusy: true,
  });
  const van = useVan(refetch);
  const shown = (data ?? previousData)?.vanBlanks;
  const isEmpty = shown?.total === 0 && !filter.active;

  const remove = async (blank: VanBlankLineFragment) => {
    setLeaving(null);
    if (await removal.run(() => van.remove(blank))) toast(`${blank.name} removed`);
    else void refetch();
    document.querySelector('h1')?.focus();
  };
  const problem = van.refusal ?? removal.problem;

  return (
    <>
      <ListScreen
        heading="Blanks in the van"
        actions={
          <Button variant="outline" onClick={() => setPasting(true)}>
            <ClipboardPaste aria-hidden="true" />
            Paste a list
          </Button>
        }
        notice={
          <>
            <AddBlanks van={van} isEmpty={isEmpty} />
            {problem && (
              <Box mb={3}>
                <Problem>{problem}</Problem>
              </Box>
            )}
            {van.unsent.length > 0 && (
              <Box mb={3}>
                <Problem onRetry={() => void van.retry()}>
                  {`Not saved yet: ${van.unsent.map(changeOf).join(', ')}.`}
                </Problem>
              </Box>
            )}
          </>
        }
        controls={isEmpty ? undefined : filter.controls}
        columns={columns}
        shown={shown}
        former={!data}
        loading={loading}
        failure={error && (serverMessage(error) ?? 'An error occurred while fetching the blanks.')}
        onRetry={() => void refetch()}
        page={page}
        limit={LIMIT}
        onPage={setPage}
        sorting={sorting}
        onSort={setSorting}
        onClear={filter.active ? filter.onClear : undefined}
      />
      <LeaveGuard isDirty={() => van.unsent.length > 0} title="Leave without saving?">
        Some counts are not saved yet.
      </LeaveGuard>
      {isPasting && <PasteList onAdded={van.forgetLists} onClose={() => setPasting(false)} />}
      <ConfirmDialog
        open={leaving !== null}
        title={`Remove ${leaving?.name ?? ''} from the list?`}
        cancel="Cancel"
        confirm="Remove"
        onCancel={() => setLeaving(null)}
        onConfirm={() => leaving && void remove(leaving)}
      >
        {leaving?.count
          ? `${formatCount(leaving.count)} are counted. Sheets will no longer name this blank.`
          : 'Sheets will no longer name this blank.'}
      </ConfirmDialog>
    </>
  );
}
