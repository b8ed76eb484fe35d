import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import type { Context } from '../context';
import { describedBy, MutationOf, QueryOf } from '../gate/graphFields';
import { loadTogether } from '../gate/loaders';
import { Input } from '../inputs/mutation';
import { AccessesInput, AccessPage, accesses } from './access/access.operations';
import { UnusualAccess, unusualAccess } from './access/unusual.operations';
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
  @QueryOf(logEntries, () => LogPage)
  logEntries(@Ctx() ctx: Context, @Args(() => LogInput) input: LogInput) {
    return logEntries(ctx, input);
  }

  @MutationOf(createLogEntry, () => LogEntry)
  createLogEntry(@Ctx() ctx: Context, @Input(() => LogEntryInput) input: LogEntryInput) {
    return createLogEntry(ctx, input);
  }

  @QueryOf(accesses, () => AccessPage)
  accesses(@Ctx() ctx: Context, @Args(() => AccessesInput) input: AccessesInput) {
    return accesses(ctx, input);
  }

  @QueryOf(unusualAccess, () => [UnusualAccess])
  unusualAccess(@Ctx() ctx: Context) {
    return unusualAccess(ctx);
  }
}

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => User, { nullable: true, ...describedBy(logUsers) })
  user(@Ctx() ctx: Context, @Root() { user }: LogEntry) {
    return user && loadTogether(ctx, 'LogEntry.user', user.id, (ids) => logUsers(ctx, { ids }));
  }

  @FieldResolver(() => LogSubject, { nullable: true, ...describedBy(logSubjects) })
  subject(@Ctx() ctx: Context, @Root() { subjectType: type, subjectId: id }: LogEntry) {
    if (!type || !id) return null;
    return loadTogether(ctx, 'LogEntry.subject', { type, id }, (subjects) => logSubjects(ctx, { subjects }));
  }
}
