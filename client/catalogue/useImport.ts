import { ServerError, ServerParseError } from '@apollo/client/errors';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../components/LiveRegion';
import {
  type ImportField,
  type ImportRecordFragment,
  type ImportState,
  type ImportTask,
  useApplyImportMutation,
  useCheckImportMutation,
  useImportQuery,
  useUndoImportMutation,
} from '../graphql/generated/imports';
import { errorCode, serverMessage } from '../graphql/problem';
import { useForget } from './catalogueChanges';
import { failureOf } from './failureOf';
import { taskWords } from './importWords';

const POLL_MS = 700;
/** So often in a row it may be seen that nothing is done before a lost request is taken for one that came to nothing. */
const IDLE = 3;
const UNREACHED = 20;

const goal: Record<ImportTask, ImportState> = { CHECK: 'CHECKED', APPLY: 'APPLIED', UNDO: 'UNDONE' };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** No answer of ours: the network, or a proxy that had no patience. The server may go on all the same. */
const isLost = (error: unknown) =>
  serverMessage(error) === undefined &&
  (error instanceof TypeError || ServerError.is(error) || ServerParseError.is(error));

/** What the columns hold, by their index, and whether missing makes are created. */
export interface Mapping {
  fields: ReadonlyMap<number, ImportField>;
  createMakes: boolean;
}

interface Failure {
  message: string;
  /** The catalogue has changed since the check: checking again helps. */
  stale: boolean;
}

/** An import, and what can be done with it: one task at a time, whose progress is asked for while it lasts. */
export function useImport(id: string) {
  const { data, previousData, error, refetch, startPolling, stopPolling } = useImportQuery({
    variables: { id },
    skip: !id,
    fetchPolicy: 'cache-and-network',
  });
  const forget = useForget();
  const [check] = useCheckImportMutation();
  const [apply] = useApplyImportMutation();
  const [undo] = useUndoImportMutation();
  const [own, setOwn] = useState<ImportTask | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const found = (data ?? previousData)?.import;
  const record = found?.id === id ? found : undefined;
  // Its own, or one that goes on after a reload, or somebody else's.
  const task = own ?? record?.progress?.task ?? null;

  useEffect(() => {
    if (task) startPolling(POLL_MS);
    else stopPolling();
  }, [task, startPolling, stopPolling]);

  // However it came about: what the cache holds of the catalogue is old now.
  const state = record?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current && state && before.current !== state) {
      if (state === 'APPLIED' || state === 'UNDONE') forget.catalogue();
      else forget.imports();
    }
    before.current = state;
  });

  const ask = () =>
    refetch().then(
      (result) => result.data?.import,
      () => undefined,
    );

  /** Waits until nothing is being done any more; `seen` is whether anything was. */
  const follow = async () => {
    let seen = false;
    let last: ImportRecordFragment | undefined;
    for (let idle = 0, unreached = 0; here.current && idle < IDLE && unreached < UNREACHED; ) {
      await wait(POLL_MS);
      const now = await ask();
      unreached = now ? 0 : unreached + 1;
      if (!now) continue;
      last = now;
      seen ||= now.progress !== null;
      idle = now.progress ? 0 : idle + 1;
    }
    return { seen, last };
  };

  const fail = async (task: ImportTask, error: unknown) => {
    if (isLost(error)) {
      const was = record?.state;
      const { seen, last } = await follow();
      const reached = last?.state === goal[task] && (seen || was !== goal[task]);
      if (reached) return;
      const message = last
        ? 'The server has stopped before it was done. Nothing has been changed. Please try again.'
        : 'No answer comes from the server. It may go on all the same: look at this page again later.';
      setFailure({ message, stale: false });
      return;
    }
    const now = await ask();
    // Somebody else works on it: that is followed.
    if (errorCode(error) === 'CONFLICT' && now?.progress) return;
    const stale = task === 'APPLY' && errorCode(error) === 'CONFLICT' && now?.state === 'CHECKED';
    const message = errorCode(error) === 'CONFLICT' ? serverMessage(error) : undefined;
    setFailure({ message: message ?? failureOf(error), stale });
  };

  const run = async (task: ImportTask, act: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setFailure(null);
    setOwn(task);
    announce(taskWords[task]);
    try {
      await act();
      // A question that was on its way before the answer must not have the last word.
      await ask();
    } catch (error) {
      await fail(task, error);
    } finally {
      running.current = false;
      setOwn(null);
      forget.imports();
    }
  };

  return {
    record,
    task,
    failure,
    error,
    retry: () => void ask(),
    dismiss: () => setFailure(null),
    check: ({ fields, createMakes }: Mapping) =>
      run('CHECK', () =>
        check({
          variables: { id, createMakes, mapping: [...fields].map(([column, field]) => ({ column, field })) },
        }),
      ),
    apply: () => run('APPLY', () => apply({ variables: { id } })),
    undo: () => run('UNDO', () => undo({ variables: { id } })),
  };
}

/** What the columns are mapped to. */
export const fieldsOf = ({ columns }: ImportRecordFragment): Map<number, ImportField> =>
  new Map(columns.flatMap(({ index, field }) => (field ? [[index, field] as const] : [])));
