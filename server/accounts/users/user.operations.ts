import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Site } from '../../context';
import { AppError, invalid, noSuch, whereTaken } from '../../errors';
import { described, NoInput } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import {
  Flag,
  MayBeAbsent,
  NeededWhenNew,
  OneOf,
  Optional,
  Required,
  Rule,
  TextField,
  wrongDay,
  wrongEmail,
} from '../../inputs/fields';
import { containing, FilterField, findPage, inPeriod, PageInput, PageOf, SortDirection } from '../../inputs/list';
import { isId, RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { VersionedInput } from '../../inputs/versioned';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { ApiToken } from '../apiTokens/apiToken.entity';
import { Client } from '../clients/client.entity';
import { writeMail } from '../mail/letter';
import { hashPassword } from '../passwords/passwords';
import { newTemporaryPassword, sendTemporaryPassword } from '../passwords/temporaryPasswords';
import { endEverywhere } from '../sessions/sessions';
import { byBeingIn, EXPIRED_USERS, endingIn, isIn, SubscriptionFilter } from '../subscription';
import { refuseTakenUsername, USERNAME_TAKEN, usernameKey, wrongUsername } from '../usernames';
import { refuseByToken, refuseLastAdministrator, serialiseUserChanges } from './administrators';
import { changesOf, rightsOfUser } from './changes';
import { revokeAccess } from './revokeAccess';
import { Role } from './role.entity';
import { User } from './user.entity';

export enum UserSort {
  USERNAME = 'username',
  FULL_NAME = 'fullName',
  CLIENT = 'client.name',
  ROLE = 'role.authority',
  ENABLED = 'enabled',
  ACCOUNT_EXPIRED = 'accountExpired',
  EXPIRED = 'expired',
  SUBSCRIPTION_END_DATE = 'subscriptionEndDate',
  CREATED_AT = 'createdAt',
}
describeEnum(UserSort, 'UserSort', 'What users are sorted by.', {
  USERNAME: 'The email address they sign in with.',
  FULL_NAME: 'First and last name, as one text.',
  CLIENT: 'The names of their clients.',
  ROLE: 'The authorities of their roles.',
  ENABLED: 'Whether they are enabled.',
  ACCOUNT_EXPIRED: 'Whether their accounts are marked as expired.',
  EXPIRED: 'Whether their subscriptions have ended.',
  SUBSCRIPTION_END_DATE: 'The last days of their subscriptions.',
  CREATED_AT: 'When they were created.',
});

@InputType({ description: 'The users that meet all of these conditions; without any condition, all users.' })
export class UserFilter extends SubscriptionFilter {
  @TextField({ label: 'search', description: 'A part of the username or full name.' })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only the users of this client.' })
  @Optional()
  @Rule((value) => (value === '' || isId(value) ? null : 'There is no such client.'))
  clientId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only users of this role.' })
  @Optional()
  @Rule((value) => (isId(value) ? null : 'There is no such role.'))
  roleId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only users who may sign in, or who may not.' })
  @Optional()
  @Flag('enabled')
  enabled?: boolean | null;

  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Only users created on this day (UTC) or later.' })
  @Optional()
  @Rule((value) => wrongDay(value, 'created from'))
  createdFrom?: string | null;

  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Only users created on this day (UTC) or earlier.' })
  @Optional()
  @Rule((value) => wrongDay(value, 'created to'))
  createdTo?: string | null;
}

@ArgsType()
export class UsersInput extends PageInput {
  @Field(() => UserSort, { description: 'What they are sorted by.' })
  @OneOf(UserSort, 'Users cannot be sorted by this.')
  sortBy: UserSort = UserSort.CREATED_AT;

  @Field(() => SortDirection, { description: 'Which way it is sorted.' })
  @OneOf(SortDirection, 'The direction must be asc or desc.')
  override dir: SortDirection = SortDirection.DESC;

  @FilterField(() => UserFilter)
  filter?: UserFilter | null;
}

@ObjectType({ description: 'Some of the users, and how many there are.' })
export class UserPage extends PageOf(User, 'users') {}

export const users = described('A page of users.', 'ACCOUNTS').query(
  'admin',
  UsersInput,
  ({ em }, { filter, ...page }) => {
    const { search, clientId, roleId, enabled, expired, createdFrom, createdTo, ...ends } = filter ?? {};
    const where = [
      ...(search ? [containing(['username', 'full_name'], search)] : []),
      ...(clientId ? [{ client: Number(clientId) }] : []),
      ...(roleId ? [{ role: Number(roleId) }] : []),
      ...(enabled == null ? [] : [{ enabled }]),
      ...isIn(EXPIRED_USERS, expired),
      ...endingIn(ends),
      ...inPeriod({ from: createdFrom, to: createdTo }),
    ];
    const sortBy = page.sortBy === UserSort.EXPIRED ? byBeingIn(EXPIRED_USERS) : page.sortBy;
    return findPage(em, User, { $and: where } as FilterQuery<User>, { ...page, sortBy }, ['client', 'role']);
  },
);

export const user = described('One user.', 'ACCOUNTS').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(User, toId(id), { populate: ['client', 'role'], strategy: 'joined' }),
);

export const roles = described('The roles, for selectors.', 'ACCOUNTS').query('admin', NoInput, ({ em }) =>
  em.findAll(Role, { orderBy: { id: 'asc' } }),
);

@InputType({ description: 'A user to create (without `id`) or to change; a field that is absent keeps its value.' })
export class UserInput extends VersionedInput {
  @Field(() => ID, { nullable: true, description: 'The client whose seat it takes. Required in a new user.' })
  @NeededWhenNew()
  @Required('client')
  clientId?: string | null;

  @TextField({ label: 'username', required: true, description: 'The email address to sign in with.' })
  @Rule((value) => (value == null || value === '' ? null : wrongEmail(value, 'username')))
  username?: string | null;

  @TextField({ label: 'full name', required: true, description: 'The full name.' })
  fullName?: string | null;

  @Field(() => ID, { nullable: true, description: '1 administrator, 4 locksmith. Required in a new user.' })
  @NeededWhenNew()
  @Required('user role')
  roleId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the user may sign in at all; true in a new user.' })
  @MayBeAbsent()
  @Flag('enabled')
  enabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Ends the subscription, whatever its date.' })
  @MayBeAbsent()
  @Flag('account expired')
  accountExpired?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the user may download the whole database.' })
  @MayBeAbsent()
  @Flag('database download')
  databaseDownloadAllowed?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many sheets the user may open an hour, 1 to 100,000; null for the usual budget.',
  })
  @Rule((value) => wrongBudget(value, 'hour'))
  sheetsPerHour?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many sheets the user may open in 24 hours, 1 to 100,000; null for the usual budget.',
  })
  @Rule((value) => wrongBudget(value, 'day'))
  sheetsPerDay?: number | null;

  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'The last day of the subscription. Required in a new user.',
  })
  @NeededWhenNew()
  @Rule((value) => wrongDay(value, 'expiration date'))
  subscriptionEndDate?: string | null;
}

function wrongBudget(value: unknown, period: string): string | null {
  const fits = value == null || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100_000);
  return fits
    ? null
    : `The sheets a${period === 'hour' ? 'n' : ''} ${period} must be a whole number from 1 to 100,000.`;
}

/** See docs/rules.md, "Usernames and invitations". */
export const saveUser = described(
  'Creates or changes a user. A new user is mailed an invitation. So is a user whose username changes, after the sessions and passwords of the old username have been revoked.',
  'ACCOUNTS',
).chain('admin', UserInput, async ({ commit, site, user: admin }, input) => {
  const isInvited = input.id == null || (await commit((em) => isRenamed(em, input)));
  const password = newTemporaryPassword();
  const passwordHash = isInvited ? await hashPassword(password) : '';
  return commit(async (em) => {
    const user = await toSave(em, input);
    const oldUsername = user.username as string | undefined;
    const wasActiveAdmin = user.id !== undefined && user.isAdmin && user.enabled;
    if (user.id !== undefined) refuseByToken(admin, user);
    const before = input.id == null ? null : rightsOfUser(user);
    const were = { client: user.client, isAdmin: before && user.isAdmin };
    await assign(em, user, input);
    refuseByToken(admin, user);
    const changes = changesOf(before, rightsOfUser(user));
    if (wasActiveAdmin && !(user.isAdmin && user.enabled)) await refuseLastAdministrator(em, user, admin.id);
    let tokens = '';
    if (before && !user.enabled) tokens = await endEverywhere(em, user.id);
    // Their tokens were given for one company, and not for an administrator.
    else if (before && (user.client !== were.client || (user.isAdmin && !were.isAdmin)))
      tokens = await ApiToken.revokeAll(em, user.id);
    em.persist(user);
    await em.flush();
    const renamedFrom = oldUsername !== undefined && isOther(oldUsername, user.username) ? oldUsername : null;
    if (renamedFrom !== null) {
      if (user.id === admin.id) throw invalid({ username: [OWN_USERNAME] });
      // The rename was not visible in the first check: another administrator saved in between. The caller has to retry.
      if (!isInvited) throw new AppError('CONFLICT', 'Somebody else has changed this record since you opened it.');
      await revokeAccess(em, user, renamedFrom);
      if (user.lastLoginAt) tellOldUsername(em, site, { to: renamedFrom, admin: admin.username });
    }
    LogEntry.write(em, admin, input.id == null ? LogKind.USER_CREATED : LogKind.USER_UPDATED, {
      subject: { type: LogSubjectType.USER, id: user.id },
      text: `${logLine(user, { isNew: input.id == null, renamedFrom })}${changes}${tokens}`,
    });
    await em.flush();
    if (input.id == null || renamedFrom !== null) {
      await sendTemporaryPassword(em, user, 'invitation', { password, passwordHash, site });
    }
    return user;
  }).catch(whereTaken('users_username', USERNAME_TAKEN));
});

const OWN_USERNAME = 'You cannot change your own username: ask another administrator to do it.';

/** Usernames that differ only in case are the same. */
const isOther = (one: string, another: string) => usernameKey(one) !== usernameKey(another);

/** Whoever used the account until now learns that somebody else may use it from now on. */
function tellOldUsername(em: EntityManager, site: Site, { to, admin }: { to: string; admin: string }): void {
  writeMail(em, site, {
    to,
    subject: 'The username of your account has changed',
    hours: 72,
    parts: [
      `${admin} has given your account another username. This one no longer signs in, and your sessions have ended.`,
      'If you did not ask for this, tell us.',
    ],
  });
}

async function isRenamed(em: EntityManager, { id, username }: UserInput): Promise<boolean> {
  if (username == null) return false;
  const user = await em.findOne(User, toId(id));
  return user !== null && isOther(user.username, username);
}

function logLine({ username }: User, { isNew, renamedFrom }: { isNew: boolean; renamedFrom: string | null }): string {
  if (isNew) return `Created the user ${username}`;
  if (renamedFrom === null) return `Updated the user ${username}`;
  return `Updated the user ${username}: changed the username from ${renamedFrom}, ended its sessions, API tokens and password, and sent an invitation`;
}

async function toSave(em: EntityManager, input: UserInput): Promise<User> {
  if (input.id == null) return new User();
  await serialiseUserChanges(em);
  const user = await em.findOneOrFail(User, toId(input.id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('user'),
  });
  requireUnchanged(user, input.version);
  await em.populate(user, ['client', 'role']);
  return user;
}

async function assign(em: EntityManager, user: User, input: UserInput): Promise<void> {
  const { clientId, roleId, username, fullName } = input;
  if (username != null) {
    const wrong = user.id === undefined || isOther(user.username, username) ? wrongUsername(username) : null;
    if (wrong) throw invalid({ username: [wrong] });
    await refuseTakenUsername(em, user.id, username);
    user.username = username;
  }
  if (fullName != null) user.fullName = fullName;
  if (roleId != null) {
    const role = isId(roleId) ? await em.findOne(Role, Number(roleId)) : null;
    if (!role) throw invalid({ roleId: ['There is no such role.'] });
    user.role = role;
  }
  for (const field of ['enabled', 'accountExpired', 'databaseDownloadAllowed', 'subscriptionEndDate'] as const) {
    if (input[field] != null) Object.assign(user, { [field]: input[field] });
  }
  for (const field of ['sheetsPerHour', 'sheetsPerDay'] as const) {
    if (input[field] !== undefined) user[field] = input[field];
  }
  user.updatedAt = new Date();
  if (clientId != null) await takeSeat(em, user, clientId);
}

/** Locks the client, so that concurrent requests for its last seat cannot both succeed. */
async function takeSeat(em: EntityManager, user: User, clientId: string): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const client = isId(clientId) ? await em.findOne(Client, Number(clientId), { lockMode }) : null;
  if (!client) throw invalid({ clientId: ['There is no such client.'] });
  if (user.client?.id === client.id) return;
  const taken = await em.count(User, { client });
  if (taken >= client.maxUsers) {
    throw invalid({ clientId: [`All ${client.maxUsers} seats of ${client.name} are taken.`] });
  }
  user.client = client;
  client.usersCount = taken + 1;
}

@InputType({ description: 'Which user to delete, by their id.' })
export class DeleteUserInput extends RecordInput {}

/** Corrections, feedback, log entries and payments are kept, and still show the username. */
export const deleteUser = described('Deletes a user.', 'ACCOUNTS').command(
  'admin',
  DeleteUserInput,
  async ({ em, user: admin }, { id }) => {
    await serialiseUserChanges(em);
    const user = await em.findOneOrFail(User, toId(id), { lockMode: LockMode.PESSIMISTIC_WRITE, ...noSuch('user') });
    await em.populate(user, ['client', 'role']);
    refuseByToken(admin, user);
    if (user.isAdmin && user.enabled) await refuseLastAdministrator(em, user, admin.id);
    em.remove(user);
    LogEntry.write(em, admin, LogKind.USER_DELETED, {
      subject: { type: LogSubjectType.USER, id: user.id },
      text: `Deleted the user ${user.username}`,
    });
    await em.flush();
    return user;
  },
);
