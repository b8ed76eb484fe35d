import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { ImageStore } from '../outside/images/imageStore';
import { damaged, readArchive } from './archive';
import { type BackupTask, count } from './backup';
import { Contents, imageOf, type Manifest, tableOf } from './contents';
import { columnList, type Table } from './tables';

/** How many image files are stored concurrently. */
const TOGETHER = 16;

/** Writes all parts of the backup into the tables and the store. Throws if they do not match the manifest. */
export async function fill(
  client: pg.Client,
  { path, say, signal }: Pick<BackupTask, 'path' | 'say' | 'signal'>,
  manifest: Manifest,
  images: StoredImages,
): Promise<void> {
  const seen = new Contents();
  let copy: TableCopy | undefined;
  try {
    for await (const part of readArchive(path)) {
      signal.throwIfAborted();
      seen.add(part);
      const name = tableOf(part.name);
      if (name !== copy?.name) {
        await copy?.end();
        const table = manifest.tables.find((one) => one.name === name);
        copy = table && new TableCopy(client, table);
        if (table) say(`${table.name}: ${count(table.rows)} rows`);
      }
      const key = imageOf(part.name);
      if (copy) await copy.write(part.bytes);
      else if (key !== undefined && (await images.put(key, part.bytes)) % 1_000 === 0)
        say(`images: ${count(images.stored)} of ${count(manifest.images.files)} files`);
    }
    await copy?.end();
    await images.end();
  } catch (error) {
    await copy?.abandon();
    throw error;
  }
  // The file may have changed since it was checked.
  if (!seen.matches(manifest)) throw damaged(path);
}

/** Writes the pieces of a table. */
class TableCopy {
  readonly name: string;
  readonly #stream: ReturnType<typeof from>;
  readonly #done: Promise<void>;

  constructor(client: pg.Client, { name, columns }: Table) {
    this.name = name;
    this.#stream = client.query(from(`copy ${columnList(name, columns)} from stdin`));
    this.#done = finished(this.#stream);
    this.#done.catch(() => {}); // reported by `write` and `end`
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.#stream.write(bytes)) await Promise.race([once(this.#stream, 'drain'), this.#done]);
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#done;
  }

  /** Aborts the COPY. */
  async abandon(): Promise<void> {
    this.#stream.destroy();
    await this.#done.catch(() => {});
  }
}

/** Stores image files, and can remove those again that were not there before. */
export class StoredImages {
  stored = 0;
  readonly #added: string[] = [];
  #pending: Promise<void>[] = [];

  constructor(private readonly store: ImageStore) {}

  /** Returns the number of files stored so far. */
  async put(key: string, bytes: Buffer): Promise<number> {
    this.#pending.push(this.#store(key, bytes));
    if (this.#pending.length >= TOGETHER) await this.end();
    return ++this.stored;
  }

  async #store(key: string, bytes: Buffer): Promise<void> {
    if (!(await this.store.has(key))) this.#added.push(key);
    await this.store.put(key, bytes);
  }

  async end(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    // Waits for all of them, so that those that succeeded can be removed.
    const failed = (await Promise.allSettled(pending)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  async rollBack(): Promise<void> {
    await Promise.allSettled(this.#pending);
    await Promise.allSettled(this.#added.map((key) => this.store.remove(key)));
  }
}
