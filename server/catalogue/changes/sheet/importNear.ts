import { Field, ID, Int, ObjectType } from 'type-graphql';
import { textKey } from '../../../text';
import { ImportField } from '../../export/sheetFields';

@ObjectType({
  description: 'A make or model in the file that is missing from the catalogue but close to names in it.',
})
export class ImportNear {
  @Field(() => ImportField, { description: 'MAKE or MODEL.' })
  field!: string;

  @Field(() => ID, { nullable: true, description: 'The make of the models; null for a make.' })
  makeId!: number | null;

  @Field(() => String, { nullable: true, description: 'That make’s display name.' })
  make!: string | null;

  @Field(() => String, { description: 'The name, in its first spelling in the file.' })
  name!: string;

  @Field(() => Int, { description: 'How many rows have it, regardless of case.' })
  rows!: number;

  @Field(() => [String], { description: 'Suggested names from the catalogue, at most three.' })
  near!: string[];
}

/** Identifies a name, ignoring case. */
export const nearKey = ({ field, makeId, name }: Pick<ImportNear, 'field' | 'makeId' | 'name'>) =>
  [field, makeId ?? '', textKey(name)].join('\n');
