import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import type { ChangeSource } from '../history/modelChange.entity';
import { keyDataColumns } from '../models/modelSql';
import { type OnProgress, serialiseChanges } from './changeTask';
import { sourceOf } from './sources';
import { ChangeKind, ChangeState, type StagedChange } from './stagedChange.entity';

/** Rows written per statement. */
const BATCH = 1_000;

/** Writes the new and changed models that the check found, and their history. Runs in the caller's transaction. */
export async function applyChange(
  em: EntityManager,
  found: StagedChange,
  user: Caller,
  onProgress: OnProgress,
  { anyway = false } = {},
): Promise<void> {
  await serialiseChanges(em);
  const { source, prepare, afterBatch } = sourceOf(found);
  await prepare(em, found, anyway);
  let done = 0;
  for (const { first, last, count } of await batchesOf(em, found.id)) {
    const rows = `select r.*, ${FIELDS} as fields from import_rows r
      where r.import_id = ${found.id} and r.number between ${first} and ${last}`;
    await insertModels(em, `${rows} and r.verdict = 'new'`, { user, source });
    await updateModels(em, `${rows} and r.verdict = 'changed'`, [], { user, source, importId: found.id });
    await afterBatch?.(em, found.id, first, last);
    done += count;
    onProgress(done);
  }
  found.state = ChangeState.APPLIED;
  found.appliedAt = new Date();
  const { kind, totals, createdMakes } = found;
  const made = createdMakes.length ? `, ${createdMakes.length} new makes` : '';
  const gone = totals?.deleted ? `, ${totals.deleted} deleted` : '';
  const counts = `${totals?.new} new models, ${totals?.changed} changed${gone}${made}`;
  LogEntry.write(em, user, LogKind.IMPORT_APPLIED, {
    subject: { type: LogSubjectType.IMPORT, id: found.id },
    text: `${kind === ChangeKind.FILE ? 'Imported ' : ''}${found.title} (import ${found.id}): ${counts}`,
  });
}

/** The values that a row sets, by field. */
const FIELDS = `(select jsonb_object_agg(c->>'field', coalesce(c->>'storedAfter', c->>'after'))
  from jsonb_array_elements(r.changes) c)`;

/** All parts of a row are in one batch. */
const ranges = `select min(number) as first, max(number) as last, sum(parts)::int as count from (
  select number, count(*) as parts, div(sum(count(*)) over (order by number) - 1, ${BATCH}) as batch from import_rows
  where import_id = ? and verdict in ('new', 'changed', 'deleted') group by number) numbered group by batch order by batch`;

const batchesOf = (em: EntityManager, id: number) =>
  em.execute<{ first: number; last: number; count: number }[]>(ranges, [id]);

/** `rows` is a query for rows of a change with `fields`. */
async function insertModels(
  em: EntityManager,
  rows: string,
  { user, source }: { user: Caller; source: ChangeSource },
): Promise<void> {
  const columns = keyDataColumns('b.fields', () => `''`);
  await em.execute(
    `with batch as materialized (select n.*, nextval(pg_get_serial_sequence('models', 'id'))::int as new_id from (${rows}) n),
     created as (
       insert into models (id, make_id, name, year, sample, created_at, updated_at, ${columns.map(([name]) => name).join(', ')})
       select b.new_id, b.make_id, b.fields->>'name', (b.fields->>'year')::int,
         coalesce(b.fields->>'sample' = 'yes', false), now(), now(), ${columns.map(([, value]) => value).join(', ')}
       from batch b
     ),
     named as (
       update import_rows r set model_id = b.new_id from batch b
       where r.import_id = b.import_id and r.number = b.number and r.part = b.part
     )
     insert into model_changes (model_id, user_id, username, source, created, changes, created_at, import_id)
     select new_id, ?, ?, ?, true, changes, now(), import_id from batch`,
    [user.id, user.username, source],
  );
}

/**
 * Changes models and writes their history. `rows` is a query with `params` that returns model_id, make_id (null if the
 * make stays), `fields` (the new values by name) and `changes` (for the history).
 */
export async function updateModels(
  em: EntityManager,
  rows: string,
  params: unknown[],
  { user, source, importId }: { user: Caller; source: ChangeSource; importId: number | null },
): Promise<void> {
  const columns = keyDataColumns('b.fields', (column, place) => `m.${column}${place ? `[${place}]` : ''}`);
  await em.execute(
    `with batch as materialized (${rows}),
     written as (
       update models m set make_id = coalesce(b.make_id, m.make_id), name = coalesce(b.fields->>'name', m.name),
         year = coalesce((b.fields->>'year')::int, m.year), sample = coalesce(b.fields->>'sample' = 'yes', m.sample),
         updated_at = now(), version = m.version + 1, ${columns.map(([name, value]) => `${name} = ${value}`).join(', ')}
       from batch b where m.id = b.model_id
     )
     insert into model_changes (model_id, user_id, username, source, created, changes, created_at, import_id)
     select model_id, ?, ?, ?, false, changes, now(), ? from batch`,
    [...params, user.id, user.username, source, importId],
  );
}
