import { Collection, type Opt, type Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, OneToMany, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { ModelImage } from '../images/modelImage.entity';
import { classOf, DEPTH, eachText, KEY_DATA_TEXTS, SPACING, type TextName } from '../keyData';
import { Make } from '../makes/make.entity';
import { TextArray } from './textArray';

@ObjectType({ description: 'One depth of the key: its measure on a single-sided (1x) and a double-sided (2x) key.' })
export class DepthRow {
  @Field(() => String, { description: 'The 1x measure, as it was entered.' })
  oneX!: string;

  @Field(() => String, { description: 'The 2x measure, as it was entered.' })
  twoX!: string;
}

/** A motorcycle of one make, name and year, with its key data. The loop below declares its columns and fields. */
@ObjectType({ description: 'A motorcycle of one make, name and year, with its key data (on REST: product).' })
@Entity({ tableName: 'models' })
@Index({ name: 'models_by_name', properties: ['make', 'name', 'year', 'id'] })
@Index({ name: 'models_by_year', properties: ['make', 'year', 'name', 'id'] })
export class Model extends classOf<Record<TextName, string & Opt>>(() => eachText(() => '')) {
  @Field(() => ID, { description: 'Identifies the model.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Exposed by the resolver, which loads it if the operation has not. */
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
  spacing: string[] & Opt = Array(SPACING.count).fill('');

  @Property({ type: TextArray, columnType: 'text[]', fieldName: DEPTH.column })
  depthValues: string[] & Opt = Array(DEPTH.rows * 2).fill('');

  @Field(() => Boolean, { description: 'Sample data that nobody has checked: do not cut from it.' })
  @Property({ type: 'boolean' })
  sample: boolean & Opt = false;

  @OneToMany(
    () => ModelImage,
    (image) => image.model,
    { orderBy: { position: 'asc' } },
  )
  images = new Collection<ModelImage>(this);

  @Field(() => GraphQLDateTime, { description: 'When the model was created.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;

  @Field(() => GraphQLDateTime, { description: 'When the model was last changed.' })
  @Property({ type: 'datetime', onCreate: () => new Date(), onUpdate: () => new Date() })
  updatedAt!: Date & Opt;

  @Field(() => Int, {
    description:
      'Optimistic-lock version: goes up with every change. A change sent with an older version is refused (CONFLICT).',
  })
  @Property({ type: 'integer', version: true })
  version!: number & Opt;

  @Field(() => [DepthRow], { description: DEPTH.description })
  @Property({ persist: false })
  get depth(): DepthRow[] & Opt {
    return Array.from({ length: DEPTH.rows }, (_, row) => ({
      oneX: this.depthValues[row * 2] ?? '',
      twoX: this.depthValues[row * 2 + 1] ?? '',
    }));
  }
}

for (const { name, description, column, max, isLong } of KEY_DATA_TEXTS) {
  Field(() => String, { description })(Model.prototype, name);
  const type = isLong ? { type: 'text' } : { type: 'string', length: max };
  Property({ ...type, fieldName: column })(Model.prototype, name);
}
