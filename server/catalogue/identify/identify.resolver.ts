import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { QueryOf } from '../../gate/graphFields';
import { Make } from '../makes/make.entity';
import { resolveMake } from '../models/selectedFields';
import { IdentifyKeyInput, identifyKey, KeySystemMatch, SystemBike } from './identify.operations';

@Resolver(() => SystemBike)
export class IdentifyResolver {
  @QueryOf(identifyKey, () => [KeySystemMatch])
  identifyKey(@Ctx() ctx: Context, @Args(() => IdentifyKeyInput) input: IdentifyKeyInput) {
    return identifyKey(ctx, input);
  }

  @FieldResolver(() => Make, { description: 'The make that built it.' })
  make(@Ctx() ctx: Context, @Root() { make }: SystemBike, @Info() info: GraphQLResolveInfo) {
    return resolveMake(ctx, make, info);
  }
}
