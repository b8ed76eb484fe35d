import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import { keysOf, LOCK_OF_IMAGE_FILES } from '../catalogue/images/images';
import { ConfigError } from '../config';
import type { ImageStore } from '../outside/images/imageStore';
import { withBareConnection } from '../outside/postgres/bareConnection';
import { ArchiveWriter } from './archive';
import { Contents, imagePart, inspect, type Manifest, manifestPart, tablePart } from './contents';
import { columnList, migrationNames, sequences, tablesInOrder } from './tables';

export interface BackupTask {
  url: string;
  images: ImageStore;
  path: string;
  /** The version of Motokey. */
  version: string;
  say(line: string): void;
  /** Aborts the backup and removes the file. */
  signal: AbortSignal;
}

/** The size of a piece of a table, in bytes. */
const PIECE = 1024 ** 2;
/** How many image files are read concurrently: a store may be far away. */
const TOGETHER = 16;

/**
 * Writes a snapshot of the database and the images into a new file (docs/operations.md, "Backup"). The file is read
 * again before it gets its name.
 */
export async function backUp(task: BackupTask): Promise<Manifest> {
  const { url, path, say, signal } = task;
  const refuseExisting = () => {
    if (existsSync(path)) throw new ConfigError(`The file ${path} already exists: choose another name.`);
  };
  refuseExisting();
  const draft = `${path}.${process.pid}.part`;
  const archive = new ArchiveWriter(draft);
  try {
    const written = await withBareConnection(url, 'motokey backup', '10min', async (client) => {
      const manifest = await writeAll(client, archive, task);
      await archive.add(manifestPart(manifest));
      await archive.finish();
      return manifest;
    });
    say('Reading the file again');
    const manifest = await inspect(draft, signal);
    if (manifest.createdAt !== written.createdAt) throw new Error(`${draft} is not what was written`);
    signal.throwIfAborted();
    refuseExisting();
    await rename(draft, path);
    return manifest;
  } catch (error) {
    await archive.abandon();
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeAll(client: pg.Client, archive: ArchiveWriter, task: BackupTask): Promise<Manifest> {
  const { images, version, say, signal } = task;
  const contents = new Contents();
  const add = async (name: string, bytes: Buffer) => {
    signal.throwIfAborted();
    contents.add({ name, bytes });
    await archive.add({ name, bytes });
  };
  // No image file is deleted from the snapshot until the last file has been read.
  await client.query('select pg_advisory_lock(hashtext($1))', [LOCK_OF_IMAGE_FILES]);
  await client.query('begin isolation level repeatable read, read only');
  const [now] = (
    await client.query<{ at: Date; postgres: string }>(
      `select now() as at, current_setting('server_version') as postgres`,
    )
  ).rows;
  if (!now) throw new Error('PostgreSQL did not return the time');
  const tables = await tablesInOrder(client);
  const manifest = {
    format: 1 as const,
    version,
    postgres: now.postgres,
    createdAt: now.at.toISOString(),
    migrations: await migrationNames(client),
    sequences: await sequences(client),
  };
  // The format of times in COPY depends on these settings.
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'`);
  for (const { name, columns } of tables) {
    const copied = await copyTable(client, `copy ${columnList(name, columns)} to stdout`, name, add);
    const { rows } = contents.table(name);
    if (rows !== copied) throw new Error(`PostgreSQL sent ${copied} rows of ${name}, and ${rows} were counted`);
    if (rows > 0) say(`${name}: ${count(rows)} rows`);
  }
  const files = await filesOfImages(client);
  await client.query('commit'); // nobody has to wait for the tables any longer
  const missing = await copyImages(files, images, { add, say });
  return {
    ...manifest,
    tables: tables.map((table) => ({ ...table, ...contents.table(table.name) })),
    images: contents.images(),
    missing,
  };
}

type Add = (name: string, bytes: Buffer) => Promise<void>;

/** Returns the number of rows that PostgreSQL has counted. */
async function copyTable(client: pg.Client, sql: string, table: string, add: Add): Promise<number> {
  const copy = client.query(to(sql));
  let piece: Buffer[] = [];
  let size = 0;
  let number = 0;
  const flush = async () => {
    if (size > 0) await add(tablePart(table, ++number), Buffer.concat(piece));
    piece = [];
    size = 0;
  };
  for await (const bytes of copy as AsyncIterable<Buffer>) {
    piece.push(bytes);
    size += bytes.length;
    if (size >= PIECE) await flush();
  }
  await flush();
  // The rows may end before PostgreSQL's count of them arrives. The next statement's answer comes after it.
  await client.query('select 1');
  return copy.rowCount;
}

interface ImageFile {
  key: string;
  /** Whether a make or model has the image. */
  used: boolean;
}

async function filesOfImages(client: pg.Client): Promise<ImageFile[]> {
  const { rows } = await client.query<{ kind: 'icons' | 'models'; hash: string; used: boolean }>(
    `select kind, hash, exists (select from model_images m where m.hash = i.hash)
       or exists (select from makes where icon_hash = i.hash) as used
     from images i order by kind, hash`,
  );
  return rows.flatMap(({ used, ...image }) => keysOf(image).map((key) => ({ key, used })));
}

/** Returns the files of used images that the store does not have. */
async function copyImages(
  files: ImageFile[],
  store: ImageStore,
  { add, say }: Pick<BackupTask, 'say'> & { add: Add },
): Promise<string[]> {
  const missing: string[] = [];
  for (let from = 0; from < files.length; from += TOGETHER) {
    const some = files.slice(from, from + TOGETHER);
    const read = await Promise.all(some.map(async ({ key }) => bytesOf(store, key)));
    for (const [index, { key, used }] of some.entries()) {
      const bytes = read[index];
      if (bytes) await add(imagePart(key), bytes);
      // An upload that has not been stored yet is not missing.
      else if (used) missing.push(key);
    }
    const done = from + some.length;
    if (done === files.length || Math.floor(done / 1_000) > Math.floor(from / 1_000))
      say(`images: ${count(done)} of ${count(files.length)} files`);
  }
  return missing;
}

async function bytesOf(store: ImageStore, key: string): Promise<Buffer | null> {
  const file = await store.read(key);
  return file && buffer(file);
}

/** `12345` → `12,345`. */
export const count = (number: number) => number.toLocaleString('en-US');
