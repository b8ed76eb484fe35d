import { Box, Button, chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Pager } from '../../../components/list/Pager';
import { RowLink, useReturnToRowLink } from '../../../components/list/RowLink';
import { BusyBar } from '../../../components/notice/BusyBar';
import { announce } from '../../../components/notice/LiveRegion';
import { Problem } from '../../../components/notice/Problem';
import { formatCount } from '../../../components/text/counts';
import {
  type ImportRecordFragment,
  ImportRowsDocument,
  type ImportRowsQuery,
  type ImportVerdict,
} from '../../../graphql/generated/imports';
import { useRead } from '../../../graphql/useRead';
import { modelPaths } from '../../../paths';
import { ChangeLines } from '../../history/ChangeLines';
import { isOfFile, mayBeListed } from '../importWords';
import { MendedRow, RowSaved } from '../mending/MendedRow';
import { NearButtons } from '../mending/NearButtons';
import type { Mending } from '../mending/useMending';
import { RowList } from './RowList';

type Row = ImportRowsQuery['import']['rows']['items'][number];

/** As in the document. */
const ROWS_PER_PAGE = 20;

const nameOf = ({ make, model, year }: Row) =>
  [make, model, year].filter(Boolean).join(' ') || 'No make, model or year';

/** The name of a new model is already shown beside it. */
const linesOf = ({ verdict, changes }: Row) =>
  verdict === 'NEW' ? changes.filter(({ label }) => !['Make', 'Model', 'Year'].includes(label)) : changes;

interface LineProps {
  row: Row;
  record: ImportRecordFragment;
  linked: boolean;
  /** Absent if the cells of the row cannot be mended. */
  mending: Mending | undefined;
  /** Whether its cells are requested. */
  editing: boolean;
  /** Whether they were asked for with its "Edit" button. */
  asked: boolean;
  onEdit: () => void;
}

function Line({ row, record, linked, mending, editing, asked, onEdit }: LineProps) {
  const cells = mending && row.cells && editing ? mending : undefined;
  const problems = cells ? problemsBeside(row) : row.problems;
  return (
    <li>
      <div data-head="" data-number="">
        Row <b>{row.number}</b>
      </div>
      <div data-head="" data-model="" translate="no">
        {linked && row.modelId ? (
          <RowLink to={modelPaths.edit(row.modelId)} row={`row ${row.number}`}>
            {nameOf(row)}
          </RowLink>
        ) : (
          nameOf(row)
        )}
      </div>
      <div>
        {problems.length > 0 && (
          <dl data-problems="">
            {problems.map(({ column, message }) => (
              <div key={`${column} ${message}`}>
                <dt>{column ?? 'The row'}</dt>
                <dd>{message}</dd>
              </div>
            ))}
          </dl>
        )}
        {row.changes.length > 0 && <ChangeLines changes={linesOf(row)} created={row.verdict === 'NEW'} />}
        {cells && <MendedRow row={row} record={record} mending={cells} asked={asked} />}
        {mending && !editing && <Hint row={row} record={record} mending={mending} onEdit={onEdit} />}
      </div>
    </li>
  );
}

/** Problems that a field shows are not listed again. */
const problemsBeside = ({ problems, cells }: Row) =>
  problems.filter(({ index }) => !cells?.some(({ column }) => column === index));

/** For a row that is not refused: suggested names from the catalogue. */
function Hint({ row, record, mending, onEdit }: Pick<LineProps, 'row' | 'record' | 'onEdit'> & { mending: Mending }) {
  const state = mending.stateOf(row.number);
  const near = row.mended || state !== 'untouched' ? undefined : row.near[0];
  if (!near && !row.mended && state === 'untouched') return null;
  const take = (name: string) => {
    const column = record.columns.find(({ field }) => field === near?.field);
    if (!column) return;
    mending.type(row.number, column.index, name);
    void mending.save(row.number);
  };
  return (
    <Flex data-mend="" wrap="wrap" align="center" columnGap={3}>
      {near && (
        <NearButtons
          near={near}
          row={row.number}
          onTake={mayBeListed(record, near.field) ? undefined : take}
          onTakeForAll={(name) => void mending.replace(near, name)}
        />
      )}
      <RowSaved row={row} mending={mending} />
      <Button variant="plain" data-edit="" aria-label={`Edit row ${row.number}`} onClick={onEdit}>
        Edit
      </Button>
    </Flex>
  );
}

interface Props {
  record: ImportRecordFragment;
  verdict: ImportVerdict;
  label: string;
  page: number;
  onPage: (page: number) => void;
  /** Whether the models of new rows exist. */
  linked: boolean;
  mending?: Mending | undefined;
}

/** The verdicts whose rows have their cells open. */
const MENDED: readonly ImportVerdict[] = ['REFUSED', 'DUPLICATE'];

/** The rows of one verdict, as the check judged them. */
export function ImportRows({ record, verdict, label, page, onPage, linked, mending: given }: Props) {
  const { id } = record;
  const mending = isOfFile(record) ? given : undefined;
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const isOpen = (row: number) => MENDED.includes(verdict) || edited.has(row);
  const { data, previousData, error, loading, refetch } = useRead(ImportRowsDocument, {
    variables: {
      id,
      verdict,
      page,
      withCells: Boolean(mending) && (MENDED.includes(verdict) || edited.size > 0),
    },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.import.rows;
  useReturnToRowLink(Boolean(shown), loading);

  const pages = Math.ceil((shown?.total ?? 0) / ROWS_PER_PAGE);
  const before = useRef(page);
  useEffect(() => {
    if (loading || before.current === page) return;
    before.current = page;
    announce(`Page ${page} of ${pages} loaded`);
  }, [loading, page, pages]);

  const first = (page - 1) * ROWS_PER_PAGE + 1;
  return (
    <Box aria-busy={loading}>
      {error && (
        <Box my={3}>
          <Problem onRetry={() => void refetch()}>An error occurred while fetching the rows.</Problem>
        </Box>
      )}
      <chakra.div position="relative">
        <chakra.div position="absolute" top="-2px" insetX={0}>
          <BusyBar busy={loading && Boolean(shown)} />
        </chakra.div>
      </chakra.div>
      <RowList aria-label={`${label} rows`}>
        {shown
          ? shown.items.map((row, place) => (
              <Line
                key={`${row.number} ${row.model} ${row.year}`}
                row={row}
                record={record}
                linked={linked}
                // The models and years of one row share its cells.
                mending={shown.items[place - 1]?.number === row.number ? undefined : mending}
                editing={isOpen(row.number)}
                asked={edited.has(row.number)}
                onEdit={() => setEdited(new Set([...edited, row.number]))}
              />
            ))
          : !error &&
            Array.from({ length: 5 }, (_, row) => `row ${row}`).map((row) => (
              <li key={row} aria-hidden="true">
                <Skeleton h={5} my={1} />
              </li>
            ))}
      </RowList>
      {shown && (
        <chakra.div mt={3} display="flex" flexWrap="wrap" gap={3} alignItems="center" justifyContent="space-between">
          <Text color="muted">
            {shown.items.length
              ? `${formatCount(first)}–${formatCount(first + shown.items.length - 1)} of ${formatCount(shown.total)}`
              : 'There are no rows here.'}
          </Text>
          {pages > 1 && <Pager page={page} pages={pages} onChange={onPage} />}
        </chakra.div>
      )}
    </Box>
  );
}
