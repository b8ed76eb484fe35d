import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Image } from '../catalogue/images/image.entity';
import { keysOf } from '../catalogue/images/images';
import { ConfigError } from '../config';
import { LOCK_OF_MIGRATIONS, migrate, migrationsOf } from '../database';
import { LogEntry, SYSTEM } from '../logs/logEntry.entity';
import { LogKind } from '../logs/logKind';
import type { ImageStore } from '../outside/images/imageStore';
import { withBareConnection } from '../outside/postgres/bareConnection';
import { LISTENER } from '../outside/postgres/databaseChanges';
import { inspect, type Manifest, newer } from './contents';
import { fill, StoredImages } from './fill';
import { dropAll, listed, MIGRATIONS, migrationNames, type Table, tablesInOrder } from './tables';

interface RestoreTask {
  url: string;
  /** The same database. */
  orm: MikroORM;
  images: ImageStore;
  path: string;
  /** Whether a database that is not empty may be replaced. */
  replaces: boolean;
  say(line: string): void;
  /** Aborts the restore, without any change. */
  signal: AbortSignal;
}

/**
 * Reads a backup into the database and the image store, all or nothing (docs/operations.md, "Restore"). An older backup
 * gets the migrations that it lacks.
 */
export async function restore(task: RestoreTask): Promise<Manifest> {
  const { url, orm, path, say, signal } = task;
  say(`Checking ${path}`);
  const manifest = await inspect(path, signal);
  const known = migrationsOf(orm).map(({ name }) => name);
  if (!manifest.migrations.every((name) => known.includes(name))) throw newer(path);
  const replaced = await withBareConnection(url, 'motokey restore', '10s', async (client) => {
    await refuseOthersData(client);
    await refuseServers(client);
    if ((await tablesInOrder(client)).length === 0) await migrate(orm);
    const images = new StoredImages(task.images);
    await client.query('begin');
    try {
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK_OF_MIGRATIONS]);
      await refuseServers(client);
      const before = await refuseData(client, task.replaces);
      await load(client, task, manifest, images);
      await client.query('commit');
      return before;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      await images.rollBack();
      throw inWords(error);
    }
  });
  await removeLeft(task, replaced).catch((error) =>
    say(`Files of replaced images are left over in the store: ${error}`),
  );
  return manifest;
}

/** Fills the tables and the store. Everything can still be taken back. */
async function load(client: pg.Client, task: RestoreTask, manifest: Manifest, images: StoredImages): Promise<void> {
  const { orm, say } = task;
  const migrations = migrationsOf(orm);
  const had = new Set(manifest.migrations);
  const isAlike = isSame(had, await migrationNames(client));
  const run = async (migration: (typeof migrations)[number]) => {
    await migration.up();
    for (const sql of migration.getQueries()) await client.query(String(sql));
  };
  if (!isAlike) {
    await dropAll(client);
    for (const migration of migrations) if (had.has(migration.name)) await run(migration);
  }
  const tables = await tablesInOrder(client);
  await client.query(`truncate ${listed(tables)} restart identity`);
  refuseOtherTables(tables, manifest);
  await setTriggers(client, tables, 'disable');
  await fill(client, task, manifest, images);
  for (const { name, last } of manifest.sequences)
    if (last !== null) await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last]);
  await client.query('set constraints all immediate');
  await setTriggers(client, tables, 'enable');
  await requireRows(client, manifest);
  for (const migration of migrations.filter(({ name }) => !had.has(name))) {
    say(`Migrating: ${migration.name}`);
    await run(migration);
    await client.query(`insert into ${MIGRATIONS} (name) values ($1)`, [migration.name]);
  }
  await settle(client, manifest);
  await client.query(`analyze ${listed(await tablesInOrder(client))}`);
  if (!isAlike) say('The tables were created again: if the server has its own role, grant its rights again.');
}

const isSame = (one: ReadonlySet<string>, other: string[]) =>
  one.size === other.length && other.every((name) => one.has(name));

async function refuseServers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ servers: number }>(
    `select count(*)::int as servers from pg_stat_activity where datname = current_database() and application_name = $1`,
    [LISTENER],
  );
  const { servers = 0 } = rows[0] ?? {};
  if (servers > 0)
    throw new ConfigError(
      `${servers === 1 ? 'A server is' : `${servers} servers are`} using this database. Nothing was changed: stop ${servers === 1 ? 'it' : 'them'} first.`,
    );
}

/** Refuses a database with tables of other programs, even with --replace. */
async function refuseOthersData(client: pg.Client): Promise<void> {
  const tables = await tablesInOrder(client);
  if (tables.length > 0 && (await migrationNames(client)).length === 0)
    throw new ConfigError(
      'The database contains tables that are not Motokey’s. Nothing was changed: use an empty one.',
    );
}

/** Tables that the migrations fill. */
const OF_MIGRATIONS = [MIGRATIONS, 'catalogue_feed_state', 'roles', 'secrets'];

type ImageRow = Pick<Image, 'kind' | 'hash'>;

/** Refuses a database with data, unless it is to be replaced. Returns the images that it has. */
async function refuseData(client: pg.Client, replaces: boolean): Promise<ImageRow[]> {
  const tables = await tablesInOrder(client);
  for (const { name } of tables) {
    if (replaces || OF_MIGRATIONS.includes(name)) continue;
    const { rowCount } = await client.query(`select from ${listed([{ name }])} limit 1`);
    if (rowCount)
      throw new ConfigError('The database is not empty. Nothing was changed: --replace replaces everything in it.');
  }
  const hasImages = tables.some(({ name }) => name === 'images');
  return hasImages ? (await client.query<ImageRow>('select kind, hash from images')).rows : [];
}

function refuseOtherTables(tables: Table[], { tables: wanted }: Manifest): void {
  for (const { name, columns } of wanted) {
    const table = tables.find((one) => one.name === name);
    const lacking = columns.find((column) => !table?.columns.includes(column));
    if (lacking !== undefined)
      throw new ConfigError(`The backup has ${name}.${lacking}, which no migration creates. Nothing was changed.`);
  }
}

/** Rows are restored without triggers: what those would write is in the backup, too. Foreign keys are still checked. */
async function setTriggers(client: pg.Client, tables: Table[], what: 'disable' | 'enable'): Promise<void> {
  for (const table of tables) await client.query(`alter table ${listed([table])} ${what} trigger user`);
}

async function requireRows(client: pg.Client, { tables }: Manifest): Promise<void> {
  for (const { name, rows: wanted } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${listed([{ name }])}`);
    if (rows[0]?.count !== wanted) throw new Error(`${name} has ${rows[0]?.count} rows instead of ${wanted}`);
  }
}

/**
 * Deletes what must not be restored: sessions, temporary passwords, browsers that were trusted then, and mails and deliveries
 * that may have been sent since. API tokens are revoked: one that was revoked since the backup would work again. Webhooks are
 * disabled: a copy of the database must not tell the receivers of the original. The feed of the catalogue begins anew, because
 * transactions have other numbers here.
 */
async function settle(client: pg.Client, { createdAt }: Manifest): Promise<void> {
  await client.query('delete from sessions');
  await client.query(
    'update users set temporary_password_hash = null, temporary_password_expires_at = null, temporary_password_used = false',
  );
  await client.query('update devices set trusted_until = null');
  await client.query('delete from passkey_challenges');
  await client.query('delete from mails where sent_at is null');
  await client.query('update api_tokens set revoked_at = now() where revoked_at is null');
  await client.query('delete from webhook_deliveries where finished_at is null');
  await client.query('update webhooks set enabled = false');
  await client.query('select begin_catalogue_feed()');
  await client.query(`${LogEntry.INSERT} values (null, $1, null, $2, $3, null, null, now())`, [
    SYSTEM.username,
    LogKind.RESTORED,
    `Restored the backup of ${createdAt} at the server's terminal`,
  ]);
}

/** Deletes the files of replaced images that the restored database does not have. */
async function removeLeft({ orm, images }: RestoreTask, before: ImageRow[]): Promise<void> {
  if (before.length === 0) return;
  const rows = await orm.em.fork().execute<ImageRow[]>('select hash from images');
  const now = new Set(rows.map(({ hash }) => hash));
  for (const { kind, hash } of before)
    if (!now.has(hash)) for (const key of keysOf({ kind, hash })) await images.remove(key);
}

function inWords(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === '55P03') return new ConfigError('The database is in use. Nothing was changed: stop all servers first.');
  if (code === '42501')
    return new ConfigError('This database role does not own the tables. Nothing was changed: use the owner.');
  return error;
}
