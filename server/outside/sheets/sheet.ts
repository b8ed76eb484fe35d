import { AppError, invalid } from '../../errors';

export const MAX_SHEET_BYTES = 50_000_000;
export const MAX_COLUMNS = 300;
/** Characters: what a cell of a spreadsheet can hold. */
export const MAX_CELL = 32_767;

export interface SheetRow {
  /** The row number, from 1, as in spreadsheets. */
  number: number;
  cells: string[];
}

/** A file as read. `warnings` are added while the rows are read. */
export interface Sheet {
  /** The format it was read as. */
  format: string;
  warnings: string[];
  rows: AsyncIterable<SheetRow>;
}

/** At most `max` UTF-16 units of a text, without splitting a character. */
export const cut = (text: string, max: number) =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** A text from the file in quotation marks, for messages; cut to `max`. */
export const quoted = (text: string, max = 20) => `“${cut(text, max)}${text.length > max ? '…' : ''}”`;

/** An error that concerns the whole file. */
export const badSheet = (...messages: string[]) => invalid({ file: messages });

/** The file has an unsupported format. The message says how to convert it. */
export const notASheet = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message, { file: [message] });
