import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from './refusal';
import type { OpenSheet, SheetFile, SheetRow } from './sheet';
import { openSheetFile } from './sheetFile';
import type { Answer, Answers, Ask, WorkerData } from './sheetThread';

/* Reads one file, in a thread of its own (sheetThread.ts). Answers one question after the other. */

/** A batch ends with the row that brings it to either. */
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;
/** What a sheet is chosen by. */
const FIRST_ROWS = 30;

const { path, name, encoding } = workerData as WorkerData;
let file: SheetFile | undefined;
let sheet: OpenSheet | undefined;
let rows: AsyncIterator<SheetRow> | undefined;

const opened = async () => (file ??= await openSheetFile(path, name, encoding));

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

parentPort?.on('message', async ({ what, index }: Ask) => {
  const post = (answer: Answer) => parentPort?.postMessage(answer);
  try {
    post({ value: await answers[what](index) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, fields } = error;
    post({ refused: { code, message, fields } });
  }
});
