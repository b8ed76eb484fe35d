import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Pager } from '../../../components/list/Pager';
import { RowLink } from '../../../components/list/RowLink';
import { pageOf } from '../../../components/list/useListState';
import { BusyBar } from '../../../components/notice/BusyBar';
import { Notice } from '../../../components/notice/Notice';
import { toast } from '../../../components/notice/toast';
import { PageHeading } from '../../../components/PageHeading';
import { counted, formatCount } from '../../../components/text/counts';
import type { ImportVerdict } from '../../../graphql/generated/imports';
import type { SystemTotalsFragment } from '../../../graphql/generated/systemImport';
import { keySystemPaths } from '../../../paths';
import { useForget } from '../../catalogueChanges';
import { ChangeLines } from '../../history/ChangeLines';
import { RowList } from '../rows/RowList';
import { VerdictTabs } from '../rows/VerdictTabs';
import { SheetDrop } from '../upload/SheetDrop';
import { useSystemImport } from './useSystemImport';

const ROWS_PER_PAGE = 20;

/** In display order. */
const verdicts: readonly (readonly [
  verdict: ImportVerdict,
  label: string,
  total: 'new' | 'changed' | 'refused' | 'unchanged',
])[] = [
  ['NEW', 'New', 'new'],
  ['CHANGED', 'Changed', 'changed'],
  ['REFUSED', 'Refused', 'refused'],
  ['UNCHANGED', 'Unchanged', 'unchanged'],
];

const doneWords = ({ new: created, changed }: SystemTotalsFragment) =>
  `${counted(created, 'new key system')}, ${formatCount(changed)} changed`;

/** Imports a list of key systems, one in each row: a file, what it would do, and the import itself. */
export function SystemImport() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const forget = useForget();
  const asked = verdicts.find(([verdict]) => verdict.toLowerCase() === params.get('show'))?.[0] ?? null;
  const page = pageOf(params);
  const { checked, importing, apply, ...upload } = useSystemImport({
    shown: { verdict: asked, page },
    onImported: (totals) => {
      forget.systems();
      toast(doneWords(totals));
      void navigate(keySystemPaths.list);
    },
  });
  const showing = (change: (search: URLSearchParams) => void) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    change(next);
    return next;
  };
  const totals = checked?.sheet.totals;
  const isOther = checked !== null && (checked.verdict !== asked || checked.page !== page);
  const writes = (totals?.new ?? 0) + (totals?.changed ?? 0);
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem">
      <PageHeading mb={4}>Import key systems</PageHeading>
      <SheetDrop {...upload}>
        A system in each row, with columns such as DSD, ITL, Name, HPC, Stop, Space 1, Space 2, Depth 1, Depth 2.
        Nothing changes until you have seen a preview.
      </SheetDrop>
      {checked && totals && (
        <Box mt={6} aria-busy={importing}>
          <Text mb={3} maxW="measure" overflowWrap="anywhere">
            Nothing has changed yet.{' '}
            {writes > 0 ? `Importing ${checked.file.name} writes ${doneWords(totals)}.` : 'There is nothing to import.'}
            {totals.refused > 0 &&
              ` ${counted(totals.refused, 'refused row')} ${totals.refused === 1 ? 'is' : 'are'} left out.`}
          </Text>
          {checked.sheet.warnings.length > 0 && (
            <Box mb={3} maxW="54rem">
              <Notice kind="warning">
                {checked.sheet.warnings.map((warning) => (
                  <Text key={warning} overflowWrap="anywhere">
                    {warning}
                  </Text>
                ))}
              </Notice>
            </Box>
          )}
          {writes > 0 && (
            <Button mb={4} aria-disabled={importing} onClick={apply}>
              {importing ? 'Importing...' : `Import ${counted(writes, 'key system')}`}
            </Button>
          )}
          <VerdictTabs
            tabs={verdicts.map(([verdict, label, total]) => ({ verdict, label, count: totals[total] }))}
            current={asked ?? undefined}
            searchOf={(verdict) => showing((next) => next.set('show', verdict.toLowerCase()))}
          />
          <chakra.div position="relative">
            <chakra.div position="absolute" top="-2px" insetX={0}>
              <BusyBar busy={isOther} />
            </chakra.div>
          </chakra.div>
          <RowList aria-label="Rows" aria-busy={isOther}>
            {checked.sheet.items.map(({ number, verdict, name, id, changes, problems }) => (
              <li key={number}>
                <div data-head="" data-number="">
                  Row <b>{number}</b>
                </div>
                <div data-head="" data-model="" translate="no">
                  {id ? (
                    <RowLink to={keySystemPaths.edit(id)} row={`row ${number}`}>
                      {name}
                    </RowLink>
                  ) : (
                    name || 'No name'
                  )}
                </div>
                <div>
                  {problems.map((problem) => (
                    <Text key={problem} py={1} color="danger" overflowWrap="anywhere">
                      {problem}
                    </Text>
                  ))}
                  {changes.length > 0 && <ChangeLines changes={changes} created={verdict === 'NEW'} />}
                </div>
              </li>
            ))}
          </RowList>
          <Pages
            total={checked.sheet.total}
            page={page}
            onPage={(page) =>
              setParams(
                showing((next) => next.set('page', String(page))),
                { preventScrollReset: true },
              )
            }
          />
        </Box>
      )}
    </Box>
  );
}

function Pages({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const pages = Math.ceil(total / ROWS_PER_PAGE);
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  return (
    <chakra.div mt={3} display="flex" flexWrap="wrap" gap={3} alignItems="center" justifyContent="space-between">
      <Text color="muted">
        {first > total
          ? 'There are no rows here.'
          : `${formatCount(first)}–${formatCount(Math.min(total, first + ROWS_PER_PAGE - 1))} of ${formatCount(total)}`}
      </Text>
      {pages > 1 && <Pager page={page} pages={pages} onChange={onPage} />}
    </chakra.div>
  );
}
