import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { Client } from './accounts/clients/client.entity';
import { hashPassword } from './accounts/passwords/passwords';
import { replacePassword } from './accounts/users/access';
import { Role } from './accounts/users/role.entity';
import { User } from './accounts/users/user.entity';
import { findUserId, wrongUsername } from './accounts/users/usernames';
import { importFile } from './catalogue/import/importAtTerminal';
import { ConfigError, readConfig } from './config';
import { startDatabase } from './database';
import { aYearLater, todayInUtc } from './days';
import { wrongEmail, wrongText } from './inputs/fields';
import { sweepLog } from './logs/keepLog';
import { LogEntry } from './logs/logEntry.entity';
import { commitTo } from './operation';
import { openImageStore } from './outside/images/openImageStore';
import { type Lifetime, runProgram } from './process/program';
import { seedDemo } from './seed/demo';
import { removeDemoAccounts } from './seed/demoAccounts';

const USAGE = `Usage:
  npm run admin -- create --email you@example.com --name "Your Name" --client "Your Company"
      creates an administrator (and the client, where there is none of that name) and prints the password
  npm run admin -- password --email you@example.com
      gives a user a new password, prints it, and ends the user's sessions
  npm run admin -- sweep-log
      migrates the tables, and deletes log lines older than LOG_RETENTION_DAYS
  npm run admin -- demo
      loads the demo catalogue, clients and users into an empty database (not in production)
  npm run admin -- demo --remove
      deletes the demo accounts; needs an administrator of your own
  npm run admin -- import FILE [--user you@example.com] [--create-makes] [--skip-refused]
      imports a .csv or .xlsx in the name of an administrator (the first, unless told): all of it or, where rows are
      refused, nothing; --skip-refused imports the others, --create-makes creates the makes that are missing`;

interface Options {
  email?: string;
  name?: string;
  client?: string;
  user?: string;
  'create-makes'?: boolean;
  'skip-refused'?: boolean;
}

async function main(life: Lifetime): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      client: { type: 'string' },
      user: { type: 'string' },
      'create-makes': { type: 'boolean' },
      'skip-refused': { type: 'boolean' },
      remove: { type: 'boolean' },
    },
  });
  values.email = values.email?.trim(); // as signing in reads it
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const { orm } = await startDatabase(config, log, console.log, life);
  const [task, file] = positionals;
  if (task === 'create') await createAdministrator(orm, values);
  else if (task === 'password') await resetPassword(orm, values);
  else if (task === 'import') await importSheet(orm, file, values);
  else if (task === 'sweep-log') {
    const swept = await sweepLog(commitTo(orm), config.logRetentionDays);
    console.log(`Deleted ${swept} lines of the log.`);
  } else if (task === 'demo' && values.remove)
    console.log(`Removed the demo accounts: ${(await removeDemoAccounts(orm)) || 'none'}`);
  else if (task === 'demo' && config.production) throw new ConfigError('Demo data is refused in production.');
  else if (task === 'demo') {
    const loaded = await seedDemo(orm, await openImageStore(config), console.log);
    if (!loaded) throw new ConfigError('The database is not empty: demo data goes into an empty one only.');
  } else throw new ConfigError(USAGE);
}

const newPassword = () => randomBytes(15).toString('base64url');

async function createAdministrator(orm: MikroORM, { email, name, client: clientName }: Options): Promise<void> {
  if (!name || !clientName) throw new ConfigError(USAGE);
  const wrong =
    wrongEmail(email, 'email') ?? wrongText(email, { label: 'email' }) ?? wrongUsername(String(email), 'email');
  if (wrong || !email) throw new ConfigError(wrong ?? USAGE);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await orm.em
    .fork()
    .transactional(async (em) => {
      if (await findUser(orm, email)) throw new ConfigError(`There is a user ${email} already.`);
      const subscription = { subscriptionEndDate: aYearLater(todayInUtc()) };
      const client =
        (await em.findOne(Client, { name: clientName })) ??
        em.create(Client, {
          name: clientName,
          primaryEmail: email,
          maxUsers: 10,
          subscriptionStartDate: todayInUtc(),
          ...subscription,
        });
      if ((client.usersCount ?? 0) >= client.maxUsers) throw new ConfigError(`All seats of ${clientName} are taken.`);
      const role = em.getReference(Role, Role.ADMIN);
      const user = em.create(User, { username: email, fullName: name, client, role, passwordHash, ...subscription });
      await em.flush();
      em.create(LogEntry, LogEntry.of(user, `Created the administrator ${email} at the server's terminal`));
    })
    .catch((error) => {
      throw error.code === '23505'
        ? new ConfigError('Another client has this email: choose another --client or --email.')
        : error;
    });
  console.log(`Created the administrator ${email}. Password: ${password}`);
}

async function resetPassword(orm: MikroORM, { email }: Options): Promise<void> {
  if (!email) throw new ConfigError(USAGE);
  const user = await findUser(orm, email);
  if (!user) throw new ConfigError(`There is no user ${email}.`);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await orm.em.fork().transactional(async (em) => {
    await replacePassword(em, user.id, passwordHash);
    em.create(LogEntry, LogEntry.of(user, `Gave ${user.username} a new password at the server's terminal`));
  });
  console.log(`New password of ${email}: ${password}`);
}

async function importSheet(orm: MikroORM, file: string | undefined, options: Options): Promise<void> {
  if (!file) throw new ConfigError(USAGE);
  const named = options.user ? await findUser(orm, options.user) : undefined;
  if (options.user && !named) throw new ConfigError(`There is no user ${options.user}.`);
  const where = { role: Role.ADMIN, enabled: true, ...(named && { id: named.id }) };
  const user = await orm.em.fork().findOne(User, where, { orderBy: { id: 'asc' } });
  if (!user) throw new ConfigError(named ? `${options.user} is no administrator.` : 'There is no administrator yet.');
  const settings = { createMakes: options['create-makes'] ?? false, skipRefused: options['skip-refused'] ?? false };
  // npm runs us in the project's directory; INIT_CWD is where it was called.
  const path = resolve(process.env.INIT_CWD ?? '', file);
  if (!(await importFile(orm, user, path, settings, console.log))) process.exitCode = 1;
}

async function findUser(orm: MikroORM, email: string): Promise<User | null> {
  const em = orm.em.fork();
  const id = await findUserId(em, email);
  return id === undefined ? null : em.findOne(User, id);
}

runProgram(main, { ends: true });
