import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { QueryOf } from '../../gate/graphFields';
import { Make } from '../makes/make.entity';
import type { MakeRow } from '../makes/makeRow';
import { Model } from '../models/model.entity';
import type { ModelRow } from '../models/modelRow';
import { KeySystem } from '../systems/keySystem.entity';
import { CatalogueChange, CatalogueChanges, CatalogueKind, type SystemRow } from './catalogueChange';
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
    description: 'The key system; null if the record is of another kind, or deleted.',
  })
  keySystem(@Root() { kind, record }: CatalogueChange) {
    return kind === CatalogueKind.KEY_SYSTEM ? (record as SystemRow | null) : null;
  }

  @FieldResolver(() => Model, {
    nullable: true,
    description: 'The model with its key data; null if the record is of another kind, or deleted. Opens no sheet.',
  })
  model(@Root() { kind, record }: CatalogueChange) {
    return kind === CatalogueKind.MODEL ? (record as ModelRow | null) : null;
  }
}
