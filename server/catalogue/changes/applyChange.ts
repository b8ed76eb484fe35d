import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { AppError } from '../../errors';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { jsonRows } from '../../outside/postgres/jsonRows';
import { ChangeSource } from '../history/modelChange.entity';
import { Make } from '../makes/make.entity';
import { MakeNames } from '../makes/makeNames';
import { type ModelWrite, writeModels } from '../models/writeModels';
import { type OnProgress, serialiseChanges } from './changeTask';
import { deleteWithCopies, excludeStale } from './selection/applySelection';
import { makesToCreate } from './sheet/missingMakes';
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
  const isFile = found.kind === ChangeKind.FILE;
  const source = isFile ? ChangeSource.IMPORT : ChangeSource.BULK;
  const createdMakes = isFile ? await createMakes(em, found.id) : [];
  if (isFile) await refuseStale(em, found.id);
  else await excludeStale(em, found, anyway);
  let done = 0;
  for (const { first, last, count } of await batchesOf(em, found.id)) {
    await writeRows(em, found.id, { first, last }, { user, source });
    if (found.kind === ChangeKind.DELETE) await deleteWithCopies(em, found.id, first, last);
    done += count;
    onProgress(done);
  }
  found.state = ChangeState.APPLIED;
  found.appliedAt = new Date();
  found.createdMakes = createdMakes;
  const { totals } = found;
  const made = createdMakes.length ? `, ${createdMakes.length} new makes` : '';
  const gone = totals?.deleted ? `, ${totals.deleted} deleted` : '';
  const counts = `${totals?.new} new models, ${totals?.changed} changed${gone}${made}`;
  LogEntry.write(em, user, LogKind.IMPORT_APPLIED, {
    subject: { type: LogSubjectType.IMPORT, id: found.id },
    text: `${isFile ? 'Imported ' : ''}${found.title} (import ${found.id}): ${counts}`,
  });
}

/** All parts of a row are in one batch. */
const ranges = `select min(number) as first, max(number) as last, sum(parts)::int as count from (
  select number, count(*) as parts, div(sum(count(*)) over (order by number) - 1, ${BATCH}) as batch from import_rows
  where import_id = ? and verdict in ('new', 'changed', 'deleted') group by number) numbered group by batch order by batch`;

const batchesOf = (em: EntityManager, id: number) =>
  em.execute<{ first: number; last: number; count: number }[]>(ranges, [id]);

/** Creates the makes that are still missing. Returns the ids of the makes it created. */
async function createMakes(em: EntityManager, id: number): Promise<number[]> {
  const missing = await makesToCreate(em, id);
  const created: number[] = [];
  if (missing.length === 0) return created;
  const makes = new MakeNames(await em.find(Make, {}));
  for (const [name = '', ...others] of missing) {
    let make = makes.find(name);
    if (make && 'wrong' in make) throw staleImport();
    if (!make) {
      make = em.create(Make, { displayName: name, fullName: name });
      await em.flush();
      created.push(make.id);
    }
    await em.execute(
      `update import_rows r set make_id = ?, changes = (
         select jsonb_agg(case when c->>'field' = 'make' then c || jsonb_build_object('storedAfter', ?::text) else c end
           order by place)
         from jsonb_array_elements(r.changes) with ordinality as e (c, place))
       where import_id = ? and make_id is null and verdict in ('new', 'changed') and make in (?)`,
      [make.id, String(make.id), id, [name, ...others]],
    );
  }
  return created;
}

const staleImport = () =>
  new AppError(
    'CONFLICT',
    'The catalogue has changed since this import was checked. Check it again before you apply it.',
  );

/** Locks the models to change, in the order of their ids, and verifies that the check is still valid. */
async function refuseStale(em: EntityManager, id: number): Promise<void> {
  await em.execute(
    `select count(*) from (select m.id from models m where m.id in (
       select model_id from import_rows where import_id = ? and verdict = 'changed') order by m.id for no key update) locked`,
    [id],
  );
  const [found] = await em.execute<{ changed: boolean; created: boolean }[]>(
    `select exists (select from import_rows r left join models m on m.id = r.model_id
       where r.import_id = ? and r.verdict = 'changed' and m.version is distinct from r.model_version) as changed,
     exists (select from import_rows r join models m on m.make_id = r.make_id and m.year = r.year::int
         and lower(m.name::text collate "und-x-icu") = lower(btrim(r.name) collate "und-x-icu")
       where r.import_id = ? and r.verdict = 'new') as created`,
    [id, id],
  );
  if (found?.changed || found?.created) throw staleImport();
}

/** Writes the models of some rows. Each row then has the id of its model. */
async function writeRows(
  em: EntityManager,
  importId: number,
  { first, last }: { first: number; last: number },
  by: { user: Caller; source: ChangeSource },
): Promise<void> {
  const rows = await em.execute<(ModelWrite & { number: number; part: number })[]>(
    `select number, part, case when verdict = 'changed' then model_id end as id, model_version as version, changes
     from import_rows where import_id = ? and number between ? and ? and verdict in ('new', 'changed')
     order by number, part`,
    [importId, first, last],
  );
  const saved = await writeModels(em, rows, { ...by, importId });
  const created = rows.flatMap(({ id, number, part }, place) =>
    id === null ? [{ number, part, model_id: saved[place]?.id }] : [],
  );
  await em.execute(
    `update import_rows r set model_id = c.model_id
     from jsonb_to_recordset(?) as c (number int, part int, model_id int)
     where r.import_id = ? and r.number = c.number and r.part = c.part`,
    [jsonRows(created), importId],
  );
}
