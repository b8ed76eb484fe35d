import DataLoader from 'dataloader';
import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import type { Context } from '../../context';
import { forWhom } from '../../gate/audiences';
import { Input } from '../../inputs/mutation';
import { LogEntry } from '../../logs/logEntry.entity';
import { Model } from '../models/model.entity';
import { ShowSampleSheetInput, sampleSheet, showSampleSheet } from './sampleSheet.operations';
import { PrintSheetInput, printSheet, SheetsOpened, sheetsOpened } from './sheet.operations';

const loaders = new WeakMap<Context, DataLoader<number, SheetsOpened>>();

@Resolver(() => User)
export class SheetsResolver {
  @Mutation(() => LogEntry, { description: 'Logs that the caller prints the sheet of a model.' })
  printSheet(@Ctx() ctx: Context, @Input(() => PrintSheetInput) input: PrintSheetInput) {
    return printSheet(ctx, input);
  }

  @Query(() => Model, {
    nullable: true,
    description:
      'The model whose sheet visitors may open as a sample; null if there is none. Opens no sheet, so no budget counts it.',
  })
  sampleSheet(@Ctx() ctx: Context) {
    return sampleSheet(ctx);
  }

  @Mutation(() => Model, { description: 'Lets visitors open the sheet of a model as the sample, or no longer.' })
  showSampleSheet(@Ctx() ctx: Context, @Input(() => ShowSampleSheetInput) input: ShowSampleSheetInput) {
    return showSampleSheet(ctx, input);
  }

  @FieldResolver(() => SheetsOpened, { description: `How many sheets the user has opened. ${forWhom(sheetsOpened)}` })
  sheetsOpened(@Ctx() ctx: Context, @Root() { id }: User) {
    const loader = loaders.get(ctx) ?? new DataLoader((userIds) => sheetsOpened(ctx, { userIds }));
    loaders.set(ctx, loader);
    return loader.load(id);
  }
}
