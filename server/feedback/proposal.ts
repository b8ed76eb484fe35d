import { Field, ObjectType } from 'type-graphql';
import { KeyDataField, keyDatum } from '../catalogue/keyData';
import type { Model } from '../catalogue/model.entity';
import type { StoredProposal } from './correction.entity';

@ObjectType({ description: 'A value that somebody proposes for one text of the key data.' })
export class Proposal {
  @Field(() => KeyDataField, { description: 'The text.' })
  field!: string;

  @Field(() => String, { description: 'The text, in the words of the model form.' })
  label!: string;

  @Field(() => String, { description: 'What was there when the correction was sent.' })
  reported!: string;

  @Field(() => String, { description: 'What it should be.' })
  proposed!: string;

  @Field(() => String, { nullable: true, description: 'What is there today; null where the model is not known.' })
  current!: string | null;

  @Field(() => Boolean, { description: 'Whether what is there has changed since the correction was sent.' })
  stale!: boolean;

  @Field(() => Boolean, { description: 'Whether the model was given the value.' })
  applied!: boolean;

  /** What is stored, beside what `model` has today. */
  static of({ field, reported, proposed, applied }: StoredProposal, model: Model | null): Proposal {
    const { label, read } = keyDatum(field);
    const current = model && read(model);
    return { field, label, reported, proposed, applied, current, stale: current !== null && current !== reported };
  }
}
