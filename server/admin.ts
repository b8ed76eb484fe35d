import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { resetSecondFactorAtTerminal } from './accounts/secondFactor/resetSecondFactor.operations';
import { eraseAtTerminal } from './accounts/users/erasure.operations';
import { createAdministrator, giveNewPassword } from './accounts/users/terminal.operations';
import { type BackupTask, backUp, count } from './backup/backup';
import { restore } from './backup/restore';
import { importFile } from './catalogue/changes/sheet/importAtTerminal.operations';
import { ConfigError, readConfig, siteOf } from './config';
import { createSystemContext, type SystemContext } from './context';
import { findDatabase, openDatabase, startDatabase } from './database';
import { AppError } from './errors';
import { wrongYear } from './inputs/fields';
import { sweepLog } from './logs/log.operations';
import { openLog } from './observe/serverLog';
import { openCards } from './outside/cards/openCards';
import { openImageStore } from './outside/images/openImageStore';
import { longWork } from './outside/postgres/connections';
import { openReceivers } from './outside/receivers/receivers';
import { type Lifetime, runProgram } from './process/program';
import { seedDemo } from './seed/demo';
import { removeDemoAccounts } from './seed/demoAccounts.operations';

const USAGE = `Usage:
  npm run admin -- create --email you@example.com --name "Your Name" --client "Your Company"
      creates an administrator (and the client, if there is none of that name) and prints the password
  npm run admin -- password --email you@example.com
      gives a user a new password, prints it, and ends the user's sessions
  npm run admin -- reset-second-factor EMAIL
      removes a user's authenticator app, passkeys and recovery codes, and ends the user's sessions
  npm run admin -- sweep-log
      migrates the tables, and deletes log lines older than LOG_RETENTION_DAYS
  npm run admin -- demo
      loads the demo catalogue, clients and users into an empty database (not in production)
  npm run admin -- demo --remove
      deletes the demo accounts; needs an administrator of your own
  npm run admin -- import FILE [--user you@example.com] [--create-makes] [--skip-refused]
                               [--sheet NAME] [--fill-down] [--split-models] [--open-from YEAR] [--open-until YEAR]
      imports a .csv or .xlsx on behalf of an administrator (by default the first one): all of it or, where rows are
      refused, nothing; --skip-refused imports the others, --create-makes creates the makes that are missing,
      --sheet reads that sheet of a workbook, --fill-down fills empty makes and models from the row above,
      --split-models reads a cell of several models as a row for each, --open-from and --open-until say in which years
      open ranges (pre 1993, 1996+) begin and end
  npm run admin -- backup FILE
      writes the database and the images into a file, also while servers run
  npm run admin -- restore FILE [--replace]
      reads such a file into an empty database; --replace deletes what is in the database
  npm run admin -- erase-user USERNAME_OR_ID --yes
      deletes a user and everything personal about them`;

interface Options {
  email?: string;
  name?: string;
  client?: string;
  user?: string;
  'create-makes'?: boolean;
  'skip-refused'?: boolean;
  sheet?: string;
  'fill-down'?: boolean;
  'split-models'?: boolean;
  'open-from'?: string;
  'open-until'?: string;
  replace?: boolean;
  yes?: boolean;
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
      sheet: { type: 'string' },
      'fill-down': { type: 'boolean' },
      'split-models': { type: 'boolean' },
      'open-from': { type: 'string' },
      'open-until': { type: 'string' },
      remove: { type: 'boolean' },
      replace: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  });
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const [task, file] = positionals;
  const images = await openImageStore(config);
  if (task === 'backup' || task === 'restore') {
    if (!file) throw new ConfigError(USAGE);
    const url = await findDatabase(config, console.log, life);
    const common = { url, images, path: pathOf(file), say: console.log, signal: life.signal };
    const work = task === 'backup' ? writeBackup(common) : readBackup(common, log, values);
    life.onClose(() => work.catch(() => {}));
    return work;
  }
  const { orm } = await startDatabase(config, log, console.log, life);
  const receivers = openReceivers({ listed: config.webhookPrivateAddresses });
  const outside = { images, cards: await openCards(config), receivers };
  const system = createSystemContext(orm, { log, outside, site: siteOf(config) });
  if (task === 'create') await create(system, values);
  else if (task === 'password') await resetPassword(system, values);
  else if (task === 'import') await importSheet(system, file, values);
  else if (task === 'reset-second-factor') await resetFactor(system, file);
  else if (task === 'sweep-log') {
    const swept = await sweepLog(system, { days: config.logRetentionDays });
    console.log(`Deleted ${swept} lines of the log.`);
  } else if (task === 'erase-user') await erase(system, file, values);
  else if (task === 'demo' && values.remove)
    console.log(`Removed the demo accounts: ${(await removeDemoAccounts(system)) || 'none'}`);
  else if (task === 'demo' && config.production) throw new ConfigError('Demo data cannot be loaded in production.');
  else if (task === 'demo') {
    const loaded = await seedDemo(orm, outside.images, console.log);
    if (!loaded) throw new ConfigError('The database is not empty: demo data can only be loaded into an empty one.');
  } else throw new ConfigError(USAGE);
}

/** npm changes to the project's directory; INIT_CWD is the directory it was called from. */
const pathOf = (file: string) => resolve(process.env.INIT_CWD ?? '', file);

type Common = Pick<BackupTask, 'url' | 'images' | 'path' | 'say' | 'signal'>;

async function writeBackup(common: Common): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const { tables, images, missing, createdAt } = await backUp({ ...common, version });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Wrote ${common.path}: ${count(rows)} rows and ${count(images.files)} files of images as of ${createdAt}. It was read again and is complete.`,
  );
  if (missing.length > 0) console.log(`These files are missing from the image store:\n${missing.join('\n')}`);
}

async function readBackup(common: Common, log: Logger, { replace = false }: Options): Promise<void> {
  const orm = openDatabase(common.url, log);
  try {
    const { createdAt } = await restore({ ...common, orm, replaces: replace });
    console.log(`Restored ${common.path}: everything is as of ${createdAt}. All users have to sign in again.`);
  } finally {
    await orm.close();
  }
}

const newPassword = () => randomBytes(15).toString('base64url');

async function create(system: SystemContext, { email, name, client }: Options): Promise<void> {
  if (!email || !name || !client) throw new ConfigError(USAGE);
  const password = newPassword();
  await createAdministrator(system, { email, name, client, password });
  console.log(`Created the administrator ${email}. Password: ${password}`);
}

async function resetPassword(system: SystemContext, { email }: Options): Promise<void> {
  if (!email) throw new ConfigError(USAGE);
  const password = newPassword();
  await giveNewPassword(system, { username: email, password });
  console.log(`New password of ${email}: ${password}`);
}

async function resetFactor(system: SystemContext, email: string | undefined): Promise<void> {
  if (!email) throw new ConfigError(USAGE);
  const { username } = await resetSecondFactorAtTerminal(system, { username: email });
  console.log(`${username} has no second factor any more, and signs in with the password alone.`);
}

const NOT_THE_OWNER =
  'The database role of DATABASE_URL may not change the log: use its owner (docs/operations.md, "Who may change the log").';

async function erase(system: SystemContext, who: string | undefined, { yes }: Options): Promise<void> {
  if (!who) throw new ConfigError(USAGE);
  if (!yes) throw new ConfigError(`This deletes ${who} and cannot be undone. To do it, add --yes.`);
  const { pseudonym, done, customers, emptyClient } = await longWork(eraseAtTerminal, system, { who }).catch(
    (error) => {
      throw error.code === '42501' ? new ConfigError(NOT_THE_OWNER) : error;
    },
  );
  console.log(`Erased ${who}, who is ${pseudonym} from now on:`);
  for (const { what, rows } of done) console.log(`  ${what}: ${count(rows)}`);
  if (customers.length > 0) console.log(`Also delete these customers at Stripe: ${customers.join(', ')}`);
  if (emptyClient)
    console.log(`Their client ${emptyClient} has no users left. If the client was this person, delete it, too.`);
}

async function importSheet(system: SystemContext, file: string | undefined, options: Options): Promise<void> {
  if (!file) throw new ConfigError(USAGE);
  const applied = await importFile(system, {
    path: pathOf(file),
    username: options.user,
    createMakes: options['create-makes'] ?? false,
    skipRefused: options['skip-refused'] ?? false,
    sheet: options.sheet,
    fillDown: options['fill-down'] ?? false,
    splitModels: options['split-models'] ?? false,
    openFrom: yearOption(options['open-from']),
    openUntil: yearOption(options['open-until']),
    say: console.log,
  });
  if (!applied) process.exitCode = 1;
}

function yearOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const wrong = wrongYear(Number(text));
  if (wrong) throw new ConfigError(wrong);
  return Number(text);
}

/** The terminal shows only an error's message, so the messages of its fields are appended to it. */
function inWords(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.fields) return error;
  return new AppError(error.code, Object.values(error.fields).flat().join('\n'));
}

runProgram(
  (life) =>
    main(life).catch((error) => {
      throw inWords(error);
    }),
  { ends: true },
);
