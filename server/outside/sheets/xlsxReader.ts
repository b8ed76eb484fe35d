import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { AppError } from '../../errors';
import { badSheet, notASheet, quoted, type Sheet, type SheetRow } from './sheet';
import { cellReader, type Numbers, textCollector } from './xlsxCells';
import { broken, openZip, type Zip } from './zipReader';

/** The maximum size of the shared texts, in characters: they are kept in memory. */
const MAX_SHARED = 60_000_000;

/** The first sheet of an .xlsx workbook, or the one named Products. Only the shared texts are kept in memory. */
export async function readXlsx(path: string, size: number): Promise<Sheet> {
  const zip = await openZip(path, size);
  const warnings: string[] = [];
  try {
    const { name, part, sheets, date1904 } = await findSheet(zip);
    const others = sheets.length - 1;
    const sheet = `sheet ${quoted(name, 100)}`;
    if (others > 0) warnings.push(`The ${sheet} was read; the workbook has ${others} more.`);
    const shared = await sharedTexts(zip);
    const numbers = { date1904, dateStyles: await dateStyles(zip) };
    return {
      format: `Excel workbook, ${sheet}`,
      warnings,
      sheets,
      sheet: name,
      encoding: null,
      encodingGuessed: false,
      merged: [],
      hiddenColumns: [],
      columnWarnings: [],
      rows: rowsOf(zip, part, shared, numbers, warnings),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);
const attributes = ({ attributes }: SaxesTagPlain) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]));

interface Handlers {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Parses a part while it is being unpacked; gives control back after each piece. Names come without their prefixes. */
async function* parsed(zip: Zip, part: string, { open, close, text }: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw broken();
  });
  if (open) parser.on('opentag', (tag) => open(local(tag.name), attributes(tag)));
  if (close) parser.on('closetag', (tag) => close(local(tag.name)));
  if (text) parser.on('text', text);
  try {
    for await (const piece of zip.text(part)) {
      parser.write(piece);
      yield;
    }
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof AppError ? error : broken();
  }
}

async function readPart(zip: Zip, part: string, handlers: Handlers): Promise<void> {
  if (!zip.has(part)) return;
  for await (const _ of parsed(zip, part, handlers));
}

async function findSheet(zip: Zip) {
  if (!zip.has('xl/workbook.xml')) throw await noWorkbook(zip);
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  const targets = new Map<string, string>();
  let date1904 = false;
  await readPart(zip, 'xl/workbook.xml', {
    open(tag, { name = '', id = '', state = 'visible', date1904: flag = '' }) {
      if (tag === 'sheet') sheets.push({ name, id, hidden: state !== 'visible' });
      if (tag === 'workbookPr') date1904 = flag === '1' || flag === 'true';
    },
  });
  await readPart(zip, 'xl/_rels/workbook.xml.rels', {
    open(tag, { Id = '', Target = '', Type = '' }) {
      if (tag === 'Relationship' && Type.endsWith('/worksheet')) targets.set(Id, Target);
    },
  });
  const found = sheets.filter(({ id }) => targets.has(id));
  const sheet =
    found.find(({ name }) => name.toLowerCase() === 'products') ?? found.find(({ hidden }) => !hidden) ?? found[0];
  if (!sheet) throw badSheet('The workbook has no sheet.');
  const target = targets.get(sheet.id) ?? '';
  const part = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
  if (!zip.has(part)) throw broken();
  return { name: sheet.name, part, sheets: found.map(({ name, hidden }) => ({ name, hidden })), date1904 };
}

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

/** The error for a zip file that is not a workbook, by what it contains. */
async function noWorkbook(zip: Zip): Promise<AppError> {
  const type = await firstPiece(zip.text('mimetype'));
  if (type.startsWith(`${OPEN_DOCUMENT}spreadsheet`))
    return notASheet('This is an OpenDocument spreadsheet. Save it as .xlsx or .csv and upload that.');
  if (type.startsWith(OPEN_DOCUMENT)) return notASheet('This is an OpenDocument file, but not a spreadsheet.');
  if (zip.has('xl/workbook.bin'))
    return notASheet('This is a binary Excel workbook (.xlsb). Save it as .xlsx or .csv and upload that.');
  return badSheet('This is a zip file, but not a workbook.');
}

async function firstPiece(texts: AsyncGenerator<string>): Promise<string> {
  for await (const text of texts) return text;
  return '';
}

async function sharedTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = [];
  let size = 0;
  const collector = textCollector();
  await readPart(zip, 'xl/sharedStrings.xml', {
    open: collector.open,
    text: collector.text,
    close(tag) {
      collector.close(tag);
      if (tag !== 'si') return;
      const text = collector.take();
      size += text.length + 8;
      if (size > MAX_SHARED) throw badSheet('The workbook has too much text: save it as .csv.');
      texts.push(text);
    },
  });
  return texts;
}

/** Which cell styles show a number as a date: those of the built-in formats of dates, and formats with days or years. */
async function dateStyles(zip: Zip): Promise<Set<number>> {
  const formats = new Map<number, string>();
  const styles = new Set<number>();
  let inCells = false;
  let count = 0;
  await readPart(zip, 'xl/styles.xml', {
    open(tag, { numFmtId = '', formatCode = '' }) {
      const id = Number(numFmtId);
      if (tag === 'numFmt') formats.set(id, formatCode);
      if (tag === 'cellXfs') inCells = true;
      if (tag !== 'xf' || !inCells) return;
      // Colours, currencies and quoted words of a format have letters too.
      const code = formats.get(id)?.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '') ?? '';
      const isBuiltIn = (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
      if (formats.has(id) ? /[dy]/i.test(code) : isBuiltIn) styles.add(count);
      count += 1;
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

async function* rowsOf(
  zip: Zip,
  part: string,
  shared: string[],
  numbers: Numbers,
  warnings: string[],
): AsyncGenerator<SheetRow> {
  const cells = cellReader(shared, numbers);
  let merged = 0;
  try {
    const handlers = {
      open(tag: string, given: Record<string, string>) {
        if (tag === 'mergeCell') merged += 1;
        cells.open(tag, given);
      },
      close: cells.close,
      text: cells.text,
    };
    for await (const _ of parsed(zip, part, handlers)) yield* cells.takeRows();
  } finally {
    zip.close();
  }
  if (merged) warnings.push(`${merged} merged ranges: only the first cell of each has its value.`);
  const { formulas, empty } = cells.seen;
  if (formulas) warnings.push(`${formulas} cells are formulas: the values that were last computed were read.`);
  if (empty)
    warnings.push(`${empty} formulas have no computed value and were read as empty: open and save the file once.`);
}
