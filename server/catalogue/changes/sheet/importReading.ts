import { Field, Int, ObjectType } from 'type-graphql';
import { ImportField } from '../../export/sheetFields';

@ObjectType({ description: 'A column of the file.' })
export class ImportColumn {
  @Field(() => Int, { description: 'The column’s position in the file, from 0.' })
  index!: number;

  @Field(() => String, { description: 'Its heading; may be empty.' })
  header!: string;

  @Field(() => [String], { description: 'Its first values that are not empty, at most three.' })
  sample!: string[];

  @Field(() => ImportField, {
    nullable: true,
    description:
      'The field that it is mapped to; null if the column is not imported, which leaves the field unchanged in the models.',
  })
  field!: string | null;

  @Field(() => Boolean, { description: 'Whether `field` was guessed from the heading and has not been confirmed.' })
  suggested!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'How many of its cells are empty; null in imports that an older server read.',
  })
  empty?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many of its cells may list several models (checkImport’s `splitModels`); null in imports that an older server read.',
  })
  lists?: number | null;

  @Field(() => String, { nullable: true, description: 'The first of these cells.' })
  list?: string | null;
}

@ObjectType({ description: 'A sheet of a workbook.' })
class ImportSheet {
  @Field(() => String, { description: 'What the workbook calls it, as its tab shows.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether the workbook hides it.' })
  hidden!: boolean;
}

@ObjectType({
  description: 'What of a file was read. startImport can be told to read another sheet, row of headings or encoding.',
})
export class ImportReading {
  @Field(() => String, { nullable: true, description: 'The sheet of a workbook; null for CSV.' })
  sheet!: string | null;

  @Field(() => [ImportSheet], { description: 'All sheets of the workbook; empty for CSV.' })
  sheets!: ImportSheet[];

  @Field(() => String, {
    nullable: true,
    description: 'The encoding of CSV, e.g. `windows-1252`; null for a workbook.',
  })
  encoding!: string | null;

  @Field(() => Boolean, {
    description: 'Whether the encoding was guessed: neither chosen, nor UTF-8, nor marked in the file.',
  })
  encodingGuessed!: boolean;

  @Field(() => Int, { description: 'The number of the row in which the headings begin, from 1.' })
  headingRow!: number;
}
