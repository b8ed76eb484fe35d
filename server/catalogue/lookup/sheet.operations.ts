import { Field, Int, ObjectType } from 'type-graphql';
import { query } from '../../operation';

@ObjectType({ description: 'How many sheets a user has opened. The same sheet within an hour counts once.' })
export class SheetsOpened {
  @Field(() => Int, { description: 'In the last hour.' })
  lastHour!: number;

  @Field(() => Int, { description: 'In the last 24 hours.' })
  lastDay!: number;
}

export class SheetsOpenedInput {
  userIds!: readonly number[];
}

/** The sheets opened by each of the users, in the order of `userIds`; openings of the last seconds may be missing. */
export const sheetsOpened = query('admin', SheetsOpenedInput, ({ em }, { userIds }) =>
  em.execute<SheetsOpened[]>(
    `select count(opened_at) filter (where opened_at > now() - interval '1 hour')::int as "lastHour",
       count(opened_at)::int as "lastDay"
     from unnest(?::int[]) with ordinality as u (id, place)
     left join sheet_openings on user_id = u.id and opened_at > now() - interval '1 day'
     group by u.id, place order by place`,
    [`{${userIds.join(',')}}`],
  ),
);
