import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { damaged, foreign, type Part, readArchive, UnusableBackup } from './archive';

/** The kind of a part, by its name: a piece of a table (COPY's text format), or an image file. */
const TABLE = /^tables\/(\w+)\/\d+\.copy$/;
const IMAGE = /^images\/((icons|models)\/[0-9a-f]{64}(-100|-40)?\.webp)$/;
const MANIFEST = 'manifest.json';
const FORMAT = 1;

export const tablePart = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.copy`;
export const imagePart = (key: string) => `images/${key}`;
export const tableOf = (part: string) => TABLE.exec(part)?.[1];
export const imageOf = (part: string) => IMAGE.exec(part)?.[1];

const Sum = z.object({ bytes: z.int(), sha256: z.string() });

/** The last part of a backup: lists what a complete backup contains. */
const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of Motokey, and of PostgreSQL. */
  version: z.string(),
  postgres: z.string(),
  /** When the snapshot was taken. */
  createdAt: z.iso.datetime(),
  /** The migrations that were applied to its tables. */
  migrations: z.array(z.string()),
  /** In an order in which foreign keys hold. */
  tables: z.array(Sum.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** The last value of each sequence; null if it was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  images: Sum.extend({ files: z.int() }),
  /** Files that the image store had lost. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestPart = (manifest: Manifest): Part => ({
  name: MANIFEST,
  bytes: Buffer.from(JSON.stringify(manifest, null, 2)),
});

class Counter {
  readonly #hash = createHash('sha256');
  #bytes = 0;
  add(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }
  sum() {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}

const LINE_FEED = 10;

/** Counts and hashes parts as they are written or read. */
export class Contents {
  readonly #tables = new Map<string, { counter: Counter; rows: number }>();
  readonly #images = new Counter();
  #files = 0;

  /** False if it is not a part of a backup. */
  add({ name, bytes }: Part): boolean {
    const table = tableOf(name);
    if (table !== undefined) {
      const seen = this.#tables.get(table) ?? { counter: new Counter(), rows: 0 };
      this.#tables.set(table, seen);
      seen.counter.add(bytes);
      // COPY writes a line for each row, and escapes line feeds in texts.
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) seen.rows++;
      return true;
    }
    if (imageOf(name) === undefined) return false;
    this.#files++;
    this.#images.add(Buffer.from(`${name}\0`));
    this.#images.add(bytes);
    return true;
  }

  table(name: string) {
    const { counter, rows } = this.#tables.get(name) ?? { counter: new Counter(), rows: 0 };
    return { ...counter.sum(), rows };
  }

  images() {
    return { ...this.#images.sum(), files: this.#files };
  }

  /** Whether this is what the manifest says. */
  matches({ tables, images }: Manifest): boolean {
    const known = new Set(tables.map(({ name }) => name));
    return (
      [...this.#tables.keys()].every((name) => known.has(name)) &&
      tables.every(({ name, columns, ...sum }) => isDeepStrictEqual(sum, this.table(name))) &&
      isDeepStrictEqual(images, this.images())
    );
  }
}

/** Reads the whole backup. Throws an UnusableBackup unless it is complete and undamaged. */
export async function inspect(path: string, signal: AbortSignal): Promise<Manifest> {
  const seen = new Contents();
  let manifest: Manifest | undefined;
  let isOurs = false;
  for await (const part of readArchive(path)) {
    signal.throwIfAborted();
    if (manifest) throw damaged(path);
    if (part.name === MANIFEST) manifest = parse(part.bytes, path, isOurs);
    else if (!seen.add(part)) throw isOurs ? damaged(path) : foreign(path);
    isOurs = true;
  }
  if (!manifest || !seen.matches(manifest)) throw damaged(path);
  return manifest;
}

/** `isOurs`: whether parts of a backup came before it. */
function parse(bytes: Buffer, path: string, isOurs: boolean): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString());
  } catch {
    throw damaged(path);
  }
  const { success, data } = Manifest.safeParse(json);
  if (success) return data;
  if (Number((json as { format?: unknown } | null)?.format) > FORMAT) throw newer(path);
  throw isOurs ? damaged(path) : foreign(path);
}

export const newer = (path: string) =>
  new UnusableBackup(
    `${path} was made by a newer release of Motokey. Nothing was changed: restore it with that release.`,
  );
