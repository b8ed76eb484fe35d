import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import { ErrorCode } from '../../errors';
import { ImportField } from './sheet/importFields';
import { ImportNear } from './sheet/importNear';

export enum ImportKind {
  FILE = 'file',
  SET = 'set',
  COPY = 'copy',
  DELETE = 'delete',
}
registerEnumType(ImportKind, {
  name: 'ImportKind',
  description: 'Where the rows of an import come from.',
  valuesConfig: {
    FILE: { description: 'From a sheet.' },
    SET: { description: 'From models in which one field is set (setModelField).' },
    COPY: { description: 'From models that are copied to other years (copyModels).' },
    DELETE: { description: 'From models that are deleted (deleteModels).' },
  },
});

export enum ImportState {
  MAPPING = 'mapping',
  CHECKED = 'checked',
  APPLIED = 'applied',
  UNDONE = 'undone',
}
registerEnumType(ImportState, {
  name: 'ImportState',
  description: 'How far an import has got.',
  valuesConfig: {
    MAPPING: { description: 'The file has been read. The next step is checkImport, which maps its columns.' },
    CHECKED: { description: 'Every row has a verdict; nothing has been changed yet. It can be checked again.' },
    APPLIED: { description: 'The new and changed models are in the catalogue.' },
    UNDONE: { description: 'Its changes have been undone.' },
  },
});

export enum ImportTask {
  CHECK = 'check',
  APPLY = 'apply',
  UNDO = 'undo',
}
registerEnumType(ImportTask, {
  name: 'ImportTask',
  description: 'A task of an import, which runs in the background.',
  valuesConfig: {
    CHECK: { description: 'Compares its rows with the catalogue.' },
    APPLY: { description: 'Writes its models.' },
    UNDO: { description: 'Undoes its changes.' },
  },
});

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
}

@ObjectType({ description: 'A sheet of a workbook.' })
export class ImportSheet {
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

@ObjectType({ description: 'How many rows have each verdict.' })
export class ImportTotals {
  @Field(() => Int, {
    description: 'All rows except headings and empty ones; a row with several years counts once for each.',
  })
  rows!: number;

  @Field(() => Int, { description: 'Rows that become new models.' })
  new!: number;

  @Field(() => Int, { description: 'Rows that change a model.' })
  changed!: number;

  @Field(() => Int, { description: 'Rows whose values the catalogue already has.' })
  unchanged!: number;

  @Field(() => Int, { description: 'Rows that break a rule. They are not imported.' })
  refused!: number;

  @Field(() => Int, {
    description:
      'Rows whose model is in the file twice, or fits several in the catalogue, or would equal another one. They are not imported.',
  })
  duplicates!: number;

  /** Absent in totals that an older server wrote; the resolvers of `deleted` and `stale` then say 0. */
  deleted?: number;

  stale?: number;
}

@ObjectType({ description: 'The progress of a running task.' })
export class ImportProgress {
  @Field(() => ImportTask, { description: 'What the server is doing.' })
  task!: ImportTask;

  @Field(() => Int, { description: 'How many rows are done.' })
  done!: number;

  @Field(() => Int, { description: 'How many rows there are to do.' })
  total!: number;
}

@ObjectType({ description: 'Why the last task of an import failed. It can be started again.' })
export class ImportFailure {
  @Field(() => ImportTask, { description: 'The task that failed.' })
  task!: ImportTask;

  @Field(() => ErrorCode, {
    description:
      'CONFLICT if the catalogue has changed since the check, SERVICE_UNAVAILABLE if the server or its database was interrupted.',
  })
  code!: ErrorCode;

  @Field(() => String, { description: 'The reason, for people.' })
  message!: string;
}

@ObjectType({ description: 'What undoing an import did.' })
export class ImportUndone {
  @Field(() => Int, {
    description: 'Models that were restored to their state before the import, including deleted ones.',
  })
  restored!: number;

  @Field(() => Int, { description: 'Models that the import had created and the undo deleted.' })
  deleted!: number;

  @Field(() => Int, { description: 'Makes that the import had created and the undo deleted.' })
  makesDeleted!: number;

  @Field(() => Int, {
    description: 'Models that were not or only partly restored, because somebody has changed them since.',
  })
  left!: number;

  @Field(() => [String], {
    description: 'The first hundred of these models, each with the fields that were not restored.',
  })
  leftModels!: string[];
}

/** Its rows are in `import_rows`. */
@ObjectType({
  description:
    'A change of many models: from a sheet, or of models chosen in the list. It is checked, applied to the catalogue, and can be undone.',
})
@Entity({ tableName: 'imports' })
export class Import {
  @Field(() => ID, { description: 'Identifies the import.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null if the user has been deleted; `username` is kept. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the user who started it; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => ImportKind, { description: 'Where its rows come from.' })
  @Property({ type: 'string', length: 10 })
  kind: ImportKind & Opt = ImportKind.FILE;

  @Field(() => String, { description: 'The name of the file, or the change of the chosen models.' })
  @Property({ type: 'string', length: 255 })
  fileName!: string;

  @Field(() => String, { description: 'How the file was read, e.g. `CSV, semicolons, windows-1252`.' })
  @Property({ type: 'string', length: 255 })
  format!: string;

  @Field(() => ImportReading, {
    nullable: true,
    description: 'What of the file was read; null without a file, or if an older server read it.',
  })
  @Property({ type: 'json', nullable: true })
  reading: ImportReading | null = null;

  @Property({ type: 'json', fieldName: 'warnings' })
  readWarnings!: string[];

  /** Of the last check. */
  @Property({ type: 'json' })
  checkWarnings: string[] & Opt = [];

  @Field(() => [String], {
    description: 'Warnings for people, about how the file was read and what the last check has found.',
  })
  @Property({ persist: false })
  get warnings(): string[] & Opt {
    return [...this.readWarnings, ...this.checkWarnings];
  }

  @Field(() => ImportState, { description: 'How far it has got.' })
  @Property({ type: 'string', length: 20 })
  state: ImportState & Opt = ImportState.MAPPING;

  @Field(() => [ImportColumn], { description: 'The file’s columns with their mapping.' })
  @Property({ type: 'json' })
  columns!: ImportColumn[];

  @Field(() => Int, { description: 'How many rows the file has below its headings.' })
  @Property({ type: 'integer' })
  rowCount: number & Opt = 0;

  @Field(() => Boolean, { description: 'Whether missing makes are created; otherwise their rows are refused.' })
  @Property({ type: 'boolean' })
  createMakes: boolean & Opt = false;

  @Field(() => [ImportField], {
    description: 'The fields whose empty cells have the value of the row above, at the last check.',
  })
  @Property({ type: 'json' })
  fillDown: string[] & Opt = [];

  @Field(() => Int, {
    nullable: true,
    description: 'The year in which open years (`1996+`) end, at the last check; if null, their rows are refused.',
  })
  @Property({ type: 'integer', nullable: true })
  openUntil: number | null = null;

  @Field(() => ImportTotals, { nullable: true, description: 'What the last check found; null before the first.' })
  @Property({ type: 'json', nullable: true })
  totals: ImportTotals | null = null;

  @Field(() => [String], {
    description:
      'Makes in the file that were missing from the catalogue at the last check; with createMakes, applying creates them.',
  })
  @Property({ type: 'json' })
  missingMakes: string[] & Opt = [];

  @Field(() => [ImportNear], {
    description: 'The first hundred names in the file that are close to names in the catalogue, as of the last check.',
  })
  @Property({ type: 'json' })
  near: ImportNear[] & Opt = [];

  @Field(() => Int, {
    description: 'How many rows were mended after the last check. It must be checked again before it can be applied.',
  })
  @Property({ type: 'integer' })
  mended: number & Opt = 0;

  @Field(() => Int, {
    description:
      'Incremented by every check and every mending. applyImport takes the version that the reader has seen.',
  })
  @Property({ type: 'integer' })
  version: number & Opt = 1;

  /** The ids of the makes that the import created. */
  @Property({ type: 'json' })
  createdMakes: number[] & Opt = [];

  @Field(() => ImportUndone, { nullable: true, description: 'The result of the undo; null if it was not undone.' })
  @Property({ type: 'json', nullable: true })
  undone: ImportUndone | null = null;

  @Field(() => GraphQLDateTime, { description: 'When the file was read.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was applied.' })
  @Property({ type: 'datetime', nullable: true })
  appliedAt: Date | null = null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was undone.' })
  @Property({ type: 'datetime', nullable: true })
  undoneAt: Date | null = null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When its rows were deleted to save space. An import that was applied can still be undone.',
  })
  @Property({ type: 'datetime', nullable: true })
  rowsDeletedAt: Date | null = null;

  /** Written over a separate connection while a task runs, and shown only while that task holds its lock. */
  @Field(() => ImportProgress, {
    nullable: true,
    description: 'The running task; null if none is running.',
  })
  @Property({ type: 'json', nullable: true })
  progress: ImportProgress | null = null;

  @Field(() => ImportFailure, {
    nullable: true,
    description: 'Why the last task failed; null if it succeeded or a task is running.',
  })
  @Property({ type: 'json', nullable: true })
  failure: ImportFailure | null = null;

  @Field(() => String, {
    nullable: true,
    description:
      'Path of a .csv for administrators: the file’s own columns, and the verdict and problems of each row; null without a file.',
  })
  @Property({ persist: false })
  get resultUrl(): (string & Opt) | null {
    return this.kind !== ImportKind.FILE || this.state === ImportState.MAPPING || this.rowsDeletedAt
      ? null
      : `/imports/${this.id}/result.csv`;
  }
}
