import ExcelJS from 'exceljs';
import { vi } from 'vitest';
import { zipped } from '../../server/outside/sheets/zipWriter';
import type { Person, TestApp } from './app';
import { form } from './pictures';

export type Row = (string | number)[];

/** Formats the rows as a spreadsheet does, with quotes where needed. */
export const csv = (rows: Row[], { delimiter = ',', end = '\r\n' } = {}) =>
  rows
    .map((row) =>
      row
        .map((cell) => (/["\r\n,;\t]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join(end);

/** A workbook as exceljs writes it. `edit` can change the sheet first. */
export async function xlsx(rows: unknown[][], edit?: (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Sheet1');
  sheet.addRows(rows);
  edit?.(sheet, book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** The cells of a workbook's only sheet, read by exceljs. */
export async function readWorkbook(bytes: Buffer) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as never);
  const [sheet] = book.worksheets;
  const width = sheet!.columnCount;
  const rows: unknown[][] = [];
  sheet!.eachRow((row) => rows.push(Array.from({ length: width }, (_, index) => row.getCell(index + 1).value ?? '')));
  return { name: sheet!.name, rows };
}

/** A zip file of these parts. */
export async function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, content]) => ({
    name,
    content: (async function* () {
      yield Buffer.from(content);
    })(),
  }));
  const chunks: Buffer[] = [];
  for await (const chunk of zipped(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a workbook whose only sheet has this XML as its rows. */
export const workbookParts = (sheetData: string, more: Record<string, string> = {}) => ({
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${REL}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheetData}</sheetData></worksheet>`,
  ...more,
});

const IMPORT = `id fileName username format warnings state rowCount createMakes missingMakes resultUrl rowsDeletedAt
  appliedAt undoneAt columns { index header sample field suggested empty lists list }
  reading { sheet sheets { name hidden } encoding encodingGuessed headingRow } fillDown splitModels openFrom openUntil
  totals { rows new changed unchanged refused duplicates deleted stale } progress { task done total } failure { task code message }
  undone { restored deleted makesDeleted left leftModels } mended version near { field makeId make name rows near }`;

/** Uploads a sheet by the GraphQL multipart request specification. `query` takes it as `$file`. */
export async function sendSheet(
  app: TestApp,
  as: Person,
  query: string,
  file: string | Buffer,
  name = 'sheet.csv',
  variables: object = {},
) {
  const { body, headers } = form([
    ['operations', JSON.stringify({ query, variables: { ...variables, file: null } })],
    ['map', '{"0":["variables.file"]}'],
    ['0', { name, bytes: Buffer.from(file) }],
  ]);
  const response = await app.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { cookie: `session=${as.token}`, ...headers, 'apollo-require-preflight': 'true' },
    payload: body,
  });
  const { data, errors } = response.json();
  return { data, errors, code: errors?.[0]?.extensions.code };
}

export interface SheetChoice {
  sheet?: string;
  encoding?: string;
  headingRow?: number;
}

export async function startImport(
  app: TestApp,
  as: Person,
  file: string | Buffer,
  name?: string,
  choice: SheetChoice = {},
) {
  const query = `mutation ($file: Upload!, $sheet: String, $encoding: String, $headingRow: Int) {
    startImport(input: { file: $file, sheet: $sheet, encoding: $encoding, headingRow: $headingRow }) { ${IMPORT} } }`;
  const { data, ...answer } = await sendSheet(app, as, query, file, name, choice);
  return { started: data?.startImport, ...answer };
}

type Started = { id: string; columns: { index: number; field: string | null }[] };

/** The columns with their suggested fields. */
const suggested = (started: Started) =>
  started.columns.filter(({ field }) => field).map(({ index, field }) => ({ column: index, field }));

/** The current state of the import. */
export async function importOf(app: TestApp, as: Person, id: string) {
  return (await app.graph(`query ($id: ID!) { import(id: $id) { ${IMPORT} } }`, { id }, as)).data?.import;
}

/** The import once no task is running. */
export async function settled(app: TestApp, as: Person, id: string) {
  // With little to read, because what waits here takes its time from the task.
  const ended = async () => {
    const { data } = await app.graph('query ($id: ID!) { import(id: $id) { progress { task } } }', { id }, as);
    return data?.import.progress === null;
  };
  // Unlike expect.poll, this also works in a file's set-up.
  await vi.waitUntil(ended, { timeout: 120_000, interval: 20 });
  return importOf(app, as, id);
}

/** Checks an import and waits for its result or failure. */
export async function checkImport(app: TestApp, as: Person, started: Started, options: object = {}) {
  const input = { id: started.id, mapping: suggested(started), createMakes: false, ...options };
  const mutation = `mutation ($input: CheckImportInput!) { checkImport(input: $input) { ${IMPORT} } }`;
  const answer = await app.graph(mutation, { input }, as);
  if (answer.errors) return { checked: undefined, errors: answer.errors, code: answer.errors[0]?.extensions.code };
  const { failure, ...checked } = await settled(app, as, started.id);
  return failure ? { checked: undefined, errors: [failure], code: failure.code } : { checked };
}

/** Starts a task of an import and waits for its end; applies it at any version unless one is given. */
export async function act(
  app: TestApp,
  as: Person,
  name: 'applyImport' | 'undoImport' | 'deleteImport',
  id: string,
  version?: number,
) {
  const input = version === undefined ? '' : `, version: ${version}`;
  const answer = await app.graph(
    `mutation ($id: ID!) { ${name}(input: { id: $id${input} }) { ${IMPORT} } }`,
    { id },
    as,
  );
  const [error] = answer.errors ?? [];
  if (error) return { message: error.message, code: error.extensions.code };
  if (name === 'deleteImport') return { done: answer.data?.[name] };
  const { failure, ...done } = await settled(app, as, id);
  return failure ? { message: failure.message, code: failure.code } : { done };
}

interface Mended {
  rows?: { number: number; cells: { column: number; value: string }[] }[];
  names?: { field: string; makeId?: string; from: string; to: string }[];
}

/** Mends rows of a checked import. */
export async function mendImport(app: TestApp, as: Person, id: string, mended: Mended) {
  const mutation = `mutation ($input: MendImportInput!) { mendImport(input: $input) { ${IMPORT} } }`;
  const { data, errors } = await app.graph(mutation, { input: { id, ...mended } }, as);
  const extensions = errors?.[0]?.extensions;
  return { mended: data?.mendImport, code: extensions?.code, fields: extensions?.errors };
}

/** The rows with their mended cells and the original texts. */
export async function cellsOf(app: TestApp, as: Person, id: string, verdict?: string) {
  const query = `query ($id: ID!, $verdict: ImportVerdict) { import(id: $id) { rows(verdict: $verdict, limit: 100) { items {
    number mended problems { index } cells { column value original } near { name near } } } } }`;
  return (await app.graph(query, { id, verdict }, as)).data!.import.rows.items;
}

export async function rowsOf(app: TestApp, as: Person, id: string, options: { verdict?: string; limit?: number } = {}) {
  const answer = await app.graph(
    `query ($id: ID!, $verdict: ImportVerdict, $limit: Int! = 100) { import(id: $id) { rows(verdict: $verdict, limit: $limit) {
       total items { number verdict make model year modelId problems { column message } changes { label before after } } } } }`,
    { id, ...options },
    as,
  );
  return answer.data!.import.rows;
}

interface CheckOptions {
  createMakes?: boolean;
  fillDown?: string[];
  splitModels?: boolean;
  openFrom?: number;
  openUntil?: number;
  mapping?: { column: number; field: string }[];
}

/** Starts an import of `file` and checks it with the suggested columns. */
export async function checkedImport(
  app: TestApp,
  as: Person,
  file: string | Buffer,
  { name, choice, ...options }: { name?: string; choice?: SheetChoice } & CheckOptions = {},
) {
  const { started, errors } = await startImport(app, as, file, name, choice);
  if (!started) throw new Error(JSON.stringify(errors));
  const { checked, errors: wrong } = await checkImport(app, as, started, options);
  if (!checked) throw new Error(JSON.stringify(wrong));
  return checked;
}

/** A digest of the whole catalogue, to compare before and after. */
export const catalogue = async (app: TestApp) =>
  JSON.stringify(await app.sql(`select md5(string_agg(m::text, '' order by id)) as models from models m`)) +
  JSON.stringify(await app.sql(`select md5(string_agg(m::text, '' order by id)) as makes from makes m`));
