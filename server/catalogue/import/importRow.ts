import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FieldChange } from '../history/modelChange.entity';

export enum ImportVerdict {
  NEW = 'new',
  CHANGED = 'changed',
  UNCHANGED = 'unchanged',
  REFUSED = 'refused',
  DUPLICATE = 'duplicate',
}
registerEnumType(ImportVerdict, {
  name: 'ImportVerdict',
  description: 'What becomes of a row.',
  valuesConfig: {
    NEW: { description: 'It becomes a new model.' },
    CHANGED: { description: 'It changes a model.' },
    UNCHANGED: { description: 'The catalogue says the same already.' },
    REFUSED: { description: 'It breaks a rule and is left out.' },
    DUPLICATE: { description: 'Its model stands in the file or fits in the catalogue twice; it is left out.' },
  },
});

@ObjectType({ description: 'What is wrong with a row.' })
export class ImportProblem {
  @Field(() => String, {
    nullable: true,
    description: 'The heading of the column; null where it is the row as a whole.',
  })
  column!: string | null;

  @Field(() => String, { description: 'The reason.' })
  message!: string;
}

/** A row of an import, once it has been checked. */
@ObjectType({ description: 'A row of an import, once it has been checked.' })
export class ImportRow {
  @Field(() => Int, { description: 'The row in the sheet, counted as spreadsheets do: the headings are mostly row 1.' })
  number!: number;

  @Field(() => ImportVerdict, { description: 'What becomes of it.' })
  verdict!: ImportVerdict;

  @Field(() => String, { description: 'The make: of the row, else of the model that it changes.' })
  make!: string;

  @Field(() => String, { description: 'The model’s name: of the row, else of the model that it changes.' })
  model!: string;

  @Field(() => String, { description: 'The year: of the row as it stands there, else of the model that it changes.' })
  year!: string;

  @Field(() => [ImportProblem], { description: 'Why it is refused, or a duplicate.' })
  problems!: ImportProblem[];

  @Field(() => [FieldChange], { description: 'What it changes field by field; of a new model, all that it says.' })
  changes!: FieldChange[];

  @Field(() => ID, { nullable: true, description: 'The model that it changes, or that it became.' })
  modelId!: number | null;
}
