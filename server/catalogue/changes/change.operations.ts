import { LockMode } from '@mikro-orm/postgresql';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { AppError, noSuch } from '../../errors';
import { command, described } from '../../gate/operation';
import { Flag, Optional, Rule } from '../../inputs/fields';
import { findPage, NewestFirstInput, PageOf } from '../../inputs/list';
import { BeforeInput, RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { SYSTEM } from '../../logs/logEntry.entity';
import { applyChange } from './applyChange';
import { startTask, withChange, withProgress } from './changeTask';
import type { ChangeTotals } from './changeTotals';
import { removeChange } from './removeChange';
import { ChangeKind, ChangeState, StagedChange } from './stagedChange.entity';
import { ChangeTask } from './taskProgress';
import { undoChange } from './undoChange';

@ObjectType('ImportPage', { description: 'Some of the imports, and how many there are.' })
export class StagedChangePage extends PageOf(StagedChange, 'imports') {}

export const imports = described('A page of the imports, newest first.', 'CATALOGUE').query(
  'admin',
  NewestFirstInput,
  async ({ em }, input) => {
    const page = await findPage(em, StagedChange, {}, { ...input, sortBy: 'createdAt' });
    await withProgress(em, page.items);
    return page;
  },
);

const oneImport = described('One import. Poll it for the progress of a task.', 'CATALOGUE').query(
  'admin',
  RecordInput,
  async ({ em }, { id }) => {
    const found = await em.findOneOrFail(StagedChange, toId(id), noSuch('import'));
    await withProgress(em, [found]);
    return found;
  },
);

// Its name in the graph is a reserved word in TypeScript.
export { oneImport as import };

@InputType({ description: 'Which import to apply, in the version that was read.' })
export class ApplyImportInput extends RecordInput {
  @Field(() => Boolean, {
    description:
      'For chosen models (not for a sheet): also writes those that would equal another model in make, name and year.',
  })
  @Flag('anyway')
  anyway: boolean = false;

  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that was read: CONFLICT if the import has been mended or checked since. If absent, nothing is compared.',
  })
  @Optional()
  @Rule((value) => (Number.isInteger(value) ? null : 'The version must be a whole number.'))
  version?: number | null;
}

export const applyImport = described(
  'Starts writing the new and changed models as checked, all or nothing; refused and duplicate rows are skipped. Returns at once; poll `import` for the progress, then the result or `failure`: CONFLICT if a model has changed or a row was mended since the check, which must then be repeated.',
  'CATALOGUE',
).chain('admin', ApplyImportInput, async (ctx, { id, anyway, version }) =>
  startTask(ctx, id, {
    task: ChangeTask.APPLY,
    from: [ChangeState.CHECKED],
    plan(found) {
      const { totals, mended } = found;
      requireUnchanged(found, version);
      if (mended > 0)
        throw new AppError('CONFLICT', 'Rows have been edited since the check. Check the import again, then apply it.');
      return {
        total: writesOf(totals),
        run: (em, found, onProgress) => applyChange(em, found, ctx.user, onProgress, { anyway }),
      };
    },
  }),
);

const writesOf = (totals: ChangeTotals | null) => (totals?.new ?? 0) + (totals?.changed ?? 0) + (totals?.deleted ?? 0);

@InputType({ description: 'Which import to undo, by its id.' })
export class UndoImportInput extends RecordInput {}

export const undoImport = described(
  'Starts undoing the changes of an import, all or nothing; models that somebody has changed since are left unchanged. Returns at once; poll `import` for the progress, then the result or `failure`.',
  'CATALOGUE',
).chain('admin', UndoImportInput, async (ctx, { id }) =>
  startTask(ctx, id, {
    task: ChangeTask.UNDO,
    from: [ChangeState.APPLIED],
    plan({ kind, totals, rowsDeletedAt }) {
      if (kind === ChangeKind.DELETE && rowsDeletedAt)
        throw new AppError('CONFLICT', 'The deleted models are no longer stored, so this cannot be undone.');
      return {
        total: writesOf(totals),
        run: (em, found, onProgress) => undoChange(em, found, ctx.user, onProgress),
      };
    },
  }),
);

@InputType({ description: 'Which import to delete, by its id.' })
export class DeleteImportInput extends RecordInput {}

export const deleteImport = described(
  'Deletes an import that has not been applied; CONFLICT if it has.',
  'CATALOGUE',
).chain('admin', DeleteImportInput, async ({ commit, user }, { id }) =>
  withChange(commit, id, [ChangeState.MAPPING, ChangeState.CHECKED], async (em, found) => {
    removeChange(em, found, user);
  }),
);

/**
 * Deletes changes older than `before` that were never applied. Of applied changes it deletes only the rows, because an
 * undo needs only the history of the models. Returns the number of changes.
 */
export const removeOldChanges = command('system', BeforeInput, async ({ em }, { before }) => {
  const unapplied = { createdAt: { $lt: before }, state: { $in: [ChangeState.MAPPING, ChangeState.CHECKED] } };
  const removed = await em.find(StagedChange, unapplied, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
  for (const found of removed) removeChange(em, found, SYSTEM);
  await em.flush();
  const emptied = await em.execute<unknown[]>(
    `update imports set rows_deleted_at = now() where created_at < ? and rows_deleted_at is null returning id`,
    [before],
  );
  await em.execute(
    'delete from import_rows where import_id in (select id from imports where rows_deleted_at is not null)',
  );
  return removed.length + emptied.length;
});
