import DataLoader from 'dataloader';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import type { Context } from '../../context';
import { describedBy, MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { LogEntry } from '../../logs/logEntry.entity';
import { Model } from '../models/model.entity';
import { CodeReading, ReadCodeInput, readCode } from './readCode.operations';
import { ShowSampleSheetInput, sampleSheet, showSampleSheet } from './sampleSheet.operations';
import { PrintSheetInput, printSheet, SheetsOpened, sheetsOpened } from './sheet.operations';
import { SheetVersion, SheetVersionsInput, sheetVersions } from './versions.operations';

const loaders = new WeakMap<Context, DataLoader<number, SheetsOpened>>();

@Resolver(() => User)
export class SheetsResolver {
  @MutationOf(printSheet, () => LogEntry)
  printSheet(@Ctx() ctx: Context, @Input(() => PrintSheetInput) input: PrintSheetInput) {
    return printSheet(ctx, input);
  }

  @QueryOf(sheetVersions, () => [SheetVersion])
  sheetVersions(@Ctx() ctx: Context, @Args(() => SheetVersionsInput) input: SheetVersionsInput) {
    return sheetVersions(ctx, input);
  }

  @QueryOf(readCode, () => CodeReading)
  readCode(@Ctx() ctx: Context, @Args(() => ReadCodeInput) input: ReadCodeInput) {
    return readCode(ctx, input);
  }

  @QueryOf(sampleSheet, () => Model, { nullable: true })
  sampleSheet(@Ctx() ctx: Context) {
    return sampleSheet(ctx);
  }

  @MutationOf(showSampleSheet, () => Model)
  showSampleSheet(@Ctx() ctx: Context, @Input(() => ShowSampleSheetInput) input: ShowSampleSheetInput) {
    return showSampleSheet(ctx, input);
  }

  @FieldResolver(() => SheetsOpened, describedBy(sheetsOpened))
  sheetsOpened(@Ctx() ctx: Context, @Root() { id }: User) {
    const loader = loaders.get(ctx) ?? new DataLoader((userIds) => sheetsOpened(ctx, { userIds }));
    loaders.set(ctx, loader);
    return loader.load(id);
  }
}
