import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { describeEnum } from '../../inputs/describeEnum';
import type { MakeRow } from '../makes/makeRow';
import type { ModelRow } from '../models/modelRow';
import type { KeySystem } from '../systems/keySystem.entity';

/** The numbers are those in the table `catalogue_feed`. Changes of one transaction are returned in this order. */
export enum CatalogueKind {
  MAKE = 1,
  KEY_SYSTEM = 2,
  MODEL = 3,
}
describeEnum(CatalogueKind, 'CatalogueKind', 'What a record of the catalogue is.', {
  MAKE: 'A make with its icon.',
  KEY_SYSTEM: 'What the keys of many models have in common.',
  MODEL: 'A model with its pictures, in `model`.',
});

export enum ChangeAction {
  CREATED = 'created',
  CHANGED = 'changed',
  DELETED = 'deleted',
}
describeEnum(ChangeAction, 'ChangeAction', 'What has happened to a record since the cursor.', {
  CREATED: 'It was created since the cursor, and perhaps changed afterwards.',
  CHANGED: 'It was changed, once or more. A copy that is still reading pages may not have it yet.',
  DELETED: 'It was deleted. A copy may never have had it: it may have been created since the cursor.',
});

/** A key system without what only administrators read. */
export type SystemRow = Omit<KeySystem, 'notes' | 'modelsCount'>;

/** `make`, `keySystem` and `model` are added by the resolver. */
@ObjectType({ description: 'A record of the catalogue that was created, changed or deleted, as it is now.' })
export class CatalogueChange {
  @Field(() => CatalogueKind, {
    description: 'Which of `make`, `keySystem` and `model` it is in; the others are null.',
  })
  kind!: CatalogueKind;

  @Field(() => ChangeAction, { description: 'What has happened to it.' })
  action!: ChangeAction;

  @Field(() => ID, { description: 'The id of the record, unique within its kind.' })
  id!: number;

  @Field(() => GraphQLDateTime, { description: 'When that last happened.' })
  at!: Date;

  /** Null if it was deleted. */
  record!: MakeRow | SystemRow | ModelRow | null;
}

@ObjectType({ description: 'Some changes of the catalogue, in the order in which they are to be applied.' })
export class CatalogueChanges {
  @Field(() => [CatalogueChange], {
    description: 'The changes since the cursor. If there are fewer than `limit`, these are all for now.',
  })
  items!: CatalogueChange[];

  @Field(() => String, {
    description: 'The cursor after these changes, for the next call; there is one even if there are no changes.',
  })
  next!: string;
}
