import type { EntityManager } from '@mikro-orm/postgresql';
import { insertModels } from '../../models/writeModels';
import type { Leave, OnProgress } from '../changeTask';
import type { UndoTotals } from '../changeTotals';
import type { StagedChange } from '../stagedChange.entity';

const BATCH = 500;

/** Restores deleted models with their ids, histories and pictures, except those whose make has been deleted. */
export async function restoreDeleted(
  em: EntityManager,
  found: StagedChange,
  undone: UndoTotals,
  leave: Leave,
  onProgress: OnProgress,
): Promise<void> {
  for (let last = 0, done = 0; ; ) {
    const rows = await em.execute<{ number: number; name: string; id: number; model: object }[]>(
      `select number, concat_ws(' ', make, name, year) as name, model_id as id, kept->'model' as model from import_rows
       where import_id = ? and number > ? and verdict = 'deleted' order by number limit ${BATCH}`,
      [found.id, last],
    );
    if (rows.length === 0) return;
    const range = [found.id, last];
    last = rows.at(-1)?.number ?? last;
    const restored = new Set(
      await insertModels(
        em,
        rows.map(({ model }) => model),
      ),
    );
    await restoreBelongings(em, [...range, last]);
    for (const { id, name } of rows) {
      if (restored.has(id)) undone.restored += 1;
      else leave(`${name}: its make has been deleted`);
    }
    done += rows.length;
    onProgress(done);
  }
}

/**
 * Restores what was deleted with the models, for a range of rows (exclusive start, inclusive end). Users and changes may
 * have been deleted meanwhile.
 */
async function restoreBelongings(em: EntityManager, range: number[]): Promise<void> {
  const back = `from import_rows r join models m on m.id = r.model_id`;
  const where = `r.import_id = ? and r.number > ? and r.number <= ? and r.verdict = 'deleted'`;
  await em.execute(
    `insert into model_changes (id, model_id, user_id, username, token, source, created, changes, created_at, import_id)
     select c.id, c.model_id, (select id from users where id = c.user_id), c.username, c.token, c.source, c.created, c.changes,
       c.created_at, (select id from imports where id = c.import_id)
     ${back} cross join lateral jsonb_populate_recordset(null::model_changes, r.kept->'changes') c where ${where}`,
    range,
  );
  await em.execute(
    `insert into model_images (id, model_id, position, hash, width, height)
     select i.id, i.model_id, i.position, i.hash, i.width, i.height
     ${back} cross join lateral jsonb_populate_recordset(null::model_images, r.kept->'images') i where ${where}`,
    range,
  );
  await em.execute(
    `update corrections c set target_id = r.model_id ${back}
     where ${where} and c.target_id is null and r.kept->'corrections' @> to_jsonb(c.id)`,
    range,
  );
  await em.execute(
    `update recent_sheets s set make = null, name = null, year = null ${back} where ${where} and s.model_id = m.id`,
    range,
  );
}
