import { Collection, type Opt, type Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, OneToMany, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { ModelImage } from './images/modelImage.entity';
import { Make } from './make.entity';
import { TextArray } from './textArray';

/** Spacings of a model and depth rows of a model (Spec section 9). */
export const SPACINGS = 12;
export const DEPTH_ROWS = 8;

/** One text of the key data: a field of the graph and a column. Empty where nothing is recorded. */
function KeyData(description: string, type: 'string' | 'text' = 'string'): PropertyDecorator {
  const field = Field(() => String, { description });
  const column = Property(type === 'text' ? { type } : { type, length: 255 });
  return (target, name) => {
    field(target, name as string);
    column(target, name as never);
  };
}

@ObjectType({ description: 'One depth of the key: its measure on a single-sided (1x) and a double-sided (2x) key.' })
export class DepthRow {
  @Field(() => String, { description: 'The 1x measure, as it was entered.' })
  oneX!: string;

  @Field(() => String, { description: 'The 2x measure, as it was entered.' })
  twoX!: string;
}

/** A motorcycle of one make, name and year, with its key data. */
@ObjectType({ description: 'A motorcycle of one make, name and year, with its key data (on REST: product).' })
@Entity({ tableName: 'models' })
@Index({ name: 'models_by_name', properties: ['make', 'name', 'year', 'id'] })
@Index({ name: 'models_by_year', properties: ['make', 'year', 'name', 'id'] })
export class Model {
  @Field(() => ID, { description: 'Identifies the model.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Exposed by the resolver, which loads it where the operation has not. */
  @ManyToOne(() => Make, { ref: true })
  make!: Ref<Make>;

  /** The column's collation gives the natural order: CB 50, CB 125, CB 1000. */
  @Field(() => String, { description: 'The model’s name, e.g. CBR600RR.' })
  @Property({ type: 'string', length: 255 })
  name!: string;

  @Field(() => Int, { description: 'The model year.' })
  @Property({ type: 'integer' })
  year!: number;

  @KeyData('Primary key blank: ILCO.')
  ilco: string & Opt = '';

  @KeyData('Primary key blank: JMA.')
  jma: string & Opt = '';

  @KeyData('Primary key blank: JET.')
  jet: string & Opt = '';

  @KeyData('Primary key blank: SILCA.')
  silca: string & Opt = '';

  @KeyData('Primary key blank: the maker’s own number.')
  oem: string & Opt = '';

  @KeyData('The series of key codes, e.g. A0001-A9999.')
  codeSeries: string & Opt = '';

  @KeyData('The transponder in the key; empty where there is none.')
  transponder: string & Opt = '';

  @KeyData('The Accu Reader that reads the lock.')
  accuReader: string & Opt = '';

  @KeyData('The LISHI tool that opens and reads the lock.')
  lishi: string & Opt = '';

  @KeyData('Positions of the wafers in the ignition.')
  ignition: string & Opt = '';

  @KeyData('Positions of the wafers in the gas cap.')
  gasCap: string & Opt = '';

  @KeyData('Positions of the wafers in the seat or auxiliary lock.')
  seatAux: string & Opt = '';

  @KeyData('Key cutting: the HPC card.')
  hpc: string & Opt = '';

  @KeyData('Key cutting: the ITL number.')
  itl: string & Opt = '';

  @KeyData('Key cutting: the DSD number.')
  dsd: string & Opt = '';

  @KeyData('Key cutting: the PAK-A-PUNCH kit.')
  pakaPunch: string & Opt = '';

  @KeyData('Tips for the job.', 'text')
  tips: string & Opt = '';

  @KeyData('More tips for the job.', 'text')
  tips2: string & Opt = '';

  @Field(() => [String], {
    description: 'Twelve positions of the cuts, as they were entered, counted from the stop; empty where unused.',
  })
  @Property({ type: TextArray, columnType: 'text[]' })
  spacing: string[] & Opt = Array(SPACINGS).fill('');

  /** The eight rows one after the other: 1x of row 1, 2x of row 1, 1x of row 2, … */
  @Property({ type: TextArray, columnType: 'text[]' })
  depthValues: string[] & Opt = Array(DEPTH_ROWS * 2).fill('');

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

  @Field(() => Int, { description: 'Counts the changes: sent back with a change, it tells a stale copy.' })
  @Property({ type: 'integer', version: true })
  version!: number & Opt;

  @Field(() => [DepthRow], { description: 'Eight depths, the first the shallowest; empty where unused.' })
  @Property({ persist: false })
  get depth(): DepthRow[] & Opt {
    return Array.from({ length: DEPTH_ROWS }, (_, row) => ({
      oneX: this.depthValues[row * 2] ?? '',
      twoX: this.depthValues[row * 2 + 1] ?? '',
    }));
  }
}
