import type { EntityManager } from '@mikro-orm/postgresql';
import { IsBoolean } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';
import { noSuch, notFound } from '../../errors';
import { command, NoInput, query } from '../../gate/operation';
import { toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { ImageInput } from '../images/image.operations';
import { imageFile } from '../images/imageUrls';
import { ModelImage } from '../images/modelImage.entity';
import { readStored } from '../images/storedImage';
import { Model } from '../models/model.entity';
import { asModelRow, IMAGES_FIELD, MODEL_FIELDS, type ModelRow } from '../models/readModels';

/** Visitors may not read pictures at their usual paths. */
class SampleImage extends ModelImage {
  override get url() {
    return `/images/sample/${imageFile(this.hash, 'full')}`;
  }

  override get thumbnailUrl() {
    return `/images/sample/${imageFile(this.hash, 100)}`;
  }
}

/**
 * The sheet that an administrator shows to visitors; null if there is none. It takes no id and opens no sheet, so nobody
 * reaches other models by it, and nobody's budget counts it (docs/rules.md, "Sample sheet").
 */
export const sampleSheet = query('visitor', NoInput, async ({ em }): Promise<ModelRow | null> => {
  const [row] = await em.execute<{ found: object }[]>(
    `select row_to_json(found) as found from (
       select ${MODEL_FIELDS.all}, ${IMAGES_FIELD}
       from sample_sheet s join models m on m.id = s.model_id join makes k on k.id = m.make_id
     ) found`,
  );
  if (!row) return null;
  const model = asModelRow(row.found);
  for (const image of model.images ?? []) Object.setPrototypeOf(image, SampleImage.prototype);
  return model;
});

/** A picture of the sample sheet. */
export const readSampleImage = query('visitor', ImageInput, async (ctx, { file }) => {
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
  @IsBoolean({ message: 'The shown field must be true or false.' })
  shown!: boolean;
}

export const showSampleSheet = command('admin', ShowSampleSheetInput, async ({ em, user }, { modelId, shown }) => {
  const model = await em.findOneOrFail(Model, toId(modelId), { populate: ['make'], ...noSuch('model') });
  const { id, name, year, make } = model;
  if (!(await (shown ? show(em, id) : hide(em, id)))) return model;
  const title = `${make.unwrap().displayName} ${name} ${year}`;
  LogEntry.write(em, user, LogKind.MODEL_UPDATED, {
    subject: { type: LogSubjectType.MODEL, id },
    text: shown ? `Shows the sheet of ${title} to visitors` : `No longer shows the sheet of ${title} to visitors`,
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
