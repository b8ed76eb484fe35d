import DataLoader from 'dataloader';
import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context';
import { Input } from '../inputs/mutation';
import { forWhom } from '../operation';
import {
  createLogEntry,
  LogEntryInput,
  LogInput,
  LogPage,
  LogSubject,
  logEntries,
  logSubjects,
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

const loaders = new WeakMap<Context, DataLoader<Omit<LogSubject, 'exists'>, LogSubject>>();

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => LogSubject, {
    nullable: true,
    description: `The record that it refers to; null if there is none. ${forWhom(logSubjects)}`,
  })
  subject(@Ctx() ctx: Context, @Root() { subjectType: type, subjectId: id }: LogEntry) {
    if (!type || !id) return null;
    const loader = loaders.get(ctx) ?? new DataLoader((subjects) => logSubjects(ctx, { subjects }));
    loaders.set(ctx, loader);
    return loader.load({ type, id });
  }
}
