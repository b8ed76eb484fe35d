import { raw } from '@mikro-orm/postgresql';
import { IsEnum, IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { throttle } from '../accounts/signIn/throttle';
import { Rule, wrongText } from '../inputs/fields';
import { findPage, PageInput, PageOf, SortDirection } from '../inputs/list';
import { command, query } from '../operation';
import { LogEntry } from './logEntry.entity';

export enum LogSort {
  USER = 'username',
  DETAILS = 'details',
  CREATED_AT = 'createdAt',
}
registerEnumType(LogSort, {
  name: 'LogSort',
  description: 'What the log is sorted by.',
  valuesConfig: {
    USER: { description: 'Who did it.' },
    DETAILS: { description: 'What was done.' },
    CREATED_AT: { description: 'When it was done.' },
  },
});

@ArgsType()
export class LogInput extends PageInput {
  @Field(() => Int, { description: 'How many on a page, 1 to 100.' })
  @IsInt({ message: 'The limit must be a whole number.' })
  @Min(1, { message: 'The limit must be from 1 to 100.' })
  @Max(100, { message: 'The limit must be from 1 to 100.' })
  override limit: number = 50;

  @Field(() => LogSort, { description: 'What it is sorted by.' })
  @IsEnum(LogSort, { message: 'The log cannot be sorted by this.' })
  sortBy: LogSort = LogSort.CREATED_AT;

  @Field(() => SortDirection, { description: 'Which way it is sorted.' })
  @IsEnum(SortDirection, { message: 'The direction must be asc or desc.' })
  override dir: SortDirection = SortDirection.DESC;
}

@ObjectType({ description: 'A page of the log.' })
export class LogPage extends PageOf(LogEntry, 'log entries') {}

/** Details may be longer than an index can hold: their beginning decides, as the index has it. */
const beginning = () => raw((alias) => `left(${alias}.details, 200)`);

export const logEntries = query('admin', LogInput, ({ em }, input) =>
  findPage(em, LogEntry, {}, { ...input, sortBy: input.sortBy === LogSort.DETAILS ? beginning() : input.sortBy }),
);

@InputType({ description: 'A line for the log.' })
export class LogEntryInput {
  @Field(() => String, { description: 'What was done.' })
  @Rule((value) => wrongText(value, { label: 'details', max: 10_000, required: true }))
  details!: string;
}

/** Records what the caller's own program says it did. */
export const createLogEntry = command('member', LogEntryInput, async ({ em, user }, { details }) => {
  await throttle(em, [{ key: `log entries of ${user.id}`, most: 600, minutes: 60 }]);
  const entry = em.create(LogEntry, { ...LogEntry.of(user, details), fromClient: true });
  await em.flush();
  return entry;
});
