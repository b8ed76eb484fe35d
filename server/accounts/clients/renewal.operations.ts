import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { aYearLater, todayInUtc } from '../../days';
import { invalid, noSuch } from '../../errors';
import { described } from '../../gate/operation';
import { Optional, Rule, wrongDay } from '../../inputs/fields';
import { isId, RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { refuseByToken } from '../users/administrators';
import { changesOf, rightsOfClient, rightsOfUser } from '../users/changes';
import { User } from '../users/user.entity';
import { Client } from './client.entity';

/** The changes of a renewal to a client or a user. */
type Holder = Pick<Client & User, 'subscriptionEndDate' | 'accountExpired'>;

@ObjectType({ description: 'The effect of a renewal on a user.' })
class RenewedUser {
  @Field(() => User, { description: 'The user in the present state.' })
  user!: User;

  @Field(() => GraphQLLocalDate, { description: 'Its last day after the renewal.' })
  until!: string;

  @Field(() => Boolean, { description: 'Whether its subscription stays marked as expired.' })
  staysExpired!: boolean;
}

@ObjectType({ description: 'The effect of renewing a client and its users.' })
export class Renewal {
  @Field(() => Client, { description: 'The client in its present state.' })
  client!: Client;

  @Field(() => GraphQLLocalDate, { description: 'The new last day of the renewal.' })
  until!: string;

  @Field(() => GraphQLLocalDate, { description: 'The client’s last day after the renewal.' })
  clientUntil!: string;

  @Field(() => Boolean, { description: 'Whether the client stays marked as expired.' })
  clientStaysExpired!: boolean;

  @Field(() => [RenewedUser], { description: 'Its first 100 users, by name.' })
  users!: RenewedUser[];

  @Field(() => Int, { description: 'How many users it has.' })
  total!: number;
}

const SHOWN = 100;

/** A subscription is never shortened. */
const untilOf = ({ subscriptionEndDate }: Holder, until: string) =>
  subscriptionEndDate > until ? subscriptionEndDate : until;

/** A flag that was set before the last day was set by hand, and only an administrator clears it (docs/rules.md). */
const staysExpired = ({ accountExpired, subscriptionEndDate }: Holder) =>
  accountExpired && subscriptionEndDate >= todayInUtc();

function wrongUntil(value: unknown): string | null {
  const wrong = wrongDay(value, 'new end date');
  return wrong ?? (String(value) < todayInUtc() ? 'The new end date is before today.' : null);
}

@ArgsType()
export class RenewalInput extends RecordInput {
  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'The new last day; by default a year after the later of today and the client’s last day.',
  })
  @Optional()
  @Rule(wrongUntil)
  until?: string | null;
}

export const renewal = described('Previews renewing a client and its users.', 'ACCOUNTS').query(
  'admin',
  RenewalInput,
  async ({ em }, input): Promise<Renewal> => {
    const client = await em.findOneOrFail(Client, toId(input.id), noSuch('client'));
    const until = input.until ?? aYearLater(untilOf(client, todayInUtc()));
    const users = await em.find(
      User,
      { client },
      { orderBy: { fullName: 'asc', id: 'asc' }, limit: SHOWN, populate: ['role'] },
    );
    return {
      client,
      until,
      clientUntil: untilOf(client, until),
      clientStaysExpired: staysExpired(client),
      users: users.map((user) => ({ user, until: untilOf(user, until), staysExpired: staysExpired(user) })),
      total: client.usersCount,
    };
  },
);

@InputType({ description: 'A client to renew, with its users.' })
export class RenewClientInput extends RecordInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The `version` of the client that was read: CONFLICT if it has changed since.',
  })
  version?: number | null;

  @Field(() => GraphQLLocalDate, { description: 'The new last day.' })
  @Rule(wrongUntil)
  until!: string;

  @Field(() => [ID], { nullable: true, description: 'Users of the client that are not renewed.' })
  @Optional()
  @Rule((value) => (Array.isArray(value) && value.every(isId) ? null : 'There is no such user.'))
  leaveOut?: string[] | null;
}

/** Everybody whose date changes has a line in the log. */
export const renewClient = described(
  'Renews a client and its users: moves their last days, never back, and clears “account expired” where the last day had passed.',
  'ACCOUNTS',
).command('admin', RenewClientInput, async ({ em, user: admin }, input) => {
  const { until, leaveOut } = input;
  const id = toId(input.id);
  const { client, users } = await lockClientAndUsers(em, id, (leaveOut ?? []).map(Number));
  requireUnchanged(client, input.version);
  for (const user of users) refuseByToken(admin, user);
  if (users.length === 0 && leaveOut?.length) throw invalid({ leaveOut: ['No user is left to renew.'] });
  const renew = <T extends Client | User>(holder: T, rightsOf: (one: T) => ReturnType<typeof rightsOfUser>) => {
    const before = rightsOf(holder);
    const expired = staysExpired(holder);
    const last = untilOf(holder, until);
    Object.assign(holder, { subscriptionEndDate: last, accountExpired: expired });
    const changes = changesOf(before, rightsOf(holder));
    if (changes) holder.updatedAt = new Date();
    return changes;
  };
  const ofUsers = users.map((user) => ({ user, changes: renew(user, rightsOfUser) })).filter(({ changes }) => changes);
  const ofClient = renew(client, rightsOfClient);
  LogEntry.write(em, admin, LogKind.CLIENT_UPDATED, {
    subject: { type: LogSubjectType.CLIENT, id },
    text: `Renewed the client ${client.name} and ${ofUsers.length} of its ${client.usersCount} users${ofClient}`,
  });
  for (const { user, changes } of ofUsers) {
    LogEntry.write(em, admin, LogKind.USER_UPDATED, {
      subject: { type: LogSubjectType.USER, id: user.id },
      text: `Renewed the user ${user.username}${changes}`,
    });
  }
  await em.flush();
  return client;
});

/** Locks a client and its users, except those of `without`: the users first, as everywhere. */
async function lockClientAndUsers(em: EntityManager, id: number, without: number[]) {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const users = await em.find(
    User,
    { client: id, ...(without.length > 0 && { id: { $nin: without } }) },
    { lockMode, orderBy: { id: 'asc' } },
  );
  const client = await em.findOneOrFail(Client, id, { lockMode, ...noSuch('client') });
  await em.populate(users, ['role', 'client']);
  return { client, users };
}
