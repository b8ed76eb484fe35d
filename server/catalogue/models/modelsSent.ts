import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller, Context } from '../../context';
import type { Page } from '../../inputs/list';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { jsonRows } from '../../outside/postgres/jsonRows';
import type { Fields } from './readModels';

/** More models in a day are logged (docs/rules.md, "Access audit"). */
const MANY = 1_000;

export interface Sent {
  user: number;
  /** The API token with which a program asked. */
  token: number | null;
  /** Milliseconds since 1970. */
  at: number;
  models: number;
}

export const sentTo = ({ id, apiToken }: Caller, models: number): Sent => ({
  user: id,
  token: apiToken?.id ?? null,
  at: Date.now(),
  models,
});

/** Counts models whose key data is sent to users, by day (UTC). Whatever sends key data comes here. Logs who passes a thousand. */
export async function countSent(em: EntityManager, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return;
  await em.execute(
    `with given as (
       select g."user" as user_id, date_trunc('day', to_timestamp(g.at / 1000), 'UTC') as day, sum(g.models)::int as models,
         (array_agg(g.token order by g.models desc))[1] as token
       from jsonb_to_recordset(?) as g ("user" int, token int, at float8, models int) group by 1, 2
     ), counted as (
       insert into models_sent as s (user_id, day, models)
         select user_id, day, models from given join users on users.id = user_id order by 1, 2
       on conflict (user_id, day) do update set models = s.models + excluded.models
       returning user_id, day, models
     )
     ${LogEntry.INSERT}
       select u.id, u.username, (select name from api_tokens where id = g.token), '${LogKind.MODELS_SENT}',
         'Was sent the key data of more than ${MANY.toLocaleString('en')} models in a day', null, null, now()
       from counted c join given g using (user_id, day) join users u on u.id = user_id
       where c.models > ${MANY} and c.models - g.models <= ${MANY}`,
    [jsonRows([...sent])],
  );
}

/** A page of a list, counted as sent if it has key data. */
export async function countedPage<Row>(
  { user, noteListed }: Pick<Context, 'noteListed'> & { user: Caller },
  fields: Fields,
  page: Promise<Page<Row>>,
): Promise<Page<Row>> {
  const found = await page;
  if (fields === 'all') noteListed(user, found.items.length);
  return found;
}
