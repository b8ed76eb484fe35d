import { useCallback, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorCode } from '../../graphql/graphErrors';
import { WILL_BE_SENT } from '../../offline/send';
import { currentSession } from '../../session';
import { useOnce } from '../useOnce';
import { draftOf, dropDraft, saveDraft } from './draft';
import { type ReadRecord, type RecordKind, same } from './record';
import { type SaveProblem, saveProblem } from './saveProblem';
import { type Change, changesOf } from './staleChanges';

/**
 * The record that was saved; if saving it changes others too, the page that first shows what would be changed, where it is
 * saved; 'kept' if it waits for a connection (client/offline/send.ts).
 */
type Saved = { id: string } | { stagedAt: string } | 'kept';

export interface SavingOptions<Values extends FieldValues> {
  kind: RecordKind<Values>;
  /** The record that is edited; null while one is created. */
  record: ReadRecord<Values> | null;
  /** The initial values. */
  values: Values;
  /**
   * Saves the values and returns the record. `version` is the one that was read (undefined for a new record), `base` its
   * values.
   */
  save: (values: Values, at: { version?: number | undefined; base: Values }) => Promise<Saved | null | undefined>;
  remove?: (() => Promise<unknown>) | undefined;
  /** Reads the server's current version. */
  reread?: () => Promise<ReadRecord<Values>>;
  /** Whether the record is still loading. */
  loading?: boolean;
  /** Says what was saved or deleted, and leaves the form. `id` is that of the saved record. */
  onDone: (words: string | undefined, id?: string) => void;
}

/** The states of a form (docs/look.md, "Forms"), and what a stale edit needs. */
export function useSaving<Values extends FieldValues>(options: SavingOptions<Values>) {
  const { kind, record, values, save, remove, reread, loading, onDone } = options;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const place = pathname + search;
  const [draft] = useState(() => (loading ? null : draftOf(place)));
  const form = useForm<Values>({ defaultValues: (draft?.values ?? values) as DefaultValues<Values> });
  /** The last values read from the server: at the start, or again after a stale edit. */
  const base = useRef((draft?.base ?? { values, version: record?.version }) as { values: Values; version?: number });
  const [once, isBusy] = useOnce();
  const [work, setWork] = useState<'saving' | 'deleting'>('saving');
  const done = useRef(false);
  const retry = useRef(() => {});
  const held = useRef(new Set<Promise<unknown>>());
  const [waiting, setWaiting] = useState<string | null>(null);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [changes, setChanges] = useState<Change[] | null>(null);
  const { getValues } = form;

  const edited = useCallback(() => setProblem(null), []);
  const isDirty = useCallback(() => !done.current && !same(getValues(), base.current.values), [getValues]);

  // When the session ends, the form unmounts; the draft is kept until the same user signs in again.
  const [user] = useState(currentSession().user?.id);
  useEffect(
    () => () => {
      if (!user || currentSession().user || !isDirty()) return;
      saveDraft({ place, user, values: getValues(), base: base.current });
    },
    [user, place, isDirty, getValues],
  );

  useEffect(() => {
    if (draft) dropDraft();
  }, [draft]);

  // Another part of the page changed the record and read it again: the form is reset to the new version.
  const version = useRef(record?.version);
  useEffect(() => {
    if (!record || record.version === version.current) return;
    version.current = record.version;
    base.current = { values, version: record.version };
    form.reset(values as DefaultValues<Values>);
    setProblem(null);
    setChanges(null);
  }, [record, values, form]);

  /** Leaves the form without the question about unsaved changes. */
  const finish: typeof onDone = (...what) => {
    done.current = true;
    onDone(...what);
  };

  /** Loads the changes that somebody else has saved meanwhile; false if there are none. */
  const findChanges = async () => {
    const theirs = await reread?.();
    if (!theirs || theirs.version === base.current.version) return false;
    const found = changesOf({ fields: kind.fields, base: base.current.values, mine: getValues(), theirs });
    for (const { name, taken, theirs: value } of found) {
      if (taken === 'theirs') form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>);
    }
    base.current = { values: theirs.values, version: theirs.version };
    setChanges(found);
    return true;
  };

  const take = (change: Change, side: Change['taken']) => {
    form.setValue(change.name as Path<Values>, change[side] as PathValue<Values, Path<Values>>);
    setChanges((before) => before?.map((other) => (other === change ? { ...other, taken: side } : other)) ?? null);
  };

  const hold = useCallback((upload: Promise<unknown>) => {
    held.current.add(upload);
    void upload.finally(() => held.current.delete(upload));
  }, []);

  const uploaded = async () => {
    while (held.current.size) {
      const count = held.current.size;
      setWaiting(`Waiting for ${count === 1 ? 'an upload' : `${count} uploads`}...`);
      await Promise.race(held.current);
    }
    setWaiting(null);
  };

  const attempt = async (what: typeof work, lead: string | undefined, act: () => Promise<void>) => {
    retry.current = () => void run(what, lead, act);
    setWork(what);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      const isConflict = what === 'saving' && record && errorCode(error) === 'CONFLICT';
      const isStale = isConflict && (await findChanges().catch((failure) => console.error(failure)));
      // The form shows the changes in place of the error.
      if (!isStale) setProblem(saveProblem(error, lead));
    } finally {
      setWaiting(null);
    }
  };
  const run = (what: typeof work, lead: string | undefined, act: () => Promise<void>) =>
    once(() => attempt(what, lead, act));

  return {
    form,
    isDirty,
    restored: draft !== null,
    busy: isBusy ? work : null,
    waiting,
    problem,
    changes,
    take,
    hold,
    edited,
    retry: () => retry.current(),
    submit: () =>
      run('saving', record ? kind.words.updateFailed : kind.words.createFailed, async () => {
        await uploaded();
        const saved = await save(getValues(), { version: base.current.version, base: base.current.values });
        if (saved === 'kept') finish(WILL_BE_SENT);
        else if (saved && 'stagedAt' in saved) {
          done.current = true;
          void navigate(saved.stagedAt);
        } else finish(record ? kind.words.updated : kind.words.created, saved?.id);
      }),
    deleteRecord: () =>
      run('deleting', kind.words.deleteFailed, async () => {
        await remove?.();
        finish(kind.words.deleted);
      }),
  };
}
