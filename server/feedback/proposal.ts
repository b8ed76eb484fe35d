import { Field, ObjectType } from 'type-graphql';
import { KeyDataField, keyDatum } from '../catalogue/keyData';
import type { StoredProposal } from './correction.entity';

@ObjectType({ description: 'A proposed value of one field of the key data.' })
export class Proposal {
  @Field(() => KeyDataField, { description: 'Which field of the key data is wrong.' })
  field!: string;

  @Field(() => String, { description: 'The field’s label in the model form.' })
  label!: string;

  @Field(() => String, { description: 'The value when the correction was sent.' })
  reported!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The proposed value; null if the sender knew only that the present one is wrong.',
  })
  proposed!: string | null;

  @Field(() => Boolean, { description: 'Whether the value was written into the model.' })
  applied!: boolean;

  /** The model; null if it is not known. The resolver reads the present value from it. */
  modelId!: number | null;

  static of({ field, reported, proposed, applied }: StoredProposal, modelId: number | null): Proposal {
    return { field, label: keyDatum(field).label, reported, proposed, applied, modelId };
  }
}
