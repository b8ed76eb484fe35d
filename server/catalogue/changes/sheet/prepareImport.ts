import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../../errors';
import { KEY_LABEL } from '../../keyData';
import { Make } from '../../makes/make.entity';
import { MakeNames } from '../../makes/makeNames';
import { KEY_SYSTEM } from '../../models/modelChanges';
import { isAnotherKey, isSameModel } from '../../models/modelRow';
import { lockSystems } from '../../systems/lockSystems';
import type { StagedChange } from '../stagedChange.entity';
import { makesToCreate } from './missingMakes';

/** Creates missing makes, locks the models to change, and refuses the import if the catalogue has changed since its check. */
export async function prepareImport(em: EntityManager, found: StagedChange): Promise<void> {
  const createdMakes = await createMakes(em, found.id);
  await lockSystems(em, await systemsOf(em, found.id));
  await refuseStale(em, found.id);
  found.createdMakes = createdMakes;
}

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

/** The ids of the key systems that models get. */
async function systemsOf(em: EntityManager, id: number): Promise<number[]> {
  const found = await em.execute<{ id: number }[]>(
    `select distinct (c->>'storedAfter')::int as id from import_rows r, jsonb_array_elements(r.changes) c
     where import_id = ? and verdict in ('new', 'changed') and c->>'field' = ? and c->>'storedAfter' <> ''`,
    [id, KEY_SYSTEM.name],
  );
  return found.map(({ id }) => id);
}

export const staleImport = () =>
  new AppError(
    'CONFLICT',
    'The catalogue has changed since this import was checked. Check the import again, then apply it.',
  );

/** In SQL: which key of its bike the row `r` creates. */
const LABEL = `coalesce((select c->>'after' from jsonb_array_elements(r.changes) c where c->>'field' = '${KEY_LABEL}'), '')`;

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
     exists (select from import_rows r join models m on ${isSameModel('r')}
       where r.import_id = ? and r.verdict = 'new' and not ${isAnotherKey(LABEL)}
         and not exists (select from import_rows t where t.import_id = r.import_id and t.model_id = m.id)) as created`,
    [id, id],
  );
  if (found?.changed || found?.created) throw staleImport();
}
