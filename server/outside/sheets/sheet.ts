export const MAX_SHEET_BYTES = 50_000_000;
export const MAX_COLUMNS = 300;
/** The last row of a spreadsheet. */
export const MAX_ROW = 1_048_576;
/** Characters: what a cell of a spreadsheet can hold. */
export const MAX_CELL = 32_767;

/** The encodings that a CSV file can be read as, by their WHATWG labels. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

export interface SheetRow {
  /** The row number, from 1, as in spreadsheets. */
  number: number;
  /** Shorter than the sheet is wide if the last cells are empty. */
  cells: string[];
  /** Indexes of the cells that were dates or times: a spreadsheet may have made them of a text such as "3-4". */
  dates?: number[];
  /** Whether the spreadsheet hides the row. */
  hidden?: boolean;
  /** The cells of a workbook past the last column that is read. */
  beyond?: BeyondCell[];
}

/** A value past MAX_COLUMNS. The column is an index. */
interface BeyondCell {
  column: number;
  text: string;
}

export interface SheetName {
  name: string;
  hidden: boolean;
}

/** Which part of a file is read, and how. What is left out is detected. */
export interface SheetChoice {
  /** The name of a workbook's sheet. */
  sheet?: string | null | undefined;
  /** The encoding of a CSV file, one of ENCODINGS. */
  encoding?: string | null | undefined;
  /** How well a sheet suits, by its first rows (at most 30): of several visible sheets, the one that suits best is read. */
  suits?: ((first: readonly SheetRow[]) => number) | undefined;
}

/** A range of merged cells. Only its first cell has a value. Rows are numbered from 1, columns from 0. */
interface MergedRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** What is known of a file before its rows are read. */
export interface SheetHead {
  /** The format it was read as. */
  format: string;
  /** The names of a workbook's sheets, in its order; empty for CSV. */
  sheets: SheetName[];
  /** The name of the sheet that is read; null for CSV. */
  sheet: string | null;
  /** The encoding of CSV; null for a workbook. */
  encoding: string | null;
  /** Whether the encoding was neither chosen nor marked in the file, and is not UTF-8. */
  encodingGuessed: boolean;
  merged: MergedRange[];
  /** Indexes of the columns that the spreadsheet hides. */
  hiddenColumns: number[];
}

/** What is found while the rows are read. */
export interface SheetFindings {
  warnings: string[];
  /** Warnings about single columns (by index), to be shown with their headings. */
  columnWarnings: { column: number; message: string }[];
}

/** A file as read. Its findings are complete once its rows have been read. */
export interface Sheet extends SheetHead, SheetFindings {
  rows: AsyncIterable<SheetRow>;
}

/** A file whose content says that it can be read. */
export interface SheetFile {
  /** The sheets of a workbook; empty for CSV. */
  sheets: SheetName[];
  /** Opens a sheet by its index; a CSV file, whatever the index. */
  open(index: number): Promise<OpenSheet>;
}

export interface OpenSheet {
  head: SheetHead;
  /** Complete once the rows have been read. */
  findings: SheetFindings;
  rows: AsyncIterable<SheetRow>;
}

/** At most `max` UTF-16 units of a text, without splitting a character. */
export const cut = (text: string, max: number) =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** A text from the file in quotation marks, for messages; cut to `max`. */
export const quoted = (text: string, max = 20) => `“${cut(text, max)}${text.length > max ? '…' : ''}”`;
