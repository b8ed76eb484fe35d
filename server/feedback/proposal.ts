import { Field, ObjectType } from 'type-graphql';
import { KeyDataField, keyDatum } from '../catalogue/keyData';
import type { Model } from '../catalogue/model.entity';
import type { StoredProposal } from './correction.entity';

@ObjectType({ description: 'A proposed value of one field of the key data.' })
export class Proposal {
  @Field(() => KeyDataField, { description: 'Which field of the key data is wrong.' })
  field!: string;

  @Field(() => String, { description: 'The field’s label in the model form.' })
  label!: string;

  @Field(() => String, { description: 'The value when the correction was sent.' })
  reported!: string;

  @Field(() => String, { description: 'The proposed value.' })
  proposed!: string;

  @Field(() => String, { nullable: true, description: 'The present value; null if the model is not known.' })
  current!: string | null;

  @Field(() => Boolean, { description: 'Whether the value has changed since the correction was sent.' })
  stale!: boolean;

  @Field(() => Boolean, { description: 'Whether the value was written into the model.' })
  applied!: boolean;

  /** The stored proposal with the present value in `model`. */
  static of({ field, reported, proposed, applied }: StoredProposal, model: Model | null): Proposal {
    const { label, read } = keyDatum(field);
    const current = model && read(model);
    return { field, label, reported, proposed, applied, current, stale: current !== null && current !== reported };
  }
}
