import { basename } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findUserId } from '../../../accounts/usernames';
import { Role } from '../../../accounts/users/role.entity';
import { User } from '../../../accounts/users/user.entity';
import { AppError } from '../../../errors';
import { type Commit, chain } from '../../../gate/operation';
import { AsTyped } from '../../../inputs/textForms';
import { withSheet } from '../../../outside/sheets/sheetReader';
import { applyChange } from '../applyChange';
import { withChange } from '../changeTask';
import { removeChange } from '../removeChange';
import { ChangeState, StagedChange } from '../stagedChange.entity';
import type { RowProblem } from '../stagedRow';
import { checkRows, mapped } from './check/checkRows';
import { inWords } from './file/resultLines';
import { stageSheet, suits } from './file/stageSheet';

class ImportFileInput {
  @AsTyped()
  path!: string;

  /** The username of the importing administrator; by default the first administrator. */
  username?: string | undefined;
  /** The sheet of a workbook; by default the one that suits best. */
  sheet?: string | undefined;
  createMakes!: boolean;
  /** Whether empty makes and models are those of the row above. */
  fillDown!: boolean;
  /** Whether a cell of the model may list several. */
  splitModels!: boolean;
  /** The years in which open ranges begin and end. */
  openFrom?: number | undefined;
  openUntil?: number | undefined;
  /** Whether to write the other rows if some are refused or duplicates; otherwise nothing is written. */
  skipRefused!: boolean;
  /** Prints a line. */
  say!: (line: string) => void;
}

/**
 * Reads, checks and applies a sheet in one go, and maps its columns by their headings. Prints its progress and the
 * errors of each row. Returns false if refused rows or duplicates prevented the import; then nothing has changed.
 */
export const importFile = chain('system', ImportFileInput, async ({ commit }, input): Promise<boolean> => {
  const { path, username, sheet, skipRefused, fillDown, say } = input;
  const user = await commit((em) => inWhoseName(em, username));
  const staged = await withSheet({ path, name: path, sheet, suits }, (opened) =>
    commit((em) => stageSheet(em, user, basename(path), opened)),
  );
  const id = String(staged.id);
  try {
    say(`Read ${staged.rowCount} rows of ${staged.title}: ${staged.origin}`);
    for (const warning of staged.warnings) say(`  ${warning}`);
    const leftOut = staged.columns.filter(({ field }) => field === null).map(({ header }) => header || '(no heading)');
    if (leftOut.length > 0) say(`  Left out, as their headings are not recognised: ${leftOut.join(', ')}`);
    const mapping = staged.columns.flatMap(({ index, field }) => (field ? [{ column: index, field }] : []));
    const checked = await withChange(commit, id, [ChangeState.MAPPING], async (em, found) => {
      found.columns = mapped(found.columns, mapping);
      const { createMakes, splitModels, openFrom = null, openUntil = null } = input;
      em.assign(found, { createMakes, splitModels, openFrom, openUntil, fillDown: fillDown ? ['make', 'name'] : [] });
      await checkRows(em, found, progressPrinter(say, 'Checked', found.rowCount));
    });
    const { totals, near, checkWarnings } = checked;
    if (!totals) throw new Error('A check without totals');
    for (const warning of checkWarnings) say(`  ${warning}`);
    const { new: created, changed, unchanged, refused, duplicates } = totals;
    say(`${created} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused, ${duplicates} duplicates`);
    await sayProblems(commit, checked, say);
    for (const { make, name, rows, near: meant } of near) {
      say(
        `  ${[make, name].filter(Boolean).join(' ')} (${rows} ${rows === 1 ? 'row' : 'rows'}): did you mean ${or(meant)}?`,
      );
    }
    if (refused + duplicates > 0 && !skipRefused) {
      say('Nothing was changed. Correct these rows, or leave them out with --skip-refused.');
      return false;
    }
    if (created + changed === 0) {
      say('There is nothing to change.');
      return true;
    }
    await withChange(commit, id, [ChangeState.CHECKED], (em, found) =>
      applyChange(em, found, user, progressPrinter(say, 'Wrote', created + changed)),
    );
    say(`Imported ${staged.title} as import ${id}; it can be undone in the back-office.`);
    return true;
  } finally {
    await commit(async (em) => {
      const left = await em.findOne(StagedChange, { id: staged.id, state: { $ne: ChangeState.APPLIED } });
      if (left) removeChange(em, left, user);
    });
  }
});

const or = (names: string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

/** Prints a line every few thousand rows. */
const progressPrinter = (say: (line: string) => void, what: string, total: number) => (done: number) => {
  if (done > 0 && (done % 5_000 === 0 || done === total)) say(`${what} ${done} of ${total} rows`);
};

async function sayProblems(
  commit: Commit,
  { id, splitModels }: StagedChange,
  say: (line: string) => void,
): Promise<void> {
  const rows = await commit((em) =>
    em.execute<{ number: number; of: string; isOneOfSeveral: boolean; problems: RowProblem[] }[]>(
      `select number, ${splitModels ? "concat(name, ' ', year)" : 'year'} as of, problems, exists (select from import_rows o
         where o.import_id = r.import_id and o.number = r.number and o.part > 0) as "isOneOfSeveral"
       from import_rows r where import_id = ? and verdict in ('refused', 'duplicate') order by number, part limit 1000`,
      [id],
    ),
  );
  for (const { number, of, isOneOfSeveral, problems } of rows) {
    say(`  row ${number}${isOneOfSeveral ? ` (${of})` : ''}: ${problems.map(inWords).join(' ')}`);
  }
  if (rows.length === 1_000) say('  … and more');
}

/** The administrator with this username; the first administrator if none is given. */
async function inWhoseName(em: EntityManager, username: string | undefined): Promise<User> {
  const id = username === undefined ? undefined : await findUserId(em, username);
  if (username !== undefined && id === undefined) throw new AppError('NOT_FOUND', `There is no user ${username}.`);
  const where = { role: Role.ADMIN, enabled: true, ...(id !== undefined && { id }) };
  const user = await em.findOne(User, where, { orderBy: { id: 'asc' } });
  if (user) return user;
  throw new AppError('NOT_FOUND', username ? `${username} is not an administrator.` : 'There is no administrator yet.');
}
