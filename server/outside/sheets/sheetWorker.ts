import { Refusal } from './refusal';
import type { OpenSheet, SheetFile, SheetRow } from './sheet';
import { openSheetFile } from './sheetFile';
import type { Answer, Answers, Ask, SheetSource } from './sheetProcess';

/* Reads one file, as a process of its own (sheetProcess.ts). Answers one question after the other. */

/** A batch ends with the row that brings it to either. */
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;
/** What a sheet is chosen by. */
const FIRST_ROWS = 30;

let source: SheetSource | undefined;
let file: SheetFile | undefined;
let sheet: OpenSheet | undefined;
let rows: AsyncIterator<SheetRow> | undefined;

async function opened(): Promise<SheetFile> {
  if (!source) throw new Error('No file was named');
  file ??= await openSheetFile(source.path, source.name, source.encoding);
  return file;
}

const answers: { [K in keyof Answers]: (index: number) => Promise<Answers[K]> } = {
  sheets: async () => (await opened()).sheets,
  async first(index) {
    const { rows } = await (await opened()).open(index);
    return (await batch(rows[Symbol.asyncIterator](), FIRST_ROWS)).rows;
  },
  async open(index) {
    sheet = await (await opened()).open(index);
    rows = sheet.rows[Symbol.asyncIterator]();
    return sheet.head;
  },
  async rows() {
    if (!sheet || !rows) throw new Error('No sheet is open');
    const { rows: read, isEnd } = await batch(rows, BATCH_ROWS);
    return isEnd ? { rows: read, end: sheet.findings } : { rows: read };
  },
};

async function batch(from: AsyncIterator<SheetRow>, most: number) {
  const rows: SheetRow[] = [];
  let characters = 0;
  while (rows.length < most && characters < BATCH_CHARACTERS) {
    const { done, value } = await from.next();
    if (done) return { rows, isEnd: true };
    rows.push(value);
    for (const cell of value.cells) characters += cell.length;
  }
  return { rows, isEnd: false };
}

const post = (answer: Answer) => process.send?.(answer);

process.on('message', async (message: SheetSource | Ask) => {
  if ('path' in message) {
    source = message;
    return;
  }
  try {
    post({ value: await answers[message.what](message.index) });
  } catch (error) {
    if (error instanceof Refusal) post({ refused: { code: error.code, message: error.message, fields: error.fields } });
    else post({ fault: error instanceof Error ? String(error.stack) : String(error) });
  }
});
// The server has ended.
process.on('disconnect', () => process.exit());
