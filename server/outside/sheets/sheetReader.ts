import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../errors';
import { readCsv } from './csvReader';
import {
  badSheet,
  MAX_CELL,
  MAX_COLUMNS,
  MAX_SHEET_BYTES,
  notASheet,
  type Sheet,
  type SheetChoice,
  type SheetRow,
} from './sheet';
import { readXlsx } from './xlsxReader';

const MAX_ROWS = 100_000;

/** Keeps an uploaded file (up to 50 MB) on disk while `use` needs it. */
export async function withSpooled<T>(
  source: () => NodeJS.ReadableStream,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'motokey-sheet-'));
  const path = join(directory, 'sheet');
  try {
    try {
      await pipeline(source(), createWriteStream(path));
    } catch (error) {
      if ((error as { status?: number }).status === 413) throw tooLarge();
      throw new AppError('BAD_REQUEST', 'The upload was interrupted.');
    }
    return await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const tooLarge = () => {
  const message = 'The file is larger than 50 MB.';
  return new AppError('PAYLOAD_TOO_LARGE', message, { file: [message] });
};

/** Lets `use` read the rows of a file. Throws if it cannot be read, or not to its end. */
export async function withSheet<T>(
  { path, name, ...choice }: { path: string; name: string } & SheetChoice,
  use: (sheet: Sheet) => Promise<T>,
): Promise<T> {
  return use(await openSheetFile(path, name, choice));
}

/** Decided by the content, not the name; only a file named .xlsx must also be a workbook. */
async function openSheetFile(path: string, name: string, choice: SheetChoice): Promise<Sheet> {
  const { size } = await stat(path);
  if (size > MAX_SHEET_BYTES) throw tooLarge();
  if (size === 0) throw badSheet('The file is empty.');
  const start = await firstBytes(path, 64);
  if (start.startsWith('\xd0\xcf\x11\xe0')) {
    throw notASheet(
      'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx or .csv, without a password, and upload that.',
    );
  }
  if (start.startsWith('PK')) return limited(await readXlsx(path, size));
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|!doctype|html|table)\b/i.test(start)) {
    throw notASheet(
      'This is a web page or an XML file, whatever its name says. Open it in a spreadsheet, save it as .xlsx or .csv and upload that.',
    );
  }
  if (/\.xlsx$/i.test(name)) throw badSheet('This is not an Excel workbook, although its name ends in .xlsx.');
  if (/^(%PDF|GIF8|Rar!|7z)/.test(start)) throw notASheet('This is neither .csv nor .xlsx.');
  return limited(await readCsv(() => createReadStream(path), choice.encoding));
}

async function firstBytes(path: string, count: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The rows that are not empty, without empty cells at their ends. Throws if there are too many. */
function limited(sheet: Sheet): Sheet {
  const rows = async function* (): AsyncGenerator<SheetRow> {
    let count = 0;
    for await (const { number, cells } of sheet.rows) {
      while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop();
      if (cells.length === 0) continue;
      count += 1;
      // One more for the headings.
      if (count > MAX_ROWS + 1) throw badSheet('The sheet has more than 100,000 rows: split it.');
      if (cells.length > MAX_COLUMNS) throw badSheet(`Row ${number} has more than ${MAX_COLUMNS} columns.`);
      const long = cells.findIndex((cell) => cell.length > MAX_CELL);
      if (long >= 0) throw badSheet(`Row ${number}, column ${long + 1} has more than 32,767 characters.`);
      yield { number, cells };
    }
  };
  return { ...sheet, rows: rows() };
}
