import type { EntityManager } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { lockUser } from '../../accounts/users/user.entity';
import type { Caller, Context } from '../../context';
import { AppError, notFound } from '../../errors';
import { described } from '../../gate/operation';
import { Flag, WholeNumber } from '../../inputs/fields';
import { toId } from '../../inputs/record';
import { type Fields, MODEL_JSON } from '../models/readModels';
import type { RecentSheet } from './recentSheet';

/** The most sheets that a user can pin. */
const MOST_PINNED = 50;

@ArgsType()
export class RecentSheetsInput {
  @Field(() => Int, { description: 'The most sheets to return, 1 to 100.' })
  @WholeNumber('limit', 1, 100)
  limit: number = 20;

  /** How much of the models to read. With key data, each counts as an opened sheet. */
  fields: Fields = 'names';
}

@InputType({ description: 'A sheet to pin, or to unpin.' })
export class PinSheetInput {
  @Field(() => ID, { description: 'The id of the model whose sheet is pinned.' })
  modelId!: string;

  @Field(() => Boolean, { description: 'True to pin it, false to unpin it.' })
  @Flag('pinned')
  pinned!: boolean;

  /** As above. */
  fields: Fields = 'names';
}

export const recentSheets = described(
  'The sheets that the caller has pinned, last pinned first, then the others that they opened, last opened first; at most `limit` together. Of the sheets that are not pinned, the last 100 are kept.',
  'LOOKUP',
).query('personal', RecentSheetsInput, async (ctx, { limit, fields }) => {
  // So that a sheet that was just opened is in the list.
  await ctx.settleSheets(ctx.user);
  return read(ctx, fields, 'r.user_id = ?', [ctx.user.id, limit]);
});

/** The model of a pinned sheet may have been deleted meanwhile. */
export const pinSheet = described(
  'Pins a sheet for the caller, or unpins it. CONFLICT if 50 are pinned already.',
).command('member', PinSheetInput, async (ctx, { modelId, pinned, fields }) => {
  const { em, user } = ctx;
  const id = toId(modelId);
  if (pinned) await pin(em, user, id);
  else await em.execute('update recent_sheets set pinned_at = null where user_id = ? and model_id = ?', [user.id, id]);
  const [sheet] = await read(ctx, fields, 'r.user_id = ? and r.model_id = ?', [user.id, id, 1]);
  if (!sheet) throw notFound('model');
  return sheet;
});

async function pin(em: EntityManager, { id: user }: Caller, model: number): Promise<void> {
  await lockUser(em, { id: user });
  const [others] = await em.execute<{ count: number }[]>(
    'select count(*)::int as count from recent_sheets where user_id = ? and model_id <> ? and pinned_at is not null',
    [user, model],
  );
  if (others && others.count >= MOST_PINNED) {
    throw new AppError('CONFLICT', `You can pin at most ${MOST_PINNED} sheets. Please unpin one first.`);
  }
  const [row] = await em.execute<object[]>(
    `insert into recent_sheets (user_id, model_id, opened_at, pinned_at)
     select ?, id, now(), now() from models where id = ? for key share
     on conflict (user_id, model_id) do update set pinned_at = coalesce(recent_sheets.pinned_at, excluded.pinned_at)
     returning model_id`,
    [user, model],
  );
  if (!row) throw notFound('model');
}

/** `values` are those of `where`, and the limit. Counts the sheets if any key data is read. */
async function read(
  ctx: Context & { em: EntityManager; user: Caller },
  fields: Fields,
  where: string,
  values: number[],
): Promise<RecentSheet[]> {
  const rows = await ctx.em.execute<
    (Omit<RecentSheet, 'model' | 'openedAt'> & { model: object | null; openedAt: string })[]
  >(
    `select r.model_id as id, coalesce(k.display_name, r.make) as make, coalesce(m.name, r.name) as name,
       coalesce(m.year, r.year) as year, r.opened_at as "openedAt", r.pinned_at is not null as pinned,
       case when m.id is not null then ${MODEL_JSON[fields].sql} end as model
     from recent_sheets r left join models m on m.id = r.model_id left join makes k on k.id = m.make_id
     where ${where} order by r.pinned_at desc nulls last, r.opened_at desc, r.model_id limit ?`,
    values,
  );
  const sheets = rows.map(({ model, openedAt, ...row }) => ({
    ...row,
    model: model && MODEL_JSON[fields].read(model),
    openedAt: new Date(openedAt),
  }));
  const opened = sheets.flatMap(({ model }) => model?.id ?? []);
  if (fields === 'all') await ctx.openSheets(ctx.user, opened);
  return sheets;
}
