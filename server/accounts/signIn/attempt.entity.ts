import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Attempts of one kind, for a name, an address or both, counted until `expiresAt`. */
@Entity({ tableName: 'attempts' })
export class Attempt {
  @PrimaryKey({ type: 'string', length: 600 })
  key!: string;

  @Property({ type: 'integer' })
  count!: number;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
