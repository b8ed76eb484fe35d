import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { USERNAME_KEY, usernameKey } from '../../accounts/usernames';
import { startOfDay } from '../../days';
import { described } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { OneOf, Optional, TextField } from '../../inputs/fields';
import {
  beginningWith,
  cursorAfter,
  FilterField,
  GrowingInput,
  GrowingPageOf,
  PeriodFilter,
  placeAfter,
  placeTime,
  SortDirection,
  TIME_OF_PLACE,
} from '../../inputs/list';
import { LogKind, LogSubjectType } from '../logKind';

export enum AccessKind {
  OPENED = 'opened',
  PRINTED = 'printed',
  EXPORTED = 'exported',
  MATCHED = 'matched',
  SENT = 'sent',
}
describeEnum(AccessKind, 'AccessKind', 'How a user accessed key data.', {
  OPENED: 'They opened a sheet. Opening it again within an hour does not count.',
  PRINTED: 'They printed a sheet.',
  EXPORTED: 'They downloaded the catalogue.',
  MATCHED: 'Jump showed them blanks, part numbers or codes: one entry for each hour, with their number.',
  SENT: 'They were sent key data of models, whatever the way: one entry for each day (UTC), with the number of models.',
});

enum AccessSort {
  TIME = 'time',
}
describeEnum(AccessSort, 'AccessSort', 'What the access audit is sorted by.', { TIME: 'When it was.' });

@ObjectType({ description: 'An access to key data: by whom, to what, and when.' })
class AccessEntry {
  @Field(() => ID, { description: 'Identifies the entry.' })
  id!: string;

  @Field(() => AccessKind, { description: 'How the key data was accessed.' })
  kind!: AccessKind;

  @Field(() => ID, { nullable: true, description: 'The id of the user; null if the user has been deleted.' })
  userId!: number | null;

  @Field(() => String, { description: 'Who accessed it.' })
  username!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the API token with which their program accessed it; null for people, and for what Jump showed, which is counted for each user.',
  })
  token!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The model of the sheet; null for an export, or if it has been deleted.',
  })
  modelId!: number | null;

  @Field(() => String, { description: 'What was accessed.' })
  details!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was accessed.' })
  at!: Date;
}

@ObjectType({ description: 'A page of the access audit.' })
export class AccessPage extends GrowingPageOf(AccessEntry, 'entries') {}

@InputType({ description: 'The entries that meet all of these conditions.' })
export class AccessFilter extends PeriodFilter {
  @Field(() => AccessKind, { nullable: true, description: 'Only entries of this kind.' })
  @Optional()
  @OneOf(AccessKind, 'There is no such kind.')
  kind?: AccessKind | null;

  @TextField({ label: 'user', description: 'Only users whose username begins with this text, in upper or lower case.' })
  user?: string | null;

  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'Only entries of this day (UTC) or later; by default of the last 30 days.',
  })
  override from?: string | null | undefined;
}

@ArgsType()
export class AccessesInput extends GrowingInput {
  @Field(() => AccessSort, { description: 'What they are sorted by.' })
  @OneOf(AccessSort, 'The access audit is sorted by time.')
  sortBy: AccessSort = AccessSort.TIME;

  @FilterField(() => AccessFilter, 'Which of them; those of the last 30 days without it.')
  filter?: AccessFilter | null;
}

/** How many days the audit goes back by default. */
const DAYS = 30;
const DAY = 86_400_000;

const LOGGED: Partial<Record<AccessKind, LogKind>> = {
  [AccessKind.PRINTED]: LogKind.SHEET_PRINTED,
  [AccessKind.EXPORTED]: LogKind.EXPORT,
};

/** What identifies an entry among those of its time: an entry's id is this and the time. */
const ENTRY = new RegExp(`^(${Object.values(AccessKind).join('|')})(-\\d+)*$`);

interface Source {
  /** The columns of an entry, and `from … where …`. */
  columns: string;
  rows: string;
  time: string;
  /** Identifies an entry among those of its time, `collate "C"`. */
  key: string;
  values: unknown[];
}

const keyOf = (kind: string, columns: string) => `concat_ws('-', '${kind}', ${columns}) collate "C"`;

/** The sources of the entries: openings and counts have their own tables, the rest is in the log. */
function sourcesOf({ kind, user, from, to }: AccessFilter): Source[] {
  const period = [
    from ? startOfDay(from) : new Date(Date.now() - DAYS * DAY),
    to ? startOfDay(to, 1) : new Date(Date.now() + DAY),
  ];
  const like = user ? [beginningWith(usernameKey(user))] : [];
  const whose = (condition: string) => (like.length > 0 ? `and ${condition}` : '');
  const named = `${USERNAME_KEY} like ?`;
  const ofUsers = `user_id in (select id from users where ${named})`;
  const openings: Source = {
    columns: `'${AccessKind.OPENED}' as kind, user_id, model_id, null::int as log_id, token_id, opened_at as at, null::int as number`,
    rows: `sheet_openings where opened_at >= ? and opened_at < ?
      ${whose(ofUsers)}`,
    time: 'opened_at',
    key: keyOf(AccessKind.OPENED, 'user_id, model_id'),
    values: [...period, ...like],
  };
  const matches: Source = {
    columns: `'${AccessKind.MATCHED}' as kind, user_id, null::int as model_id, null::int as log_id, null::int as token_id, hour as at, matches as number`,
    rows: `jump_matches where hour >= ? and hour < ? ${whose(ofUsers)}`,
    time: 'hour',
    key: keyOf(AccessKind.MATCHED, 'user_id'),
    values: [...period, ...like],
  };
  const sent: Source = {
    columns: `'${AccessKind.SENT}' as kind, user_id, null::int as model_id, null::int as log_id, null::int as token_id, day as at, models as number`,
    rows: `models_sent where day >= ? and day < ? ${whose(ofUsers)}`,
    time: 'day',
    key: keyOf(AccessKind.SENT, 'user_id'),
    values: [...period, ...like],
  };
  const logged = ([access, logKind]: [string, LogKind]): Source => ({
    columns: `'${access}' as kind, user_id, subject_id as model_id, id as log_id, null::int as token_id, created_at as at, null::int as number`,
    rows: `log_entries where kind = '${logKind}' and created_at >= ? and created_at < ? ${whose(named)}`,
    time: 'created_at',
    key: keyOf(access, 'user_id, subject_id, id'),
    values: [...period, ...like],
  });
  return [
    ...(!kind || kind === AccessKind.OPENED ? [openings] : []),
    ...(!kind || kind === AccessKind.MATCHED ? [matches] : []),
    ...(!kind || kind === AccessKind.SENT ? [sent] : []),
    ...Object.entries(LOGGED)
      .filter(([access]) => !kind || kind === access)
      .map(logged),
  ];
}

/** Each source is read in index order, only as far as the page needs. */
export const accesses = described(
  'A page of the access audit: who opened, printed and exported what, and how much they were sent.',
).query('admin', AccessesInput, async ({ em }, { filter, page, limit, dir, ...input }) => {
  const sources = sourcesOf(filter ?? {});
  const [order, isAfter] = dir === SortDirection.ASC ? ['asc', '>'] : ['desc', '<'];
  const place = placeAfter(input, true, (key) => ENTRY.test(key));
  const before = place ? 0 : (page - 1) * limit;
  const [counted] = await em.execute<{ total: number }[]>(
    `select ${sources.map(({ rows }) => `(select count(*) from ${rows})`).join(' + ')} as total`,
    sources.flatMap(({ values }) => values),
  );
  const found = sources.map(
    ({ columns, rows, time, key }) => `(select ${columns}, ${key} as key from ${rows}
        ${place ? `and (${time}, ${key}) ${isAfter} (${TIME_OF_PLACE}, ? collate "C")` : ''}
        order by ${time} ${order}, ${key} ${order} limit ?)`,
  );
  const items = await em.execute<(AccessEntry & { time: string; key: string })[]>(
    `select concat_ws('-', p.key, extract(epoch from p.at)) as id, p.kind, p.key, ${placeTime('p.at')} as time,
       p.user_id as "userId", m.id as "modelId", p.at, coalesce(l.username, u.username, '') as username, coalesce(l.token, t.name) as token,
       case p.kind
         when '${AccessKind.MATCHED}' then concat('Found ', p.number, ' blanks, part numbers or codes in Jump within the hour')
         when '${AccessKind.SENT}' then concat('Was sent the key data of ', p.number, ' models within the day')
         else coalesce(l.details, concat_ws(' ', 'Opened the sheet of', k.display_name, m.name, m.year))
       end as details
     from (
       select * from (${found.join(' union all ')}) f order by at ${order}, key ${order} limit ? offset ?
     ) p
     left join log_entries l on l.id = p.log_id left join users u on u.id = p.user_id
     left join api_tokens t on t.id = p.token_id
     left join models m on m.id = p.model_id and (l.id is null or l.subject_type = '${LogSubjectType.MODEL}')
     left join makes k on k.id = m.make_id
     order by p.at ${order}, p.key ${order}`,
    [
      ...sources.flatMap(({ values }) => [...values, ...(place ? [place.time, place.key] : []), before + limit]),
      limit,
      before,
    ],
  );
  const last = items.length === limit && items.at(-1);
  return {
    items: items.map((item) => ({ ...item, at: new Date(item.at) })),
    total: Number(counted?.total ?? 0),
    next: last ? cursorAfter(last) : null,
  };
});
