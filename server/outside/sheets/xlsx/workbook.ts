import { posix } from 'node:path';
import { appleNumbers, notASheet, type Refusal, refusal } from '../refusal';
import { cut, type SheetName } from '../sheet';
import { readPart } from './xml';
import { tooManyParts, type Zip } from './zipReader';

/** Far more than the parts that a file may have. */
const MAX_LINKS = 5_000;
const MAX_NAME = 255;

/** Where the parts of a workbook are. Their names follow from the relationships, not from what Excel calls them. */
export interface Workbook {
  sheets: (SheetName & { part: string })[];
  date1904: boolean;
  sharedTexts: string;
  styles: string;
}

interface Relationship {
  id: string;
  /** The last word of its type, which is the same in all versions of the format. */
  type: string;
  part: string;
}

export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const root = await relationships(zip, '');
  const main = root.find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!zip.has(main) || main.endsWith('.bin')) throw await noWorkbook(zip, main);
  const links = await relationships(zip, main);
  const parts = new Map(links.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]));
  const partOf = (wanted: string) =>
    links.find(({ type }) => type === wanted)?.part ?? posix.join(posix.dirname(main), `${wanted}.xml`);
  const sheets: Workbook['sheets'] = [];
  let date1904 = false;
  let isWorkbook = false;
  await readPart(zip, main, {
    open(tag, { name = '', id = '', state = 'visible', date1904: flag = '' }) {
      const part = parts.get(id);
      if (tag === 'workbook') isWorkbook = true;
      if (tag === 'sheet' && part !== undefined) {
        sheets.push({ name: cut(name, MAX_NAME), hidden: state !== 'visible', part });
        if (sheets.length > MAX_LINKS) throw tooManyParts();
      }
      if (tag === 'workbookPr') date1904 = flag === '1' || flag === 'true';
    },
  });
  if (!isWorkbook) throw await noWorkbook(zip, main);
  if (sheets.length === 0) throw refusal('The workbook has no sheet.');
  return { sheets, date1904, sharedTexts: partOf('sharedStrings'), styles: partOf('styles') };
}

/** What a part refers to; '' stands for the file itself. */
async function relationships(zip: Zip, part: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  const file = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  await readPart(zip, file, {
    open(tag, { Id = '', Target = '', Type = '', TargetMode = '' }) {
      if (tag !== 'Relationship' || TargetMode === 'External') return;
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: partNamed(zip, Target, part) });
      if (found.length > MAX_LINKS) throw tooManyParts();
    },
  });
  return found;
}

/** Names are relative to the part that refers to them, and may be escaped as in addresses. */
function partNamed(zip: Zip, target: string, from: string): string {
  const name = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target);
  if (zip.has(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

/** The error for a zip file that is not a workbook, by what it contains. */
async function noWorkbook(zip: Zip, main: string): Promise<Refusal> {
  const type = await firstPiece(zip.bytes('mimetype'));
  if (type.startsWith(`${OPEN_DOCUMENT}spreadsheet`))
    return notASheet('This is an OpenDocument spreadsheet. Save it as .xlsx or .csv and upload that.');
  if (type.startsWith(OPEN_DOCUMENT)) return notASheet('This is an OpenDocument file, but not a spreadsheet.');
  if (main.endsWith('.bin') || zip.has('xl/workbook.bin'))
    return notASheet('This is a binary Excel workbook (.xlsb). Save it as .xlsx or .csv and upload that.');
  // Today's, that of a folder, and that of 2009.
  if (['Index/Document.iwa', 'Index.zip', 'buildVersionHistory.plist'].some(zip.has)) return appleNumbers();
  return refusal('This is a zip file, but not a workbook.');
}

async function firstPiece(pieces: AsyncGenerator<Buffer>): Promise<string> {
  for await (const piece of pieces) return piece.toString('latin1', 0, 100);
  return '';
}
