import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

interface Entry {
  name: string;
  /** Its content, produced while it is being read. */
  content: AsyncIterable<Buffer>;
}

const END = { header: 0x04034b50, descriptor: 0x08074b50, directory: 0x02014b50, end: 0x06054b50 };
/** 1980-01-01, the earliest date of the format: entries have no date of their own. */
const DATE = 0x21;
/** Sizes follow the content, names are UTF-8; deflated. */
const FLAGS = 0x0808;

/** A zip file of up to 4 GB, generated while it is read. Only one line per entry is kept in memory. */
export async function* zipped(entries: Iterable<Entry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const start = offset;
    const header = fields([END.header, 4], [20, 2], [FLAGS, 2], [8, 2], [0, 2], [DATE, 2], [0, 4], [0, 4], [0, 4]);
    const path = Buffer.from(name);
    const head = Buffer.concat([header, fields([path.length, 2], [0, 2]), path]);
    yield head;
    offset += head.length;

    const sums = { crc: 0, size: 0, packed: 0 };
    const counted = async function* () {
      for await (const chunk of content) {
        sums.crc = crc32(chunk, sums.crc);
        sums.size += chunk.length;
        yield chunk;
      }
    };
    const deflate = createDeflateRaw({ level: 3 });
    // `pipeline` forwards errors and an early end in both directions, so the result needs no handling here.
    pipeline(Readable.from(counted()), deflate, () => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      sums.packed += chunk.length;
      yield chunk;
    }
    const totals: [number, number][] = [
      [sums.crc, 4],
      [sums.packed, 4],
      [sums.size, 4],
    ];
    const descriptor = fields([END.descriptor, 4], ...totals);
    yield descriptor;
    offset += sums.packed + descriptor.length;
    const line = fields([END.directory, 4], [20, 2], [20, 2], [FLAGS, 2], [8, 2], [0, 2], [DATE, 2], ...totals);
    const place = fields([path.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]);
    directory.push(Buffer.concat([line, place, path]));
  }
  const lines = Buffer.concat(directory);
  const count = directory.length;
  yield lines;
  yield fields([END.end, 4], [0, 2], [0, 2], [count, 2], [count, 2], [lines.length, 4], [offset, 4], [0, 2]);
}

/** Numbers of two or four bytes, little-endian, one after the other. */
function fields(...numbers: [value: number, bytes: number][]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of numbers) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
