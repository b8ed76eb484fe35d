import { type FilterQuery, LockMode, raw } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { startOfDay } from '../../days';
import { AppError, noSuch } from '../../errors';
import { described } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { Flag, OneOf, Optional, TextField } from '../../inputs/fields';
import {
  containing,
  FilterField,
  findGrowingPage,
  findPage,
  GrowingInput,
  GrowingPageOf,
  PageInput,
  PageOf,
} from '../../inputs/list';
import { RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { LogKind } from '../../logs/logKind';
import { CheckedFilter } from '../checked';
import { DISPUTED_SYSTEMS } from '../disputes';
import { SPACING } from '../keyData';
import { KeySystem } from './keySystem.entity';
import { KeySystemChange } from './keySystemChange.entity';
import { logSystem } from './writeSystem';

export enum KeySystemSort {
  NAME = 'name',
  DSD = 'dsd',
  HPC = 'hpc',
  POSITIONS = 'positions',
  DEPTHS = 'depths',
  MODELS = 'models',
  CHECKED = 'checked',
  UPDATED_AT = 'updated',
}
describeEnum(KeySystemSort, 'KeySystemSort', 'What key systems are sorted by.', {
  NAME: 'Their names, in natural order.',
  DSD: 'The DSD, in natural order.',
  HPC: 'The HPC card, in natural order.',
  POSITIONS: 'How many cuts they have.',
  DEPTHS: 'How many depths they have.',
  MODELS: 'How many models have them.',
  CHECKED: 'When they were checked.',
  UPDATED_AT: 'When they were last changed.',
});

/** In SQL, by the alias of the table. */
const SORTS: Record<KeySystemSort, (alias: string) => string> = {
  [KeySystemSort.NAME]: (alias) => `${alias}.name`,
  [KeySystemSort.DSD]: (alias) => `${alias}.dsd collate natural_order`,
  [KeySystemSort.HPC]: (alias) => `${alias}.hpc collate natural_order`,
  [KeySystemSort.POSITIONS]: (alias) => `cardinality(array_remove(${alias}.${SPACING.column}, ''))`,
  [KeySystemSort.DEPTHS]: (alias) => `(select count(*) from generate_subscripts(${alias}.depth_names, 1) as n
    where ${alias}.depth_values[2 * n - 1] <> '' or ${alias}.depth_values[2 * n] <> '')`,
  [KeySystemSort.MODELS]: (alias) => `(select count(*) from models where key_system_id = ${alias}.id)`,
  [KeySystemSort.CHECKED]: (alias) => `coalesce(${alias}.checked_at, '-infinity')`,
  [KeySystemSort.UPDATED_AT]: (alias) => `${alias}.updated_at`,
};

@InputType({ description: 'Which key systems a list has; all conditions must hold.' })
export class KeySystemFilter extends CheckedFilter {
  @TextField({ label: 'text', description: 'A part of the name, DSD, HPC or ITL.' })
  text?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those that models have, or that no model has.' })
  @Optional()
  @Flag('used')
  used?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those with a value that companies dispute, or only the rest.',
  })
  @Optional()
  @Flag('disputed')
  disputed?: boolean | null;
}

@ArgsType()
export class KeySystemsInput extends PageInput {
  @Field(() => KeySystemSort, { description: 'What they are sorted by.' })
  @OneOf(KeySystemSort, 'Key systems cannot be sorted by this.')
  sortBy: KeySystemSort = KeySystemSort.NAME;

  @FilterField(() => KeySystemFilter)
  filter?: KeySystemFilter | null;
}

@ObjectType({ description: 'Some of the key systems, and how many there are.' })
export class KeySystemPage extends PageOf(KeySystem, 'key systems') {}

export const keySystems = described('A page of the key systems.', 'CATALOGUE').query(
  'admin',
  KeySystemsInput,
  ({ em }, { filter, sortBy, ...page }) => {
    const { text, checked, checkedBefore, source, used, disputed } = filter ?? {};
    const conditions = [
      ...(text ? [containing(['name', 'dsd', 'hpc', 'itl'], text)] : []),
      ...(checked == null ? [] : [{ checkedAt: checked ? { $ne: null } : null }]),
      ...(checkedBefore ? [{ checkedAt: { $lt: startOfDay(checkedBefore) } }] : []),
      ...(source ? [containing(['source'], source)] : []),
      ...(used == null
        ? []
        : [{ [raw((alias) => `exists (select from models where key_system_id = ${alias}.id)`)]: used }]),
      ...(disputed == null ? [] : [{ [raw((alias) => `${alias}.id in (${DISPUTED_SYSTEMS})`)]: disputed }]),
    ];
    return findPage<KeySystem>(em, KeySystem, { $and: conditions } as FilterQuery<KeySystem>, {
      ...page,
      sortBy: raw(SORTS[sortBy]),
    });
  },
);

export const keySystem = described('One key system.', 'CATALOGUE').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(KeySystem, toId(id), noSuch('key system')),
);

export class KeySystemsByIdInput {
  ids!: readonly number[];
}

/** Key systems in the order of `ids`; null for one that is gone. */
export const keySystemsById = described('What only administrators read of it.', 'ANY').query(
  'admin',
  KeySystemsByIdInput,
  async ({ em }, { ids }) => {
    const found = await em.find(KeySystem, { id: { $in: [...ids] } });
    const byId = new Map(found.map((system) => [system.id, system]));
    return ids.map((id) => byId.get(id) ?? null);
  },
);

@ArgsType()
export class KeySystemHistoryInput extends GrowingInput {
  @Field(() => ID, { description: 'The key system’s id.' })
  id!: string;
}

@ObjectType({ description: 'Some entries of a key system’s history, and how many there are.' })
export class KeySystemChangePage extends GrowingPageOf(KeySystemChange, 'changes') {}

export const keySystemHistory = described('What has been changed in a key system, and by whom.', 'CATALOGUE').query(
  'admin',
  KeySystemHistoryInput,
  ({ em }, { id, ...input }) =>
    findGrowingPage(em, KeySystemChange, { keySystem: toId(id) }, { ...input, sortBy: 'createdAt' }),
);

@InputType({ description: 'Which key system to delete, in the version that was read.' })
export class DeleteKeySystemInput extends RecordInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The `version` that was read: CONFLICT if it has changed since. If absent, nothing is compared.',
  })
  version?: number | null;
}

export const deleteKeySystem = described('Deletes a key system; CONFLICT while models have it.', 'CATALOGUE').command(
  'admin',
  DeleteKeySystemInput,
  async ({ em, user }, { id, version }) => {
    // Whoever gives it to a model waits for this lock.
    const system = await em.findOneOrFail(KeySystem, toId(id), {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      ...noSuch('key system'),
    });
    requireUnchanged(system, version);
    const [used] = await em.execute<{ count: number }[]>(
      'select count(*)::int as count from models where key_system_id = ?',
      [system.id],
    );
    const count = used?.count ?? 0;
    if (count > 0) {
      const [models, them] = count === 1 ? ['model has', 'it'] : ['models have', 'them'];
      throw new AppError(
        'CONFLICT',
        `${count.toLocaleString('en')} ${models} the key system ${system.name}: give ${them} another, or own values, first.`,
      );
    }
    logSystem(em, user, LogKind.KEY_SYSTEM_DELETED, 'Deleted', system);
    await em.remove(system).flush();
    return system;
  },
);
