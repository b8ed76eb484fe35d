import { useApolloClient } from '@apollo/client/react';
import { useCallback, useReducer, useRef } from 'react';
import { announce } from '../../../components/notice/LiveRegion';
import { counted } from '../../../components/text/counts';
import { textKey } from '../../../components/text/textKey';
import { MendImportDocument, type MendImportInput, type NearNameFragment } from '../../../graphql/generated/imports';
import { errorCode, serverMessage } from '../../../graphql/graphErrors';
import { useForget } from '../../catalogueChanges';
import { failureOf } from '../../failureOf';

/** The typed texts of a row, by column. */
interface Draft {
  cells: Map<number, string>;
  /** The columns that are not saved on the server yet. */
  unsaved: Set<number>;
  saving: number;
  failure: string | null;
}

/** Mends cells of an import: typed texts are saved on the server for the next check. */
export type Mending = ReturnType<typeof useMending>;

type RowState = 'untouched' | 'typed' | 'saving' | 'saved' | { failure: string };

/** Mends the rows of the import with this id. */
export function useMending(id: string) {
  const { mutate } = useApolloClient();
  const forget = useForget();
  const drafts = useRef(new Map<number, Draft>());
  /** Sends one request at a time, because the server locks the import for each. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const problem = useRef<string | null>(null);
  const [, show] = useReducer((count: number) => count + 1, 0);

  const send = (mended: Omit<MendImportInput, 'id'>) => {
    const sent = last.current.then(() =>
      mutate({ mutation: MendImportDocument, variables: { input: { id, rows: [], names: [], ...mended } } }),
    );
    last.current = sent.catch(() => {});
    return sent;
  };

  const unsavedRows = () => [...drafts.current].filter(([, { unsaved }]) => unsaved.size > 0).map(([row]) => row);

  const save = async (row: number) => {
    const draft = drafts.current.get(row);
    if (!draft?.unsaved.size) return;
    const columns = [...draft.unsaved];
    const cells = columns.map((column) => ({ column, value: draft.cells.get(column) ?? '' }));
    draft.unsaved.clear();
    draft.saving += 1;
    draft.failure = null;
    show();
    try {
      await send({ rows: [{ number: row, cells }] });
      announce(`Row ${row} edited, not yet checked`);
    } catch (error) {
      for (const column of columns) draft.unsaved.add(column);
      draft.failure = wordsOf(error);
    } finally {
      draft.saving -= 1;
      show();
    }
  };

  const type = (row: number, column: number, value: string) => {
    const draft = drafts.current.get(row) ?? { cells: new Map(), unsaved: new Set(), saving: 0, failure: null };
    draft.cells.set(column, value);
    draft.unsaved.add(column);
    drafts.current.set(row, draft);
    show();
  };

  const stateOf = (row: number): RowState => {
    const draft = drafts.current.get(row);
    if (!draft) return 'untouched';
    if (draft.saving > 0) return 'saving';
    if (draft.failure) return { failure: draft.failure };
    return draft.unsaved.size > 0 ? 'typed' : 'saved';
  };

  return {
    typed: (row: number, column: number) => drafts.current.get(row)?.cells.get(column),
    stateOf,
    type,
    save,
    /** Why an action on several rows failed. */
    problem: problem.current,
    hasDrafts: drafts.current.size > 0,
    isDirty: useCallback(() => [...drafts.current.values()].some(({ unsaved }) => unsaved.size > 0), []),
    /** Replaces a name in all rows that have it. */
    replace: async ({ field, makeId, name, rows }: NearNameFragment, to: string) => {
      problem.current = null;
      try {
        await send({ names: [{ field, makeId, from: name, to }] });
        announce(`${name} is now ${to} in ${counted(rows, 'row')}, not yet checked`);
        for (const { cells } of drafts.current.values())
          for (const [column, value] of cells) if (textKey(value) === textKey(name)) cells.delete(column);
        forget.imports();
      } catch (error) {
        problem.current = wordsOf(error);
      }
      show();
    },
    /** Waits until everything typed is saved on the server; false if that fails. */
    flush: async () => {
      await Promise.all(unsavedRows().map(save));
      await last.current;
      const left = unsavedRows();
      problem.current = left.length
        ? `Nothing was checked: your changes in ${left.length === 1 ? 'row' : 'rows'} ${left.join(', ')} are not saved.`
        : null;
      show();
      return left.length === 0;
    },
    /** After a check, drops the typed texts: the rows come from the server. */
    forget: useCallback(() => {
      drafts.current.clear();
      problem.current = null;
    }, []),
  };
}

const wordsOf = (error: unknown) =>
  (errorCode(error) === 'CONFLICT' ? serverMessage(error) : undefined) ?? failureOf(error);
