import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../inputs/describeEnum';

export enum NewsKind {
  ADDED = 'added',
  CHANGED = 'changed',
  REMOVED = 'removed',
  SYSTEMS_ADDED = 'systemsAdded',
  SYSTEM_CHANGED = 'systemChanged',
}
describeEnum(NewsKind, 'NewsKind', 'What has happened.', {
  ADDED: 'Models were added.',
  CHANGED: 'Values of models were corrected.',
  REMOVED: 'Models were removed.',
  SYSTEMS_ADDED: 'Key systems were added.',
  SYSTEM_CHANGED: 'Values of a key system were corrected, and with them those of its models.',
});

/** In their order. */
export enum NewsNearness {
  PINNED = 'pinned',
  RECENT = 'recent',
  OTHER = 'other',
}
describeEnum(NewsNearness, 'NewsNearness', 'How near it is to what the caller works with.', {
  PINNED: 'It is about a sheet that the caller has pinned.',
  RECENT: 'It is about one of the caller’s recent sheets.',
  OTHER: 'Anything else.',
});

@ObjectType({
  description: 'One change of the catalogue, or several that belong together. It says what was changed, and no values.',
})
export class NewsItem {
  @Field(() => ID, { description: 'Identifies it within the answer.' })
  id!: string;

  @Field(() => NewsKind, { description: 'What has happened.' })
  kind!: NewsKind;

  @Field(() => GraphQLDateTime, { description: 'When it last happened.' })
  at!: Date;

  @Field(() => Boolean, { description: 'Whether it happened since the caller’s last visit (`newSince`).' })
  isNew!: boolean;

  @Field(() => NewsNearness, { description: 'How near it is to what the caller works with.' })
  nearness!: NewsNearness;

  @Field(() => String, { nullable: true, description: 'The display name of the make; null for key systems.' })
  make!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the models or of the key system; null for several.',
  })
  name!: string | null;

  @Field(() => [Int], { description: 'The years of the models, if they have one name; oldest first.' })
  years!: number[];

  @Field(() => Int, { description: 'How many models; for new key systems, how many of these.' })
  count!: number;

  @Field(() => [String], { description: 'The labels of the corrected fields, as on the sheet’s form.' })
  fields!: string[];

  /** The model to open; null if there is none. Exposed by the resolver. */
  modelId!: number | null;
}
