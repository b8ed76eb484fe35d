import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Field, FieldResolver, Info, InputType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { loadRelation } from '../../gate/loaders';
import { Input } from '../../inputs/mutation';
import { RecordInput } from '../../inputs/record';
import { GraphQLUpload, type Upload } from '../../inputs/uploads';
import { Make } from '../makes/make.entity';
import { Model } from '../models/model.entity';
import { modelFieldsSelected, resolveMake, resolveModel } from '../models/selectedFields';
import { Alias } from './aliases/alias.entity';
import {
  AliasesInput,
  AliasInput,
  AliasPage,
  alias,
  aliases,
  DeleteAliasInput,
  deleteAlias,
  saveAlias,
} from './aliases/alias.operations';
import { AliasTotals, importAliases } from './aliases/aliasImport.operations';
import { JumpHit, JumpInput, jump } from './jump.operations';
import { MissedSearch } from './missed/missedSearch.entity';
import {
  DismissMissedSearchInput,
  dismissMissedSearch,
  MissedSearchesInput,
  MissedSearchPage,
  missedSearches,
} from './missed/missedSearch.operations';
import {
  JumpFamilyInput,
  JumpFit,
  JumpFits,
  JumpMake,
  JumpPlaces,
  JumpPlacesInput,
  jumpFamily,
  jumpPlaces,
} from './places.operations';
import { UnreadSeries, UnreadSeriesInput, UnreadSeriesPage, unreadSeries } from './series.operations';

@InputType({ description: 'A sheet of aliases.' })
class ImportAliasesInput {
  @Field(() => GraphQLUpload, {
    description: 'A .csv or .xlsx of up to 5,000 rows, with the headings Alias (or Nickname), Make and Model.',
  })
  file!: Promise<Upload>;
}

@Resolver(() => JumpHit)
export class JumpHitResolver {
  @FieldResolver(() => Make, { description: 'The make that built them.' })
  make(@Ctx() ctx: Context, @Root() { model }: Pick<JumpHit, 'model'>, @Info() info: GraphQLResolveInfo) {
    return resolveMake(ctx, model.make, info);
  }
}

@Resolver(() => UnreadSeries)
export class UnreadSeriesResolver {
  @FieldResolver(() => Model, {
    description: 'The newest model of this name that has it. Its key data opens its sheet.',
  })
  model(@Ctx() ctx: Context, @Root() { model }: Pick<UnreadSeries, 'model'>, @Info() info: GraphQLResolveInfo) {
    return modelFieldsSelected(info) === 'all' ? resolveModel(ctx, model.id, info) : model;
  }
}

@Resolver(() => JumpMake)
export class JumpMakeResolver {
  @FieldResolver(() => Make, { description: 'The make whose lists it opens.' })
  make(@Ctx() ctx: Context, @Root() { make }: JumpMake, @Info() info: GraphQLResolveInfo) {
    return resolveMake(ctx, make, info);
  }
}

@Resolver(() => JumpFit)
export class JumpFitResolver {
  @FieldResolver(() => Make, { description: 'The make that built them.' })
  make(@Ctx() ctx: Context, @Root() { make }: JumpFit, @Info() info: GraphQLResolveInfo) {
    return resolveMake(ctx, make, info);
  }
}

@Resolver(() => Alias)
export class JumpResolver {
  @QueryOf(jump, () => [JumpHit])
  jump(@Ctx() ctx: Context, @Args(() => JumpInput) input: JumpInput, @Info() info: GraphQLResolveInfo) {
    return jump(ctx, { ...input, fields: modelFieldsSelected(info, 'model') });
  }

  @QueryOf(jumpPlaces, () => JumpPlaces)
  jumpPlaces(@Ctx() ctx: Context, @Args(() => JumpPlacesInput) input: JumpPlacesInput) {
    return jumpPlaces(ctx, input);
  }

  @QueryOf(jumpFamily, () => JumpFits)
  jumpFamily(@Ctx() ctx: Context, @Args(() => JumpFamilyInput) input: JumpFamilyInput) {
    return jumpFamily(ctx, input);
  }

  @QueryOf(aliases, () => AliasPage)
  aliases(@Ctx() ctx: Context, @Args(() => AliasesInput) input: AliasesInput) {
    return aliases(ctx, input);
  }

  @QueryOf(alias, () => Alias)
  alias(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return alias(ctx, input);
  }

  @MutationOf(saveAlias, () => Alias)
  saveAlias(@Ctx() ctx: Context, @Input(() => AliasInput) input: AliasInput) {
    return saveAlias(ctx, input);
  }

  @MutationOf(deleteAlias, () => Alias)
  deleteAlias(@Ctx() ctx: Context, @Input(() => DeleteAliasInput) input: DeleteAliasInput) {
    return deleteAlias(ctx, input);
  }

  @MutationOf(importAliases, () => AliasTotals)
  async importAliases(@Ctx() ctx: Context, @Input(() => ImportAliasesInput) input: ImportAliasesInput) {
    const { filename, createReadStream } = await input.file;
    return importAliases(ctx, { file: { name: filename, open: createReadStream } });
  }

  @QueryOf(unreadSeries, () => UnreadSeriesPage)
  unreadSeries(@Ctx() ctx: Context, @Args(() => UnreadSeriesInput) input: UnreadSeriesInput) {
    return unreadSeries(ctx, input);
  }

  @QueryOf(missedSearches, () => MissedSearchPage)
  missedSearches(@Ctx() ctx: Context, @Args(() => MissedSearchesInput) input: MissedSearchesInput) {
    return missedSearches(ctx, input);
  }

  @MutationOf(dismissMissedSearch, () => MissedSearch)
  dismissMissedSearch(@Ctx() ctx: Context, @Input(() => DismissMissedSearchInput) input: DismissMissedSearchInput) {
    return dismissMissedSearch(ctx, input);
  }

  @FieldResolver(() => Make, { description: 'The make of the models.' })
  async make(@Ctx() ctx: Context, @Root() alias: Alias) {
    if (!alias.make.isInitialized()) await loadRelation(ctx, alias, 'make');
    return alias.make.unwrap();
  }
}
