import { FIRST_SIGN, guardedCell } from '../../outside/sheets/formulaCells';
import { zipped } from '../../outside/sheets/zipWriter';
import { CELL_END, type JsonForm } from '../models/modelCells';
import { elementNames, type SheetColumn } from './sheetColumns';

/** Rows in batches; each is one text, with CELL_END between the cells, in the order of the columns or fields. */
type Batches = AsyncIterable<string[]>;

/** A JSON array of the models. */
export async function* jsonArray(batches: Batches, { write }: JsonForm): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of batches) {
    yield separator + rows.map(write).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

interface SheetFormat {
  contentType: string;
  encode(columns: readonly SheetColumn[], batches: Batches): AsyncIterable<string | Buffer>;
}

/** Values stay unchanged, except for the formula rule. The BOM makes spreadsheets recognise UTF-8. */
async function* csv(columns: readonly SheetColumn[], batches: Batches): AsyncGenerator<string | Buffer> {
  yield `\uFEFF${csvLine(columns.map(({ heading }) => heading))}`;
  for await (const rows of batches) {
    const bytes = Buffer.from(rows.map(csvRow).join(''));
    // `replaceAll` takes five times as long for so many characters.
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === CELL_END_BYTE) bytes[at] = COMMA;
    yield bytes;
  }
}
const CELL_END_BYTE = CELL_END.charCodeAt(0);
const COMMA = ','.charCodeAt(0);

/** Characters that may require quotes or a guard. Most rows have none, so they skip the slow path, which halves the time. */
const SPECIAL = new RegExp(`[",;\\t\\r\\n]|(?:^|${CELL_END})${FIRST_SIGN}`);

const csvRow = (row: string) => (SPECIAL.test(row) ? csvLine(row.split(CELL_END)) : `${row}\r\n`);

/** One line of CSV (RFC 4180), including the line break. */
export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string): string {
  if (!SPECIAL.test(value)) return value;
  const cell = guardedCell(value);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
/** A bare carriage return would be read as a line feed. */
const escaped = (value: string) => value.replace(/[&<>"\r]/g, (sign) => ESCAPES[sign] ?? sign);

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

async function* xml(columns: readonly SheetColumn[], batches: Batches): AsyncGenerator<string> {
  const names = elementNames(columns);
  yield `${XML_HEAD}<products>\n`;
  for await (const rows of batches) {
    const products = rows.map((row) => {
      const fields = row.split(CELL_END).map((cell, index) => `<${names[index]}>${escaped(cell)}</${names[index]}>`);
      return `<product>${fields.join('')}</product>\n`;
    });
    yield products.join('');
  }
  yield '</products>\n';
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of an .xlsx other than its one sheet. */
const XLSX_PARTS: [name: string, content: string][] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

async function* once(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(XML_HEAD + content);
}

async function* sheet(columns: readonly SheetColumn[], batches: Batches): AsyncGenerator<Buffer> {
  const letters = columns.map((_, index) => columnLetters(index));
  const numeric = columns.map(({ field }) => field === 'id' || field === 'year');
  let number = 0;
  const row = (cells: readonly string[], heading = false) => {
    number += 1;
    let line = `<row r="${number}">`;
    cells.forEach((cell, index) => {
      if (cell === '') return;
      const at = `<c r="${letters[index]}${number}"`;
      // Always typed as text, even if it looks like a number or a formula: keeps leading zeros and =.
      if (numeric[index] && !heading) line += `${at}><v>${cell}</v></c>`;
      else line += `${at} t="inlineStr"><is><t xml:space="preserve">${escaped(xlsxText(cell))}</t></is></c>`;
    });
    return `${line}</row>`;
  };
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const headings = columns.map(({ heading }) => heading);
  yield Buffer.from(`${XML_HEAD}<worksheet xmlns="${MAIN}">${views}<sheetData>${row(headings, true)}`);
  for await (const rows of batches) yield Buffer.from(rows.map((cells) => row(cells.split(CELL_END))).join(''));
  yield Buffer.from('</sheetData></worksheet>');
}

/** 0 → A, 25 → Z, 26 → AA. */
const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** ST_Xstring of Office Open XML: _xHHHH_ stands for a character, so the `_` of text that looks like one is escaped. */
const xlsxText = (value: string) => value.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_');

async function* xlsx(columns: readonly SheetColumn[], batches: Batches): AsyncGenerator<Buffer> {
  yield* zipped([
    ...XLSX_PARTS.map(([name, content]) => ({ name, content: once(content) })),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, batches) },
  ]);
}

/** Turns rows into a file, both streamed. In .xlsx ids and years are numbers. */
export const SHEET_FORMATS: Record<'csv' | 'xlsx' | 'xml', SheetFormat> = {
  csv: { contentType: 'text/csv; charset=utf-8', encode: csv },
  xlsx: { contentType: `${TYPE}.sheet`, encode: xlsx },
  xml: { contentType: 'application/xml; charset=utf-8', encode: xml },
};
