import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { unguardedCell } from '../formulaCells';
import { refusal } from '../refusal';
import type { OpenSheet, SheetRow } from '../sheet';
import { quotesIn } from './csvQuotes';
import { chosenEncoding, foundEncoding, textOf, UNMARKED } from './csvText';

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' };
/** Longer than any useful row of 300 cells. */
const MAX_RECORD = 2_000_000;
/** The longest such row with its delimiters and doubled quotation marks. */
const MAX_UNPARSED = 3 * MAX_RECORD;

/**
 * Reads delimited text; detects its delimiter, and its encoding if none is chosen. Each call of `open` returns the bytes
 * from the start.
 */
export async function readCsv(open: () => ReadStream, chosen?: string | null): Promise<OpenSheet> {
  const { encoding, label, isGuessed } = chosen ? chosenEncoding(chosen) : await foundEncoding(open);
  const text = () => textOf(open, encoding);
  const lines = await firstLines(text());
  // Excel writes and reads `sep=` as a first line that names the delimiter.
  const said = /^sep=(.)$/.exec(lines[0] ?? '')?.[1];
  const delimiter = said ?? likeliestDelimiter(lines);
  const quotes = await quotesIn(text, delimiter);
  const warnings = [...quotes.warnings];
  if (label === UNMARKED) warnings.push(`The file was read as ${UNMARKED}: check that the letters are right.`);
  else if (isGuessed) {
    warnings.push(`The file is not UTF-8 and was read as ${encoding}: check its accented letters.`);
  }
  const format = ['CSV', DELIMITERS[delimiter] ?? `separated by ${delimiter}`, label].join(', ');
  return {
    head: {
      format,
      sheets: [],
      sheet: null,
      encoding,
      encodingGuessed: isGuessed,
      merged: [],
      hiddenColumns: [],
    },
    findings: { warnings, columnWarnings: [] },
    rows: records(quotes.plain(text()), delimiter, said !== undefined),
  };
}

/** Lines examined to detect the delimiter: there may be titles above the headings. */
const SHOWN = 20;

/** The first non-empty lines, without quoted cells, which may contain anything. */
async function firstLines(pieces: AsyncIterable<string>): Promise<string[]> {
  let text = '';
  let lines: string[] = [];
  for await (const piece of pieces) {
    text += piece;
    lines = text.replace(/(^|[,;\t|\n]) *"(?:[^"]|"")*"/g, '$1').match(/\S[^\n]*/g) ?? [];
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

async function* records(text: AsyncIterable<string>, delimiter: string, skipFirst: boolean): AsyncGenerator<SheetRow> {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    // 7" discs and the like, in cells that are not quoted.
    relax_quotes: true,
    max_record_size: MAX_RECORD,
  });
  /** The parser only counts the characters of cells: a row of millions of empty ones would fill the memory. */
  async function* withinRecords(): AsyncGenerator<string> {
    let [records, since] = [0, 0];
    for await (const piece of text) {
      since = parser.info.records === records ? since + piece.length : 0;
      records = parser.info.records;
      if (since > MAX_UNPARSED) throw refusal(tooLong(number + 1));
      yield piece;
    }
  }
  const source = Readable.from(withinRecords());
  source.on('error', (error) => parser.destroy(error));
  let number = 0;
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      number += 1;
      if (number === 1 && skipFirst) continue;
      yield { number, cells: cells.map(plainCell) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusal(wrong(error, number + 1));
  } finally {
    source.destroy();
  }
}

/** `="0123"` is how programs keep a spreadsheet from making a number of a text. */
function plainCell(cell: string): string {
  const guarded = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1];
  return guarded === undefined ? unguardedCell(cell) : guarded.replaceAll('""', '"');
}

const tooLong = (row: number) => `Row ${row} is too long: perhaps a quotation mark in it is not closed.`;

function wrong({ code, lines }: CsvError & { lines?: number }, row: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark opened in row ${row} is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(row);
  return `Row ${row} (line ${lines}) cannot be read: its quotation marks do not match.`;
}
