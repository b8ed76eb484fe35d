import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context';
import { RecordInput } from '../record';
import {
  LookupModelsInput,
  LookupValuesInput,
  lookupModels,
  lookupValues,
  makeOptions,
  model,
} from './lookup.operations';
import { Make } from './make.entity';
import { Model } from './model.entity';
import { ModelImage } from './modelImage.entity';

@Resolver(() => Model)
export class CatalogueResolver {
  @Query(() => [Make], { description: 'Every make, in natural order of its display name. For members.' })
  makeOptions(@Ctx() ctx: Context) {
    return makeOptions(ctx);
  }

  @Query(() => [String], {
    description: 'The distinct years (newest first) or model names (natural order) of a make. For members.',
  })
  lookupValues(@Ctx() ctx: Context, @Args(() => LookupValuesInput) input: LookupValuesInput) {
    return lookupValues(ctx, input);
  }

  @Query(() => [Model], { description: 'The models of a make under one value of lookupValues. For members.' })
  lookupModels(@Ctx() ctx: Context, @Args(() => LookupModelsInput) input: LookupModelsInput) {
    return lookupModels(ctx, input);
  }

  @Query(() => Model, { description: 'One model with its key data. For members.' })
  model(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return model(ctx, input);
  }

  @FieldResolver(() => Make, { description: 'Who built it.' })
  make(@Root() model: Model) {
    return model.make.loadOrFail();
  }

  @FieldResolver(() => [ModelImage], { description: 'Pictures, in their order.' })
  images(@Root() model: Model) {
    return model.images.loadItems();
  }
}
