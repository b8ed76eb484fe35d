import { Field, ID, Int, ObjectType } from 'type-graphql';
import { EXPIRED_CLIENTS, EXPIRED_USERS } from '../accounts/subscription';
import { REPEATED_DISPUTES } from '../catalogue/disputes';
import { lacksSomething } from '../catalogue/models/list/modelMarks';
import { TODAY } from '../days';
import { CorrectionState } from '../feedback/correction.entity';
import { FeedbackState } from '../feedback/feedback.entity';
import { described, NoInput } from '../gate/operation';
import { describeEnum } from '../inputs/describeEnum';

/** In the order of the worklist: first those for whom somebody waits. */
enum WorkKind {
  FEEDBACK = 'FEEDBACK',
  CORRECTIONS = 'CORRECTIONS',
  DISPUTES = 'DISPUTES',
  DUE = 'DUE',
  EXPIRED_CLIENTS = 'EXPIRED_CLIENTS',
  EXPIRED_USERS = 'EXPIRED_USERS',
  WEBHOOKS = 'WEBHOOKS',
  SEARCHES = 'SEARCHES',
  GAPS = 'GAPS',
  UNCHECKED = 'UNCHECKED',
}
describeEnum(WorkKind, 'WorkKind', 'What waits for administrators.', {
  FEEDBACK: 'Feedback that waits for an answer; newest first, as in its list.',
  CORRECTIONS: 'Corrections that wait for a decision; newest first, as in their list.',
  DISPUTES: 'Sheets with values that companies dispute; newest first, as in the list of corrections.',
  DUE: 'Clients that are not expired and whose last day is in the rest of this month; soonest first.',
  EXPIRED_CLIENTS: 'Clients whose subscription has ended; latest first.',
  EXPIRED_USERS: 'Users whose subscription, or their client’s, has ended; latest first.',
  WEBHOOKS: 'Webhooks that were disabled because they failed for days.',
  SEARCHES: 'Searches that found nothing; most frequent first.',
  GAPS: 'Models without blank, code series, spacing or depth.',
  UNCHECKED: 'Models that nobody has checked.',
});

@ObjectType({ description: 'One kind of work that waits, and with which record to begin.' })
export class Work {
  @Field(() => WorkKind, { description: 'The kind of work.' })
  kind!: WorkKind;

  @Field(() => Int, { description: 'How many records wait.' })
  count!: number;

  @Field(() => ID, { nullable: true, description: 'The record to begin with; null if none waits.' })
  nextId!: number | null;

  @Field(() => String, { nullable: true, description: 'Its name: whom or what it is about.' })
  nextName!: string | null;
}

interface Kind {
  /** The table, with the condition. */
  rows: string;
  name: string;
  order: string;
}

const MODEL = `(select display_name from makes where makes.id = make_id) || ' ' || name || ' (' || year || ')'`;
const CLIENT = { name: 'name', order: 'subscription_end_date desc, id desc' };
const REPORT = {
  rows: `corrections where state = '${CorrectionState.OPEN}'`,
  name: `make || ' ' || model || ' (' || year || ')'`,
  order: 'id desc',
};
const KINDS: Record<WorkKind, Kind> = {
  FEEDBACK: { rows: `feedbacks where state = '${FeedbackState.OPEN}'`, name: 'email', order: 'id desc' },
  CORRECTIONS: { ...REPORT, rows: `${REPORT.rows} and disputed is null` },
  DISPUTES: { ...REPORT, rows: `${REPORT.rows} and disputed is not null and id not in (${REPEATED_DISPUTES})` },
  DUE: {
    rows: `clients where subscription_end_date between ${TODAY} and (date_trunc('month', ${TODAY}) + interval '1 month - 1 day')::date
      and not account_expired`,
    name: 'name',
    order: 'subscription_end_date, id',
  },
  EXPIRED_CLIENTS: { rows: `clients where id in (${EXPIRED_CLIENTS})`, ...CLIENT },
  EXPIRED_USERS: { rows: `users where id in (${EXPIRED_USERS})`, ...CLIENT, name: 'full_name' },
  WEBHOOKS: { rows: 'webhooks where disabled_at is not null', name: 'url', order: 'disabled_at' },
  SEARCHES: { rows: 'missed_searches', name: 'text', order: 'count desc, last_at desc' },
  GAPS: {
    rows: `models where ${lacksSomething}`,
    name: MODEL,
    order: 'id',
  },
  UNCHECKED: { rows: 'models where checked_at is null', name: MODEL, order: 'id' },
};

const WORKLIST = Object.entries(KINDS)
  .map(
    ([kind, { rows, name, order }]) =>
      `select '${kind}' as kind, (select count(*)::int from ${rows}) as count, n.id as "nextId", n.name as "nextName"
       from (select) one left join (select id, ${name} as name from ${rows} order by ${order} limit 1) n on true`,
  )
  .join(' union all ');

export const worklist = described(
  'What waits for administrators, in the order in which to take it up: each count is the length of a list.',
).query('admin', NoInput, async ({ em }) => {
  const order = Object.keys(KINDS);
  const found = await em.execute<Work[]>(WORKLIST);
  return found.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
});
