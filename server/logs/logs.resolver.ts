import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import type { Context } from '../context';
import { forWhom } from '../gate/audiences';
import { loadTogether } from '../gate/loaders';
import { Input } from '../inputs/mutation';
import {
  createLogEntry,
  LogEntryInput,
  LogInput,
  LogPage,
  LogSubject,
  logEntries,
  logSubjects,
  logUsers,
} from './log.operations';
import { LogEntry } from './logEntry.entity';

@Resolver()
export class LogsResolver {
  @Query(() => LogPage, { description: 'A page of the log.' })
  logEntries(@Ctx() ctx: Context, @Args(() => LogInput) input: LogInput) {
    return logEntries(ctx, input);
  }

  @Mutation(() => LogEntry, { description: 'Records what the caller’s own program says it did.' })
  createLogEntry(@Ctx() ctx: Context, @Input(() => LogEntryInput) input: LogEntryInput) {
    return createLogEntry(ctx, input);
  }
}

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: `The user who did it; null if it was nobody’s account, or once the user is deleted. ${forWhom(logUsers)}`,
  })
  user(@Ctx() ctx: Context, @Root() { user }: LogEntry) {
    return user && loadTogether(ctx, 'LogEntry.user', user.id, (ids) => logUsers(ctx, { ids }));
  }

  @FieldResolver(() => LogSubject, {
    nullable: true,
    description: `The record that it refers to; null if there is none. ${forWhom(logSubjects)}`,
  })
  subject(@Ctx() ctx: Context, @Root() { subjectType: type, subjectId: id }: LogEntry) {
    if (!type || !id) return null;
    return loadTogether(ctx, 'LogEntry.subject', { type, id }, (subjects) => logSubjects(ctx, { subjects }));
  }
}
