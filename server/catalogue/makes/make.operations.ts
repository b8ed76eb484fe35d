import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { invalid, noSuch } from '../../errors';
import { described, NoInput, scoped } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { OneOf, TextField } from '../../inputs/fields';
import { findPage, PageInput, PageOf } from '../../inputs/list';
import { isId, RecordInput, requireEmpty, requireUnchanged, toId } from '../../inputs/record';
import { VersionedInput } from '../../inputs/versioned';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { listOf } from '../../outside/postgres/jsonRows';
import type { Statement } from '../../outside/postgres/reads';
import { Image } from '../images/image.entity';
import { encodeUpload, type ImageFile, storeUpload, tidyImages } from '../images/images';
import { Model } from '../models/model.entity';
import { Make } from './make.entity';
import { fromJson, MAKE_FIELDS, type MakeRow } from './makeRow';

export enum MakeSort {
  DISPLAY_NAME = 'displayName',
  FULL_NAME = 'fullName',
  OTHER_DETAILS = 'otherDetails',
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
}
describeEnum(MakeSort, 'MakeSort', 'What makes are sorted by.', {
  DISPLAY_NAME: 'Their display names, in natural order.',
  FULL_NAME: 'Their full names, in natural order.',
  OTHER_DETAILS: 'The free text about them.',
  CREATED_AT: 'When they were created.',
  UPDATED_AT: 'When they were last changed.',
});

@ArgsType()
export class MakesInput extends PageInput {
  @Field(() => MakeSort, { description: 'What they are sorted by.' })
  @OneOf(MakeSort, 'Makes cannot be sorted by this.')
  sortBy: MakeSort = MakeSort.DISPLAY_NAME;
}

@ObjectType({ description: 'Some of the makes, and how many there are.' })
export class MakePage extends PageOf(Make, 'makes') {}

export const makes = described('A page of makes.', 'CATALOGUE').query('admin', MakesInput, ({ em }, input) =>
  findPage(em, Make, {}, input),
);

const MAKES: Statement = {
  name: 'make options',
  text: listOf(`select ${MAKE_FIELDS} from makes k order by k.display_name, k.id`),
};

export const makeOptions = described('Every make, in natural order of its display name.', 'LOOKUP').read(
  'member',
  NoInput,
  async ({ read }) => ((await read<MakeRow[]>(MAKES, [])) ?? []).map((make) => fromJson<MakeRow>(make)),
);

export class MakesOfModelsInput {
  ids!: readonly number[];
}

const MAKES_BY_ID: Statement = {
  name: 'makes by id',
  text: listOf(`select ${MAKE_FIELDS} from makes k where id = any($1::int[])`),
};

/** Makes in the order of `ids`. */
export const makesOfModels = scoped('ANY').read('member', MakesOfModelsInput, async ({ read }, { ids }) => {
  const found = ((await read<MakeRow[]>(MAKES_BY_ID, [ids])) ?? []).map((make) => fromJson<MakeRow>(make));
  const byId = new Map(found.map((make) => [make.id, make]));
  return ids.map((id) => byId.get(id) ?? null);
});

export const make = described('One make.', 'CATALOGUE').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(Make, toId(id)),
);

@InputType({ description: 'A make to create (without `id`) or to change; a field that is absent keeps its value.' })
export class MakeInput extends VersionedInput {
  @Field(() => ID, {
    nullable: true,
    description: 'For a new make that is a copy: the original, whose icon is copied, too.',
  })
  copyOf?: string | null;

  @TextField({ label: 'display name', required: true, description: 'The name locksmiths know it by.' })
  displayName?: string | null;

  @TextField({ label: 'full name', required: true, description: 'The company’s full name.' })
  fullName?: string | null;

  @TextField({ label: 'other details', max: 10_000, description: 'Anything else worth knowing about it.' })
  otherDetails?: string | null;

  @Field(() => String, { nullable: true, description: 'The hash of an uploaded icon; null removes the icon.' })
  icon?: string | null;

  /** An icon uploaded in the same request (REST). */
  iconFile?: ImageFile;
}

export const saveMake = described('Creates or changes a make.', 'CATALOGUE').chain(
  'admin',
  MakeInput,
  async (ctx, input) => {
    const { commit, user } = ctx;
    const stored = input.iconFile && (await storeUpload(ctx, await encodeUpload('icons', input.iconFile, 'icon')));
    let left: string | null = null;
    try {
      const saved = await commit(async (em) => {
        const make = await toSave(em, input);
        left = make.iconHash;
        const icon = stored ? stored.hash : input.icon;
        if (icon) await checkIcon(em, icon);
        if (icon !== undefined) make.iconHash = icon;
        if (input.displayName != null) make.displayName = input.displayName;
        if (input.fullName != null) make.fullName = input.fullName;
        if (input.otherDetails !== undefined) make.otherDetails = input.otherDetails ?? '';
        make.updatedAt = new Date();
        em.persist(make);
        await em.flush();
        LogEntry.write(em, user, input.id ? LogKind.MAKE_UPDATED : LogKind.MAKE_CREATED, {
          subject: subjectOf(make),
          text: `${input.id ? 'Updated' : 'Created'} the make ${make.displayName}`,
        });
        return make;
      });
      if (left && left !== saved.iconHash) await tidyImages(ctx, [left]);
      return saved;
    } catch (error) {
      if (stored) await tidyImages(ctx, [stored.hash]);
      throw error;
    }
  },
);

const subjectOf = ({ id }: Make) => ({ type: LogSubjectType.MAKE, id });

/** The make to change, locked; or a new one, with the values it takes over if it is a copy. */
async function toSave(em: EntityManager, input: MakeInput): Promise<Make> {
  if (input.id != null) {
    const id = toId(input.id);
    // Not `for update`: that would wait for an import, which at its end locks the makes of its models `for key share`.
    await em.execute('select from makes where id = ? for no key update', [id]);
    const make = await em.findOneOrFail(Make, id);
    requireUnchanged(make, input.version);
    return make;
  }
  const make = new Make();
  if (input.copyOf != null) {
    const source = isId(input.copyOf) ? await em.findOne(Make, Number(input.copyOf)) : null;
    if (!source) throw invalid({ copyOf: ['There is no such make to copy.'] });
    make.iconHash = source.iconHash;
  }
  return make;
}

async function checkIcon(em: EntityManager, hash: string): Promise<void> {
  if (!(await em.count(Image, { hash, kind: 'icons' }))) throw invalid({ icon: ['This icon was not uploaded.'] });
}

@InputType({ description: 'Which make to delete, by its id.' })
export class DeleteMakeInput extends RecordInput {}

export const deleteMake = described('Deletes a make; CONFLICT if it has models.', 'CATALOGUE').chain(
  'admin',
  DeleteMakeInput,
  async (ctx, { id }) => {
    const { commit, user } = ctx;
    const make = await commit(async (em) => {
      const make = await em.findOneOrFail(Make, toId(id), { lockMode: LockMode.PESSIMISTIC_WRITE, ...noSuch('make') });
      requireEmpty(make.displayName, await em.count(Model, { make }), 'model');
      em.remove(make);
      LogEntry.write(em, user, LogKind.MAKE_DELETED, {
        subject: subjectOf(make),
        text: `Deleted the make ${make.displayName}`,
      });
      await em.flush();
      return make;
    });
    if (make.iconHash) await tidyImages(ctx, [make.iconHash]);
    return make;
  },
);
