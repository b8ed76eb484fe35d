import type { EntityManager } from '@mikro-orm/postgresql';
import type { Read } from '../../gate/plainReads';
import { type Actor, byWhom, LogEntry } from '../../logs/logEntry.entity';
import { type LogKind, LogSubjectType } from '../../logs/logKind';
import { jsonRows } from '../../outside/postgres/jsonRows';
import type { Statement } from '../../outside/postgres/reads';
import { CHECK, type Check, SOURCE, storedCheck } from '../checked';
import type { ChangeSource } from '../history/modelChange.entity';
import { KEY_DATA, type KeyDataValues, keyDatum, SYSTEM_DATA } from '../keyData';
import { fromJson } from '../makes/makeRow';
import type { StoredChange } from '../recordChange';
import { insertReadings, readingsOf } from '../series/seriesReadings';
import { lockSystems } from '../systems/lockSystems';
import { changesBetween, KEY_SYSTEM } from './modelChanges';
import { arrangeImages } from './modelImages';
import { type ModelRow, newModel } from './modelRow';
import { KEY_DATA_COLUMNS, systemLine } from './readModels';

/*
 * Writes models. The changes of the history are the single source of what is written: the SQL takes the new values from them.
 * A model keeps or gets a key system only if it has the system's values then. Otherwise it has values of its own, and its
 * history says so (docs/rules.md, "Key systems").
 */

/** A model to change, or a new one. */
export interface ModelWrite {
  /** Null for a new model. */
  id: number | null;
  /** Of the model as it was read. */
  version: number | null;
  /** An empty list still raises the version. */
  changes: StoredChange[];
  /** Its line of the log. */
  line?: string;
}

/** The write that turns `before` (null: a new model) into `after`. */
export const writeOf = (before: ModelRow | null, after: ModelRow, line?: string): ModelWrite => ({
  id: before?.id ?? null,
  version: before?.version ?? null,
  changes: changesBetween(before, after),
  ...(line !== undefined && { line }),
});

const SERIES = keyDatum('codeSeries');

interface Writing {
  user: Actor;
  source: ChangeSource;
  /** The kind of the lines of the log, if the models have any. */
  kind?: LogKind;
  /** Of the import that makes the changes, or that is undone by them. */
  importId?: number;
}

type Row = Saved & { place: number };
type Saved = Pick<ModelRow, 'id' | 'version' | 'keySystem' | 'createdAt' | 'updatedAt'> & Partial<Check>;

/** The columns that changes set, each with its value in `fields`, or else `kept`. */
const columnsFrom = (kept: (column: string) => string): [column: string, value: string][] => [
  ['make_id', `coalesce((fields->>'make')::int, ${kept('make_id')})`],
  ['name', `coalesce(fields->>'name', ${kept('name')})`],
  ['year', `coalesce((fields->>'year')::int, ${kept('year')})`],
  ['sample', `coalesce(fields->>'sample' = 'yes', ${kept('sample')})`],
  [SOURCE.name, `coalesce(fields->>'${SOURCE.name}', ${kept(SOURCE.name)})`],
  ...Object.entries(storedCheck(`fields->>'${CHECK.name}'`)).map(([column, value]): [string, string] => [
    column,
    `case when fields->>'${CHECK.name}' is null then ${kept(column)} else ${value} end`,
  ]),
  ...Array.from(
    Map.groupBy(KEY_DATA, ({ column }) => column),
    ([column, data]): [string, string] => {
      const values = data.map(
        ({ name, place }) => `coalesce(fields->>'${name}', ${kept(place ? `${column}[${place}]` : column)})`,
      );
      return [column, data[0]?.place ? `array[${values.join(', ')}]` : values.join()];
    },
  ),
];

/** What a new model has where no change sets it. */
const AT_FIRST: Record<string, string> = {
  make_id: 'null',
  name: 'null',
  year: 'null',
  sample: 'false',
  checked_at: 'null::timestamptz',
};
const INSERTED = columnsFrom((column) => AT_FIRST[column] ?? `''`);
const UPDATED = columnsFrom((column) => `m.${column}`);

const SYSTEM_COLUMNS = new Set(SYSTEM_DATA.map(({ column }) => column));
/** The key system whose id is the first expression, if the model has its values; else null. */
const systemWith = (id: string, columns: [column: string, value: string][]): string => {
  const owned = columns.filter(([column]) => SYSTEM_COLUMNS.has(column));
  return `(select s.id from key_systems s where s.id = ${id}
      and (${owned.map(([column]) => `s.${column}`).join(', ')}) = (${owned.map(([, value]) => value).join(', ')}))`;
};
const SETS_SYSTEM = `(fields->>'${KEY_SYSTEM.name}' is not null)`;
const WANTED = `nullif(fields->>'${KEY_SYSTEM.name}', '')::int`;

/** Not `now()`: a transaction that waited for a lock would write an earlier time than the change for which it waited. */
const NOW = 'statement_timestamp()';

/** Inserts the models of `batch`, with version 1 (the column's default). */
const INSERT = `written as (
    select batch.*, 1 as new_version, ${NOW} as created_at, null::int as was, ${systemWith(WANTED, INSERTED)} as is_now from batch
  ), inserted as (
    insert into models (id, created_at, updated_at, key_system_id, ${INSERTED.map(([column]) => column).join(', ')})
    select id, created_at, created_at, is_now, ${INSERTED.map(([, value]) => value).join(', ')} from written
  )`;

/** Updates the models of `batch` that nobody else has locked or changed. */
const UPDATE = `free as (
    select batch.*, m.key_system_id as was, ${systemWith(
      `case when ${SETS_SYSTEM} then ${WANTED} else m.key_system_id end`,
      UPDATED,
    )} as is_now
    from batch join models m using (id) where m.version = batch.version for no key update of m skip locked
  ), written as (
    update models m set updated_at = ${NOW}, version = m.version + 1, key_system_id = is_now,
      ${UPDATED.map((pair) => pair.join(' = ')).join(', ')}
    from free where m.id = free.id returning free.*, m.version as new_version, m.created_at
  )`;

const nameOf = (system: string) => `(select name from key_systems where id = ${system})`;

/** The changes of a written model as its history tells them: with what has become of its key system. */
const TOLD = `case when is_now is not distinct from was and not ${SETS_SYSTEM} then changes else (
    select coalesce(jsonb_agg(c order by place), '[]') from jsonb_array_elements(changes) with ordinality as e (c, place)
    where c->>'field' <> '${KEY_SYSTEM.name}'
  ) || case when is_now is not distinct from was then '[]' else jsonb_build_array(jsonb_build_object(
    'field', '${KEY_SYSTEM.name}', 'label', '${KEY_SYSTEM.label}',
    'before', coalesce(${nameOf('was')}, ''), 'after', coalesce(${nameOf('is_now')}, ''),
    'storedBefore', coalesce(was::text, ''), 'storedAfter', coalesce(is_now::text, ''))) end end`;

/**
 * Writes the models of $7 with their history and lines of the log, and what their code series mean ($8): triggers read that
 * at the end of the statement. Returns those that it has written.
 */
const writing = (name: string, id: string, write: string): Statement => ({
  name,
  text: `with batch as materialized (
      select place, ${id} as id, version, changes, line, $1::int as user_id, $2::text as username, $3::text as token,
        $4::text as source, $5::int as import_id, $6::text as kind,
        (select coalesce(jsonb_object_agg(c->>'field', coalesce(c->>'storedAfter', c->>'after')), '{}')
          from jsonb_array_elements(changes) c) as fields
      from jsonb_to_recordset($7) as b (place int, id int, version int, changes jsonb, line text)
    ), ${write}, history as (
      insert into model_changes (model_id, user_id, username, token, source, created, changes, created_at, import_id)
      select id, user_id, username, token, source, new_version = 1, told, ${NOW}, import_id
      from (select *, ${TOLD} as told from written) t where told <> '[]' order by place
    ), readings as (
       ${insertReadings('$8')}
    ), lines as (
      ${LogEntry.INSERT} select user_id, username, token, kind, line, '${LogSubjectType.MODEL}', id, ${NOW} from written
      where line is not null
    )
    select coalesce(json_agg(json_build_object('place', place, 'id', id, 'version', new_version, 'createdAt', created_at,
      'updatedAt', ${NOW}, 'keySystem', ${systemLine('is_now')})), '[]') as value from written`,
});
const INSERT_MODELS = writing('insert models', `nextval(pg_get_serial_sequence('models', 'id'))::int`, INSERT);
const UPDATE_MODELS = writing('update models', 'id', UPDATE);

/**
 * Writes models with their history and lines of the log: one statement for the new ones, and one for the others. With an
 * EntityManager it also arranges their pictures, and the models to change must be locked (`lockModels`), after the key systems
 * that they get (`lockSystems`). Without, it returns undefined for a model that has another version by now or is locked by
 * somebody else, and models cannot get a key system.
 */
export async function writeModels(
  to: EntityManager | Read,
  batch: ModelWrite[],
  { user, source, kind, importId }: Writing,
): Promise<(Saved | undefined)[]> {
  if (typeof to !== 'function') await lockSystems(to, systemsOf(batch));
  const { user: id, username, token } = byWhom(user);
  const about = [id, username, token, source, importId ?? null, kind ?? null];
  const run = async ({ name, text }: Statement, writes: ModelWrite[] = []): Promise<Row[]> => {
    if (writes.length === 0) return [];
    const readings = readingsOf(codeSeriesIn(writes));
    if (typeof to === 'function')
      return (await to<Row[]>({ name, text }, [...about, JSON.stringify(writes), JSON.stringify(readings)])) ?? [];
    // The text has each of them once and in this order, and no other `?`.
    const values = [...about, jsonRows(writes), jsonRows(readings)];
    const [found] = await to.execute<{ value: Row[] }[]>(text.replace(/\$\d/g, '?'), values);
    return found?.value ?? [];
  };
  const places = batch.map((write, place) => ({ ...write, place }));
  const { created, changed } = Object.groupBy(places, ({ id }) => (id === null ? 'created' : 'changed'));
  const rows = [...(await run(INSERT_MODELS, created)), ...(await run(UPDATE_MODELS, changed))];
  const saved = new Map(rows.map(({ place, ...row }) => [place, fromJson<Saved>(row)]));
  if (typeof to !== 'function') {
    if (saved.size < batch.length) throw new Error('A model was not locked before it was changed, or not read since');
    await arrangeImages(to, picturesOf(batch, saved));
  }
  return batch.map(({ changes }, place) => {
    const row = saved.get(place);
    const check = changes.find(({ field }) => field === CHECK.name)?.storedAfter;
    return row && check !== undefined ? { ...row, ...CHECK.read(check) } : row;
  });
}

/** The ids of the key systems that models get. */
const systemsOf = (batch: ModelWrite[]) =>
  batch.flatMap(({ changes }) => {
    const id = changes.find(({ field }) => field === KEY_SYSTEM.name)?.storedAfter;
    return id ? [Number(id)] : [];
  });

/** The code series that the models get. */
const codeSeriesIn = (writes: ModelWrite[]) =>
  writes.flatMap(({ changes }) => changes.filter(({ field }) => field === SERIES.name).map(({ after }) => after ?? ''));

/** The pictures of the models whose pictures change. */
const picturesOf = (batch: ModelWrite[], saved: Map<number, Saved>) =>
  batch.flatMap(({ changes }, place) => {
    const change = changes.find(({ field }) => field === 'images');
    const id = saved.get(place)?.id;
    return change && id ? [{ id, hashes: change.storedAfter?.split(' ').filter(Boolean) ?? [] }] : [];
  });

/** A model by column. */
export const valuesOf = (model: KeyDataValues & { id: number; makeId: number; name: string; year: number }) => ({
  id: model.id,
  make_id: model.makeId,
  name: model.name,
  year: model.year,
  ...Object.fromEntries(KEY_DATA_COLUMNS.map(([column, name]) => [column, model[name]])),
});

/** The key data of a row that was stored before a field existed. */
const EMPTY = {
  ...Object.fromEntries(KEY_DATA_COLUMNS.map(([column, name]) => [column, newModel()[name]])),
  source: '',
  checked_by: '',
};

/**
 * Inserts models with their ids, as rows by column, without history: what was deleted, or the demo data. Leaves out those
 * whose makes are gone. A model keeps its key system only if it still has its values. Returns the ids of those inserted.
 */
export async function insertModels(em: EntityManager, rows: object[]): Promise<number[]> {
  const texts = rows.map((row) => String((row as Record<string, unknown>)[SERIES.column] ?? ''));
  await em.execute(insertReadings('?'), [jsonRows(readingsOf(texts))]);
  await lockSystems(
    em,
    rows.flatMap((row) => Number((row as Record<string, unknown>).key_system_id) || []),
  );
  const columns = ['id', ...INSERTED.map(([column]) => column)].join(', ');
  const system = systemWith(
    'm.key_system_id',
    INSERTED.map(([column]) => [column, `m.${column}`]),
  );
  const created = await em.execute<{ id: number }[]>(
    `insert into models (${columns}, key_system_id, created_at, updated_at, version)
     select ${columns}, ${system}, coalesce(created_at, now()), now(), coalesce(version, 0) + 1
     from jsonb_populate_recordset(jsonb_populate_record(null::models, ?::jsonb), ?) m where exists (select from makes k where k.id = m.make_id)
     returning id`,
    [JSON.stringify(EMPTY), jsonRows(rows)],
  );
  return created.map(({ id }) => id);
}
