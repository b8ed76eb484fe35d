import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Attempts to sign in, counted for a name, an address or both until `expiresAt`. */
@Entity({ tableName: 'sign_in_attempts' })
export class SignInAttempts {
  @PrimaryKey({ type: 'string', length: 600 })
  key!: string;

  @Property({ type: 'integer' })
  count!: number;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
