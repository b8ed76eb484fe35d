import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { unguardedCell } from './formulaCells';
import { badSheet, type Sheet, type SheetRow } from './sheet';

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };
/** More than any 300 cells that are worth importing. */
const MAX_RECORD = 2_000_000;

/** A text of separated values: encoding and delimiter are found out. `open` gives its bytes, as often as it is called. */
export async function readCsv(open: () => ReadStream): Promise<Sheet> {
  const { encoding, told } = await encodingOf(open);
  const first = await firstLine(open, encoding);
  // What Excel writes and reads as the first line, to say the delimiter.
  const said = /^sep=(.)$/.exec(first)?.[1];
  const delimiter = said ?? likeliestDelimiter(first);
  const warnings: string[] = [];
  if (encoding === 'windows-1252') {
    warnings.push('The file is not UTF-8 and was read as windows-1252: look at its accented letters.');
  }
  const format = ['CSV', DELIMITERS[delimiter] ?? `separated by ${delimiter}`, told].join(', ');
  return { format, warnings, rows: records(open, encoding, delimiter, said !== undefined) };
}

/** By its byte order mark, else UTF-8 where all of it is that. */
async function encodingOf(open: () => ReadStream): Promise<{ encoding: string; told: string }> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let start: Buffer | undefined;
  for await (const chunk of open() as AsyncIterable<Buffer>) {
    if (!start) {
      start = chunk;
      if (chunk[0] === 0xff && chunk[1] === 0xfe) return { encoding: 'utf-16le', told: 'UTF-16' };
      if (chunk[0] === 0xfe && chunk[1] === 0xff) return { encoding: 'utf-16be', told: 'UTF-16' };
    }
    if (chunk.includes(0)) throw badSheet('This is not a text: it is neither .csv nor .xlsx.');
    try {
      if (isUtf8) utf8.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  try {
    if (isUtf8) utf8.decode();
  } catch {
    isUtf8 = false;
  }
  return isUtf8 ? { encoding: 'utf-8', told: 'UTF-8' } : { encoding: 'windows-1252', told: 'windows-1252' };
}

/** Without its byte order mark: TextDecoder takes it away. */
async function* decoded(open: () => ReadStream, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of open() as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function firstLine(open: () => ReadStream, encoding: string): Promise<string> {
  let text = '';
  for await (const piece of decoded(open, encoding)) {
    text += piece;
    const line = /\S[^\r\n]*(?=[\r\n])/.exec(text);
    if (line || text.length > MAX_RECORD) return line?.[0] ?? text;
  }
  return text.trim();
}

/** The one that stands most often outside of quotes; where none does, it is one column. */
function likeliestDelimiter(line: string): string {
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return Object.keys(DELIMITERS).reduce((best, other) => (count(other) > count(best) ? other : best));
}

async function* records(
  open: () => ReadStream,
  encoding: string,
  delimiter: string,
  skipFirst: boolean,
): AsyncGenerator<SheetRow> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    // 7" discs and the like, in cells that are not quoted.
    relax_quotes: true,
    max_record_size: MAX_RECORD,
  });
  const source = Readable.from(decoded(open, encoding));
  source.on('error', (error) => parser.destroy(error));
  let number = 0;
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      number += 1;
      if (number === 1 && skipFirst) continue;
      yield { number, cells: cells.map(unguardedCell) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw badSheet(wrong(error, number + 1));
  } finally {
    source.destroy();
  }
}

function wrong({ code, lines }: CsvError & { lines?: number }, row: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark that is opened in row ${row} is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `Row ${row} is too long: perhaps a quotation mark is opened in it and not closed.`;
  }
  return `Row ${row} (line ${lines}) cannot be read: its quotation marks do not match.`;
}
