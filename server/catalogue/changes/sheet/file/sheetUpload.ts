import type { User } from '../../../../accounts/users/user.entity';
import type { Context } from '../../../../context';
import { FairShare } from '../../../../gate/fairShare';
import type { Sheet, SheetChoice } from '../../../../outside/sheets/sheet';
import { withSheet, withSpooled } from '../../../../outside/sheets/sheetReader';

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
