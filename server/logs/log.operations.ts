import { type FilterQuery, raw } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { USERNAME_KEY, usernameKey } from '../accounts/usernames';
import { User } from '../accounts/users/user.entity';
import { chain, command, described, NoInput } from '../gate/operation';
import { describeEnum } from '../inputs/describeEnum';
import { LongText, OneOf, Optional, Rule, TextField, WholeNumber } from '../inputs/fields';
import {
  beginningWith,
  FilterField,
  findGrowingPage,
  GrowingInput,
  GrowingPageOf,
  inPeriod,
  PeriodFilter,
} from '../inputs/list';
import { isId } from '../inputs/record';
import { LogEntry } from './logEntry.entity';
import { LogKind, LogSubjectType } from './logKind';

export enum LogSort {
  USER = 'username',
  DETAILS = 'details',
  CREATED_AT = 'createdAt',
}
describeEnum(LogSort, 'LogSort', 'What the log is sorted by.', {
  USER: 'Who did it.',
  DETAILS: 'What was done.',
  CREATED_AT: 'When it was done.',
});

@InputType({ description: 'The lines that meet all of these conditions; without any condition, all lines.' })
export class LogFilter extends PeriodFilter {
  @Field(() => LogKind, { nullable: true, description: 'Only lines of this kind.' })
  @Optional()
  @OneOf(LogKind, 'There is no such kind of line.')
  kind?: LogKind | null;

  @TextField({ label: 'user', description: 'Only lines whose username begins with this text, in upper or lower case.' })
  user?: string | null;

  @Field(() => LogSubjectType, { nullable: true, description: 'Only lines about records of this type.' })
  @Optional()
  @OneOf(LogSubjectType, 'There is no such sort of record.')
  subjectType?: LogSubjectType | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only lines about the record with this id, of the type `subjectType`.',
  })
  @Optional()
  @Rule((value) => (isId(value) ? null : 'There is no such record.'))
  subjectId?: string | null;
}

@ArgsType()
export class LogInput extends GrowingInput {
  @Field(() => Int, { description: 'How many on a page, 1 to 100.' })
  @WholeNumber('limit', 1, 100)
  override limit: number = 50;

  @Field(() => LogSort, { description: 'What it is sorted by.' })
  @OneOf(LogSort, 'The log cannot be sorted by this.')
  sortBy: LogSort = LogSort.CREATED_AT;

  @FilterField(() => LogFilter)
  filter?: LogFilter | null;
}

@ObjectType({ description: 'Some lines of the log, and how many there are.' })
export class LogPage extends GrowingPageOf(LogEntry, 'log entries') {}

/** Sorts by the first 200 characters, like the index: whole details may be too long for an index. */
const beginning = () => raw((alias) => `left(${alias}.details, 200)`);

export const logEntries = described('A page of the log.').query('admin', LogInput, ({ em }, { filter, ...page }) => {
  const { kind, user, subjectType, subjectId, ...period } = filter ?? {};
  const where = [
    ...(kind ? [{ kind }] : []),
    ...(user ? [{ [raw(USERNAME_KEY)]: { $like: beginningWith(usernameKey(user)) } }] : []),
    ...(subjectType ? [{ subjectType }] : []),
    ...(subjectId ? [{ subjectId: Number(subjectId) }] : []),
    ...inPeriod(period),
  ];
  const sortBy = page.sortBy === LogSort.DETAILS ? beginning() : page.sortBy;
  return findGrowingPage<LogEntry>(em, LogEntry, { $and: where } as FilterQuery<LogEntry>, { ...page, sortBy });
});

@ObjectType({ description: 'The record that a line of the log is about.' })
export class LogSubject {
  @Field(() => LogSubjectType, { description: 'The type of the record.' })
  type!: LogSubjectType;

  @Field(() => ID, { description: 'Identifies the record.' })
  id!: number;

  @Field(() => Boolean, { description: 'Whether the record still exists.' })
  exists!: boolean;
}

const TABLES: Record<LogSubjectType, string> = {
  [LogSubjectType.CLIENT]: 'clients',
  [LogSubjectType.USER]: 'users',
  [LogSubjectType.MAKE]: 'makes',
  [LogSubjectType.MODEL]: 'models',
  [LogSubjectType.KEY_SYSTEM]: 'key_systems',
  [LogSubjectType.CORRECTION]: 'corrections',
  [LogSubjectType.FEEDBACK]: 'feedbacks',
  [LogSubjectType.IMPORT]: 'imports',
  [LogSubjectType.WEBHOOK]: 'webhooks',
};

class LogSubjectsInput {
  subjects!: readonly Omit<LogSubject, 'exists'>[];
}

/** Which of these records still exist, in the same order. */
export const logSubjects = described('The record that it refers to; null if there is none.').query(
  'admin',
  LogSubjectsInput,
  async ({ em }, { subjects }): Promise<LogSubject[]> => {
    const parts = [...Map.groupBy(subjects, ({ type }) => type)];
    const rows = await em.execute<Omit<LogSubject, 'exists'>[]>(
      parts.map(([type]) => `select '${type}' as type, id from ${TABLES[type]} where id in (?)`).join(' union all '),
      parts.map(([, ofType]) => ofType.map(({ id }) => id)),
    );
    const found = new Set(rows.map(({ type, id }) => `${type} ${id}`));
    return subjects.map((subject) => ({ ...subject, exists: found.has(`${subject.type} ${subject.id}`) }));
  },
);

class LogUsersInput {
  ids!: readonly number[];
}

/** In the order of `ids`, in one statement. */
export const logUsers = described(
  'The user who did it; null if it was nobody’s account, or once the user is deleted.',
).query('admin', LogUsersInput, async ({ em }, { ids }): Promise<(User | null)[]> => {
  const where = { id: { $in: [...ids] } };
  const found = await em.find(User, where, { populate: ['client', 'role'], strategy: 'joined' });
  const byId = new Map(found.map((user) => [user.id, user]));
  return ids.map((id) => byId.get(id) ?? null);
});

@InputType({ description: 'A line to add to the log.' })
export class LogEntryInput {
  @Field(() => String, { description: 'What was done.' })
  @LongText({ label: 'details', required: true })
  details!: string;
}

export const createLogEntry = described('Records what the caller’s own program says it did.').command(
  'member',
  LogEntryInput,
  async ({ em, user }, { details }) => {
    const entry = LogEntry.write(em, user, LogKind.REPORTED, { text: details });
    await em.flush();
    return entry;
  },
  { what: 'log entries of', most: 600 },
);

/** Deletes counts that are over 15 minutes old, and logs those with more than one event. */
export const logCounts = command('system', NoInput, ({ em }) =>
  em.execute(
    `with ended as (delete from log_counts where started_at < now() - interval '15 minutes' returning *)
     ${LogEntry.INSERT}
     select user_id, username, token, kind,
       details || ': ' || count - 1 || case when count = 2 then ' more time' else ' more times' end
         || ' until ' || to_char(last_at at time zone 'UTC', 'HH24:MI') || ' UTC',
       null, null, now()
     from ended where count > 1`,
  ),
);

/** Lines deleted per transaction: few enough not to block other work. */
const AT_ONCE = 5_000;

class SweepLogInput {
  /** Lines older than this many days are deleted; 0 keeps all. */
  days!: number;
}

/**
 * Deletes old lines. Returns the number of deleted lines. They are found by their place in the table (ctid): joined by
 * `id`, a cached plan from when the table was small compares each of them with every line.
 */
export const sweepLog = chain('system', SweepLogInput, async ({ commit }, { days }) => {
  if (days === 0) return 0;
  for (let swept = 0; ; ) {
    const rows = await commit((em) =>
      em.execute<unknown[]>(
        `delete from log_entries where ctid = any(array(
           select ctid from log_entries where created_at < now() - ? * interval '1 day' order by created_at limit ?
         )) returning id`,
        [days, AT_ONCE],
      ),
    );
    swept += rows.length;
    if (rows.length < AT_ONCE) return swept;
  }
});
