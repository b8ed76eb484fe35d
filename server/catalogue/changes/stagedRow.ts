import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FieldChange, type StoredChange } from '../recordChange';
import { ImportNear } from './sheet/importNear';

export enum RowVerdict {
  NEW = 'new',
  CHANGED = 'changed',
  UNCHANGED = 'unchanged',
  REFUSED = 'refused',
  DUPLICATE = 'duplicate',
  DELETED = 'deleted',
  STALE = 'stale',
}
registerEnumType(RowVerdict, {
  name: 'ImportVerdict',
  description: 'The outcome of the check for a row.',
  valuesConfig: {
    NEW: { description: 'It becomes a new model.' },
    CHANGED: { description: 'It changes a model.' },
    UNCHANGED: { description: 'The catalogue already has the same values.' },
    REFUSED: { description: 'It breaks a rule and is not imported.' },
    DUPLICATE: {
      description:
        'Its model is in the file twice, or fits several in the catalogue, or would equal another one. It is not imported.',
    },
    DELETED: { description: 'Its model is deleted.' },
    STALE: { description: 'Its model was changed after the check. It is not imported.' },
  },
});

@ObjectType('ImportProblem', { description: 'A problem of a row.' })
export class RowProblem {
  @Field(() => String, {
    nullable: true,
    description: 'The heading of the column; null if the problem concerns the whole row.',
  })
  column!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The `index` of the column; null if the problem concerns the whole row.',
  })
  index?: number | null;

  @Field(() => String, { description: 'The reason.' })
  message!: string;
}

@ObjectType({ description: 'A cell of an imported column.' })
class ImportCell {
  @Field(() => Int, { description: 'The column’s `index`.' })
  column!: number;

  @Field(() => String, { description: 'The present text of the cell, with any mending.' })
  value!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The original text in the file if the cell was mended; otherwise null.',
  })
  original!: string | null;
}

@ObjectType('ImportRow', { description: 'A row of an import, once it has been checked.' })
export class StagedRow {
  @Field(() => Int, {
    description:
      'The row’s number in the sheet, from 1; the headings are usually row 1. A row with several models or years is listed once for each, with the same number.',
  })
  number!: number;

  @Field(() => RowVerdict, { description: 'The outcome of the check.' })
  verdict!: RowVerdict;

  @Field(() => String, { description: 'The make in the row, or else that of the model that it changes.' })
  make!: string;

  @Field(() => String, { description: 'The model’s name in the row, or else that of the model it changes.' })
  model!: string;

  @Field(() => String, { description: 'The year as written in the row, or else that of the model that it changes.' })
  year!: string;

  @Field(() => [RowProblem], { description: 'Why it is refused, or a duplicate.' })
  problems!: RowProblem[];

  @Field(() => [FieldChange], { description: 'The fields that it changes; for a new model, all fields with a value.' })
  changes!: FieldChange[];

  @Field(() => ID, { nullable: true, description: 'The model that it changes, or that it became.' })
  modelId!: number | null;

  @Field(() => [ImportCell], { description: 'Its cells in the imported columns.' })
  cells!: ImportCell[];

  @Field(() => [ImportNear], { description: 'Close names for its make or model.' })
  near!: ImportNear[];

  @Field(() => Boolean, { description: 'Whether it was mended after the last check.' })
  mended!: boolean;
}

/** The result of checking a row, with the column names of `import_rows`. */
export interface Verdict {
  number: number;
  /** The row's place among those that one row of the sheet became. */
  part: number;
  verdict: RowVerdict;
  make: string;
  name: string;
  year: string;
  /** The make of a new or changed model; null if it does not change, or has yet to be created. */
  make_id: number | null;
  model_id: number | null;
  /** The version of the model with which the row was compared. */
  model_version: number | null;
  problems: RowProblem[];
  changes: StoredChange[];
}
