import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { invalid } from '../../errors';
import { unguardedCell } from './formulaCells';
import { badSheet, ENCODINGS, quoted, type Sheet, type SheetRow } from './sheet';

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' };
/** Longer than any useful row of 300 cells. */
const MAX_RECORD = 2_000_000;

/**
 * Reads delimited text; detects its delimiter, and its encoding if none is chosen. Each call of `open` returns the bytes
 * from the start.
 */
export async function readCsv(open: () => ReadStream, chosen?: string | null): Promise<Sheet> {
  if (chosen && !ENCODINGS.some((known) => known === chosen)) {
    throw invalid({ encoding: [`The encoding ${quoted(chosen)} is not one of ${ENCODINGS.join(', ')}.`] });
  }
  const { encoding, told } = chosen ? { encoding: chosen, told: chosen } : await encodingOf(open);
  const lines = await firstLines(open, encoding);
  // Excel writes and reads `sep=` as a first line that names the delimiter.
  const said = /^sep=(.)$/.exec(lines[0] ?? '')?.[1];
  const delimiter = said ?? likeliestDelimiter(lines);
  const warnings: string[] = [];
  if (told === UNMARKED) warnings.push(`The file was read as ${UNMARKED}: check that its letters are right.`);
  if (!chosen && encoding === 'windows-1252') {
    warnings.push('The file is not UTF-8 and was read as windows-1252: look at its accented letters.');
  }
  const format = ['CSV', DELIMITERS[delimiter] ?? `separated by ${delimiter}`, told].join(', ');
  return {
    format,
    warnings,
    sheets: [],
    sheet: null,
    encoding,
    encodingGuessed: warnings.length > 0,
    merged: [],
    hiddenColumns: [],
    columnWarnings: [],
    rows: records(open, encoding, delimiter, said !== undefined),
  };
}

const UNMARKED = 'UTF-16 without a byte-order mark';
const NO_TEXT = 'This is not a text file: it is neither .csv nor .xlsx.';

/** Control characters and noncharacters, which no text has. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/u;

/** By the byte-order mark; else UTF-16 if zero bytes show it; else UTF-8 if the whole file is valid; else windows-1252. */
async function encodingOf(open: () => ReadStream): Promise<{ encoding: string; told: string }> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let start: Buffer | undefined;
  const zeros = { even: 0, odd: 0 };
  let size = 0;
  for await (const chunk of open() as AsyncIterable<Buffer>) {
    if (!start) {
      start = chunk;
      if (chunk[0] === 0xff && chunk[1] === 0xfe) return { encoding: 'utf-16le', told: 'UTF-16' };
      if (chunk[0] === 0xfe && chunk[1] === 0xff) return { encoding: 'utf-16be', told: 'UTF-16' };
    }
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1))
      zeros[(size + at) % 2 ? 'odd' : 'even'] += 1;
    size += chunk.length;
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
  const { even, odd } = zeros;
  // In UTF-16 each Latin letter has one zero byte, always on the same side.
  const most = Math.max(even, odd);
  if (most > size / 1_000 && Math.min(even, odd) < most / 20) {
    const encoding = odd > even ? 'utf-16le' : 'utf-16be';
    const isText = !CONTROLS.test(new TextDecoder(encoding).decode(start?.subarray(0, 10_000)));
    if (isText && most > size / 8) return { encoding, told: UNMARKED };
    if (isText) throw badSheet(`This may be ${UNMARKED}: save it as “CSV UTF-8”.`);
  }
  // A single zero byte in a UTF-8 text is a forbidden character, reported with its row.
  if (isUtf8) return { encoding: 'utf-8', told: 'UTF-8' };
  if (even + odd > 0) throw badSheet(NO_TEXT);
  return { encoding: 'windows-1252', told: 'windows-1252' };
}

/** Without its byte order mark: TextDecoder takes it away. */
async function* decoded(open: () => ReadStream, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of open() as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Lines examined to detect the delimiter: there may be titles above the headings. */
const SHOWN = 20;

/** The first non-empty lines, without quoted cells, which may contain anything. */
async function firstLines(open: () => ReadStream, encoding: string): Promise<string[]> {
  let text = '';
  let lines: string[] = [];
  for await (const piece of decoded(open, encoding)) {
    text += piece;
    lines = text.replace(/(^|[,;\t|\r\n])"(?:[^"]|"")*"/g, '$1').match(/\S[^\r\n]*/g) ?? [];
    // The last line may be incomplete.
    if (lines.length > SHOWN || text.length > MAX_RECORD) break;
  }
  return lines.slice(0, SHOWN);
}

/** The delimiter found in the most lines; of several, the one with the highest minimum per line. A comma if there is none. */
function likeliestDelimiter(lines: string[]): string {
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    return counts.length && counts.length * MAX_RECORD + Math.min(...counts);
  };
  return Object.keys(DELIMITERS).reduce((best, other) => (score(other) > score(best) ? other : best));
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
