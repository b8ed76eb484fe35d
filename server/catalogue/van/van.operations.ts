import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { ArgsType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { Client } from '../../accounts/clients/client.entity';
import { User } from '../../accounts/users/user.entity';
import type { Caller } from '../../context';
import { AppError, invalid, noSuch, notFound } from '../../errors';
import { once } from '../../gate/once/once';
import { described } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { AtMost, Nested, OneOf, Optional, Rule, TextField, WholeNumber, wrongText } from '../../inputs/fields';
import { anywhere, FilterField, findPage, PageInput, PageOf } from '../../inputs/list';
import { RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { SentOnce } from '../../inputs/sentOnce';
import { blankKey } from '../blanks/blanksIn';
import { requireBytes } from '../companyBytes';
import { MOST_OF_BLANK, VanBlank } from './vanBlank.entity';

/** The most blanks on the list of one company, and the most that one call changes. */
const MOST_LISTED = 5_000;
const MOST_AT_ONCE = 1_000;
/** The most that a user changes in an hour: a whole list, twice. */
const MOST_AN_HOUR = 10_000;

enum VanBlankSort {
  NAME = 'name',
  COUNT = 'count',
  UPDATED_AT = 'updatedAt',
}
describeEnum(VanBlankSort, 'VanBlankSort', 'What the blanks in the van are sorted by.', {
  NAME: 'Their names.',
  COUNT: 'How many there are.',
  UPDATED_AT: 'When somebody last changed them.',
});

@InputType({ description: 'Which blanks a list has.' })
export class VanBlankFilter {
  @TextField({ label: 'text', description: 'A part of the name; case, spaces, hyphens and dots do not matter.' })
  text?: string | null;
}

@ArgsType()
export class VanBlanksInput extends PageInput {
  @Field(() => VanBlankSort, { description: 'What they are sorted by.' })
  @OneOf(VanBlankSort, 'Blanks are sorted by name, count or change.')
  sortBy: VanBlankSort = VanBlankSort.NAME;

  @FilterField(() => VanBlankFilter)
  filter?: VanBlankFilter | null;
}

@ObjectType({ description: 'Some of the blanks in the van, and how many there are.' })
export class VanBlankPage extends PageOf(VanBlank, 'blanks') {}

export const vanBlanks = described('A page of the blanks that the caller’s company has in its van.', 'LOOKUP').query(
  'company',
  VanBlanksInput,
  ({ em, user }, { filter, ...page }) => {
    const where: FilterQuery<VanBlank>[] = [{ client: user.client.id }];
    if (filter?.text) where.push({ key: { $like: anywhere(blankKey(filter.text)) } });
    return findPage<VanBlank>(em, VanBlank, { $and: where }, page);
  },
);

const wrongName = (value: unknown) =>
  wrongText(value, { label: 'blank', required: true }) ??
  (typeof value === 'string' && !blankKey(value) ? 'The name of a blank has a letter or a digit.' : null);

@InputType({ description: 'What to change in the count of one blank: `add`, or `count`.' })
export class VanBlankInput {
  @Field(() => String, {
    description: 'Its name; case, spaces, hyphens and dots do not matter. A blank that is not listed yet is added.',
  })
  @Rule(wrongName)
  name!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many to add, or below 0 to take away: CONFLICT if there are not so many. Calls at the same time add up.',
  })
  @Optional()
  @WholeNumber('number to add', -MOST_OF_BLANK, MOST_OF_BLANK)
  add?: number | null;

  @Field(() => Int, { nullable: true, description: 'How many there are now, 0 to 9,999, in place of `add`.' })
  @Optional()
  @WholeNumber('count', 0, MOST_OF_BLANK)
  count?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'With `count`, the `version` that was read, or null for a blank that is not listed: CONFLICT if that is no longer so.',
  })
  version?: number | null;
}

const isOneWay = ({ add, count }: VanBlankInput) => (add == null) !== (count == null);

@InputType({ description: 'Changes of counts: all of them are done, or none.' })
export class SaveVanBlanksInput extends SentOnce {
  @Field(() => [VanBlankInput], { description: 'What to change, at most 1,000 blanks.' })
  @AtMost(MOST_AT_ONCE, `At most ${MOST_AT_ONCE.toLocaleString('en')} blanks can be changed at once.`)
  @Rule((value) =>
    Array.isArray(value) && value.every(isOneWay) ? null : 'Give a number to add or a count, and not both.',
  )
  @Nested()
  blanks!: VanBlankInput[];
}

@ObjectType({ description: 'The blanks whose counts were changed.' })
export class SavedVanBlanks {
  @Field(() => [VanBlank], { description: 'Each of them once, in the order of the input.' })
  blanks!: VanBlank[];
}

export const saveVanBlanks = described(
  'Changes the counts of blanks in the van of the caller’s company. CONFLICT names the blank that somebody else has changed.',
).command(
  'company',
  SaveVanBlanksInput,
  async (ctx, { sentId, blanks }): Promise<SavedVanBlanks> => {
    const { em, user } = ctx;
    const keys = [...new Set(blanks.map(({ name }) => blankKey(name)))];
    const find = async () => {
      const found = await em.find(VanBlank, { client: user.client.id, key: { $in: keys } });
      return new Map(found.map((blank) => [blank.key, blank]));
    };
    const listed = (byKey: Map<string, VanBlank>) => ({
      id: user.client.id,
      blanks: keys.flatMap((key) => byKey.get(key) ?? []),
    });
    return once(
      em,
      { user, write: 'saveVanBlanks', sentId },
      async () => {
        await lockList(em, user);
        const byKey = await find();
        const known = byKey.size;
        for (const input of blanks) change(em, user, byKey, input);
        await em.flush();
        if (byKey.size > known) {
          await requireRoom(em, user);
          await requireBytes(ctx);
        }
        return listed(byKey);
      },
      async () => listed(await find()),
    );
  },
  { what: 'blanks counted by', most: MOST_AN_HOUR, counts: ({ blanks }) => Math.max(1, blanks.length) },
);

/** Changes of one company's list happen one after the other. */
async function lockList(em: EntityManager, { client }: Caller): Promise<void> {
  const [found] = await em.execute<object[]>('select id from clients where id = ? for no key update', [client.id]);
  if (!found) throw notFound('client');
}

async function requireRoom(em: EntityManager, { client }: Caller): Promise<void> {
  if ((await em.count(VanBlank, { client: client.id })) <= MOST_LISTED) return;
  throw invalid({ blanks: [`A list has at most ${MOST_LISTED.toLocaleString('en')} blanks. Remove some first.`] });
}

function change(em: EntityManager, user: Caller, byKey: Map<string, VanBlank>, input: VanBlankInput): void {
  const { name, add, count, version } = input;
  const key = blankKey(name);
  const known = byKey.get(key);
  if (count != null) requireAsRead(name, known, version);
  const next = count ?? (known?.count ?? 0) + (add ?? 0);
  if (next < 0) throw new AppError('CONFLICT', tooFew(name, known));
  if (next > MOST_OF_BLANK) throw invalid({ blanks: [`${name}: the count may be 9,999 at most.`] });
  const blank = known ?? new VanBlank();
  if (!known) {
    Object.assign(blank, { client: em.getReference(Client, user.client.id, { wrapped: true }), key, name });
    em.persist(blank);
    byKey.set(key, blank);
  } else if (count != null) blank.name = name;
  Object.assign(blank, {
    count: next,
    user: em.getReference(User, user.id),
    username: user.username,
    updatedAt: new Date(),
  });
}

/** Throws CONFLICT unless the blank is as the caller read it. */
function requireAsRead(name: string, known: VanBlank | undefined, version: number | null | undefined): void {
  if (known?.version === (version ?? undefined)) return;
  if (!known) throw new AppError('CONFLICT', `${name} is no longer in the list.`);
  const now = `${known.count} in the van.`;
  throw new AppError(
    'CONFLICT',
    version == null
      ? `${known.name} is in the list already: ${now}`
      : `Somebody has counted ${known.name} meanwhile: ${now}`,
  );
}

const tooFew = (name: string, known: VanBlank | undefined): string => {
  if (!known) return `${name} is not in the list.`;
  return known.count === 0
    ? `None left in the van: ${known.name}.`
    : `Only ${known.count} left in the van: ${known.name}.`;
};

@InputType({ description: 'A blank to take off the list.' })
export class DeleteVanBlankInput extends RecordInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that was read: CONFLICT if the blank has changed since. If absent, nothing is compared.',
  })
  version?: number | null;
}

export const deleteVanBlank = described('Takes a blank off the list of the caller’s company.').command(
  'company',
  DeleteVanBlankInput,
  async ({ em, user }, { id, version }) => {
    await lockList(em, user);
    const blank = await em.findOneOrFail(VanBlank, { id: toId(id), client: user.client.id }, noSuch('blank'));
    requireUnchanged(blank, version);
    await em.remove(blank).flush();
    return blank;
  },
);
