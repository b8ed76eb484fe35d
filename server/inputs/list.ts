import type { FilterQuery, FindOptions, QueryOrderMap, RawQueryFragment } from '@mikro-orm/core';
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, type ClassType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { startOfDay } from '../days';
import { invalid } from '../errors';
import { narrow, searchKey } from '../text';
import { Nested, OneOf, Optional, Rule, WholeNumber, wrongDay } from './fields';
import { isId } from './record';

export enum SortDirection {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(SortDirection, {
  name: 'SortDirection',
  valuesConfig: { ASC: { description: 'Smallest first.' }, DESC: { description: 'Largest first.' } },
  description: 'Which way a list is sorted.',
});

/** One page of a list, and the total number of items. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** The graph's type of a page of `Item`; the class that extends it bears the name. */
export function PageOf<T extends object>(Item: ClassType<T>, what: string): ClassType<Page<T>> {
  @ObjectType()
  class PageType {
    @Field(() => [Item], { description: `The ${what} of this page; empty past the end.` })
    items!: T[];

    @Field(() => Int, { description: `How many ${what} there are on all pages.` })
    total!: number;
  }
  return PageType;
}

/** `page` and `limit` of every list. */
@ArgsType()
export class PageInput {
  @Field(() => Int, { description: 'Which page, from 1.' })
  @WholeNumber('page', 1, 2_147_483_647, 'The page must be at least 1.', 'There is no such page.')
  page: number = 1;

  @Field(() => Int, { description: 'How many on a page, 1 to 100.' })
  @WholeNumber('limit', 1, 100)
  limit: number = 10;

  @Field(() => SortDirection, { description: 'Which way it is sorted.' })
  @OneOf(SortDirection, 'The direction must be asc or desc.')
  dir: SortDirection = SortDirection.ASC;
}

/** As above, for lists that are always sorted by time. */
@ArgsType()
export class NewestFirstInput extends PageInput {
  @Field(() => SortDirection, { description: 'The direction, by time. Newest first by default.' })
  override dir: SortDirection = SortDirection.DESC;
}

/** A page of a list that grows while it is read. */
export interface GrowingPage<T> extends Page<T> {
  next: string | null;
}

/** As `PageOf`, with the cursor of the next page. */
export function GrowingPageOf<T extends object>(Item: ClassType<T>, what: string): ClassType<GrowingPage<T>> {
  @ObjectType()
  class GrowingPageType extends PageOf(Item, what) {
    @Field(() => String, {
      nullable: true,
      description:
        'The cursor of the next page, for `after`; null if this is the last page, or if the list is not sorted by time.',
    })
    next!: string | null;
  }
  return GrowingPageType as ClassType<GrowingPage<T>>;
}

/** As `NewestFirstInput`, for lists that grow while they are read. */
@ArgsType()
export class GrowingInput extends NewestFirstInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The cursor `next` of the page before, in place of `page`: entries that are added meanwhile then do not shift the pages. Only for lists sorted by time.',
  })
  @Optional()
  @Rule((value) => (typeof value === 'string' && readPlace(value) ? null : 'This is no cursor of a list.'))
  after?: string | null;
}

/** Where a page ends: the time of its last entry, in microseconds, and what tells it from others of that time. */
interface Place {
  time: string;
  key: string;
}

const PLACE = /^(-?\d{1,17}) ([\w.-]{1,200})$/;

function readPlace(cursor: string): Place | null {
  const [, time = '', key = ''] = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return time ? { time, key } : null;
}

/** In SQL: the time of a place, as its cursor has it. `Date` would cut it to milliseconds. */
export const placeTime = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
/** In SQL: the time that such a number stands for. */
export const TIME_OF_PLACE = `(timestamptz 'epoch' + ?::bigint * interval '1 microsecond')`;

/** The place after which a page begins; null for the beginning. Throws if the list is not sorted by time, or by other keys. */
export function placeAfter(
  { after }: Pick<GrowingInput, 'after'>,
  isByTime: boolean,
  isKey: (key: string) => boolean,
): Place | null {
  const place = after == null ? null : readPlace(after);
  if (place && !isByTime) throw invalid({ after: ['A cursor is for a list that is sorted by time.'] });
  if (place && !isKey(place.key)) throw invalid({ after: ['This is a cursor of another list.'] });
  return place;
}

/** The cursor of the page after one that is full. */
export const cursorAfter = ({ time, key }: Place): string => Buffer.from(`${time} ${key}`).toString('base64url');

/** The `filter` of a list: errors in it have the names of its own fields (checkInput.ts). */
export const FilterField =
  (Filter: () => ClassType, description = 'Which of them; all without it.'): PropertyDecorator =>
  (target, name) => {
    Field(Filter, { nullable: true, description })(target, name);
    Optional()(target, name);
    Nested()(target, name);
  };

/** The filter of lists of what happened at some time. */
@InputType()
export class PeriodFilter {
  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Only what is of this day (UTC) or later.' })
  @Optional()
  @Rule((value) => wrongDay(value, 'from'))
  from?: string | null | undefined;

  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Only what is of this day (UTC) or earlier.' })
  @Optional()
  @Rule((value) => wrongDay(value, 'to'))
  to?: string | null | undefined;
}

/** The conditions of a period. */
export const inPeriod = ({ from, to }: PeriodFilter) => [
  ...(from ? [{ createdAt: { $gte: startOfDay(from) } }] : []),
  ...(to ? [{ createdAt: { $lt: startOfDay(to, 1) } }] : []),
];

/** The condition that one of the columns contains the text, whatever case and width. Needs trigram indexes on these expressions. */
export const containing = (columns: readonly string[], text: string) => ({
  $or: columns.map((column) => ({
    [raw((alias) => searchKey(`${alias}.${column}`))]: {
      $like: raw('lower(?::text collate "und-x-icu")', [anywhere(narrow(text))]),
    },
  })),
});

/** A value for each member of an enum. */
export const eachOf = <E extends string, V>(members: Record<string, E>, give: (member: E) => V) =>
  Object.fromEntries(Object.values(members).map((member) => [member, give(member)])) as Record<E, V>;

/** One page of `Entity`, sorted by one of its properties; ties are broken by id, so that pages never overlap. */
export async function findPage<T extends { id: number }, P extends string = never>(
  em: EntityManager,
  Entity: new () => T,
  where: FilterQuery<T>,
  { page, limit, sortBy, dir }: Omit<PageInput, 'sortBy'> & { sortBy: string | (RawQueryFragment & symbol) },
  populate?: FindOptions<T, P>['populate'],
): Promise<Page<T>> {
  const orderBy: QueryOrderMap<{ id: number }>[] = [
    typeof sortBy === 'string' ? nested(sortBy.split('.'), dir) : { [sortBy]: dir },
    { id: dir },
  ];
  const offset = (page - 1) * limit;
  const [items, total] = await em.findAndCount<T, P>(Entity, where, {
    ...(populate && { populate }),
    strategy: 'select-in',
    orderBy,
    limit,
    offset,
  });
  return { items, total };
}

/** By a property of a relation: `client.name` is `{ client: { name: dir } }`. */
const nested = ([property = '', ...rest]: string[], dir: SortDirection): object => ({
  [property]: rest.length ? nested(rest, dir) : dir,
});

/** As `findPage`, for a list that grows while it is read: sorted by `createdAt`, a page may begin after a cursor. */
export async function findGrowingPage<T extends { id: number }>(
  em: EntityManager,
  Entity: new () => T,
  where: FilterQuery<T>,
  input: Omit<GrowingInput, 'sortBy'> & { sortBy: string | (RawQueryFragment & symbol) },
): Promise<GrowingPage<T>> {
  const isByTime = input.sortBy === 'createdAt';
  const place = placeAfter(input, isByTime, isId);
  const { items, total } = place
    ? { items: await findAfter(em, Entity, where, place, input), total: await em.count(Entity, where) }
    : await findPage(em, Entity, where, input);
  const last = isByTime && items.length === input.limit && items.at(-1);
  if (!last) return { items, total, next: null };
  const [found] = await em.execute<{ time: string }[]>(
    `select ${placeTime('created_at')} as time from ${em.getMetadata(Entity).tableName} where id = ?`,
    [last.id],
  );
  return { items, total, next: found ? cursorAfter({ time: found.time, key: String(last.id) }) : null };
}

function findAfter<T extends { id: number }>(
  em: EntityManager,
  Entity: new () => T,
  where: FilterQuery<T>,
  { time, key }: Place,
  { dir, limit }: Pick<GrowingInput, 'dir' | 'limit'>,
): Promise<T[]> {
  const isAfter = {
    [raw((alias) => `(${alias}.created_at, ${alias}.id)`)]: {
      [dir === SortDirection.ASC ? '$gt' : '$lt']: raw(`(${TIME_OF_PLACE}, ?::int)`, [time, key]),
    },
  };
  return em.find(Entity, { $and: [where, isAfter] } as FilterQuery<T>, {
    strategy: 'select-in',
    orderBy: [{ createdAt: dir }, { id: dir }] as unknown as QueryOrderMap<T>[],
    limit,
  });
}

/** A pattern for `like` that matches the literal text at the beginning. */
export const beginningWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A pattern for `like` that matches the literal text anywhere. */
export const anywhere = (text: string) => `%${beginningWith(text)}`;
