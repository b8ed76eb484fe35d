import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Model } from '../models/model.entity';
import type { ModelRow } from '../models/modelRow';

@ObjectType({ description: 'A sheet that the caller has opened or pinned.' })
export class RecentSheet {
  @Field(() => ID, { description: 'The id of the model; kept when the model is deleted.' })
  id!: number;

  @Field(() => String, { description: 'The display name of its make; for a deleted model, the last known.' })
  make!: string;

  @Field(() => String, { description: 'The name of the model; for a deleted model, the last known.' })
  name!: string;

  @Field(() => Int, { description: 'Its year; for a deleted model, the last known.' })
  year!: number;

  @Field(() => Model, { nullable: true, description: 'The model; null if it has been deleted.' })
  model!: ModelRow | null;

  @Field(() => GraphQLDateTime, { description: 'When it was last opened; if never, when it was pinned.' })
  openedAt!: Date;

  @Field(() => Boolean, { description: 'Whether the caller has pinned it.' })
  pinned!: boolean;
}
