import { ArgsType, Field, ID } from 'type-graphql';
import { described } from '../../gate/operation';
import { toId } from '../../inputs/record';
import { companyOf, EVIDENCE, evidenceFrom, type Found } from './evidence';

@ArgsType()
export class EvidenceInput {
  @Field(() => ID, { description: 'The model’s id.' })
  modelId!: string;
}

export const evidence = described('What companies say of the values of a model’s sheet.', 'LOOKUP').read(
  'member',
  EvidenceInput,
  async ({ read, user }, { modelId }) => evidenceFrom(await read<Found>(EVIDENCE, [toId(modelId), companyOf(user)])),
  // What is found in place of a value is key data; how often it worked is no secret.
  ({ id, fields }) => (fields.some(({ wrong }) => wrong > 0) ? [id] : []),
);
