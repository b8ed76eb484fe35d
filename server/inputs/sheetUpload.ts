import type { User } from '../accounts/users/user.entity';
import type { Context } from '../context';
import { hasForbiddenCharacter, withoutForbidden } from '../gate/characters';
import { FairShare } from '../gate/fairShare';
import type { Sheet, SheetChoice } from '../outside/sheets/sheet';
import { withSheet, withSpooled } from '../outside/sheets/sheetReader';
import { oneLine } from '../text';

/** Sheets read at a time: each takes a thread and its memory. Others wait. */
const readings = new FairShare({ each: 1, total: 2, waiting: 2, timeoutMs: 30_000 });

/** An uploaded sheet. */
export interface SheetFile {
  name: string;
  open(): NodeJS.ReadableStream;
}

/** Lets `use` read an uploaded sheet, when it is its turn; a caller who leaves ends the reading. */
export const withUpload = <T>(
  { user, gone }: { user: Pick<User, 'id'> } & Pick<Context, 'gone'>,
  { name, open }: SheetFile,
  choice: SheetChoice,
  use: (sheet: Sheet) => Promise<T>,
): Promise<T> =>
  withSpooled(open, (path) =>
    readings.run(String(user.id), () => withSheet({ path, name, ...choice, signal: gone?.() }, use), { gone }),
  );

/** Keeps the end of a long file name, which has the extension. */
export const fileTitle = (fileName: string) =>
  oneLine(withoutForbidden(fileName.slice(-255).replace(/^[\uDC00-\uDFFF]/, '')));

/** Why a cell cannot be used for any field; null if it can. */
export function unreadable(cell: string): string | null {
  if (hasForbiddenCharacter(cell)) return 'This contains characters that cannot be stored.';
  const error = spreadsheetError(cell);
  return error && `This cell contains the spreadsheet error ${error}.`;
}

/** The error that a spreadsheet shows for a failed formula or a column that is too narrow, in any language; else null. */
export function spreadsheetError(cell: string): string | null {
  const text = oneLine(cell);
  const isError =
    /^#([\p{Lu}\d/_¡¿]{2,20}[!?]|N\/?[ADV]|GETTING_DATA)$/u.test(text) || /^(Err:\d{3}|#{3,})$/.test(text);
  return isError ? text : null;
}
