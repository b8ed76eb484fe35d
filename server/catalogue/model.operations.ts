import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { IsBoolean, IsEnum, IsOptional, IsString } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { invalid, noSuch } from '../errors';
import { MayBeAbsent, NeededWhenNew, Rule, TextField, wrongYear } from '../inputs/fields';
import { eachOf, PageInput, PageOf, SortDirection } from '../inputs/list';
import { isId, RecordInput, requireUnchanged, toId } from '../inputs/record';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../logs/logKind';
import { chain, lookup } from '../operation';
import type { Statement } from '../outside/postgres/reads';
import { ChangeSource } from './history/modelChange.entity';
import { recordChange, stateOf } from './history/modelChanges';
import { encodeUpload, type ImageFile, storeUpload, tidyImages } from './images/images';
import { arrangeImages, MAX_IMAGES, tooManyImages, wantedImages } from './images/modelImages';
import { classOf, DEPTH, KEY_DATA_TEXTS, SPACING, type TextName } from './keyData';
import { Make } from './make.entity';
import { Model } from './model.entity';
import { asModelRow, Fields, type ModelRow, modelsOf } from './plainRows';

export enum ModelSort {
  NAME = 'name',
  YEAR = 'year',
  CREATED_AT = 'createdAt',
}
registerEnumType(ModelSort, {
  name: 'ModelSort',
  description: 'What models are sorted by.',
  valuesConfig: {
    NAME: { description: 'Their names, in natural order.' },
    YEAR: { description: 'Their years.' },
    CREATED_AT: { description: 'When they were created.' },
  },
});

@ArgsType()
export class ModelsInput extends PageInput {
  @Field(() => ModelSort, { description: 'What they are sorted by.' })
  @IsEnum(ModelSort, { message: 'Models cannot be sorted by this.' })
  sortBy: ModelSort = ModelSort.NAME;

  /** How much of the models to read. */
  fields: Fields = 'all';
}

@ObjectType({ description: 'A page of models.' })
export class ModelPage extends PageOf(Model, 'models') {}

const COLUMNS = { [ModelSort.NAME]: 'name', [ModelSort.YEAR]: 'year', [ModelSort.CREATED_AT]: 'created_at' };

/** Finds the ids of a page in the index first: a deep page then fetches its own rows only. */
const page = (sortBy: ModelSort, dir: SortDirection, fields: Fields): Statement => ({
  name: `models by ${sortBy} ${dir} with ${fields}`,
  text: modelsOf(`select id from models order by ${COLUMNS[sortBy]} ${dir}, id ${dir} limit $1 offset $2`, fields),
});
const PAGES = eachOf(ModelSort, (sortBy) =>
  eachOf(SortDirection, (dir) => eachOf(Fields, (fields) => page(sortBy, dir, fields))),
);
const TOTAL: Statement = { name: 'number of models', text: 'select to_json(count(*)) from models' };

/** A page of all models, with their makes. */
export const models = lookup('admin', ModelsInput, async ({ read, count }, { page, limit, sortBy, dir, fields }) => {
  const [items, total] = await Promise.all([
    read<ModelRow[]>(PAGES[sortBy][dir][fields], [limit, (page - 1) * limit]),
    count('models', TOTAL, []),
  ]);
  return { items: (items ?? []).map(asModelRow), total };
});

@InputType({ description: 'One row of depths.' })
export class DepthRowInput {
  @Field(() => String, { description: 'The 1x measure.' })
  oneX!: string;

  @Field(() => String, { description: 'The 2x measure.' })
  twoX!: string;
}

const isText = (value: unknown, max: number) => typeof value === 'string' && value.length <= max;

function wrongSpacing(value: unknown): string | null {
  const { count, inWords, max } = SPACING;
  const fits = Array.isArray(value) && value.length <= count && value.every((one) => isText(one, max));
  return fits ? null : `The spacing is at most ${inWords} texts of ${max} characters.`;
}

function wrongDepth(value: unknown): string | null {
  const { rows, inWords, max } = DEPTH;
  const fits =
    Array.isArray(value) &&
    value.length <= rows &&
    value.every((row) => isText(row?.oneX, max) && isText(row?.twoX, max));
  return fits ? null : `The depth is at most ${inWords} rows of two texts of ${max} characters.`;
}

/** Declares the key data. Decorates the field that follows it: errors are reported in the order of declaration. */
const KeyDataTexts: PropertyDecorator = (prototype) => {
  for (const { name, label, max, isLong, description } of KEY_DATA_TEXTS) {
    // As within a sentence, e.g. "code series"; brand names keep their capitals.
    const word = label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
    TextField({ label: word, max, description: isLong ? description : `${word}.` })(prototype, name);
  }
};

@InputType({ description: 'A model to create (without `id`) or to change; a field that is absent keeps its value.' })
export class ModelInput extends classOf<{ [name in TextName]?: string | null }>(() => ({})) {
  @Field(() => ID, { nullable: true, description: 'The model to change; absent to create one.' })
  id?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that was read: CONFLICT if the record has changed since. If absent, nothing is compared.',
  })
  version?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: 'For a new model: the one it is a copy of, whose pictures come along unless `images` is given.',
  })
  copyOf?: string | null;

  @Field(() => ID, { nullable: true, description: 'Its make. Required in a new model.' })
  @NeededWhenNew()
  @Rule((value) => (value == null || value === '' ? 'The make field is required.' : null))
  makeId?: string | null;

  @TextField({ label: 'model', required: true, description: 'Its name.' })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The model year, 1900 to two years ahead. Required in a new model.',
  })
  @NeededWhenNew()
  @Rule(wrongYear)
  year?: number | null;

  @Field(() => [String], { nullable: true, description: `Up to ${SPACING.inWords} positions; the rest is empty.` })
  @IsOptional()
  @Rule(wrongSpacing)
  @KeyDataTexts
  spacing?: string[] | null;

  @Field(() => [DepthRowInput], { nullable: true, description: `Up to ${DEPTH.inWords} rows; the rest is empty.` })
  @IsOptional()
  @Rule(wrongDepth)
  depth?: DepthRowInput[] | null;

  @Field(() => Boolean, { nullable: true, description: 'False says that the key data has been checked.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'The sample field must be true or false.' })
  sample?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Hashes of the pictures, in their order: uploaded ones, or ones it has.',
  })
  @IsOptional()
  @IsString({ each: true, message: 'The images are named by their hashes.' })
  images?: string[] | null;

  /** Ids of the pictures to keep, in their order (REST); absent keeps all. */
  @IsOptional()
  @IsString({ each: true, message: 'The images to keep must be ids.' })
  keepImages?: string[];

  /** Pictures uploaded in the same request, added after the kept ones (REST). */
  files?: ImageFile[];
}

/** Creates or changes a model. If it fails, the pictures uploaded with it are removed again. */
export const saveModel = chain('admin', ModelInput, async (ctx, input) => {
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
      await assign(em, model, input);
      await arrangeImages(em, model, [...(await wantedImages(em, model, input)), ...stored]);
      em.persist(model);
      recordChange(em, model, before, { user, source: ctx.door === 'rest' ? ChangeSource.REST : ChangeSource.FORM });
      const make = model.make.unwrap();
      await em.flush();
      LogEntry.write(em, user, input.id ? LogKind.MODEL_UPDATED : LogKind.MODEL_CREATED, {
        subject: subjectOf(model),
        text: `${input.id ? 'Updated' : 'Created'} the model ${make.displayName} ${model.name} ${model.year}`,
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
});

const subjectOf = ({ id }: Model) => ({ type: LogSubjectType.MODEL, id });

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

async function assign(em: EntityManager, model: Model, input: ModelInput): Promise<void> {
  if (input.makeId != null) {
    // Locked, so that it cannot be deleted meanwhile.
    const lockMode = LockMode.PESSIMISTIC_READ;
    const make = isId(input.makeId) ? await em.findOne(Make, Number(input.makeId), { lockMode }) : null;
    if (!make) throw invalid({ makeId: ['There is no such make.'] });
    em.assign(model, { make });
  }
  if (input.name != null) model.name = input.name.trim();
  if (input.year != null) model.year = input.year;
  for (const { name, write } of KEY_DATA_TEXTS) {
    const value = input[name];
    if (value !== undefined) write(model, value ?? '');
  }
  if (input.spacing !== undefined) model.spacing = padded(input.spacing ?? [], SPACING.count);
  if (input.depth !== undefined)
    model.depthValues = padded(
      (input.depth ?? []).flatMap(({ oneX, twoX }) => [oneX, twoX]),
      DEPTH.rows * 2,
    );
  if (input.sample != null) model.sample = input.sample;
  // Set even if only pictures change: every change must raise the version.
  model.updatedAt = new Date();
}

const padded = (values: string[], length: number) => [...values, ...Array(length - values.length).fill('')];

@InputType({ description: 'The model to delete.' })
export class DeleteModelInput extends RecordInput {}

/** Deletes a model and its pictures. */
export const deleteModel = chain('admin', DeleteModelInput, async (ctx, { id }) => {
  const { commit, user } = ctx;
  const model = await commit(async (em) => {
    const model = await em.findOneOrFail(Model, toId(id), { populate: ['make', 'images'], ...noSuch('model') });
    em.remove(model);
    const make = model.make.unwrap();
    LogEntry.write(em, user, LogKind.MODEL_DELETED, {
      subject: subjectOf(model),
      text: `Deleted the model ${make.displayName} ${model.name} ${model.year}`,
    });
    await em.flush();
    return model;
  });
  await tidyImages(
    ctx,
    model.images.getItems().map(({ hash }) => hash),
  );
  return model;
});
