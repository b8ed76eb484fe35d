import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Caller } from '../../context';
import { todayInUtc } from '../../days';
import { invalid, noSuch, notFound } from '../../errors';
import { described } from '../../gate/operation';
import { Rule } from '../../inputs/fields';
import { isId, requireUnchanged, toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { ApiToken } from '../apiTokens/apiToken.entity';
import { refuseByToken } from '../users/administrators';
import { changesOf, rightsOfClient, rightsOfUser } from '../users/changes';
import { User } from '../users/user.entity';
import { Client } from './client.entity';
import { joinCompanies, replacedValues } from './joinCompanies';

@ObjectType({ description: 'The effect of merging two clients.' })
export class ClientMerge {
  @Field(() => Client, { description: 'The client that would be deleted, in its present state.' })
  from!: Client;

  @Field(() => Client, { description: 'The client that would stay, in its present state.' })
  into!: Client;

  @Field(() => Int, { description: 'Its seats after the merge: the sum of both.' })
  maxUsers!: number;

  @Field(() => Int, { description: 'Its number of users after the merge.' })
  usersCount!: number;

  @Field(() => GraphQLLocalDate, { description: 'Its first day: the earlier one.' })
  subscriptionStartDate!: string;

  @Field(() => GraphQLLocalDate, { description: 'Its last day: the later one.' })
  subscriptionEndDate!: string;

  @Field(() => Int, {
    description:
      'How many own values of the companies are replaced: where both have one for the same field, the newer stays.',
  })
  replacedValues!: number;
}

const CLIENT_OF = (value: unknown) => (isId(value) ? null : 'There is no such client.');

@ArgsType()
export class ClientMergeInput {
  @Field(() => ID, { description: 'The client that would be deleted.' })
  @Rule(CLIENT_OF)
  fromId!: string;

  @Field(() => ID, { description: 'The client that would stay.' })
  @Rule(CLIENT_OF)
  intoId!: string;
}

export const clientMerge = described('Previews merging two clients.', 'ACCOUNTS').query(
  'admin',
  ClientMergeInput,
  async ({ em }, { fromId, intoId }) => {
    refuseSame(fromId, intoId);
    const from = await em.findOneOrFail(Client, toId(fromId), noSuch('client'));
    const into = await em.findOneOrFail(Client, toId(intoId), noSuch('client'));
    const replaced = await replacedValues(em, { from, into });
    return {
      from,
      into,
      usersCount: from.usersCount + into.usersCount,
      replacedValues: replaced,
      ...merged(from, into),
    };
  },
);

@InputType({ description: 'Two clients to merge.' })
export class MergeClientsInput {
  @Field(() => ID, { description: 'The client that is deleted.' })
  @Rule(CLIENT_OF)
  fromId!: string;

  @Field(() => ID, { description: 'The client that stays.' })
  @Rule(CLIENT_OF)
  intoId!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The `version` that was read of this client: CONFLICT if it has changed since.',
  })
  fromVersion?: number | null;

  @Field(() => Int, { nullable: true, description: 'The same for the client that stays.' })
  intoVersion?: number | null;
}

export const mergeClients = described(
  'Moves the users and payments of a client into another one, with what its company keeps, and deletes the first. Returns the other client.',
  'ACCOUNTS',
).command('admin', MergeClientsInput, async ({ em, user: admin }, input) => {
  refuseSame(input.fromId, input.intoId);
  const { from, into, users } = await lockBoth(em, toId(input.fromId), toId(input.intoId));
  requireUnchanged(from, input.fromVersion);
  requireUnchanged(into, input.intoVersion);
  const before = rightsOfClient(into);
  const count = into.usersCount + users.length;
  Object.assign(into, merged(from, into), { description: descriptionOf(from, into), updatedAt: new Date() });
  for (const user of users) refuseByToken(admin, user);
  for (const user of users) await move(em, user, into, admin);
  await em.execute('update payments set client_id = ? where client_id = ?', [into.id, from.id]);
  await joinCompanies(em, { from, into });
  await em.flush();
  em.remove(from);
  LogEntry.write(em, admin, LogKind.CLIENT_DELETED, {
    subject: { type: LogSubjectType.CLIENT, id: from.id },
    text: `Deleted the client ${from.name}: merged into ${into.name}, with ${users.length} ${users.length === 1 ? 'user' : 'users'}`,
  });
  LogEntry.write(em, admin, LogKind.CLIENT_UPDATED, {
    subject: { type: LogSubjectType.CLIENT, id: into.id },
    text: `Merged the client ${from.name} (${from.primaryEmail}) into ${into.name}${changesOf(before, rightsOfClient(into))}`,
  });
  await em.flush();
  into.usersCount = count;
  return into;
});

function refuseSame(fromId: string, intoId: string): void {
  if (Number(fromId) === Number(intoId)) throw invalid({ intoId: ['Choose another client.'] });
}

/** Nobody loses a seat or a day that was paid. The mark "account expired" of the client that stays is kept. */
const merged = (from: Client, into: Client) => ({
  maxUsers: Math.min(from.maxUsers + into.maxUsers, 100_000),
  subscriptionStartDate: [from.subscriptionStartDate, into.subscriptionStartDate].sort()[0] ?? '',
  subscriptionEndDate: [from.subscriptionEndDate, into.subscriptionEndDate].sort()[1] ?? '',
});

function descriptionOf(from: Client, into: Client): string {
  const note = `${todayInUtc()}: merged with ${from.name} (${from.primaryEmail})`;
  const description = [into.description, note, from.description].filter(Boolean).join('\n\n');
  if (description.length > 10_000) {
    throw invalid({ intoId: ['The two descriptions are too long together: shorten one of them first.'] });
  }
  return description;
}

async function move(em: EntityManager, user: User, into: Client, admin: Caller): Promise<void> {
  const before = rightsOfUser(user);
  user.client = into;
  const tokens = await ApiToken.revokeAll(em, user.id);
  user.updatedAt = new Date();
  LogEntry.write(em, admin, LogKind.USER_UPDATED, {
    subject: { type: LogSubjectType.USER, id: user.id },
    text: `Updated the user ${user.username}${changesOf(before, rightsOfUser(user))}${tokens}`,
  });
}

/** Locks the users of the first client, and then both clients in the order of their ids. */
async function lockBoth(em: EntityManager, fromId: number, intoId: number) {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const users = await em.find(User, { client: fromId }, { lockMode, orderBy: { id: 'asc' } });
  const both = await em.find(Client, { id: [fromId, intoId] }, { lockMode, orderBy: { id: 'asc' } });
  const of = (id: number) => both.find((client) => client.id === id);
  const [from, into] = [of(fromId), of(intoId)];
  if (!from || !into) throw notFound('client');
  await em.populate(users, ['role', 'client']);
  return { from, into, users };
}
