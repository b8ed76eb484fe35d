import { ServerError, ServerParseError } from '@apollo/client/errors';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';
import { useOnce } from '../../components/useOnce';
import {
  ApplyImportDocument,
  CheckImportDocument,
  ImportDocument,
  type ImportField,
  type ImportRecordFragment,
  type ImportTask,
  UndoImportDocument,
} from '../../graphql/generated/imports';
import { errorCode, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { useForget } from '../catalogueChanges';
import { failureOf } from '../failureOf';
import { taskWords } from './importWords';

/** How often a task's progress is asked for: at first quickly, because a small import takes less than a second. */
const SOON_MS = 150;
const POLL_MS = 700;
/** How long it is asked for quickly. */
const QUICK_MS = 1000;
/** How often we check whether a start without an answer has happened anyway. */
const LOOKS = 3;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** No answer from our server: the network failed or a proxy timed out. The server may have started the task anyway. */
const isLost = (error: unknown) =>
  serverMessage(error) === undefined &&
  (error instanceof TypeError || ServerError.is(error) || ServerParseError.is(error));

/** How the rows are read: the mapping of the columns, by their index, and the options of the check. */
export interface Mapping {
  fields: ReadonlyMap<number, ImportField>;
  createMakes: boolean;
  /** The fields whose empty cells are filled from the row above. */
  fillDown: readonly ImportField[];
  /** Whether a cell of the model may list several. */
  splitModels: boolean;
  /** The years in which open ranges begin and end. */
  openFrom: number | null;
  openUntil: number | null;
}

interface Failure {
  task: ImportTask;
  message: string;
  /** The catalogue has changed since the check: checking again helps. */
  stale: boolean;
  /** Whether a retry can help. */
  again: boolean;
}

/** The failure of the last task, as stored on the server. */
const failureIn = ({ failure }: ImportRecordFragment): Failure | null =>
  failure && {
    ...failure,
    stale: failure.task === 'APPLY' && failure.code === 'CONFLICT',
    again: true,
  };

/**
 * An import and its tasks: starts a task, then polls its progress until it is over. Also follows tasks that others have
 * started.
 */
export function useImport(id: string) {
  const { data, previousData, error, refetch, startPolling, stopPolling } = useRead(ImportDocument, {
    variables: { id },
    skip: !id,
    fetchPolicy: 'cache-and-network',
  });
  const forget = useForget();
  const { mutate } = useApolloClient();
  const [starting, setStarting] = useState<ImportTask | null>(null);
  /** Why a task was not started. */
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const [once] = useOnce();

  const found = (data ?? previousData)?.import;
  const record = found?.id === id ? found : undefined;
  const running = record?.progress?.task ?? null;
  const task = starting ?? running;

  useEffect(() => {
    if (!running) return stopPolling();
    startPolling(SOON_MS);
    const slower = setTimeout(() => startPolling(POLL_MS), QUICK_MS);
    return () => clearTimeout(slower);
  }, [running, startPolling, stopPolling]);

  // When a task is over, the cached catalogue or rows are out of date.
  const before = useRef(task);
  useEffect(() => {
    const over = !task && before.current;
    before.current = task;
    if (over === 'CHECK') forget.imports();
    else if (over) forget.catalogue();
  });

  const ask = () =>
    refetch().then(
      (result) => result.data?.import,
      () => undefined,
    );

  /** Whether a start without an answer has happened: a task is running, or has finished or failed. */
  const hasBegun = async () => {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const now = await ask();
      if (now && (now.progress || now.state !== record?.state || (now.failure && !record.failure))) return true;
      await wait(POLL_MS);
    }
    return false;
  };

  const refuse = async (task: ImportTask, error: unknown) => {
    if (isLost(error)) {
      if (await hasBegun()) return;
      const message = 'The server did not respond, and does not seem to have started. Please try again.';
      setRefusal({ task, message, stale: false, again: true });
      return;
    }
    const now = await ask();
    const isConflict = errorCode(error) === 'CONFLICT';
    // The rows may be out of date, too.
    if (isConflict) forget.imports();
    // Somebody else has started a task: follow that one.
    if (isConflict && now?.progress) return;
    const message = (isConflict ? serverMessage(error) : undefined) ?? failureOf(error);
    const again = !isConflict && errorCode(error) !== 'BAD_USER_INPUT';
    setRefusal({ task, message, stale: false, again });
  };

  const begin = async (task: ImportTask, start: () => Promise<unknown>) => {
    setRefusal(null);
    setStarting(task);
    announce(taskWords[task]);
    try {
      await start();
      // With a small file the result is already there.
      await ask();
    } catch (error) {
      await refuse(task, error);
    } finally {
      setStarting(null);
    }
  };
  const run = (task: ImportTask, start: () => Promise<unknown>) => once(() => begin(task, start));

  return {
    record,
    task,
    failure: task ? null : (refusal ?? (record ? failureIn(record) : null)),
    error,
    retry: () => void ask(),
    check: ({ fields, fillDown, ...options }: Mapping) => {
      const mapping = [...fields].map(([column, field]) => ({ column, field }));
      const input = { id, ...options, fillDown: [...fillDown], mapping };
      return run('CHECK', () => mutate({ mutation: CheckImportDocument, variables: { input } }));
    },
    apply: (anyway = false) =>
      run('APPLY', () =>
        mutate({ mutation: ApplyImportDocument, variables: { id, anyway, version: record?.version ?? 0 } }),
      ),
    undo: () => run('UNDO', () => mutate({ mutation: UndoImportDocument, variables: { id } })),
  };
}

/** How the rows were read by the last check; before the first, as suggested. */
export const mappingOf = ({
  columns,
  createMakes,
  fillDown,
  splitModels,
  openFrom,
  openUntil,
}: ImportRecordFragment): Mapping => ({
  fields: new Map(columns.flatMap(({ index, field }) => (field ? [[index, field] as const] : []))),
  createMakes,
  fillDown,
  splitModels,
  openFrom,
  openUntil,
});
