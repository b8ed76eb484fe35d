import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType } from 'type-graphql';
import { notFound } from '../../errors';
import { described, NoInput, query, scoped } from '../../gate/operation';
import { Flag } from '../../inputs/fields';
import { toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { ImageInput } from '../images/image.operations';
import { readStored } from '../images/storedImage';
import { Make } from '../makes/make.entity';
import { type ModelRow, titleOf } from '../models/modelRow';
import { findModels, KEY_DATA_HASH, modelsWith, requireModel } from '../models/readModels';

/** It takes no id, so nobody reaches other models by it (docs/rules.md, "Sample sheet"). */
export const sampleSheet = described(
  'The model whose sheet visitors may open as a sample; null if there is none. Opens no sheet, so no budget counts it.',
  'LOOKUP',
).query('visitor', NoInput, async ({ em }): Promise<ModelRow | null> => {
  const [model] = await findModels(em, 'where m.id = (select model_id from sample_sheet)', []);
  if (!model) return null;
  // Also what operations for members read of other models, so that visitors have the whole sheet.
  const [found] = await em.execute<{ hash: string }[]>(`select ${KEY_DATA_HASH} as hash from models m where m.id = ?`, [
    model.id,
  ]);
  return {
    ...model,
    make: await em.findOneOrFail(Make, model.make.id),
    images: model.images?.map((image) => ({ ...image, kind: 'sample' })) ?? [],
    keyDataHash: found?.hash ?? '',
  };
});

/** A picture of the sample sheet. */
export const readSampleImage = scoped('ANY').query('visitor', ImageInput, async (ctx, { file }) => {
  const rows = await ctx.em.execute('select from model_images join sample_sheet using (model_id) where hash = ?', [
    file.slice(0, 64),
  ]);
  if (rows.length === 0) throw notFound('image');
  return readStored(ctx, 'models', file, 'private');
});

@InputType({ description: 'A model, and whether visitors may open its sheet.' })
export class ShowSampleSheetInput {
  @Field(() => ID, { description: 'The id of the model that visitors may open, or no longer.' })
  modelId!: string;

  @Field(() => Boolean, { description: 'True to show its sheet in place of any other, false to show it no longer.' })
  @Flag('shown')
  shown!: boolean;
}

export const showSampleSheet = described(
  'Lets visitors open the sheet of a model as the sample, or no longer.',
  'CATALOGUE',
).command('admin', ShowSampleSheetInput, async ({ em, user }, { modelId, shown }) => {
  const model = requireModel(await modelsWith(em, [toId(modelId)]));
  const { id } = model;
  if (!(await (shown ? show(em, id) : hide(em, id)))) return model;
  const title = titleOf(model);
  LogEntry.write(em, user, LogKind.MODEL_UPDATED, {
    subject: { type: LogSubjectType.MODEL, id },
    text: shown
      ? `Started showing the sheet of ${title} to visitors`
      : `Stopped showing the sheet of ${title} to visitors`,
  });
  await em.flush();
  return model;
});

/** Returns whether anything changed. */
async function show(em: EntityManager, id: number): Promise<boolean> {
  const changed = await em.execute<object[]>(
    `insert into sample_sheet (model_id) values (?) on conflict (only_one) do update set model_id = excluded.model_id
       where sample_sheet.model_id <> excluded.model_id returning model_id`,
    [id],
  );
  return changed.length > 0;
}

/** Returns whether anything changed. */
const hide = async (em: EntityManager, id: number): Promise<boolean> =>
  (await em.execute<object[]>('delete from sample_sheet where model_id = ? returning model_id', [id])).length > 0;

/** What the home page says of the catalogue. */
export interface Offer {
  /** The number of makes that have models. */
  makes: number;
  models: number;
  /** Whether there is a sample sheet. */
  hasSample: boolean;
}

/** The years are counted by triggers, so this costs the same however many models there are. */
export const offer = query('system', NoInput, async ({ em }): Promise<Offer> => {
  const [row] = await em.execute<Offer[]>(
    `select count(*) filter (where models > 0)::int as makes, coalesce(sum(models), 0)::int as models,
       exists (select from sample_sheet) as "hasSample"
     from (select sum(models) as models from model_years group by make_id) of_makes`,
  );
  return row ?? { makes: 0, models: 0, hasSample: false };
});
