import { openPromise, type ZipFile } from 'yauzl';
import { Refusal, refusal } from '../refusal';

/**
 * The maximum size of everything that is read, in bytes unpacked and characters of cells; a complete export of 100,000
 * models has 250 MB.
 */
const MAX_UNPACKED = 400_000_000;
const MAX_ENTRIES = 2_000;
/** Our own exports are packed twentyfold, sheets full of the same word a hundredfold, bombs up to a thousandfold. */
const MAX_RATIO = 150;

/** The entries of a zip file. Sizes are counted while reading; declared sizes are ignored. */
export interface Zip {
  /** Ignores case, as the names of a workbook's parts do. */
  has(name: string): boolean;
  /** The bytes of an entry; none if there is no such entry. Reading them a second time is not counted. */
  bytes(name: string): AsyncGenerator<Buffer>;
  /** Counts characters that a small file may repeat often: texts that many cells share, and formats. */
  count(characters: number): void;
  close(): void;
}

export const broken = () => refusal('The workbook is broken or not complete.');
export const tooManyParts = () => refusal('The workbook has too many parts.');

/** `size` is that of the file, in bytes. */
export async function openZip(path: string, size: number): Promise<Zip> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true } as const;
  const zip: ZipFile = await openPromise(path, options).catch(() => {
    throw broken();
  });
  const entries = new Map<string, Parameters<ZipFile['openReadStreamPromise']>[0]>();
  const key = (name: string) => name.replace(/^\//, '').toLowerCase();
  try {
    if (zip.entryCount > MAX_ENTRIES) throw tooManyParts();
    for await (const entry of zip.eachEntry()) entries.set(key(entry.fileName), entry);
  } catch (error) {
    zip.close();
    throw error instanceof Refusal ? error : broken();
  }

  let unpacked = 0;
  const count = (more: number) => {
    unpacked += more;
    if (unpacked > MAX_UNPACKED || unpacked > Math.max(size, 50_000) * MAX_RATIO) {
      throw refusal('The workbook unpacks to far more data than a sheet of 100,000 rows.');
    }
  };
  /** How much of each entry has been counted. */
  const counted = new Map<string, number>();
  return {
    has: (name) => entries.has(key(name)),
    count,
    close: () => zip.close(),
    async *bytes(name) {
      const entry = entries.get(key(name));
      if (!entry) return;
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw broken();
      });
      let read = 0;
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          read += chunk.length;
          const before = counted.get(key(name)) ?? 0;
          if (read > before) {
            counted.set(key(name), read);
            count(read - before);
          }
          yield chunk;
        }
      } catch (error) {
        throw error instanceof Refusal ? error : broken();
      } finally {
        stream.destroy();
      }
    },
  };
}
