import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { InputType } from 'type-graphql';
import type { Context } from '../../context';
import { invalid, noSuch } from '../../errors';
import { chain } from '../../gate/operation';
import { isId, RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import type { Statement } from '../../outside/postgres/reads';
import { ChangeSource } from '../history/modelChange.entity';
import { encodeUpload, storeUpload, tidyImages } from '../images/images';
import { Make } from '../makes/make.entity';
import { Model } from './model.entity';
import { changesSince, recordChange, stateOf } from './modelChanges';
import { arrangeImages, MAX_IMAGES, tooManyImages, wantedImages } from './modelImages';
import { assignValues, ModelInput } from './modelInput';
import { asModelRow, imagesOf, MODEL, type ModelRow, makeOf, VALUE_COLUMNS, valuesOf } from './readModels';

/** Creates or changes a model. */
export const saveModel = chain(
  'admin',
  ModelInput,
  async (ctx, input): Promise<Model | ModelRow> => (await saveRow(ctx, input)) ?? saveEntity(ctx, input),
);

type Ctx = Parameters<Parameters<typeof chain<'admin', ModelInput, unknown>>[2]>[0];

/** If it fails, the pictures uploaded with it are removed again. */
async function saveEntity(ctx: Ctx, input: ModelInput): Promise<Model> {
  const { commit, user } = ctx;
  const encoded = [];
  if ((input.files?.length ?? 0) > MAX_IMAGES) throw tooManyImages();
  for (const file of input.files ?? []) encoded.push(await encodeUpload('models', file, 'images'));
  const stored: string[] = [];
  let left: string[] = [];
  try {
    for (const image of encoded) stored.push((await storeUpload(ctx, image)).hash);
    const saved = await commit(async (em) => {
      const model = await toSave(em, input);
      const before = stateOf(model);
      left = model.images.getItems().map(({ hash }) => hash);
      if (input.makeId != null) await assignMake(em, model, input.makeId);
      assignValues(model, input);
      await arrangeImages(em, model, [...(await wantedImages(em, model, input)), ...stored]);
      em.persist(model);
      recordChange(em, model, before, { user, source: sourceOf(ctx) });
      await em.flush();
      const kind = input.id ? LogKind.MODEL_UPDATED : LogKind.MODEL_CREATED;
      LogEntry.write(em, user, kind, {
        subject: subjectOf(model),
        text: `${input.id ? 'Updated' : 'Created'} ${titleOf(model)}`,
      });
      return model;
    });
    left = left.filter((hash) => !saved.images.getItems().some((image) => image.hash === hash));
    return saved;
  } catch (error) {
    left = stored;
    throw error;
  } finally {
    await tidyImages(ctx, left);
  }
}

/**
 * The model $1 with the values of $3, by column, its history ($7, if anything changed) and its line of the log. No row if
 * the model has another version than $2 or is locked, for example by an import.
 */
const SAVE: Statement = {
  name: 'save a model',
  text: `with unchanged as (
      select id from models where id = $1 and version = $2 for no key update skip locked
    ), saved as (
      update models m set (${VALUE_COLUMNS.join(', ')}, updated_at, version) = (
        select ${VALUE_COLUMNS.map((column) => `n.${column}`).join(', ')}, $4::timestamptz, m.version + 1
        from json_populate_record(null::models, $3) n
      ) from unchanged where m.id = unchanged.id returning m.id, m.version
    ), change as (
      insert into model_changes (model_id, user_id, username, source, created, changes, created_at)
      select id, $5::int, $6, $7, false, $8::json, $4::timestamptz from saved where $8::json is not null
    ), line as (
      insert into log_entries (user_id, username, kind, details, subject_type, subject_id, created_at)
      select $5::int, $6, $9, $10, $11, id, $4::timestamptz from saved
    )
    select to_json(version) from saved`,
};

/**
 * Changes a model whose make and pictures stay, as in most saves, with two statements. Undefined if the input changes
 * more, or if somebody else is changing the model: then the ORM saves it, and waits for locks.
 */
async function saveRow(ctx: Ctx, input: ModelInput): Promise<ModelRow | undefined> {
  const { plain, user } = ctx;
  if (!plain || !isId(input.id) || input.files?.length) return undefined;
  const found = await plain.read<ModelRow>(MODEL, [Number(input.id)]);
  if (!found) return undefined;
  const model = asModelRow(found);
  if (!keepsMakeAndImages(model, input)) return undefined;
  requireUnchanged(model, input.version);
  const before = stateOf(model);
  assignValues(model, input);
  const changes = changesSince(before, model);
  const { type, id } = subjectOf(model);
  const version = await plain.write<number>(SAVE, [
    id,
    model.version,
    JSON.stringify(valuesOf(model)),
    model.updatedAt.toISOString(),
    user.id,
    user.username,
    sourceOf(ctx),
    changes.length > 0 ? JSON.stringify(changes) : null,
    LogKind.MODEL_UPDATED,
    `Updated ${titleOf(model)}`,
    type,
  ]);
  if (version === undefined) return undefined;
  model.version = version;
  return model;
}

function keepsMakeAndImages(model: ModelRow, { makeId, images, keepImages }: ModelInput): boolean {
  if (makeId != null && makeId !== String(model.make.id)) return false;
  const has = imagesOf(model) ?? [];
  const same = (wanted: unknown[], values: unknown[]) => wanted.join() === values.join();
  if (images !== undefined)
    return same(
      images ?? [],
      has.map(({ hash }) => hash),
    );
  return (
    keepImages === undefined ||
    same(
      keepImages,
      has.map(({ id }) => id),
    )
  );
}

const sourceOf = ({ door }: Context) => (door === 'rest' ? ChangeSource.REST : ChangeSource.FORM);

const titleOf = (model: Model | ModelRow) => `the model ${makeOf(model)?.displayName} ${model.name} ${model.year}`;

const subjectOf = ({ id }: Model | ModelRow) => ({ type: LogSubjectType.MODEL, id });

/** The model to change, locked, or a new one. */
async function toSave(em: EntityManager, input: ModelInput): Promise<Model> {
  if (input.id == null) return new Model();
  const model = await em.findOneOrFail(Model, toId(input.id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('model'),
  });
  requireUnchanged(model, input.version);
  await em.populate(model, ['make', 'images']);
  return model;
}

async function assignMake(em: EntityManager, model: Model, makeId: string): Promise<void> {
  // Locked, so that it cannot be deleted meanwhile.
  const lockMode = LockMode.PESSIMISTIC_READ;
  const make = isId(makeId) ? await em.findOne(Make, Number(makeId), { lockMode }) : null;
  if (!make) throw invalid({ makeId: ['There is no such make.'] });
  em.assign(model, { make });
}

@InputType({ description: 'Which model to delete, by its id.' })
export class DeleteModelInput extends RecordInput {}

/** Deletes a model and its pictures. */
export const deleteModel = chain('admin', DeleteModelInput, async (ctx, { id }) => {
  const { commit, user } = ctx;
  const model = await commit(async (em) => {
    const model = await em.findOneOrFail(Model, toId(id), { populate: ['make', 'images'], ...noSuch('model') });
    em.remove(model);
    LogEntry.write(em, user, LogKind.MODEL_DELETED, { subject: subjectOf(model), text: `Deleted ${titleOf(model)}` });
    await em.flush();
    return model;
  });
  await tidyImages(
    ctx,
    model.images.getItems().map(({ hash }) => hash),
  );
  return model;
});
