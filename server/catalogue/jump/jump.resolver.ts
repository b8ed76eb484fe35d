import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Field, FieldResolver, Info, InputType, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { loadRelation } from '../../gate/loaders';
import { Input } from '../../inputs/mutation';
import { RecordInput } from '../../inputs/record';
import { GraphQLUpload, type Upload } from '../../inputs/uploads';
import { Make } from '../makes/make.entity';
import { modelFieldsSelected, resolveMake } from '../models/selectedFields';
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
import { UnreadSeriesInput, UnreadSeriesPage, unreadSeries } from './series.operations';

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
  @Query(() => [JumpHit], {
    description:
      'Models by whatever is at hand, one hit for each make and name: names before identifiers, whole matches before partial ones, newest first.',
  })
  jump(@Ctx() ctx: Context, @Args(() => JumpInput) input: JumpInput, @Info() info: GraphQLResolveInfo) {
    return jump(ctx, { ...input, fields: modelFieldsSelected(info, 'model') });
  }

  @Query(() => JumpPlaces, { description: 'What a text in Jump means besides single models.' })
  jumpPlaces(@Ctx() ctx: Context, @Args(() => JumpPlacesInput) input: JumpPlacesInput) {
    return jumpPlaces(ctx, input);
  }

  @Query(() => JumpFits, {
    description:
      'The models that an identifier fits: a blank, a part, a transponder or a card, as a whole, or a key code. It costs as many matches as it shows.',
  })
  jumpFamily(@Ctx() ctx: Context, @Args(() => JumpFamilyInput) input: JumpFamilyInput) {
    return jumpFamily(ctx, input);
  }

  @Query(() => AliasPage, { description: 'A page of the aliases.' })
  aliases(@Ctx() ctx: Context, @Args(() => AliasesInput) input: AliasesInput) {
    return aliases(ctx, input);
  }

  @Query(() => Alias, { description: 'One alias.' })
  alias(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return alias(ctx, input);
  }

  @Mutation(() => Alias, { description: 'Creates or changes an alias.' })
  saveAlias(@Ctx() ctx: Context, @Input(() => AliasInput) input: AliasInput) {
    return saveAlias(ctx, input);
  }

  @Mutation(() => Alias, { description: 'Deletes an alias.' })
  deleteAlias(@Ctx() ctx: Context, @Input(() => DeleteAliasInput) input: DeleteAliasInput) {
    return deleteAlias(ctx, input);
  }

  @Mutation(() => AliasTotals, {
    description:
      'Adds the aliases of a sheet, all or nothing. If rows cannot be imported, the messages of `file` give the reasons for the first 20 of them.',
  })
  async importAliases(@Ctx() ctx: Context, @Input(() => ImportAliasesInput) input: ImportAliasesInput) {
    const { filename, createReadStream } = await input.file;
    return importAliases(ctx, { file: { name: filename, open: createReadStream } });
  }

  @Query(() => UnreadSeriesPage, { description: 'A page of the code series that Jump cannot read.' })
  unreadSeries(@Ctx() ctx: Context, @Args(() => UnreadSeriesInput) input: UnreadSeriesInput) {
    return unreadSeries(ctx, input);
  }

  @Query(() => MissedSearchPage, { description: 'A page of the searches for which Jump found nothing.' })
  missedSearches(@Ctx() ctx: Context, @Args(() => MissedSearchesInput) input: MissedSearchesInput) {
    return missedSearches(ctx, input);
  }

  @Mutation(() => MissedSearch, {
    description: 'Forgets a search that found nothing, until somebody makes it again without result.',
  })
  dismissMissedSearch(@Ctx() ctx: Context, @Input(() => DismissMissedSearchInput) input: DismissMissedSearchInput) {
    return dismissMissedSearch(ctx, input);
  }

  @FieldResolver(() => Make, { description: 'The make of the models.' })
  async make(@Ctx() ctx: Context, @Root() alias: Alias) {
    if (!alias.make.isInitialized()) await loadRelation(ctx, alias, 'make');
    return alias.make.unwrap();
  }
}
