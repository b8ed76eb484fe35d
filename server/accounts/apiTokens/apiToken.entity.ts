import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../inputs/describeEnum';
import { Versioned } from '../../inputs/versioned';
import { TokenScope } from '../tokenScope';
import { User } from '../users/user.entity';

export enum ApiTokenState {
  WORKING = 'WORKING',
  EXPIRED = 'EXPIRED',
  REVOKED = 'REVOKED',
}
describeEnum(ApiTokenState, 'ApiTokenState', 'Whether an API token still works.', {
  WORKING: 'It works, as long as its user may sign in.',
  EXPIRED: 'It has expired. Rotating it, with a new expiry, makes it work again.',
  REVOKED: 'It has been revoked, for good.',
});

/** The credential of a user’s program (docs/rules.md, "API tokens"). The program holds the secret; we store only its hash. */
@ObjectType({ description: 'The credential of a user’s program, sent as `Authorization: Bearer mk_…`.' })
@Entity({ tableName: 'api_tokens' })
export class ApiToken extends Versioned {
  @Field(() => ID, { description: 'Identifies the token.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** SHA-256 of the secret, in hex. */
  @Property({ type: 'string', length: 64 })
  tokenHash!: string;

  @Field(() => String, { description: 'The last characters of the secret, to tell tokens apart.' })
  @Property({ type: 'string', length: 10 })
  hint!: string;

  @Field(() => String, { description: 'Its name: usually that of the program that uses it.' })
  @Property({ type: 'string', length: 100 })
  name!: string;

  /** Exposed by the resolver. */
  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  @Field(() => [TokenScope], { description: 'What it may be used for.' })
  @Property({ type: 'json' })
  scopes!: TokenScope[];

  @Field(() => Boolean, { description: 'Whether it may only send queries that an administrator has registered.' })
  @Property({ type: 'boolean' })
  registeredOnly!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'How many sheets it may open an hour, within the budget of its user; null for no budget of its own.',
  })
  @Property({ type: 'integer', nullable: true })
  sheetsPerHour: number | null = null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many sheets it may open in 24 hours, within the budget of its user; null for no budget of its own.',
  })
  @Property({ type: 'integer', nullable: true })
  sheetsPerDay: number | null = null;

  @Field(() => String, { description: 'The username of the administrator who created it.' })
  @Property({ type: 'string', length: 255 })
  createdBy!: string;

  @Field(() => GraphQLDateTime, { description: 'When it stops working.' })
  @Property({ type: 'datetime' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was last used, to within ten minutes.' })
  @Property({ type: 'datetime', nullable: true })
  lastUsedAt: Date | null = null;

  @Field(() => String, { description: 'The address of the last recorded use; empty before the first.' })
  @Property({ type: 'string', length: 45 })
  lastIp: string & Opt = '';

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was revoked.' })
  @Property({ type: 'datetime', nullable: true })
  revokedAt: Date | null = null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When its user confirmed this secret: only then does it read what they and their company keep. Null until then, and again with a new secret.',
  })
  @Property({ type: 'datetime', nullable: true })
  confirmedAt: Date | null = null;

  /** When its user was told of this secret by mail. Null in tokens that are older than such mails (`tellOfTokens`). */
  @Property({ type: 'datetime', nullable: true })
  toldAt: Date | null = null;

  /** Revokes all tokens of a user. Returns how many there were, for the log: ` and revoked 2 API tokens`. */
  static async revokeAll(em: EntityManager, user: number): Promise<string> {
    const count = await em.nativeUpdate(ApiToken, { user, revokedAt: null }, { revokedAt: new Date() });
    return count > 0 ? ` and revoked ${count} API ${count === 1 ? 'token' : 'tokens'}` : '';
  }

  @Field(() => ApiTokenState, { description: 'Whether it still works.' })
  @Property({ persist: false })
  get state(): ApiTokenState & Opt {
    if (this.revokedAt) return ApiTokenState.REVOKED;
    return this.expiresAt.getTime() > Date.now() ? ApiTokenState.WORKING : ApiTokenState.EXPIRED;
  }
}
