import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context';
import { Input } from '../inputs/mutation';
import { createLogEntry, LogEntryInput, LogInput, LogPage, logEntries } from './log.operations';
import { LogEntry } from './logEntry.entity';

@Resolver()
export class LogsResolver {
  @Query(() => LogPage, { description: 'A page of the log. For administrators.' })
  logEntries(@Ctx() ctx: Context, @Args(() => LogInput) input: LogInput) {
    return logEntries(ctx, input);
  }

  @Mutation(() => LogEntry, { description: 'Records what the caller’s own program says it did. For members.' })
  createLogEntry(@Ctx() ctx: Context, @Input(() => LogEntryInput) input: LogEntryInput) {
    return createLogEntry(ctx, input);
  }
}
