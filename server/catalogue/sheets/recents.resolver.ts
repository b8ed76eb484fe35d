import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { Input } from '../../inputs/mutation';
import { modelFieldsSelected } from '../models/selectedFields';
import { PinSheetInput, pinSheet, RecentSheetsInput, recentSheets } from './recent.operations';
import { RecentSheet } from './recentSheet';

@Resolver()
export class RecentsResolver {
  @Query(() => [RecentSheet], {
    description:
      'The sheets that the caller has pinned, last pinned first, then the others that they opened, last opened first; at most `limit` together. Of the sheets that are not pinned, the last 100 are kept.',
  })
  recentSheets(
    @Ctx() ctx: Context,
    @Args(() => RecentSheetsInput) input: RecentSheetsInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return recentSheets(ctx, { ...input, fields: modelFieldsSelected(info, 'model') });
  }

  @Mutation(() => RecentSheet, {
    description: 'Pins a sheet for the caller, or unpins it. CONFLICT if 50 are pinned already.',
  })
  pinSheet(@Ctx() ctx: Context, @Input(() => PinSheetInput) input: PinSheetInput, @Info() info: GraphQLResolveInfo) {
    return pinSheet(ctx, { ...input, fields: modelFieldsSelected(info, 'model') });
  }
}
