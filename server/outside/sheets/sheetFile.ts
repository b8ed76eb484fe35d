import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { readCsv } from './csv/csvReader';
import { appleNumbers, notASheet, refusal, tooLarge } from './refusal';
import {
  MAX_CELL,
  MAX_COLUMNS,
  MAX_ROW,
  MAX_SHEET_BYTES,
  type OpenSheet,
  quoted,
  type SheetFile,
  type SheetRow,
} from './sheet';
import { lettersOf } from './xlsx/references';
import { openXlsx } from './xlsx/xlsxReader';

const MAX_ROWS = 100_000;
/** Characters of all cells: twice what the largest CSV file can hold. */
const MAX_TEXT = 100_000_000;

/** Decided by the content, not the name; only a file named .xlsx must also be a workbook. */
export async function openSheetFile(path: string, name: string, encoding?: string | null): Promise<SheetFile> {
  const file = await fileOf(path, name, encoding);
  return {
    ...file,
    async open(index) {
      const sheet = await file.open(index);
      return { ...sheet, rows: limited(sheet) };
    },
  };
}

async function fileOf(path: string, name: string, encoding?: string | null): Promise<SheetFile> {
  const { size } = await stat(path);
  if (size > MAX_SHEET_BYTES) throw tooLarge();
  if (size === 0) throw refusal('The file is empty.');
  const start = await firstBytes(path, 64);
  if (start.startsWith('\xd0\xcf\x11\xe0')) {
    throw notASheet(
      'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx or .csv, without a password, and upload that.',
    );
  }
  // By its name, too: a large one has more parts than are looked at. Browsers upload a folder of that name as a zip file.
  if (start.startsWith('PK') && /\.numbers(\.zip)?$/i.test(name)) throw appleNumbers();
  if (start.startsWith('PK')) return openXlsx(path, size);
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|!doctype|html|table)\b/i.test(start)) {
    throw notASheet(
      'This is a web page or an XML file, whatever its name says. Open it in a spreadsheet, save it as .xlsx or .csv and upload that.',
    );
  }
  if (/\.xlsx$/i.test(name)) throw refusal('This is not an Excel workbook, although its name ends in .xlsx.');
  if (/^(%PDF|GIF8|Rar!|7z)/.test(start)) throw notASheet('This is neither .csv nor .xlsx.');
  return { sheets: [], open: () => readCsv(() => createReadStream(path), encoding) };
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

/**
 * The rows that are not empty, without empty cells at their ends and without stray values far to the right, of which a warning
 * tells. Throws if there are too many rows or columns, or too much in them.
 */
async function* limited({ rows, findings }: OpenSheet): AsyncGenerator<SheetRow> {
  let count = 0;
  let text = 0;
  const stray = { count: 0, first: '' };
  for await (const { beyond = [], ...row } of rows) {
    const { number, cells } = row;
    if (number > MAX_ROW) throw refusal(`The sheet has more than ${MAX_ROW.toLocaleString('en')} rows: split it.`);
    for (const [index, text] of cells.splice(MAX_COLUMNS).entries())
      if (text.trim() !== '') beyond.push({ column: MAX_COLUMNS + index, text });
    // A value that continues the row is no stray one.
    if (cells[MAX_COLUMNS - 1]?.trim() && beyond[0]?.column === MAX_COLUMNS)
      throw refusal(`Row ${number} has more than ${MAX_COLUMNS} columns.`);
    if (beyond[0]) stray.first ||= `${quoted(beyond[0].text)} in ${lettersOf(beyond[0].column)}${number}`;
    stray.count += beyond.length;
    while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop();
    if (cells.length === 0) continue;
    count += 1;
    // One more for the headings.
    if (count > MAX_ROWS + 1) throw refusal('The sheet has more than 100,000 rows: split it.');
    for (const [column, cell] of cells.entries()) {
      if (cell.length > MAX_CELL) throw refusal(`Row ${number}, column ${column + 1} has more than 32,767 characters.`);
      text += cell.length;
    }
    if (text > MAX_TEXT) throw refusal('The sheet has more than 100 million characters: split it.');
    yield row;
  }
  const { count: strays, first } = stray;
  const left = `past column ${MAX_COLUMNS} ${strays === 1 ? 'was' : 'were'} left out`;
  if (strays > 0)
    findings.warnings.push(
      strays === 1 ? `1 value ${left}: ${first}.` : `${strays} values ${left}, the first of them ${first}.`,
    );
}
