import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, invalid } from '../../errors';
import { tooLarge } from './refusal';
import { quoted, type Sheet, type SheetChoice, type SheetName, type SheetRow } from './sheet';
import { SheetProcess } from './sheetProcess';

/** An error that concerns the whole file. */
export const badSheet = (...messages: string[]) => invalid({ file: messages });

/** Begins the name of a folder with an uploaded file; the process that it belongs to follows. */
const SPOOLED = 'motokey-sheet-';

/** Removes the files of processes that were killed while they read them. Call it at the start, before anything is read. */
export async function removeLeftSheets(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(SPOOLED)) continue;
    const owner = Number(name.slice(SPOOLED.length).split('-')[0]);
    // In a container, the killed server had the number that this one has.
    if (owner !== process.pid && isRunning(owner)) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Another account's process is running, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Keeps an uploaded file (up to 50 MB) on disk while `use` needs it. */
export async function withSpooled<T>(
  source: () => NodeJS.ReadableStream,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), `${SPOOLED}${process.pid}-`));
  const path = join(directory, 'sheet');
  try {
    try {
      await pipeline(source(), createWriteStream(path));
    } catch (error) {
      if ((error as { status?: number }).status === 413) {
        const { code, message, fields } = tooLarge();
        throw new AppError(code, message, fields);
      }
      throw new AppError('BAD_REQUEST', 'The upload was interrupted.');
    }
    return await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface FileToRead extends SheetChoice {
  path: string;
  name: string;
  /** Ends the reading, such as when the caller has gone. */
  signal?: AbortSignal | undefined;
}

/** Lets `use` read the rows of a file. Throws if it cannot be read, or not to its end. */
export async function withSheet<T>(
  { path, name, sheet, encoding = null, suits, signal }: FileToRead,
  use: (sheet: Sheet) => Promise<T>,
): Promise<T> {
  const reader = new SheetProcess({ path, name, encoding }, signal);
  try {
    const sheets = await reader.ask('sheets');
    const first = (index: number) => reader.ask('first', index).catch(() => []);
    const index = sheet ? named(sheets, sheet) : await likeliest(sheets, suits, first);
    const head = await reader.ask('open', index);
    const read: Sheet = { ...head, warnings: [], columnWarnings: [], rows: rowsOf(reader, () => read) };
    return await use(read);
  } finally {
    await reader.end();
  }
}

/** The rows of the sheet that is open. The next ones are read while these are worked on. */
async function* rowsOf(reader: SheetProcess, sheet: () => Sheet): AsyncGenerator<SheetRow> {
  for (let coming = reader.ask('rows'); ; ) {
    const { rows, end } = await coming;
    if (!end) {
      coming = reader.ask('rows');
      // If nobody asks for more rows, nobody is told.
      coming.catch(() => {});
    } else {
      sheet().warnings.push(...end.warnings);
      sheet().columnWarnings.push(...end.columnWarnings);
    }
    yield* rows;
    if (end) return;
  }
}

function named(sheets: SheetName[], chosen: string): number {
  const index = sheets.findIndex(({ name }) => name === chosen);
  if (index < 0) throw invalid({ sheet: [`There is no sheet ${quoted(chosen, 100)} in this file.`] });
  return index;
}

/** So many sheets are looked at. */
const LOOKED_AT = 50;

/** The sheet named Products; else the visible one that suits best; else the first of them that has rows. */
async function likeliest(
  sheets: SheetName[],
  suits: SheetChoice['suits'],
  first: (index: number) => Promise<SheetRow[]>,
): Promise<number> {
  const products = sheets.findIndex(({ name }) => name.toLowerCase() === 'products');
  if (products >= 0) return products;
  const visible = [...sheets.keys()].filter((index) => !sheets[index]?.hidden);
  if (!suits || visible.length < 2) return visible[0] ?? 0;
  let best = { index: visible[0] ?? 0, score: -1 };
  for (const index of visible.slice(0, LOOKED_AT)) {
    const rows = await first(index);
    const score = rows.length ? suits(rows) : -1;
    if (score > best.score) best = { index, score };
  }
  return best.index;
}
