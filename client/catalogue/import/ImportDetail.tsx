import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../components/LinkButton';
import { lazyScreen } from '../../components/lazyScreen';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { DangerButton } from '../../components/notice/DangerButton';
import { announce } from '../../components/notice/LiveRegion';
import { Loading } from '../../components/notice/Loading';
import { Notice } from '../../components/notice/Notice';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { PageHeading } from '../../components/PageHeading';
import { counted } from '../../components/text/counts';
import { formatMoment } from '../../components/text/date';
import { Who } from '../../components/text/Who';
import { DeleteImportDocument, type ImportRecordFragment, type ImportTask } from '../../graphql/generated/imports';
import { errorCode } from '../../graphql/graphErrors';
import { sheetPaths } from '../../paths';
import { useForget } from '../catalogueChanges';
import { failureOf } from '../failureOf';
import { Help } from '../help/Help';
import { ImportChecked } from './ImportChecked';
import { ImportSteps } from './ImportSteps';
import { ImportWork } from './ImportWork';
import { doneWords, isOfFile, listBehind, taskWords, titleOf, totalsWords, undoneWords } from './importWords';
import { useMending } from './mending/useMending';
import { type Mapping, mappingOf, useImport } from './useImport';

/** Only for sheets whose columns are mapped by hand. */
const ImportColumns = lazyScreen(() => import('./columns/ImportColumns').then((file) => file.ImportColumns));

/** Only for imports that were applied. */
const ImportApplied = lazyScreen(() => import('./ImportApplied').then((file) => file.ImportApplied));

type Step = ImportTask | 'columns' | 'checked' | 'applied' | 'undone';

const headings: Record<Step, string> = {
  ...taskWords,
  columns: 'Map the columns',
  checked: 'Results of the check',
  applied: 'Applied',
  undone: 'Undone',
};
/** The index of each state in ImportSteps. */
const places: Record<Step, number> = { columns: 1, CHECK: 2, checked: 2, APPLY: 3, applied: 4, UNDO: 4, undone: 4 };

function stepOf({ state }: ImportRecordFragment, task: ImportTask | null, back: boolean): Step {
  if (task) return task;
  if (state === 'MAPPING' || (state === 'CHECKED' && back)) return 'columns';
  return state === 'CHECKED' ? 'checked' : state === 'APPLIED' ? 'applied' : 'undone';
}

/** Text for screen readers. */
function resultOf(record: ImportRecordFragment): string {
  if (record.state === 'CHECKED') return record.totals ? totalsWords(record.totals) : '';
  return record.state === 'APPLIED' ? doneWords(record) : undoneWords(record);
}

const Missing = ({ onRetry, children }: { onRetry?: (() => void) | undefined; children: string }) => (
  <Stack gap={4} p={{ base: 4, md: 6 }} maxW="measure">
    <PageHeading>Import</PageHeading>
    <Problem onRetry={onRetry}>{children}</Problem>
    <LinkButton to={sheetPaths.import} alignSelf="flex-start">
      Imports
    </LinkButton>
  </Stack>
);

/** One import, from column mapping to result. The server stores its state, so a reload returns to the same step. */
export function ImportDetail() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id') ?? '';
  const { record, task, failure, error, retry, check, apply, undo } = useImport(id);
  const mending = useMending(id);
  const navigate = useNavigate();
  const forget = useForget();
  const { mutate } = useApolloClient();
  const [asked, setAsked] = useState(false);
  const [deleteFailure, setDeleteFailure] = useState<string | null>(null);
  /** The chosen column mapping, until a check has accepted it. */
  const [draft, setDraft] = useState<Mapping | null>(null);

  const step = record && stepOf(record, task, params.get('step') === 'columns');
  // The focused button is removed with its step.
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<Step>(undefined);
  useEffect(() => {
    if (shown.current && shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  /** Goes back to an earlier step on this page, or with null to the import's own step. */
  const goTo = (step: 'columns' | null, replace = false) => {
    const next = new URLSearchParams({ id });
    if (step) next.set('step', step);
    setParams(next, { replace });
  };

  // After a successful check, leaves the columns step for the result, even if the page was reloaded during the check.
  const before = useRef(task);
  useLayoutEffect(() => {
    const ended = !task && !failure && before.current;
    before.current = task;
    if (ended && record) announce(resultOf(record));
    if (ended !== 'CHECK') return;
    setDraft(null);
    mending.forget();
    if (params.has('step')) goTo(null, true);
  });

  if (!id || ['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCode(error) ?? '')) {
    return <Missing>There is no such import.</Missing>;
  }
  if (!record && error) return <Missing onRetry={retry}>An error occurred while fetching the import.</Missing>;
  if (!record || !step) return <Loading />;

  // The columns step does not show failures to apply or undo.
  const shownFailure = step === 'columns' && failure?.task !== 'CHECK' ? null : failure;
  const checkAgain = async (createMakes = record.createMakes) => {
    if (await mending.flush()) await check({ ...mappingOf(record), createMakes });
  };
  const again = {
    CHECK: () => void (draft ? check(draft) : checkAgain()),
    APPLY: () => void apply(),
    UNDO: () => void undo(),
  };
  const throwAway = async () => {
    setAsked(false);
    setDeleteFailure(null);
    try {
      await mutate({ mutation: DeleteImportDocument, variables: { id } });
      toast(record && !isOfFile(record) ? 'Change discarded' : 'Import deleted');
      void navigate(record && !isOfFile(record) ? listBehind(record).path : sheetPaths.import);
      forget.imports();
    } catch (problem) {
      setDeleteFailure(failureOf(problem));
      retry();
    }
  };

  const title = titleOf(record);
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem" aria-busy={task !== null}>
      <PageHeading title={title} page={`import ${id}`} overflowWrap="anywhere" mb={1}>
        {title}
      </PageHeading>
      <Text color="muted" mb={4} overflowWrap="anywhere">
        {record.format} · {counted(record.rowCount, 'row')} · <Who {...record} /> · {formatMoment(record.createdAt)}
      </Text>
      {isOfFile(record) && <ImportSteps current={places[step]} />}
      <Heading as="h2" size="xl" ref={heading} tabIndex={-1} mt={6} mb={3} _focusVisible={{ outline: 'none' }}>
        {step === 'checked' && !isOfFile(record) ? 'What will change' : headings[step]}
      </Heading>
      <Stack gap={3} mb={3} maxW="54rem" _empty={{ display: 'none' }}>
        {shownFailure?.stale && (
          <Notice kind="warning" role="alert" centred>
            <Flex gap={3} wrap="wrap" align="center" justify="space-between">
              <Text flex="1 1 16rem">{shownFailure.message}</Text>
              <Button variant="outline" onClick={() => void checkAgain()}>
                Check again
              </Button>
            </Flex>
          </Notice>
        )}
        {shownFailure && !shownFailure.stale && (
          <Problem onRetry={shownFailure.again ? again[shownFailure.task] : undefined}>{shownFailure.message}</Problem>
        )}
        {deleteFailure && <Problem>{deleteFailure}</Problem>}
        {error && !task && <Problem onRetry={retry}>The server did not respond: this may be out of date.</Problem>}
        {record.warnings.length > 0 && (step === 'columns' || step === 'checked') && (
          <Notice kind="warning">
            {record.warnings.map((warning) => (
              <Text key={warning} overflowWrap="anywhere">
                {warning}
                {warning.includes('code card') && <Help topic="HPC card, ITL and DSD" />}
              </Text>
            ))}
          </Notice>
        )}
      </Stack>
      {task && <ImportWork task={task} progress={record.progress} />}
      {step === 'columns' && (
        <Suspense fallback={<Loading />}>
          <ImportColumns
            record={record}
            draft={draft}
            onCheck={(mapping) => {
              setDraft(mapping);
              void check(mapping);
            }}
            onBack={record.state === 'CHECKED' ? () => goTo(null) : undefined}
          />
        </Suspense>
      )}
      {step === 'checked' && (
        <ImportChecked
          record={record}
          onApply={(anyway) => void apply(anyway)}
          onChangeColumns={() => goTo('columns')}
          onCreateMakes={() => void checkAgain(true)}
          mending={mending}
          onCheckAgain={() => void checkAgain()}
        />
      )}
      {(step === 'applied' || step === 'undone') && (
        <Suspense fallback={<Loading />}>
          <ImportApplied record={record} onUndo={() => void undo()} />
        </Suspense>
      )}
      <Flex gap={3} mt={6} wrap="wrap" justify="space-between">
        <LinkButton to={sheetPaths.import}>Imports</LinkButton>
        {(step === 'columns' || step === 'checked') && (
          <DangerButton onClick={() => setAsked(true)}>
            <Trash2 aria-hidden="true" />
            {isOfFile(record) ? 'Delete import' : 'Discard'}
          </DangerButton>
        )}
      </Flex>
      <ConfirmDialog
        open={asked}
        title={isOfFile(record) ? `Delete the import of ${record.fileName}?` : 'Discard this change?'}
        cancel="Cancel"
        confirm="Delete"
        onCancel={() => setAsked(false)}
        onConfirm={() => void throwAway()}
      >
        It has not been applied, so nothing changes in the catalogue.
        {isOfFile(record) && ' The file would have to be uploaded again.'}
      </ConfirmDialog>
    </Box>
  );
}
