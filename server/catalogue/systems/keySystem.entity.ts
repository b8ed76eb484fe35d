import { ArrayType, type Opt } from '@mikro-orm/core';
import { Entity, Formula, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Checked } from '../checked';
import {
  classOf,
  DEPTH,
  DEPTH_NAMES,
  depthOf,
  emptyLists,
  type KeyDataText,
  SPACING,
  SYSTEM_TEXTS,
  type SystemTextName,
} from '../keyData';

/**
 * A `text[]` whose elements may be any text. MikroORM's own literal does not quote blanks and the word null, and escapes
 * line breaks as in JSON: PostgreSQL then rejects, trims or changes the text (docs/decisions/0030).
 */
export class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(values: string[]): string {
    return values && `{${values.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  }
}

@ObjectType({
  description:
    'One depth of the key: from the bottom of the cut to the bottom of the blade (1x), and from cut to cut on a double-sided key (2x).',
})
export class DepthRow {
  @Field(() => String, { description: 'What codes call this depth; empty where it is called by its row: 1, 2, 3 …' })
  name!: string;

  @Field(() => String, { description: 'The 1x measure: inches as .276, millimetres as 7.01.' })
  oneX!: string;

  @Field(() => String, { description: 'The 2x measure: inches as .276, millimetres as 7.01.' })
  twoX!: string;
}

/** Declares the columns and fields of key data in an entity, which starts with them empty. */
export function keyDataColumns(prototype: object, texts: readonly KeyDataText[]): void {
  for (const { name, description, column, max, isLong } of texts) {
    Field(() => String, { description })(prototype, name);
    const type = isLong ? { type: 'text' } : { type: 'string', length: max };
    Property({ ...type, fieldName: column })(prototype, name);
  }
}

const emptyTexts = () =>
  Object.fromEntries(SYSTEM_TEXTS.map(({ name }) => [name, ''])) as Record<SystemTextName, string & Opt>;

/** What the keys of many models have in common. Its models have the same values in their own columns (docs/rules.md, "Key systems"). */
@ObjectType({ description: 'A key system: how a key is cut, for all models whose keys are cut alike.' })
@Entity({ tableName: 'key_systems' })
export class KeySystem extends classOf(emptyTexts, Checked) {
  @Field(() => ID, { description: 'Identifies the key system.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** The column's collation gives the natural order. */
  @Field(() => String, { description: 'Its name, e.g. Honda CMC37. No other key system has it.' })
  @Property({ type: 'string', length: 255 })
  name!: string;

  @Property({ type: 'text' })
  notes: string & Opt = '';

  @Field(() => [String], { description: SPACING.description })
  @Property({ type: TextArray, columnType: 'text[]', fieldName: SPACING.column })
  spacing: string[] & Opt = emptyLists().spacing;

  @Property({ type: TextArray, columnType: 'text[]', fieldName: DEPTH_NAMES.column })
  depthNames: string[] & Opt = emptyLists().depthNames;

  @Property({ type: TextArray, columnType: 'text[]', fieldName: DEPTH.column })
  depthValues: string[] & Opt = emptyLists().depthValues;

  @Field(() => [DepthRow], { description: DEPTH.description })
  @Property({ persist: false })
  get depth(): DepthRow[] & Opt {
    return depthOf(this);
  }

  @Formula((alias) => `(select count(*)::int from models where models.key_system_id = ${alias}.id)`, {
    type: 'integer',
  })
  modelsCount: number & Opt = 0;
}

keyDataColumns(KeySystem.prototype, SYSTEM_TEXTS);
