import type { EntityManager } from '@mikro-orm/postgresql';
import { USERNAME_KEY, usernameKey } from '../accounts/usernames';
import { Role } from '../accounts/users/role.entity';
import { User } from '../accounts/users/user.entity';
import { ConfigError } from '../config';
import { command, NoInput, query } from '../gate/operation';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind } from '../logs/logKind';
import { DEMO_USERS } from './demo';

interface DemoAccount {
  id: number;
  /** As it stands in the database. */
  username: string;
  what: string;
}

/**
 * The demo accounts of a database, by username. Passwords do not matter: nobody has a real address at example.com, and an
 * account without a password yet is a demo account too (docs/decisions/0021).
 */
export const findDemoAccounts = query('system', NoInput, ({ em }) => find(em));

async function find(em: EntityManager): Promise<DemoAccount[]> {
  const usernames = DEMO_USERS.map(({ username }) => username);
  const users: User[] = await em.execute(`select id, username from users where ${USERNAME_KEY} in (?)`, [usernames]);
  return DEMO_USERS.flatMap(({ username, what }) =>
    users.filter((user) => usernameKey(user.username) === username).map(({ id, username }) => ({ id, username, what })),
  );
}

/** Throws a ConfigError if there are demo accounts (docs/operations.md, "Production"). */
export const refuseDemoAccounts = query('system', NoInput, async ({ em }) => {
  const accounts = await find(em);
  if (accounts.length === 0) return;
  throw new ConfigError(
    `Production does not start on a database with demo accounts: ${namesOf(accounts)}. Everybody knows their password.
Create an administrator of your own (npm run admin -- create), then remove them: npm run admin -- demo --remove`,
  );
});

/** Deletes the demo accounts, unless no enabled administrator would be left; returns their usernames. */
export const removeDemoAccounts = command('system', NoInput, async ({ em }) => {
  const accounts = await find(em);
  const id = accounts.map((account) => account.id);
  const heir = await em.findOne(
    User,
    { id: { $nin: id }, role: Role.ADMIN, enabled: true },
    { orderBy: { id: 'asc' } },
  );
  if (!heir)
    throw new ConfigError(
      'There is no other enabled administrator. Create one of your own first: npm run admin -- create',
    );
  await em.nativeDelete(User, { id: { $in: id } });
  if (id.length > 0)
    LogEntry.write(em, heir, LogKind.USER_DELETED, {
      text: `Removed the demo accounts ${namesOf(accounts)} at the terminal`,
    });
  return namesOf(accounts);
});

const namesOf = (accounts: DemoAccount[]) => accounts.map(({ username }) => username).join(', ');
