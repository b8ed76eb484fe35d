import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Caller } from '../../context';
import { described, NoInput } from '../../gate/operation';
import { Optional } from '../../inputs/fields';
import { PageInput, PageOf } from '../../inputs/list';
import { TOLD_FIELDS } from '../models/modelChanges';
import { NewsItem } from './newsItem';
import { named, OF_PINS, PAGE } from './newsStatement';

const DAY = 86_400_000;
/** What is listed at least, and what is new at a first visit; and what is listed at most. In days. */
const LISTED = { least: 30, most: 365 };

@ArgsType()
export class NewsInput extends PageInput {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The last visit, as the first page has answered it. If absent, the stored one.',
  })
  @Optional()
  newSince?: Date | null;
}

@ObjectType({ description: 'A page of what is new: the caller’s pinned sheets first, then recent ones, then others.' })
export class NewsPage extends PageOf(NewsItem, 'news') {
  @Field(() => GraphQLDateTime, { description: 'The caller’s last visit; before the first one, 30 days ago.' })
  newSince!: Date;

  @Field(() => GraphQLDateTime, { description: 'What happened until then is in it; for `newsSeen`.' })
  asOf!: Date;
}

/** A time of the caller's that the database can compare: years before 1 and after 9999 it cannot. */
const inThePast = (time: Date) => new Date(Math.min(Math.max(time.getTime(), 0), Date.now()));

async function lastVisit(em: EntityManager, { id }: Caller): Promise<Date> {
  const [row] = await em.execute<{ at: string }[]>('select seen_at as at from news_seen where user_id = ?', [id]);
  return row ? new Date(row.at) : new Date(Date.now() - LISTED.least * DAY);
}

const PLACES = new Map(TOLD_FIELDS.map(({ label }, index) => [label, index]));
/** In the order of the form. */
const inOrder = (labels: string[]) =>
  labels.toSorted((one, other) => (PLACES.get(one) ?? 0) - (PLACES.get(other) ?? 0));

export const news = described(
  'What is new in the catalogue: models and key systems that were added, values that were corrected, models that were removed. It lists the last 30 days, and what is new since the caller’s last visit, and says which fields were corrected, without their values. Opens no sheet.',
  'LOOKUP',
).query('member', NewsInput, async ({ em, user }, { page, limit, newSince }): Promise<NewsPage> => {
  const asOf = new Date();
  const since = newSince ? inThePast(newSince) : await lastVisit(em, user);
  const from = Math.max(
    Math.min(since.getTime(), asOf.getTime() - LISTED.least * DAY),
    asOf.getTime() - LISTED.most * DAY,
  );
  const [found] = await em.execute<{ total: number; items: (Omit<NewsItem, 'at'> & { at: string })[] }[]>(
    ...named(PAGE, {
      user: user.id,
      from: new Date(from).toISOString(),
      since: since.toISOString(),
      limit,
      offset: (page - 1) * limit,
    }),
  );
  const items = (found?.items ?? []).map((item) => ({ ...item, at: new Date(item.at), fields: inOrder(item.fields) }));
  return { items, total: found?.total ?? 0, newSince: since, asOf };
});

export const newsOfPins = described(
  'How many of the caller’s pinned sheets have news since the caller’s last visit.',
  'LOOKUP',
).query('personal', NoInput, async ({ em, user }) => {
  const since = (await lastVisit(em, user)).toISOString();
  const [row] = await em.execute<{ count: number }[]>(...named(OF_PINS, { user: user.id, since }));
  return row?.count ?? 0;
});

@InputType({ description: 'Until when the caller has seen the news.' })
export class NewsSeenInput {
  @Field(() => GraphQLDateTime, { description: 'The `asOf` of the news that were shown.' })
  asOf!: Date;
}

@ObjectType({ description: 'What is new since the caller has seen the news.' })
export class NewsSeen {
  @Field(() => Int, { description: 'As the query of that name answers from now on.' })
  newsOfPins!: number;
}

export const newsSeen = described('Remembers that the caller has seen the news.').command(
  'member',
  NewsSeenInput,
  async ({ em, user }, { asOf }): Promise<NewsSeen> => {
    await em.execute(
      `insert into news_seen (user_id, seen_at) values (?, ?::timestamptz)
     on conflict (user_id) do update set seen_at = greatest(news_seen.seen_at, excluded.seen_at)`,
      [user.id, inThePast(asOf).toISOString()],
    );
    const since = (await lastVisit(em, user)).toISOString();
    const [row] = await em.execute<{ count: number }[]>(...named(OF_PINS, { user: user.id, since }));
    return { newsOfPins: row?.count ?? 0 };
  },
);
