import { randomBytes } from 'node:crypto';
import { type EntityManager, type FilterQuery, LockMode, raw } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Caller, Site } from '../../context';
import { AppError, invalid, noSuch } from '../../errors';
import { command, described, NoInput } from '../../gate/operation';
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
import { type Actor, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { dayInWords, writeMail } from '../mail/letter';
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
/** A year, and the rest of a day. */
const MOST_DAYS = 366;
/** The most working tokens of a user. */
const MOST = 20;
const HAS_MOST = `This user has ${MOST} tokens: revoke one first.`;

const hasMost = async (em: EntityManager, { id }: Pick<User, 'id'>) =>
  (await em.count(ApiToken, { user: id, ...(inState(ApiTokenState.WORKING) as object) })) >= MOST;

function wrongExpiry(value: unknown): string | null {
  if (!(value instanceof Date)) return 'The expiry must be a time.';
  const ahead = value.getTime() - Date.now();
  if (ahead <= 0) return 'The expiry must be in the future.';
  return ahead <= MOST_DAYS * DAY ? null : `A token works for ${MOST_DAYS} days at most.`;
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
    description: `When it stops working: in ${MOST_DAYS} days at most; by default in ${USUAL_DAYS} days.`,
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

/** Whoever gives a token its secret can use it: nobody acts as another administrator. */
const isOfAnotherAdministrator = (user: User, admin: Pick<User, 'id'>) => user.isAdmin && user.id !== admin.id;
const OWN_ONLY = 'Administrators make their own API tokens.';

/** Gives the token a new secret, which its user has not confirmed, and returns it. */
function giveSecret(token: ApiToken): string {
  const secret = `mk_${randomBytes(32).toString('base64url')}`;
  token.tokenHash = hashOf(secret);
  token.hint = `…${secret.slice(-4)}`;
  token.confirmedAt = null;
  return secret;
}

export const createApiToken = described(
  'Creates an API token for a user and tells them by mail. Only this answer has its secret. BAD_USER_INPUT for another administrator.',
).command('admin', CreateApiTokenInput, async ({ em, site, user: admin }, input): Promise<ApiTokenPayload> => {
  await lockUser(em, { id: Number(input.userId) });
  const user = await em.findOne(User, Number(input.userId), { populate: ['client', 'role'] });
  if (!user) throw invalid({ userId: ['There is no such user.'] });
  if (isOfAnotherAdministrator(user, admin)) throw invalid({ userId: [OWN_ONLY] });
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
  tellUser(em, site, token, admin, 'created');
  await em.flush();
  return { token, secret };
});

@InputType({ description: 'An API token that gets a new secret.' })
export class RotateApiTokenInput extends RecordInput {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When it stops working: in 366 days at most. Required for an expired token; without it, others keep theirs.',
  })
  @MayBeAbsent()
  @Optional()
  @Rule(wrongExpiry)
  expiresAt?: Date | null;
}

export const rotateApiToken = described(
  'Gives an API token a new secret, which only this answer has, and tells its user by mail; the old one stops working at once, and what the user had confirmed ends. CONFLICT if the token is another administrator’s or is revoked, or if it has expired and its user has as many as possible.',
).command('admin', RotateApiTokenInput, async ({ em, site, user: admin }, input): Promise<ApiTokenPayload> => {
  const { id, expiresAt } = input;
  const token = await findToken(em, id);
  if (isOfAnotherAdministrator(token.user, admin)) throw new AppError('CONFLICT', OWN_ONLY);
  if (token.revokedAt) throw new AppError('CONFLICT', 'This token is revoked: create another one.');
  if (token.state === ApiTokenState.EXPIRED) {
    if (!expiresAt) throw invalid({ expiresAt: ['This token has expired: choose a new expiry.'] });
    await lockUser(em, token.user);
    if (await hasMost(em, token.user)) throw new AppError('CONFLICT', HAS_MOST);
  }
  if (expiresAt) token.expiresAt = expiresAt;
  const secret = giveSecret(token);
  tellUser(em, site, token, admin, 'rotated');
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
    return revoke(em, admin, await findToken(em, id));
  },
);

/** Those that work are fewer, and stand before those that have ended. */
const MOST_LISTED = 100;
/** The ORM takes each raw expression once. */
const works = () => raw((alias) => `(${alias}.revoked_at is null and ${alias}.expires_at > now())`);

export const myApiTokens = described(
  'The API tokens that act for the caller, newest first, then those that have ended.',
).query('own', NoInput, ({ em, user }) =>
  em.find(
    ApiToken,
    { user: user.id },
    { orderBy: [{ [works()]: 'desc' }, { createdAt: 'desc', id: 'desc' }], limit: MOST_LISTED },
  ),
);

@InputType({ description: 'Which of the caller’s API tokens to revoke, by its id.' })
export class RevokeMyApiTokenInput extends RecordInput {}

export const revokeMyApiToken = described('Revokes one of the caller’s API tokens, at once and for good.').command(
  'own',
  RevokeMyApiTokenInput,
  async ({ em, user }, { id }) => revoke(em, user, await findToken(em, id, user)),
);

@InputType({ description: 'Which of the caller’s API tokens to confirm, by its id.' })
export class ConfirmMyApiTokenInput extends RecordInput {}

export const confirmMyApiToken = described(
  'Lets one of the caller’s API tokens read what the caller and their company keep, until it gets a new secret. CONFLICT if it has ended.',
).command('company', ConfirmMyApiTokenInput, async ({ em, user }, { id }) => {
  const token = await findToken(em, id, user);
  if (token.state !== ApiTokenState.WORKING) throw new AppError('CONFLICT', 'This token has ended.');
  if (token.confirmedAt) return token;
  token.confirmedAt = new Date();
  log(
    em,
    user,
    token,
    LogKind.API_TOKEN_CONFIRMED,
    `Confirmed the API token “${token.name}” for the company’s own data`,
  );
  await em.flush();
  return token;
});

/** Of `owner`, if only theirs are meant. */
async function findToken(em: EntityManager, id: string, owner?: Pick<User, 'id'>): Promise<ApiToken> {
  const token = await em.findOneOrFail(
    ApiToken,
    { id: toId(id), ...(owner && { user: owner.id }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, ...noSuch('API token') },
  );
  await em.populate(token, ['user.client', 'user.role']);
  return token;
}

async function revoke(em: EntityManager, actor: Actor, token: ApiToken): Promise<ApiToken> {
  if (token.revokedAt) return token;
  token.revokedAt = new Date();
  log(em, actor, token, LogKind.API_TOKEN_REVOKED, `Revoked the API token “${token.name}”`);
  await em.flush();
  return token;
}

class TokenUsersInput {
  ids!: readonly number[];
}

/** In the order of `ids`. */
export const tokenUsers = described('The user for whom it acts, within this user’s rights.').query(
  'admin',
  TokenUsersInput,
  async ({ em }, { ids }) => {
    const found = await em.find(User, { id: { $in: [...ids] } }, { populate: ['client', 'role'], strategy: 'joined' });
    const byId = new Map(found.map((user) => [user.id, user]));
    return ids.map((id) => byId.get(id) ?? null);
  },
);

/** How long a mail about a token is worth sending, in hours. */
const MAIL_HOURS = 72;

const HOLDER = 'Whoever holds it can act in your name.';

/** Tells the user of a token that it was created, or has got a new secret. */
function tellUser(em: EntityManager, site: Site, token: ApiToken, admin: Caller, what: 'created' | 'rotated'): void {
  const { name, user } = token;
  const [who, whose] = user.id === admin.id ? ['You have', ''] : [`${admin.username} has`, ' for you'];
  mailAbout(em, site, user, [token], {
    subject: what === 'created' ? 'A program can act in your name' : 'An API token of yours has a new secret',
    line:
      what === 'created'
        ? `${who} made the API token “${name}”${whose}. ${HOLDER}`
        : `${who} given your API token “${name}” a new secret; the old one no longer works. ${HOLDER}`,
  });
}

function mailAbout(
  em: EntityManager,
  site: Site,
  user: User,
  tokens: readonly ApiToken[],
  { subject, line }: { subject: string; line: string },
): void {
  const kept =
    'What you and your company keep (own sheets and values, notes, the van, pins) it reads only once you confirm that.';
  writeMail(em, site, {
    to: user.username,
    name: user.fullName,
    subject,
    hours: MAIL_HOURS,
    parts: [
      line,
      { facts: tokens.map((token) => [`${token.name} (${token.hint})`, inWords(token)]) },
      tokens.some(({ revokedAt }) => revokedAt) &&
        'What another administrator has made for you, has ended: make your own.',
      !user.isAdmin && kept,
      'You can see and revoke your API tokens there. If you did not ask for this, revoke it and tell us.',
      { link: `${site.publicOrigin}/security`, label: 'API tokens' },
    ],
  });
  for (const token of tokens) token.toldAt = new Date();
}

const inWords = ({ scopes, expiresAt, createdBy, revokedAt }: ApiToken) =>
  `${scopes.map((scope) => scope.toLowerCase()).join(', ')}; by ${createdBy}; ${
    revokedAt ? 'has ended' : `until ${dayInWords(expiresAt.toISOString().slice(0, 10))}`
  }`;

/** Tells users of the tokens that they have not been told of: those that are older than such mails. */
export const tellOfTokens = command('system', NoInput, async ({ em, site }): Promise<boolean> => {
  const untold = await em.find(
    ApiToken,
    { toldAt: null },
    { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, limit: MOST_LISTED, orderBy: { user: 'asc' } },
  );
  await em.populate(untold, ['user.role']);
  for (const tokens of Map.groupBy(untold, ({ user }) => user.id).values()) {
    const [{ user } = {}] = tokens;
    if (user)
      mailAbout(em, site, user, tokens, {
        subject: 'Programs can act in your name',
        line: 'There are API tokens in your name: whoever holds one can act as you.',
      });
  }
  await em.flush();
  return untold.length > 0;
});

function log(em: EntityManager, actor: Actor, token: ApiToken, kind: LogKind, what: string) {
  const text =
    kind === LogKind.API_TOKEN_CREATED
      ? `${what} for ${token.scopes.map((scope) => scope.toLowerCase()).join(', ')}, until ${token.expiresAt.toISOString().slice(0, 10)}`
      : `${what}; its user is ${token.user.username}`;
  LogEntry.write(em, actor, kind, { subject: { type: LogSubjectType.USER, id: token.user.id }, text });
}
