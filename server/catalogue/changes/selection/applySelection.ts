import type { EntityManager } from '@mikro-orm/postgresql';
import { KEY_LABEL } from '../../keyData';
import { isAnotherKey, isSameModel } from '../../models/modelRow';
import type { StagedChange } from '../stagedChange.entity';
import { storedTotals } from './chosenRows';

const problem = (message: string) => `jsonb_build_array(jsonb_build_object('column', null, 'message', ${message}))`;

/**
 * Locks the chosen models, in the order of their ids. Excludes models that have changed since they were chosen, and copies
 * that equal a model created since. `anyway` includes rows that would equal another model.
 */
export async function excludeStale(em: EntityManager, found: StagedChange, anyway: boolean): Promise<void> {
  const { id } = found;
  await em.execute(
    `select count(*) from (select m.id from models m where m.id in (
       select coalesce(source_id, model_id) from import_rows where import_id = ? and verdict <> 'unchanged')
     order by m.id for no key update) locked`,
    [id],
  );
  if (anyway) {
    await em.execute(
      `update import_rows set verdict = case when source_id is null then 'changed' else 'new' end, problems = '[]',
         model_id = case when source_id is null then model_id end
       where import_id = ? and verdict = 'duplicate'`,
      [id],
    );
  } else {
    await em.execute(
      `update import_rows r set verdict = 'duplicate', problems = ${problem(
        `'Already exists (ID ' || m.id || '); created after you made this selection.'`,
      )}
       from models m, models own where own.id = coalesce(r.source_id, r.model_id)
         and r.import_id = ? and r.verdict in ('new', 'changed') and ${isSameModel('r')}
         and m.id is distinct from r.model_id and not ${isAnotherKey(`own.${KEY_LABEL}`)}
         and (r.source_id is not null or not (${isSameModel('own')}))
         and (r.source_id is not null or exists (
           select from jsonb_array_elements(r.changes) c where c->>'field' in ('make', 'name', 'year')))`,
      [id],
    );
  }
  await em.execute(
    `update import_rows r set verdict = 'stale', problems = ${problem(
      `'Somebody has changed or deleted this model since you made this selection.'`,
    )}
     where r.import_id = ? and r.verdict in ('new', 'changed', 'deleted') and not exists (
       select from models m where m.id = coalesce(r.source_id, r.model_id) and m.version = r.model_version)`,
    [id],
  );
  found.totals = await storedTotals(em, id);
}

/** Deletes the models of some rows. The rows keep everything that is deleted with them. */
export async function deleteWithCopies(em: EntityManager, id: number, first: number, last: number): Promise<void> {
  const rows = `r.import_id = ? and r.number between ? and ? and r.verdict = 'deleted'`;
  await em.execute(
    `update import_rows r set kept = jsonb_build_object(
         'model', to_jsonb(m) - 'search_text',
         'changes', (select coalesce(jsonb_agg(c order by c.id), '[]') from model_changes c where c.model_id = m.id),
         'images', (select coalesce(jsonb_agg(i order by i.id), '[]') from model_images i where i.model_id = m.id),
         'corrections', (select coalesce(jsonb_agg(c.id), '[]') from corrections c where c.target_id = m.id)),
       kept_images = (select array_agg(i.hash::text) from model_images i where i.model_id = m.id)
     from models m where m.id = r.model_id and ${rows}`,
    [id, first, last],
  );
  await em.execute(`delete from models where id in (select model_id from import_rows r where ${rows})`, [
    id,
    first,
    last,
  ]);
}
