import { basename } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { User } from '../../accounts/users/user.entity';
import { AppError } from '../../errors';
import { commitTo } from '../../operation';
import { openSheetFile } from '../../outside/sheets/sheetReader';
import { Import, ImportState } from './import.entity';
import { applyRows } from './importApply';
import { checkRows, mapped } from './importCheck';
import { stageSheet } from './importReading';
import type { ImportProblem } from './importRow';
import { withImport } from './importTask';

interface Options {
  createMakes: boolean;
  /** Whether to write the rest where rows are refused or duplicates; else nothing is written then. */
  skipRefused: boolean;
}

/**
 * Reads, checks and applies a sheet in one go, its columns as their headings suggest. Says what it does and what is wrong,
 * row by row. Whether it was applied: where it was not, nothing has changed.
 */
export async function importFile(
  orm: MikroORM,
  user: User,
  path: string,
  { createMakes, skipRefused }: Options,
  say: (line: string) => void,
): Promise<boolean> {
  const commit = commitTo(orm);
  const staged = await inWords(async () => {
    const sheet = await openSheetFile(path, path);
    return commit((em) => stageSheet(em, user, basename(path), sheet));
  });
  const id = String(staged.id);
  try {
    say(`Read ${staged.rowCount} rows of ${staged.fileName}: ${staged.format}`);
    for (const warning of staged.warnings) say(`  ${warning}`);
    const leftOut = staged.columns.filter(({ field }) => field === null).map(({ header }) => header || '(no heading)');
    if (leftOut.length > 0) say(`  Left out, as their headings say nothing to us: ${leftOut.join(', ')}`);
    const mapping = staged.columns.flatMap(({ index, field }) => (field ? [{ column: index, field }] : []));
    const { totals } = await inWords(() =>
      withImport(commit, id, [ImportState.MAPPING], async (em, found) => {
        found.columns = mapped(found.columns, mapping);
        found.createMakes = createMakes;
        await checkRows(em, found, progressPrinter(say, 'Checked', found.rowCount));
      }),
    );
    if (!totals) throw new Error('A check without totals');
    const { new: created, changed, unchanged, refused, duplicates } = totals;
    say(`${created} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused, ${duplicates} duplicates`);
    await sayProblems(orm, staged.id, say);
    if (refused + duplicates > 0 && !skipRefused) {
      say('Nothing was changed. Mend these rows, or leave them out with --skip-refused.');
      return false;
    }
    if (created + changed === 0) {
      say('There is nothing to change.');
      return true;
    }
    await inWords(() =>
      withImport(commit, id, [ImportState.CHECKED], (em, found) =>
        applyRows(em, found, user, progressPrinter(say, 'Wrote', created + changed)),
      ),
    );
    say(`Imported ${staged.fileName} as import ${id}; it can be undone in the back-office.`);
    return true;
  } finally {
    await commit((em) => em.nativeDelete(Import, { id: staged.id, state: { $ne: ImportState.APPLIED } }));
  }
}

/** A line every few thousand rows. */
const progressPrinter = (say: (line: string) => void, what: string, total: number) => (done: number) => {
  if (done > 0 && (done % 5_000 === 0 || done === total)) say(`${what} ${done} of ${total} rows`);
};

async function sayProblems(orm: MikroORM, id: number, say: (line: string) => void): Promise<void> {
  const rows = await orm.em.fork().execute<{ number: number; problems: ImportProblem[] }[]>(
    `select number, problems from import_rows where import_id = ? and verdict in ('refused', 'duplicate')
     order by number limit 1000`,
    [id],
  );
  for (const { number, problems } of rows) {
    const reasons = problems.map(({ column, message }) => (column ? `${column}: ${message}` : message));
    say(`  row ${number}: ${reasons.join(' ')}`);
  }
  if (rows.length === 1_000) say('  … and more');
}

/** Fields that are wrong are told by the graph and the forms beside them; here the reasons are the message. */
async function inWords<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    throw new AppError(error.code, Object.values(error.fields).flat().join('\n'));
  }
}
