import { type EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { Caller } from '../../../context';
import { invalid, noSuch } from '../../../errors';
import { described } from '../../../gate/operation';
import { NeededWhenNew, OneOf, Rule, TextField } from '../../../inputs/fields';
import { findPage, PageInput, PageOf } from '../../../inputs/list';
import { isId, RecordInput, requireUnchanged, toId } from '../../../inputs/record';
import { VersionedInput } from '../../../inputs/versioned';
import { LogEntry } from '../../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../../logs/logKind';
import { Make } from '../../makes/make.entity';
import { MissedSearch } from '../missed/missedSearch.entity';
import { Alias } from './alias.entity';
import { ALIAS_TEXTS, wrongNickname } from './aliasRows';

enum AliasSort {
  TEXT = 'text',
  MAKE = 'make.displayName',
  NAME = 'name',
}
registerEnumType(AliasSort, {
  name: 'AliasSort',
  description: 'What aliases are sorted by.',
  valuesConfig: {
    TEXT: { description: 'The nicknames.' },
    MAKE: { description: 'The display names of their makes.' },
    NAME: { description: 'The model names that they stand for.' },
  },
});

@ArgsType()
export class AliasesInput extends PageInput {
  @Field(() => AliasSort, { description: 'What they are sorted by.' })
  @OneOf(AliasSort, 'Aliases are sorted by text, make or name.')
  sortBy: AliasSort = AliasSort.TEXT;
}

@ObjectType({ description: 'Some of the nicknames, and how many there are.' })
export class AliasPage extends PageOf(Alias, 'aliases') {}

export const aliases = described('A page of the aliases.', 'CATALOGUE').query('admin', AliasesInput, ({ em }, input) =>
  findPage(em, Alias, {}, input, ['make']),
);

export const alias = described('One alias.', 'CATALOGUE').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(Alias, toId(id), { populate: ['make'] }),
);

@InputType({ description: 'An alias to create (without `id`) or to change; a field that is absent keeps its value.' })
export class AliasInput extends VersionedInput {
  @TextField({ ...ALIAS_TEXTS.text, description: 'The nickname.' })
  text?: string | null;

  @Field(() => ID, { nullable: true, description: 'The make. Required in a new record.' })
  @NeededWhenNew()
  @Rule((value) => (isId(value) ? null : 'The make field is required.'))
  makeId?: string | null;

  @TextField({
    ...ALIAS_TEXTS.name,
    description: 'The name of the models, or a part of it, e.g. GSX-R; empty for all models of the make.',
  })
  name?: string | null;
}

/** A trigger updates the index, so Jump uses the alias at once. */
export const saveAlias = described('Creates or changes an alias.', 'CATALOGUE').command(
  'admin',
  AliasInput,
  async ({ em, user }, input) => {
    const alias = input.id == null ? new Alias() : await em.findOneOrFail(Alias, toId(input.id), noSuch('alias'));
    if (input.id != null) requireUnchanged(alias, input.version);
    if (input.makeId != null) alias.make = em.getReference(Make, await makeOf(em, input.makeId), { wrapped: true });
    if (input.text != null) alias.text = input.text;
    if (input.name !== undefined) alias.name = input.name ?? '';
    const wrong = wrongNickname(alias.text);
    if (wrong) throw invalid({ text: [wrong] });
    try {
      await em.persist(alias).flush();
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw invalid({ text: ['This alias already exists.'] });
    }
    await MissedSearch.forget(em, [alias.text]);
    await em.populate(alias, ['make']);
    log(em, user, alias, input.id == null ? 'Added' : 'Changed');
    return alias;
  },
);

async function makeOf(em: EntityManager, id: string): Promise<number> {
  const make = await em.findOne(Make, Number(id));
  if (!make) throw invalid({ makeId: ['There is no such make.'] });
  return make.id;
}

@InputType({ description: 'Which alias to delete, by its id.' })
export class DeleteAliasInput extends RecordInput {}

export const deleteAlias = described('Deletes an alias.', 'CATALOGUE').command(
  'admin',
  DeleteAliasInput,
  async ({ em, user }, { id }) => {
    const alias = await em.findOneOrFail(Alias, toId(id), {
      populate: ['make'],
      lockMode: LockMode.PESSIMISTIC_WRITE,
      ...noSuch('alias'),
    });
    log(em, user, alias, 'Deleted');
    await em.remove(alias).flush();
    return alias;
  },
);

function log(em: EntityManager, user: Caller, { text, name, make }: Alias, what: string): void {
  const { id, displayName } = make.unwrap();
  LogEntry.write(em, user, LogKind.MAKE_UPDATED, {
    subject: { type: LogSubjectType.MAKE, id },
    text: `${what} the alias ${text} of ${displayName}${name && ` ${name}`}`,
  });
}
