import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The number of attempts for a username, a network or both, until `expiresAt`. */
@Entity({ tableName: 'attempts' })
export class ThrottleCount {
  @PrimaryKey({ type: 'string', length: 600 })
  key!: string;

  @Property({ type: 'integer' })
  count!: number;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
