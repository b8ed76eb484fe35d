import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { modelFieldsSelected } from '../models/selectedFields';
import { PinSheetInput, pinSheet, RecentSheetsInput, recentSheets } from './recent.operations';
import { RecentSheet } from './recentSheet';

@Resolver()
export class RecentsResolver {
  @QueryOf(recentSheets, () => [RecentSheet])
  recentSheets(
    @Ctx() ctx: Context,
    @Args(() => RecentSheetsInput) input: RecentSheetsInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return recentSheets(ctx, { ...input, fields: modelFieldsSelected(info, 'model') });
  }

  @MutationOf(pinSheet, () => RecentSheet)
  pinSheet(@Ctx() ctx: Context, @Input(() => PinSheetInput) input: PinSheetInput, @Info() info: GraphQLResolveInfo) {
    return pinSheet(ctx, { ...input, fields: modelFieldsSelected(info, 'model') });
  }
}
