import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { invalid, noSuch, whereTaken } from '../../errors';
import { described } from '../../gate/operation';
import { Rule, wrongDay, wrongEmail, wrongText } from '../../inputs/fields';
import { toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { Client } from '../clients/client.entity';
import { hashPassword } from '../passwords/passwords';
import { newTemporaryPassword, sendTemporaryPassword } from '../passwords/temporaryPasswords';
import { USERNAME_KEY, usernameKey, wrongUsername } from '../usernames';
import { Role } from './role.entity';
import { User } from './user.entity';

/** Each gets a password, which takes time to hash. */
const MOST = 50;

@InputType({ description: 'A user to add.' })
class NewUserInput {
  @Field(() => String, { description: 'The email address to sign in with.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'The full name; by default the email address.' })
  fullName?: string | null;
}

@InputType({ description: 'Users to add to a client: all or none.' })
export class AddUsersInput {
  @Field(() => ID, { description: 'The client whose seats they take.' })
  clientId!: string;

  @Field(() => [NewUserInput], { description: 'The users: 1 to 50.' })
  @Rule(wrongUsers)
  users!: NewUserInput[];

  @Field(() => GraphQLLocalDate, { description: 'The last day of their subscriptions.' })
  @Rule((value) => wrongDay(value, 'expiration date'))
  subscriptionEndDate!: string;
}

/** All problems, each with the address it concerns, because the addresses are typed as one text. */
function wrongUsers(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return 'Enter at least one email address.';
  if (value.length > MOST) return `You entered ${value.length} users: at most ${MOST} can be added at a time.`;
  const seen = new Set<string>();
  const found: string[] = [];
  for (const { username, fullName } of value) {
    const wrong =
      wrongText(username, { label: 'username', required: true }) ??
      wrongEmail(username, 'username') ??
      wrongUsername(username) ??
      wrongText(fullName ?? '', { label: 'full name' }) ??
      (seen.has(usernameKey(username)) ? 'This address is in the list twice.' : null);
    if (wrong) found.push(`${username || 'An address'}: ${wrong}`);
    seen.add(usernameKey(username));
  }
  return found.join(' ') || null;
}

@ObjectType({ description: 'The users that were added.' })
export class AddUsersPayload {
  @Field(() => Client, { description: 'Their client, with its seats.' })
  client!: Client;

  @Field(() => [User], { description: 'The new users.' })
  users!: User[];
}

/** All or none. */
export const addUsers = described('Adds several locksmiths to a client and mails them invitations.', 'ACCOUNTS').chain(
  'admin',
  AddUsersInput,
  async ({ commit, site, user: admin }, input) => {
    const invited = await Promise.all(
      input.users.map(async ({ username, fullName }) => {
        const password = newTemporaryPassword();
        return { username, fullName: fullName || username, password, passwordHash: await hashPassword(password) };
      }),
    );
    return commit(async (em) => {
      const client = await em.findOneOrFail(Client, toId(input.clientId), {
        lockMode: LockMode.PESSIMISTIC_WRITE,
        ...noSuch('client'),
      });
      const users = [...(await withoutSeats(em, client, invited.length)), ...(await taken(em, input.users))];
      if (users.length > 0) throw invalid({ users });
      const role = await em.findOneOrFail(Role, Role.USER);
      const { subscriptionEndDate } = input;
      const added = invited.map(({ username, fullName, ...secret }) => {
        const user = em.create(User, { username, fullName, client, role, subscriptionEndDate });
        return { user, secret };
      });
      await em.flush();
      for (const { user, secret } of added) {
        LogEntry.write(em, admin, LogKind.USER_CREATED, {
          subject: { type: LogSubjectType.USER, id: user.id },
          text: `Created the user ${user.username}`,
        });
        await sendTemporaryPassword(em, user, 'invitation', { ...secret, site });
      }
      await em.flush();
      client.usersCount += added.length;
      return { client, users: added.map(({ user }) => user) };
    }).catch(whereTaken('users_username', { users: ['One of these usernames has already been taken.'] }));
  },
);

/** The client must be locked, so that nobody else takes a seat meanwhile. */
async function withoutSeats(em: EntityManager, client: Client, wanted: number): Promise<string[]> {
  const taken = await em.count(User, { client });
  client.usersCount = taken;
  const free = client.maxUsers - taken;
  if (free >= wanted) return [];
  const seats =
    free > 0
      ? `Only ${free} of ${client.maxUsers} seats ${free === 1 ? 'is' : 'are'} free`
      : client.maxUsers === 1
        ? 'The only seat is taken'
        : `All ${client.maxUsers} seats are taken`;
  const users = wanted === 1 ? 'you entered one user' : `you entered ${wanted} users`;
  return [`${seats}, but ${users}. Raise Max User first.`];
}

async function taken(em: EntityManager, users: readonly NewUserInput[]): Promise<string[]> {
  const keys = users.map(({ username }) => usernameKey(username));
  const found = await em.execute<{ username: string }[]>(
    `select username from users where ${USERNAME_KEY} in (?) order by username`,
    [keys],
  );
  return found.map(({ username }) => `${username}: The username has already been taken.`);
}
