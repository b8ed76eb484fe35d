import { ArrayType, type Opt, type Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Versioned } from '../../inputs/versioned';
import { classOf, DEPTH, DEPTH_NAMES, eachText, emptyLists, KEY_DATA_TEXTS, SPACING, type TextName } from '../keyData';
import { Make } from '../makes/make.entity';

/**
 * A `text[]` whose elements may be any text. MikroORM's own literal does not quote blanks and the word null, and escapes
 * line breaks as in JSON: PostgreSQL then rejects, trims or changes the text (docs/decisions/0030).
 */
class TextArray extends ArrayType<string> {
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

  @Field(() => String, { description: 'The 1x measure, as it was entered.' })
  oneX!: string;

  @Field(() => String, { description: 'The 2x measure, as it was entered.' })
  twoX!: string;
}

/**
 * The table of the models and their type in the graph, and no more: everything else handles a `ModelRow` (modelRow.ts). The
 * loop below declares the columns and fields of the key data.
 */
@ObjectType({ description: 'A motorcycle of one make, name and year, with its key data (on REST: product).' })
@Entity({ tableName: 'models' })
@Index({ name: 'models_by_name', properties: ['make', 'name', 'year', 'id'] })
@Index({ name: 'models_by_year', properties: ['make', 'year', 'name', 'id'] })
export class Model extends classOf<Record<TextName, string & Opt>, Versioned>(() => eachText(() => ''), Versioned) {
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

  @Field(() => Boolean, { description: 'Sample data that nobody has checked: do not cut from it.' })
  @Property({ type: 'boolean' })
  sample: boolean & Opt = false;
}

for (const { name, description, column, max, isLong } of KEY_DATA_TEXTS) {
  Field(() => String, { description })(Model.prototype, name);
  const type = isLong ? { type: 'text' } : { type: 'string', length: max };
  Property({ ...type, fieldName: column })(Model.prototype, name);
}
