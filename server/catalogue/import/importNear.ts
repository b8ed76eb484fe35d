import { Field, ID, Int, ObjectType } from 'type-graphql';
import { ImportField } from './importFields';

@ObjectType({
  description: 'A make or model in the file that the catalogue does not have, but one that is nearly the same.',
})
export class ImportNear {
  @Field(() => ImportField, { description: 'What it names: MAKE or MODEL.' })
  field!: string;

  @Field(() => ID, { nullable: true, description: 'The make of the models; null if it names a make.' })
  makeId!: number | null;

  @Field(() => String, { nullable: true, description: 'That make’s display name.' })
  make!: string | null;

  @Field(() => String, { description: 'The name, as it first stands in the file.' })
  name!: string;

  @Field(() => Int, { description: 'How many rows have it, in any case.' })
  rows!: number;

  @Field(() => [String], { description: 'The names in the catalogue that may be meant, at most three.' })
  near!: string[];
}

/** Identifies a spelling, whatever its case. */
export const nearKey = ({ field, makeId, name }: Pick<ImportNear, 'field' | 'makeId' | 'name'>) =>
  [field, makeId ?? '', name.trim().toLowerCase()].join('\n');
