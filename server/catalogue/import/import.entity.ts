import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import { ErrorCode } from '../../errors';
import { ImportField } from './importFields';

export enum ImportState {
  MAPPING = 'mapping',
  CHECKED = 'checked',
  APPLIED = 'applied',
  UNDONE = 'undone',
}
registerEnumType(ImportState, {
  name: 'ImportState',
  description: 'How far an import has come.',
  valuesConfig: {
    MAPPING: { description: 'The file has been read: its columns wait to be mapped, by checkImport.' },
    CHECKED: { description: 'Every row has its verdict; nothing has been changed yet. It can be checked again.' },
    APPLIED: { description: 'The new and changed models are in the catalogue.' },
    UNDONE: { description: 'What it had changed has been taken back.' },
  },
});

export enum ImportTask {
  CHECK = 'check',
  APPLY = 'apply',
  UNDO = 'undo',
}
registerEnumType(ImportTask, {
  name: 'ImportTask',
  description: 'What is being done with an import.',
  valuesConfig: {
    CHECK: { description: 'Its rows are compared with the catalogue.' },
    APPLY: { description: 'Its models are written.' },
    UNDO: { description: 'What it changed is taken back.' },
  },
});

@ObjectType({ description: 'A column of the file.' })
export class ImportColumn {
  @Field(() => Int, { description: 'Its place in the file, from 0.' })
  index!: number;

  @Field(() => String, { description: 'Its heading; may be empty.' })
  header!: string;

  @Field(() => [String], { description: 'Its first values that are not empty, at most three.' })
  sample!: string[];

  @Field(() => ImportField, {
    nullable: true,
    description: 'What it holds; null where it is left out, which leaves that field of the models as it is.',
  })
  field!: string | null;

  @Field(() => Boolean, { description: 'Whether `field` is only what the heading suggests: nobody has confirmed it.' })
  suggested!: boolean;
}

@ObjectType({ description: 'How many rows there are of each verdict.' })
export class ImportTotals {
  @Field(() => Int, { description: 'All rows but the headings and those that are empty.' })
  rows!: number;

  @Field(() => Int, { description: 'Rows that become new models.' })
  new!: number;

  @Field(() => Int, { description: 'Rows that change a model.' })
  changed!: number;

  @Field(() => Int, { description: 'Rows that say what the catalogue has already.' })
  unchanged!: number;

  @Field(() => Int, { description: 'Rows that break a rule. They are left out.' })
  refused!: number;

  @Field(() => Int, {
    description: 'Rows whose model stands in the file or fits in the catalogue twice. They are left out.',
  })
  duplicates!: number;
}

@ObjectType({ description: 'How far a task has come that is being done just now.' })
export class ImportProgress {
  @Field(() => ImportTask, { description: 'What is being done.' })
  task!: ImportTask;

  @Field(() => Int, { description: 'Rows done.' })
  done!: number;

  @Field(() => Int, { description: 'All rows that it has to do.' })
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

@ObjectType({ description: 'What undoing an import has done.' })
export class ImportUndone {
  @Field(() => Int, { description: 'Models that have been given back what they were before the import.' })
  restored!: number;

  @Field(() => Int, { description: 'Models that the import had created, deleted again.' })
  deleted!: number;

  @Field(() => Int, { description: 'Makes that the import had created, deleted again.' })
  makesDeleted!: number;

  @Field(() => Int, {
    description: 'Models that were left alone, wholly or in some fields, as somebody has changed them since.',
  })
  left!: number;

  @Field(() => [String], { description: 'The first hundred of those, each with the fields that were left.' })
  leftModels!: string[];
}

/** A sheet on its way into the catalogue: read, checked, applied, perhaps undone. Its rows are in `import_rows`. */
@ObjectType({ description: 'A sheet on its way into the catalogue: read, checked, applied, perhaps undone.' })
@Entity({ tableName: 'imports' })
export class Import {
  @Field(() => ID, { description: 'Identifies the import.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` goes on naming them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'Who brought it, also after the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, { description: 'The name of the file.' })
  @Property({ type: 'string', length: 255 })
  fileName!: string;

  @Field(() => String, { description: 'As what the file was read, e.g. `CSV, semicolons, windows-1252`.' })
  @Property({ type: 'string', length: 255 })
  format!: string;

  @Field(() => [String], { description: 'What whoever brought it should know of how the file was read.' })
  @Property({ type: 'json' })
  warnings!: string[];

  @Field(() => ImportState, { description: 'How far it has come.' })
  @Property({ type: 'string', length: 20 })
  state: ImportState & Opt = ImportState.MAPPING;

  @Field(() => [ImportColumn], { description: 'The file’s columns, and what they are mapped to.' })
  @Property({ type: 'json' })
  columns!: ImportColumn[];

  @Field(() => Int, { description: 'How many rows the file has below its headings.' })
  @Property({ type: 'integer' })
  rowCount: number & Opt = 0;

  @Field(() => Boolean, { description: 'Whether makes that are missing are created; else their rows are refused.' })
  @Property({ type: 'boolean' })
  createMakes: boolean & Opt = false;

  @Field(() => ImportTotals, { nullable: true, description: 'What the check has found; null before it.' })
  @Property({ type: 'json', nullable: true })
  totals: ImportTotals | null = null;

  @Field(() => [String], {
    description:
      'By the last check: makes of the file that the catalogue does not have; with createMakes those that applying will create.',
  })
  @Property({ type: 'json' })
  missingMakes: string[] & Opt = [];

  /** Of those the import has created. */
  @Property({ type: 'json' })
  createdMakes: number[] & Opt = [];

  @Field(() => ImportUndone, { nullable: true, description: 'What undoing it has done; null where it was not undone.' })
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
    description: 'When its rows, which take much room, were deleted; one that was applied can still be undone.',
  })
  @Property({ type: 'datetime', nullable: true })
  rowsDeletedAt: Date | null = null;

  /** Written by a connection of its own while a task runs, and told only as long as that task holds its lock. */
  @Field(() => ImportProgress, {
    nullable: true,
    description: 'What is being done with it just now; null where nothing is.',
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
    description: 'Path of a .csv for administrators: the file’s own columns, and what has become of each row and why.',
  })
  @Property({ persist: false })
  get resultUrl(): (string & Opt) | null {
    return this.state === ImportState.MAPPING || this.rowsDeletedAt ? null : `/imports/${this.id}/result.csv`;
  }
}
