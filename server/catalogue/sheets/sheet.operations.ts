import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import { once } from '../../gate/once/once';
import { command, described, query } from '../../gate/operation';
import { isFirstOfHour } from '../../gate/throttle/throttle';
import { BeforeInput, toId } from '../../inputs/record';
import { SentOnce } from '../../inputs/sentOnce';
import { type Actor, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { jsonRows } from '../../outside/postgres/jsonRows';
import { titleOf } from '../models/modelRow';
import { countSent, type Sent } from '../models/modelsSent';
import { modelsWith, requireModel } from '../models/readModels';
import { keyOf, type Opening } from './opening';

@ObjectType({ description: 'How many sheets a user has opened. The same sheet within an hour counts once.' })
export class SheetsOpened {
  @Field(() => Int, { description: 'How many in the last 60 minutes.' })
  lastHour!: number;

  @Field(() => Int, { description: 'In the last 24 hours.' })
  lastDay!: number;
}

export class SheetsOpenedInput {
  userIds!: readonly number[];
}

/** In the order of `userIds`; openings of the last seconds may be missing. */
export const sheetsOpened = described('How many sheets the user has opened.', 'ACCOUNTS').query(
  'admin',
  SheetsOpenedInput,
  ({ em }, { userIds }) =>
    em.execute<SheetsOpened[]>(
      `select count(opened_at) filter (where opened_at > now() - interval '1 hour')::int as "lastHour",
       count(opened_at)::int as "lastDay"
     from unnest(?::int[]) with ordinality as u (id, place)
     left join sheet_openings on user_id = u.id and opened_at > now() - interval '1 day'
     group by u.id, place order by place`,
      [`{${userIds.join(',')}}`],
    ),
);

@InputType({ description: 'A sheet that is printed.' })
export class PrintSheetInput extends SentOnce {
  @Field(() => ID, { description: 'The id of the model whose sheet is printed.' })
  modelId!: string;
}

export const printSheet = described('Logs that the caller prints the sheet of a model.').command(
  'member',
  PrintSheetInput,
  ({ em, user }, { modelId, sentId }) =>
    once(
      em,
      { user, write: 'printSheet', sentId },
      async () => {
        const model = requireModel(await modelsWith(em, [toId(modelId)]));
        const entry = LogEntry.write(em, user, LogKind.SHEET_PRINTED, {
          subject: { type: LogSubjectType.MODEL, id: model.id },
          text: `Printed the sheet of ${titleOf(model)}`,
        });
        await em.flush();
        return entry;
      },
      (id) => em.findOneOrFail(LogEntry, Number(id)),
    ),
  { what: 'sheets printed by', most: 200 },
);

export class OpeningsOfInput {
  user!: number;
}

/** What a user has opened in the last day, oldest first. */
export const openingsOf = query('system', OpeningsOfInput, ({ em }, { user }) =>
  em.execute<{ model: number; token: number | null; at: number }[]>(
    `select model_id as model, token_id as token, (extract(epoch from opened_at) * 1000)::float8 as at from sheet_openings
     where user_id = ? and opened_at > now() - interval '1 day' order by opened_at`,
    [user],
  ),
);

export class BudgetReachedInput {
  user!: number;
  /** For example `300 sheets an hour`. */
  budget!: string;
  /** The token of the program that has reached it. */
  apiToken?: Actor['apiToken'];
}

/** Logs that a user has reached a budget, once an hour. */
export const logBudgetReached = command(
  'system',
  BudgetReachedInput,
  async ({ em }, { user: id, budget, apiToken }) => {
    const user = await em.findOne(User, id);
    if (!user) return;
    if (!(await isFirstOfHour(em, `notice of ${budget} by ${id}`))) return;
    LogEntry.write(em, { id, username: user.username, apiToken }, LogKind.SHEET_BUDGET_REACHED, {
      text: `Reached the budget of ${budget}`,
    });
  },
);

export class OpeningsInput {
  openings!: readonly Opening[];
}

/** The number of recent sheets that are kept for each user, not counting pinned ones. */
const RECENTS_KEPT = 100;

/**
 * Writes openings, except those of deleted users and models. If the sheet was opened within the hour before, only its
 * `last_at` changes, at most once a minute. Returns the openings whose user or model is locked, for example by a long
 * import: waiting for one would delay all others. Sheets that were shown become recent sheets of their users.
 */
export const writeOpenings = command('system', OpeningsInput, async ({ em }, { openings }): Promise<Opening[]> => {
  const written = await em.execute<{ user: number; model: number; token: number | null; at: number; isNew: boolean }[]>(
    `with given as (
       select g.user_id, g.model_id, g.token_id, to_timestamp(g.at / 1000) as at, g.shown
       from jsonb_to_recordset(?) as g (user_id int, model_id int, token_id int, at float8, shown boolean)
       join users on users.id = g.user_id join models on models.id = g.model_id
       for key share of users, models skip locked
     ), looked as (
       select g.*, s.opened_at, s.last_at from given g left join lateral (
         select opened_at, last_at from sheet_openings
         where user_id = g.user_id and model_id = g.model_id and opened_at > g.at - interval '1 hour'
         order by opened_at desc limit 1
       ) s on true
     ), again as (
       update sheet_openings s set last_at = l.at from looked l
       where l.last_at < l.at - interval '1 minute'
         and s.user_id = l.user_id and s.model_id = l.model_id and s.opened_at = l.opened_at
     ), added as (
       insert into sheet_openings (user_id, model_id, token_id, opened_at, last_at)
       select user_id, model_id, token_id, at, at from looked where opened_at is null
     ), newest as (
       select user_id, model_id, at, row_number() over (partition by user_id order by at desc, model_id) as place
       from given where shown
     ), recent as (
       insert into recent_sheets as r (user_id, model_id, opened_at)
       select user_id, model_id, at from newest where place <= ${RECENTS_KEPT} order by user_id, model_id
       on conflict (user_id, model_id) do update set opened_at = greatest(r.opened_at, excluded.opened_at)
     )
     select user_id as "user", model_id as model, token_id as token, extract(epoch from at)::float8 * 1000 as at, opened_at is null as "isNew"
     from looked`,
    [
      jsonRows(
        openings.map(({ user, model, token, at, shown }) => ({
          user_id: user,
          model_id: model,
          token_id: token,
          at,
          shown,
        })),
      ),
    ],
  );
  await countSent(
    em,
    written.filter(({ isNew }) => isNew).map(({ user, token, at }) => ({ user, token, at, models: 1 })),
  );
  await dropOldRecents(em, openings);
  const done = new Set(written.map(keyOf));
  const left = openings.filter((one) => !done.has(keyOf(one)));
  if (left.length === 0) return [];
  const existing = await em.execute<{ user: number; model: number }[]>(
    `select g.user_id as "user", g.model_id as model from jsonb_to_recordset(?) as g (user_id int, model_id int)
     join users on users.id = g.user_id join models on models.id = g.model_id`,
    [jsonRows(left.map(({ user, model }) => ({ user_id: user, model_id: model })))],
  );
  const locked = new Set(existing.map(keyOf));
  return left.filter((one) => locked.has(keyOf(one)));
});

class ListedInput {
  listed!: readonly Sent[];
}

/** Counts the models that lists have sent. */
export const writeListed = command('system', ListedInput, ({ em }, { listed }) => countSent(em, listed));

async function dropOldRecents(em: EntityManager, openings: readonly Opening[]): Promise<void> {
  const users = new Set(openings.filter(({ shown }) => shown).map(({ user }) => user));
  if (users.size === 0) return;
  await em.execute(
    `delete from recent_sheets r using (
       select user_id, model_id, row_number() over (partition by user_id order by opened_at desc, model_id) as place
       from recent_sheets where user_id = any(?::int[]) and pinned_at is null
     ) ranked
     where r.user_id = ranked.user_id and r.model_id = ranked.model_id and r.pinned_at is null and place > ?`,
    [`{${[...users].join(',')}}`, RECENTS_KEPT],
  );
}

/** Deletes openings and counts of matches and models older than `before`; returns the number of openings. */
export const removeOldOpenings = command('system', BeforeInput, async ({ em }, { before }) => {
  const [row] = await em.execute<{ n: number }[]>(
    `with removed as (delete from sheet_openings where opened_at < ? returning 1)
     select count(*)::int as n from removed`,
    [before],
  );
  await em.execute('delete from jump_matches where hour < ?', [before]);
  await em.execute('delete from models_sent where day < ?', [before]);
  return row?.n ?? 0;
});
