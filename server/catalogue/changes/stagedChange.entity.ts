import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { User } from '../../accounts/users/user.entity';
import { ImportField } from '../export/sheetFields';
import type { StoredChange } from '../recordChange';
import { ChangeTotals, UndoTotals } from './changeTotals';
import { ImportNear } from './sheet/importNear';
import { ImportColumn, ImportReading } from './sheet/importReading';
import { TaskFailure, TaskProgress } from './taskProgress';

export enum ChangeKind {
  FILE = 'file',
  SET = 'set',
  COPY = 'copy',
  DELETE = 'delete',
  KEY_SYSTEM = 'key_system',
}
registerEnumType(ChangeKind, {
  name: 'ImportKind',
  description: 'Where the rows of an import come from.',
  valuesConfig: {
    FILE: { description: 'From a sheet.' },
    SET: { description: 'From models in which one field or the key system is set (setModelField, setKeySystem).' },
    COPY: { description: 'From models that are copied to other years (copyModels).' },
    DELETE: { description: 'From models that are deleted (deleteModels).' },
    KEY_SYSTEM: { description: 'From the models of a key system that is changed (stageKeySystem, saveKeySystem).' },
  },
});

/** A key system in the version of the check, and how it changes; with no changes, if models get it. */
export interface SystemStep {
  id: number;
  version: number;
  changes: StoredChange[];
}

export enum ChangeState {
  MAPPING = 'mapping',
  CHECKED = 'checked',
  APPLIED = 'applied',
  UNDONE = 'undone',
}
registerEnumType(ChangeState, {
  name: 'ImportState',
  description: 'How far an import has got.',
  valuesConfig: {
    MAPPING: { description: 'The file has been read. The next step is checkImport, which maps its columns.' },
    CHECKED: { description: 'Every row has a verdict; nothing has been changed yet. It can be checked again.' },
    APPLIED: { description: 'The new and changed models are in the catalogue.' },
    UNDONE: { description: 'Its changes have been undone.' },
  },
});

/** Its rows are in `import_rows`. */
@ObjectType('Import', {
  description:
    'A change of many models: from a sheet, or of models chosen in the list. It is checked, applied to the catalogue, and can be undone.',
})
@Entity({ tableName: 'imports' })
export class StagedChange {
  @Field(() => ID, { description: 'Identifies the import.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null if the user has been deleted; `username` is kept. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the user who started it; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the API token with which their program started it; null for people.',
  })
  @Property({ type: 'string', length: 100, nullable: true })
  token!: string | null;

  @Field(() => ChangeKind, { description: 'Where its rows come from.' })
  @Property({ type: 'string', length: 10 })
  kind: ChangeKind & Opt = ChangeKind.FILE;

  /** The file's name. `fileName` in the graph. */
  @Property({ type: 'string', length: 255, fieldName: 'file_name' })
  title!: string;

  /** In words, where the rows come from. `format` in the graph. */
  @Property({ type: 'string', length: 255, fieldName: 'format' })
  origin!: string;

  @Field(() => ImportReading, {
    nullable: true,
    description: 'What of the file was read; null without a file, or if an older server read it.',
  })
  @Property({ type: 'json', nullable: true })
  reading: ImportReading | null = null;

  @Property({ type: 'json', fieldName: 'warnings' })
  readWarnings!: string[];

  /** Set by the last check. */
  @Property({ type: 'json' })
  checkWarnings: string[] & Opt = [];

  @Field(() => [String], {
    description: 'Warnings for people, about how the file was read and what the last check has found.',
  })
  @Property({ persist: false })
  get warnings(): string[] & Opt {
    return [...this.readWarnings, ...this.checkWarnings];
  }

  @Field(() => ChangeState, { description: 'How far it has got.' })
  @Property({ type: 'string', length: 20 })
  state: ChangeState & Opt = ChangeState.MAPPING;

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

  @Field(() => Boolean, {
    description: 'Whether a cell of the model can list several, separated by commas, at the last check.',
  })
  @Property({ type: 'boolean' })
  splitModels: boolean & Opt = false;

  @Field(() => Int, {
    nullable: true,
    description:
      'The year in which ranges without a first one (`pre 1993`) begin, at the last check; if null, their rows are refused.',
  })
  @Property({ type: 'integer', nullable: true })
  openFrom: number | null = null;

  @Field(() => Int, {
    nullable: true,
    description: 'The year in which open ranges (`1996+`) end, at the last check; if null, their rows are refused.',
  })
  @Property({ type: 'integer', nullable: true })
  openUntil: number | null = null;

  @Field(() => ChangeTotals, { nullable: true, description: 'What the last check found; null before the first.' })
  @Property({ type: 'json', nullable: true })
  totals: ChangeTotals | null = null;

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

  /** What it does to a key system, and to which version; null if it changes none. */
  @Property({ type: 'json', nullable: true })
  keySystem: SystemStep | null = null;

  /** The ids of the makes that it created. */
  @Property({ type: 'json' })
  createdMakes: number[] & Opt = [];

  @Field(() => UndoTotals, { nullable: true, description: 'The result of the undo; null if it was not undone.' })
  @Property({ type: 'json', nullable: true })
  undone: UndoTotals | null = null;

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
  @Field(() => TaskProgress, {
    nullable: true,
    description: 'The running task; null if none is running.',
  })
  @Property({ type: 'json', nullable: true })
  progress: TaskProgress | null = null;

  @Field(() => TaskFailure, {
    nullable: true,
    description: 'Why the last task failed; null if it succeeded or a task is running.',
  })
  @Property({ type: 'json', nullable: true })
  failure: TaskFailure | null = null;

  @Field(() => String, {
    nullable: true,
    description:
      'Path of a .csv for administrators: the file’s own columns, and the verdict and problems of each row; null without a file.',
  })
  @Property({ persist: false })
  get resultUrl(): (string & Opt) | null {
    return this.kind !== ChangeKind.FILE || this.state === ChangeState.MAPPING || this.rowsDeletedAt
      ? null
      : `/imports/${this.id}/result.csv`;
  }
}
