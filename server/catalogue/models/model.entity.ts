import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Checked } from '../checked';
import { classOf, DEPTH, DEPTH_NAMES, eachText, emptyLists, KEY_DATA_TEXTS, SPACING, type TextName } from '../keyData';
import { Make } from '../makes/make.entity';
import { KeySystem, keyDataColumns, TextArray } from '../systems/keySystem.entity';

/**
 * The table of the models and their type in the graph, and no more: everything else handles a `ModelRow` (modelRow.ts). The
 * loop below declares the columns and fields of the key data.
 */
@ObjectType({ description: 'A motorcycle of one make, name and year, with its key data (on REST: product).' })
@Entity({ tableName: 'models' })
@Index({ name: 'models_by_name', properties: ['make', 'name', 'year', 'id'] })
@Index({ name: 'models_by_year', properties: ['make', 'year', 'name', 'id'] })
export class Model extends classOf<Record<TextName, string & Opt>, Checked>(() => eachText(() => ''), Checked) {
  @Field(() => ID, { description: 'Identifies the model.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Exposed by the resolver. */
  @ManyToOne(() => Make, { ref: true })
  make!: Ref<Make>;

  /** The column's collation gives the natural order: CB 50, CB 125, CB 1000. */
  @Field(() => String, { description: 'The model’s name, e.g. CBR600RR.' })
  @Property({ type: 'string', length: 255 })
  name!: string;

  @Field(() => Int, { description: 'The model year.' })
  @Property({ type: 'integer' })
  year!: number;

  @Field(() => [String], { description: SPACING.description })
  @Property({ type: TextArray, columnType: 'text[]', fieldName: SPACING.column })
  spacing: string[] & Opt = emptyLists().spacing;

  @Property({ type: TextArray, columnType: 'text[]', fieldName: DEPTH_NAMES.column })
  depthNames: string[] & Opt = emptyLists().depthNames;

  @Property({ type: TextArray, columnType: 'text[]', fieldName: DEPTH.column })
  depthValues: string[] & Opt = emptyLists().depthValues;

  /** Exposed by the resolver. */
  @ManyToOne(() => KeySystem, { ref: true, nullable: true, deleteRule: 'no action' })
  keySystem: Ref<KeySystem> | null = null;

  @Field(() => Boolean, { description: 'Sample data that nobody has checked: do not cut from it.' })
  @Property({ type: 'boolean' })
  sample: boolean & Opt = false;
}

keyDataColumns(Model.prototype, KEY_DATA_TEXTS);
