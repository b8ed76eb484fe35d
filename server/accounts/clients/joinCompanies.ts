import type { EntityManager } from '@mikro-orm/postgresql';
import { bytesOf } from '../../catalogue/companyBytes';
import { VanBlank } from '../../catalogue/van/vanBlank.entity';
import { Verdict } from '../../feedback/verdicts/verdict.entity';

/** Two own sheets of the same model, one of each company, and their values `v` and `w` for the same field. */
const OF_BOTH = `own_sheets s join own_sheets t on t.client_id = :into and t.model_id = s.model_id and s.client_id = :from`;
const VALUES_OF_BOTH = `${OF_BOTH} join own_values v on v.sheet_id = s.id
  join own_values w on w.sheet_id = t.id and w.field = v.field`;

/**
 * What companies keep for themselves joins when their clients merge (docs/rules.md, "Clients"): statements in this order, for
 * the rows of the client that is deleted (`:from`) and of the one that stays (`:into`).
 */
const JOINS = [
  // Of two values the newer one stays.
  `delete from own_values where id in (
    select case when v.updated_at > w.updated_at then w.id else v.id end from ${VALUES_OF_BOTH})`,
  `update own_values v set sheet_id = t.id from ${OF_BOTH} where v.sheet_id = s.id`,
  `update company_notes n set sheet_id = t.id from ${OF_BOTH} where n.sheet_id = s.id`,
  `update own_sheets o set version = version + 1, bytes = ${bytesOf('o')} where id in (select t.id from ${OF_BOTH})`,
  `delete from own_sheets where id in (select s.id from ${OF_BOTH})`,
  'update own_sheets set client_id = :into where client_id = :from',
];

interface Both {
  from: { id: number };
  into: { id: number };
}

async function run<T = object>(em: EntityManager, statement: string, { from, into }: Both): Promise<T[]> {
  const values: number[] = [];
  const sql = statement.replace(/:(from|into)\b/g, (_, which) => {
    values.push(which === 'from' ? from.id : into.id);
    return '?';
  });
  return em.execute<T[]>(sql, values);
}

/** Within the transaction of the merge, before the first client is deleted. */
export async function joinCompanies(em: EntityManager, both: Both): Promise<void> {
  for (const statement of JOINS) await run(em, statement, both);
  const ids = { from: both.from.id, into: both.into.id };
  await VanBlank.join(em, ids);
  await Verdict.join(em, ids);
}

/** How many own values would be lost because the other company has a newer one for the same model and field. */
export async function replacedValues(em: EntityManager, both: Both): Promise<number> {
  const [row] = await run<{ n: number }>(
    em,
    `select count(*)::int as n from ${VALUES_OF_BOTH} where v.value <> w.value`,
    both,
  );
  return row?.n ?? 0;
}
