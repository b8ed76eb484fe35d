import { type OpenSheet, quoted, type SheetFile, type SheetName, type SheetRow } from '../sheet';
import { readMerged } from './mergedRanges';
import { readFormats } from './numberFormats';
import { readSharedTexts } from './texts';
import { readWorkbook } from './workbook';
import { type Book, cellReader } from './xlsxCells';
import { parsed } from './xml';
import { broken, openZip } from './zipReader';

/** The sheets of an .xlsx workbook. Only the shared texts are kept in memory. */
export async function openXlsx(path: string, size: number): Promise<SheetFile> {
  const zip = await openZip(path, size);
  const { sheets, date1904, sharedTexts, styles } = await readWorkbook(zip);
  const names = sheets.map(({ name, hidden }): SheetName => ({ name, hidden }));
  let read: Promise<Book> | undefined;
  const readBook = async () => ({
    sharedTexts: await readSharedTexts(zip, sharedTexts),
    formats: await readFormats(zip, styles),
    date1904,
  });

  return {
    sheets: names,
    async open(index): Promise<OpenSheet> {
      const { name, part } = sheets[index] ?? { name: '', part: '' };
      if (!zip.has(part)) throw broken();
      read ??= readBook();
      const cells = cellReader(await read, zip.count);
      const title = `sheet ${quoted(name, 100)}`;
      const others = sheets.length - 1;
      const findings: OpenSheet['findings'] = { warnings: [], columnWarnings: [] };
      if (others > 0) findings.warnings.push(`The ${title} was read; the workbook has ${others} more.`);
      const rows = async function* (): AsyncGenerator<SheetRow> {
        for await (const _ of parsed(zip, part, cells)) yield* cells.takeRows();
        const { warnings, columnWarnings } = cells.findings();
        findings.warnings.push(...warnings);
        findings.columnWarnings.push(...columnWarnings);
      };
      const merged = await readMerged(zip, part);
      // The columns are described before the first row.
      const begun = await withFirst(rows());
      const head = {
        format: `Excel workbook, ${title}`,
        sheets: names,
        sheet: name,
        encoding: null,
        encodingGuessed: false,
        merged,
        hiddenColumns: [...cells.hiddenColumns].sort((one, other) => one - other),
      };
      return { head, findings, rows: begun };
    },
  };
}

/** The same values, the first of which has been read. */
async function withFirst<T>(values: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await values.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* values;
  })();
}
