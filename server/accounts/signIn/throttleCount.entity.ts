import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** How often something was tried, for a name, an address or both, counted until `expiresAt`. */
@Entity({ tableName: 'attempts' })
export class ThrottleCount {
  @PrimaryKey({ type: 'string', length: 600 })
  key!: string;

  @Property({ type: 'integer' })
  count!: number;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
