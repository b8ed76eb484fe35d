import { createReadStream, createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** A file in a backup. They are small enough to be held in memory one by one. */
export interface Part {
  name: string;
  bytes: Buffer;
}

/** The largest part that is read: image files are smaller, and tables are split into pieces. */
const LARGEST = 64 * 1024 ** 2;

/** Writes a .tar.gz that only its owner may read. */
export class ArchiveWriter {
  readonly #pack = pack();
  readonly #written: Promise<void>;

  constructor(path: string) {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.#written = pipeline(this.#pack, createGzip(), file);
    this.#written.catch(() => {}); // reported by `add` and `finish`
  }

  /** Resolves when the disk has kept up, so that memory stays flat. */
  async add({ name, bytes }: Part): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const entry = this.#pack.entry({ name, size: bytes.length }, (error) => (error ? reject(error) : resolve()));
      entry.end(bytes);
    });
    added.catch(() => {}); // if the file fails, its error says more
    await Promise.race([added, this.#written]);
  }

  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
  }

  /** Gives up the file, which can be removed then. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
  }
}

/** A file that cannot be restored; the message is a sentence for the person at the terminal. */
export class UnusableBackup extends Error {}

export const foreign = (path: string) => new UnusableBackup(`${path} is not a Motokey backup. Nothing was changed.`);
export const damaged = (path: string) =>
  new UnusableBackup(`${path} is damaged or not complete. Nothing was changed: use another backup.`);

/** The parts of a .tar.gz in order. Throws an UnusableBackup if it cannot be read to its end. */
export async function* readArchive(path: string): AsyncGenerator<Part> {
  const file = createReadStream(path);
  const entries = extract();
  const read = pipeline(file, createGunzip(), entries);
  read.catch(() => {}); // also ends the loop
  try {
    let isFirst = true;
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header;
      // Damage may be noticed by what it makes of a header, before the checksum is read.
      if (size > LARGEST) throw isFirst ? foreign(path) : damaged(path);
      isFirst = false;
      yield { name, bytes: await buffer(entry) };
    }
    await read;
  } catch (error) {
    throw inWords(error, path);
  } finally {
    file.destroy();
  }
}

function inWords(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof UnusableBackup) return error;
  if (code === 'ENOENT') return new UnusableBackup(`There is no file ${path}.`);
  // The file system's other errors (EACCES, EISDIR, EIO) say what is wrong.
  if (code && /^E[A-Z]+$/.test(code)) return error;
  return message === 'incorrect header check' ? foreign(path) : damaged(path);
}
