import { openPromise, type ZipFile } from 'yauzl';
import { badSheet } from './sheet';

/** The maximum unpacked size of all entries; a complete export of 100,000 models has 250 MB. */
const MAX_UNPACKED = 400_000_000;
const MAX_ENTRIES = 2_000;
/** Our own exports are packed twentyfold, sheets full of the same word a hundredfold, bombs up to a thousandfold. */
const MAX_RATIO = 150;

/** The entries of a zip file, each a stream of texts. Sizes are counted while reading; declared sizes are ignored. */
export interface Zip {
  has(name: string): boolean;
  names(): string[];
  /** The entry's text; empty if there is no such entry. */
  text(name: string): AsyncGenerator<string>;
  close(): void;
}

export const broken = () => badSheet('The workbook is broken or not complete.');

/** `size` is that of the file, in bytes. */
export async function openZip(path: string, size: number): Promise<Zip> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true } as const;
  const zip: ZipFile = await openPromise(path, options).catch(() => {
    throw broken();
  });
  const entries = new Map<string, Parameters<ZipFile['openReadStreamPromise']>[0]>();
  try {
    if (zip.entryCount > MAX_ENTRIES) throw badSheet('The workbook has too many parts.');
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.replace(/^\//, ''), entry);
  } catch (error) {
    zip.close();
    throw error instanceof Error && 'fields' in error ? error : broken();
  }

  let unpacked = 0;
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    close: () => zip.close(),
    async *text(name) {
      const entry = entries.get(name);
      if (!entry) return;
      const decoder = new TextDecoder('utf-8');
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw broken();
      });
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          unpacked += chunk.length;
          if (unpacked > MAX_UNPACKED || unpacked > Math.max(size, 50_000) * MAX_RATIO) {
            throw badSheet('The workbook unpacks to far more than a sheet of 100,000 rows has.');
          }
          yield decoder.decode(chunk, { stream: true });
        }
      } catch (error) {
        throw error instanceof Error && 'fields' in error ? error : broken();
      } finally {
        stream.destroy();
      }
    },
  };
}
