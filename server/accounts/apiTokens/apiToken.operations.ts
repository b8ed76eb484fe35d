import { randomBytes } from 'node:crypto';
import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { AppError, invalid, noSuch } from '../../errors';
import { described } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import {
  EachOf,
  Flag,
  MayBeAbsent,
  OneOf,
  Optional,
  Rule,
  TextField,
  WholeNumber,
  wrongText,
} from '../../inputs/fields';
import { containing, FilterField, findPage, PageInput, PageOf, SortDirection } from '../../inputs/list';
import { isId, RecordInput, toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { hashOf } from '../sessions/tokens';
import { TokenScope } from '../tokenScope';
import { lockUser, User } from '../users/user.entity';
import { ApiToken, ApiTokenState } from './apiToken.entity';

export enum ApiTokenSort {
  NAME = 'name',
  USER = 'user.username',
  CREATED_AT = 'createdAt',
  EXPIRES_AT = 'expiresAt',
  LAST_USED_AT = 'lastUsedAt',
}
describeEnum(ApiTokenSort, 'ApiTokenSort', 'What API tokens are sorted by.', {
  NAME: 'Their names.',
  USER: 'The usernames of their users.',
  CREATED_AT: 'When they were created.',
  EXPIRES_AT: 'When they expire.',
  LAST_USED_AT: 'When they were last used.',
});

@InputType({ description: 'The API tokens that meet all of these conditions; without any condition, all.' })
export class ApiTokenFilter {
  @TextField({ label: 'search', description: 'A part of the name or of the username.' })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only the tokens of this user.' })
  @Optional()
  @Rule((value) => (isId(value) ? null : 'There is no such user.'))
  userId?: string | null;

  @Field(() => ApiTokenState, { nullable: true, description: 'Only those in this state.' })
  @Optional()
  @OneOf(ApiTokenState, 'There is no such state.')
  state?: ApiTokenState | null;
}

@ArgsType()
export class ApiTokensInput extends PageInput {
  @Field(() => ApiTokenSort, { description: 'What they are sorted by.' })
  @OneOf(ApiTokenSort, 'API tokens cannot be sorted by this.')
  sortBy: ApiTokenSort = ApiTokenSort.CREATED_AT;

  @Field(() => SortDirection, { description: 'Which way it is sorted.' })
  @OneOf(SortDirection, 'The direction must be asc or desc.')
  override dir: SortDirection = SortDirection.DESC;

  @FilterField(() => ApiTokenFilter)
  filter?: ApiTokenFilter | null;
}

@ObjectType({ description: 'Some of the API tokens, and how many there are.' })
export class ApiTokenPage extends PageOf(ApiToken, 'API tokens') {}

const inState = (state: ApiTokenState): FilterQuery<ApiToken> =>
  state === ApiTokenState.REVOKED
    ? { revokedAt: { $ne: null } }
    : { revokedAt: null, expiresAt: { [state === ApiTokenState.WORKING ? '$gt' : '$lte']: new Date() } };

export const apiTokens = described('A page of the API tokens.').query(
  'admin',
  ApiTokensInput,
  ({ em }, { filter, ...page }) => {
    const { search, userId, state } = filter ?? {};
    const where = [
      ...(search ? [{ $or: [containing(['name'], search), { user: containing(['username'], search) }] }] : []),
      ...(userId ? [{ user: Number(userId) }] : []),
      ...(state ? [inState(state)] : []),
    ];
    return findPage(em, ApiToken, { $and: where } as FilterQuery<ApiToken>, page, ['user.client', 'user.role']);
  },
);

const DAY = 86_400_000;
/** How many days a token works if no expiry is given. */
const USUAL_DAYS = 90;
/** A year, and a margin for time zones. */
const MOST_DAYS = 367;
/** The most working tokens of a user. */
const MOST = 20;
const HAS_MOST = `This user has ${MOST} tokens: revoke one first.`;

const hasMost = async (em: EntityManager, { id }: Pick<User, 'id'>) =>
  (await em.count(ApiToken, { user: id, ...(inState(ApiTokenState.WORKING) as object) })) >= MOST;

function wrongExpiry(value: unknown): string | null {
  if (!(value instanceof Date)) return 'The expiry must be a time.';
  const ahead = value.getTime() - Date.now();
  if (ahead <= 0) return 'The expiry must be in the future.';
  return ahead <= MOST_DAYS * DAY ? null : 'A token works for a year at most.';
}

const wrongScopes = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? null : 'Choose at least one scope.';

@InputType({ description: 'A new API token.' })
export class CreateApiTokenInput {
  @Field(() => ID, { description: 'The user for whom it acts, within this user’s rights.' })
  @Rule((value) => (isId(value) ? null : 'The user field is required.'))
  userId!: string;

  @Field(() => String, { description: 'Its name: usually that of the program that uses it.' })
  @Rule((value) => wrongText(value, { label: 'name', max: 100, required: true }))
  name!: string;

  @Field(() => [TokenScope], { description: 'What it may be used for: at least one.' })
  @EachOf((one) => Object.values(TokenScope).includes(one as TokenScope), 'There is no such scope.')
  @Rule(wrongScopes)
  scopes!: TokenScope[];

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: `When it stops working: in a year at most; by default in ${USUAL_DAYS} days.`,
  })
  @Optional()
  @Rule(wrongExpiry)
  expiresAt?: Date | null;

  @Field(() => Boolean, { description: 'Whether it may only send queries that an administrator has registered.' })
  @Flag('registered queries only')
  registeredOnly: boolean = false;

  @Field(() => Int, {
    nullable: true,
    description: 'How many sheets it may open an hour, 1 to 100,000; null for no budget of its own.',
  })
  @Optional()
  @WholeNumber('sheets an hour', 1, 100_000)
  sheetsPerHour?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many sheets it may open in 24 hours, 1 to 100,000; null for no budget of its own.',
  })
  @Optional()
  @WholeNumber('sheets a day', 1, 100_000)
  sheetsPerDay?: number | null;
}

@ObjectType({ description: 'An API token and its secret.' })
export class ApiTokenPayload {
  @Field(() => ApiToken, { description: 'The token, without its secret.' })
  token!: ApiToken;

  @Field(() => String, {
    description: 'What the program sends as `Authorization: Bearer mk_…`. It cannot be shown again.',
  })
  secret!: string;
}

/** Gives the token a new secret, and returns it. */
function giveSecret(token: ApiToken): string {
  const secret = `mk_${randomBytes(32).toString('base64url')}`;
  token.tokenHash = hashOf(secret);
  token.hint = `…${secret.slice(-4)}`;
  return secret;
}

export const createApiToken = described('Creates an API token for a user. Only this answer has its secret.').command(
  'admin',
  CreateApiTokenInput,
  async ({ em, user: admin }, input): Promise<ApiTokenPayload> => {
    await lockUser(em, { id: Number(input.userId) });
    const user = await em.findOne(User, Number(input.userId), { populate: ['client', 'role'] });
    if (!user) throw invalid({ userId: ['There is no such user.'] });
    if (!user.enabled) throw invalid({ userId: ['This user is disabled.'] });
    if (await hasMost(em, user)) throw invalid({ userId: [HAS_MOST] });
    const token = new ApiToken();
    const secret = giveSecret(token);
    em.assign(token, {
      user,
      name: input.name,
      scopes: Object.values(TokenScope).filter((scope) => input.scopes.includes(scope)),
      registeredOnly: input.registeredOnly,
      sheetsPerHour: input.sheetsPerHour ?? null,
      sheetsPerDay: input.sheetsPerDay ?? null,
      expiresAt: input.expiresAt ?? new Date(Date.now() + USUAL_DAYS * DAY),
      createdBy: admin.username,
    });
    await em.persist(token).flush();
    log(em, admin, token, LogKind.API_TOKEN_CREATED, `Created the API token “${token.name}” of ${user.username}`);
    return { token, secret };
  },
);

@InputType({ description: 'An API token that gets a new secret.' })
export class RotateApiTokenInput extends RecordInput {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When it stops working: in a year at most. Required for an expired token; without it, others keep theirs.',
  })
  @MayBeAbsent()
  @Optional()
  @Rule(wrongExpiry)
  expiresAt?: Date | null;
}

export const rotateApiToken = described(
  'Gives an API token a new secret, which only this answer has; the old one stops working at once. CONFLICT if the token is revoked, or if it has expired and its user has as many as possible.',
).command('admin', RotateApiTokenInput, async ({ em, user: admin }, { id, expiresAt }): Promise<ApiTokenPayload> => {
  const token = await findToken(em, id);
  if (token.revokedAt) throw new AppError('CONFLICT', 'This token is revoked: create another one.');
  if (token.state === ApiTokenState.EXPIRED) {
    if (!expiresAt) throw invalid({ expiresAt: ['This token has expired: choose a new expiry.'] });
    await lockUser(em, token.user);
    if (await hasMost(em, token.user)) throw new AppError('CONFLICT', HAS_MOST);
  }
  if (expiresAt) token.expiresAt = expiresAt;
  const secret = giveSecret(token);
  log(em, admin, token, LogKind.API_TOKEN_ROTATED, `Gave the API token “${token.name}” a new secret`);
  await em.flush();
  return { token, secret };
});

@InputType({ description: 'Which API token to revoke, by its id.' })
export class RevokeApiTokenInput extends RecordInput {}

export const revokeApiToken = described('Revokes an API token, at once and for good. It stays in the list.').command(
  'admin',
  RevokeApiTokenInput,
  async ({ em, user: admin }, { id }) => {
    const token = await findToken(em, id);
    if (token.revokedAt) return token;
    token.revokedAt = new Date();
    log(em, admin, token, LogKind.API_TOKEN_REVOKED, `Revoked the API token “${token.name}”`);
    await em.flush();
    return token;
  },
);

async function findToken(em: EntityManager, id: string): Promise<ApiToken> {
  const token = await em.findOneOrFail(ApiToken, toId(id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('API token'),
  });
  await em.populate(token, ['user.client', 'user.role']);
  return token;
}

function log(em: EntityManager, admin: Pick<User, 'id' | 'username'>, token: ApiToken, kind: LogKind, what: string) {
  const text =
    kind === LogKind.API_TOKEN_CREATED
      ? `${what} for ${token.scopes.map((scope) => scope.toLowerCase()).join(', ')}, until ${token.expiresAt.toISOString().slice(0, 10)}`
      : `${what}; its user is ${token.user.username}`;
  LogEntry.write(em, admin, kind, { subject: { type: LogSubjectType.USER, id: token.user.id }, text });
}
