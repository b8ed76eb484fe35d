import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { InputType } from 'type-graphql';
import { invalid } from '../../errors';
import { type chain, described } from '../../gate/operation';
import { isId, RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { UNCHECKED } from '../checked';
import { ChangeSource } from '../history/modelChange.entity';
import { encodeUpload, storeUpload, tidyImages } from '../images/images';
import { Make } from '../makes/make.entity';
import { fromJson, type MakeLine } from '../makes/makeRow';
import type { KeySystem } from '../systems/keySystem.entity';
import { lockSystems } from '../systems/lockSystems';
import { MAX_IMAGES, tooManyImages, usableImages, wantedImages } from './modelImages';
import { ModelInput, withValues } from './modelInput';
import { inSystem, isSameModel, type ModelRow, modelKey, newModel, titleOf } from './modelRow';
import { findModels, lockModels, MODEL, modelsWith, requireModel } from './readModels';
import { writeModels, writeOf } from './writeModels';

export const saveModel = described('Creates or changes a model.', 'CATALOGUE').chain(
  'admin',
  ModelInput,
  async (ctx, input): Promise<ModelRow> => (await saveAtOnce(ctx, input)) ?? saveWithPictures(ctx, input),
);

type Ctx = Parameters<Parameters<typeof chain<'admin', ModelInput, unknown>>[2]>[0];

/** Writes `after` in place of `before`, null for a new model. Undefined if `before` has changed since it was read. */
async function save(
  ctx: Ctx,
  to: Parameters<typeof writeModels>[0],
  before: ModelRow | null,
  after: ModelRow,
): Promise<ModelRow | undefined> {
  const [kind, did] = before ? [LogKind.MODEL_UPDATED, 'Updated'] : [LogKind.MODEL_CREATED, 'Created'];
  const batch = [writeOf(before, after, `${did} the model ${titleOf(after)}`)];
  const source = ctx.channel === 'rest' ? ChangeSource.REST : ChangeSource.FORM;
  const [saved] = await writeModels(to, batch, { user: ctx.user, source, kind });
  return saved && { ...after, ...saved };
}

/**
 * Changes a model that gets no key system and whose make and pictures stay, as in most saves, with two prepared statements.
 * Undefined if the input changes more, or if somebody else is changing the model: then `saveWithPictures` waits for them.
 */
async function saveAtOnce(ctx: Ctx, input: ModelInput): Promise<ModelRow | undefined> {
  const { plain } = ctx;
  if (!plain || !isId(input.id) || input.files?.length || input.keySystemId != null) return undefined;
  const found = await plain.read<object>(MODEL, [Number(input.id)]);
  if (!found) return undefined;
  const before = fromJson<ModelRow>(found);
  if (!keepsMakeAndImages(before, input)) return undefined;
  requireUnchanged(before, input.version);
  const after = withValues(before, input, ctx.user.username);
  if (input.keySystemId === null) after.keySystem = null;
  return save(ctx, plain.write, before, after);
}

/** If it fails, the pictures uploaded with it are removed again. */
async function saveWithPictures(ctx: Ctx, input: ModelInput): Promise<ModelRow> {
  const encoded = [];
  if ((input.files?.length ?? 0) > MAX_IMAGES) throw tooManyImages();
  for (const file of input.files ?? []) encoded.push(await encodeUpload('models', file, 'images'));
  const stored: string[] = [];
  let left: string[] = [];
  try {
    for (const image of encoded) stored.push((await storeUpload(ctx, image)).hash);
    const { before, model } = await ctx.commit(async (em) => {
      const system = input.keySystemId == null ? null : await lockedSystem(em, input.keySystemId);
      const before = input.id == null ? null : requireModel(await lockModels(em, [toId(input.id)]));
      if (before) requireUnchanged(before, input.version);
      let after = withValues(before ?? newModel(), input, ctx.user.username);
      if (input.keySystemId !== undefined) after = inSystem(after, system);
      if (input.makeId != null) after.make = await lockedMake(em, input.makeId);
      after.images = await usableImages(em, [...(await wantedImages(em, before, input)), ...stored]);
      const saved = await save(ctx, em, before, after);
      if (!before && input.copyOf != null) await copyOtherKeys(ctx, em, toId(input.copyOf), after);
      return { before, model: requireModel(await modelsWith(em, saved ? [saved.id] : [])) };
    });
    left = hashesOf(before).filter((hash) => !hashesOf(model).includes(hash));
    return model;
  } catch (error) {
    left = stored;
    throw error;
  } finally {
    await tidyImages(ctx, left);
  }
}

/** Copies the other keys of a copied bike. A copy of the same make, name and year is a further key of that bike. */
async function copyOtherKeys(ctx: Ctx, em: EntityManager, source: number, copy: ModelRow): Promise<void> {
  const { make, name, year } = copy;
  const others = await findModels(
    em,
    `join models own on own.id = ? and own.id <> m.id and ${isSameModel('own')} order by m.id`,
    [source],
  );
  for (const other of others) {
    if (bikeOf(other) === bikeOf(copy)) return;
    const images = await usableImages(em, hashesOf(other));
    await save(ctx, em, null, { ...other, ...UNCHECKED, make, name, year, images });
  }
}

const bikeOf = ({ make, name, year }: ModelRow) => modelKey(make.id, name, year);

const hashesOf = (model: ModelRow | null) => model?.images?.map(({ hash }) => hash) ?? [];

function keepsMakeAndImages(model: ModelRow, { makeId, images, keepImages }: ModelInput): boolean {
  if (makeId != null && makeId !== String(model.make.id)) return false;
  const same = (wanted: unknown[], values: unknown[]) => wanted.join() === values.join();
  if (images !== undefined) return same(images ?? [], hashesOf(model));
  const ids = model.images?.map(({ id }) => id) ?? [];
  return keepImages === undefined || same(keepImages, ids);
}

/** Locked, so that it stays as it is. */
async function lockedSystem(em: EntityManager, id: string): Promise<KeySystem> {
  const [system] = await lockSystems(em, isId(id) ? [Number(id)] : []);
  if (!system) throw invalid({ keySystemId: ['There is no such key system.'] });
  return system;
}

/** Locked, so that it cannot be deleted meanwhile. */
async function lockedMake(em: EntityManager, id: string): Promise<MakeLine> {
  const make = isId(id) ? await em.findOne(Make, Number(id), { lockMode: LockMode.PESSIMISTIC_READ }) : null;
  if (!make) throw invalid({ makeId: ['There is no such make.'] });
  return make;
}

@InputType({ description: 'Which model to delete, by its id.' })
export class DeleteModelInput extends RecordInput {}

export const deleteModel = described('Deletes a model and its pictures.', 'CATALOGUE').chain(
  'admin',
  DeleteModelInput,
  async (ctx, { id }) => {
    const { commit, user } = ctx;
    const model = await commit(async (em) => {
      const model = requireModel(await lockModels(em, [toId(id)]));
      await em.execute('delete from models where id = ?', [model.id]);
      LogEntry.write(em, user, LogKind.MODEL_DELETED, {
        subject: { type: LogSubjectType.MODEL, id: model.id },
        text: `Deleted the model ${titleOf(model)}`,
      });
      await em.flush();
      return model;
    });
    await tidyImages(ctx, hashesOf(model));
    return model;
  },
);
