import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { QueryOf } from '../../gate/graphFields';
import { Make } from '../makes/make.entity';
import type { MakeRow } from '../makes/makeRow';
import { Model } from '../models/model.entity';
import type { ModelRow } from '../models/modelRow';
import { resolveSystem } from '../models/selectedFields';
import { KeySystem } from '../systems/keySystem.entity';
import { CatalogueChange, CatalogueChanges, CatalogueKind } from './catalogueChange';
import { CatalogueChangesInput, catalogueChanges } from './feed.operations';

@Resolver(() => CatalogueChange)
export class FeedResolver {
  @QueryOf(catalogueChanges, () => CatalogueChanges)
  catalogueChanges(@Ctx() ctx: Context, @Args(() => CatalogueChangesInput) input: CatalogueChangesInput) {
    return catalogueChanges(ctx, input);
  }

  @FieldResolver(() => Make, {
    nullable: true,
    description: 'The make; null if the record is of another kind, or deleted.',
  })
  make(@Root() { kind, record }: CatalogueChange) {
    return kind === CatalogueKind.MAKE ? (record as MakeRow | null) : null;
  }

  @FieldResolver(() => KeySystem, {
    nullable: true,
    description:
      'The key system; null if the record is of another kind, or deleted. Its notes, version, times and number of models are for administrators.',
  })
  async keySystem(@Ctx() ctx: Context, @Root() { kind, record }: CatalogueChange, @Info() info: GraphQLResolveInfo) {
    if (kind !== CatalogueKind.KEY_SYSTEM || !record) return null;
    const system = record as KeySystem;
    // Checks who may read what is selected. The values stay those of this change; later ones are changes of their own.
    const read = await resolveSystem(ctx, system, info);
    return { ...system, modelsCount: read && 'modelsCount' in read ? read.modelsCount : 0 };
  }

  @FieldResolver(() => Model, {
    nullable: true,
    description: 'The model with its key data; null if the record is of another kind, or deleted. Opens no sheet.',
  })
  model(@Root() { kind, record }: CatalogueChange) {
    return kind === CatalogueKind.MODEL ? (record as ModelRow | null) : null;
  }
}
