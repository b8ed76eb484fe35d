import { LockMode } from '@mikro-orm/postgresql';
import { IsBoolean, IsEnum, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { AppError, invalid, noSuch, notFound } from '../../errors';
import { Rule, wrongYear } from '../../inputs/fields';
import { findPage, NewestFirstInput, PageInput, PageOf, SortDirection } from '../../inputs/list';
import { BeforeInput, RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { SYSTEM } from '../../logs/logEntry.entity';
import { chain, command, query } from '../../operation';
import { longWork } from '../../outside/postgres/connections';
import type { SheetDownload } from '../export/export.operations';
import { SHEET_FORMATS } from '../export/exportFormats';
import { snapshotStream } from '../export/exportStream';
import { applyRows } from './apply/importApply';
import { undoRows } from './apply/importUndo';
import { checkRows, mapped } from './check/importCheck';
import { stageSheet, suits } from './file/importReading';
import { resultLines } from './file/importResult';
import { type SheetFile, withUpload } from './file/sheetUpload';
import { Import, type ImportColumn, ImportKind, ImportState, ImportTask, type ImportTotals } from './import.entity';
import { ImportField } from './importFields';
import { nearKey } from './importNear';
import { removeImport } from './importRemoval';
import { ImportRow, ImportVerdict } from './importRow';
import { startTask, withImport, withProgress } from './importTask';

@ObjectType({ description: 'Some of the imports, and how many there are.' })
export class ImportPage extends PageOf(Import, 'imports') {}

@ArgsType()
export class RowsInput extends PageInput {
  @Field(() => SortDirection, { description: 'The direction, by row number. Ascending by default.' })
  override dir: SortDirection = SortDirection.ASC;

  @Field(() => ImportVerdict, { nullable: true, description: 'Only rows with this verdict.' })
  @IsOptional()
  @IsEnum(ImportVerdict, { message: 'There is no such verdict.' })
  verdict?: ImportVerdict | null;
}

/** `id` is the import's. */
export class ImportRowsInput extends RowsInput {
  id!: number;
}

@ObjectType({ description: 'Some rows of an import, and how many there are.' })
export class ImportRowPage extends PageOf(ImportRow, 'rows') {}

@InputType({ description: 'The mapping of a column.' })
export class ImportMappingInput {
  @Field(() => Int, { description: 'The column’s `index`.' })
  column!: number;

  @Field(() => ImportField, { description: 'The field that it is mapped to; each field can be used once.' })
  field!: string;
}

@InputType({ description: 'An import to check, and the mapping of its columns.' })
export class CheckImportInput extends RecordInput {
  @Field(() => [ImportMappingInput], {
    description:
      'The columns to import. An empty cell in one of them clears the field, except “sample data”, which stays as it is. All other columns are ignored.',
  })
  mapping!: ImportMappingInput[];

  @Field(() => Boolean, { description: 'Whether to create missing makes; otherwise their rows are refused.' })
  @IsBoolean({ message: 'The createMakes field must be true or false.' })
  createMakes: boolean = false;

  @Field(() => [ImportField], {
    description:
      'The fields whose empty cells have the value of the row above: MAKE, MODEL or YEAR. A row with only a make is then the heading of the rows below.',
  })
  @IsIn(['make', 'name', 'year'], { each: true, message: 'Only makes, models and years can be filled down.' })
  fillDown: string[] = [];

  @Field(() => Int, {
    nullable: true,
    description: 'The year in which open years (`1996+`, or an empty last year) end; otherwise their rows are refused.',
  })
  @IsOptional()
  @Rule((value) => (value == null ? null : wrongYear(value)))
  openUntil?: number | null;
}

/** What of a file is read; what is left out is detected. */
@InputType()
export class SheetChoiceInput {
  @Field(() => String, {
    nullable: true,
    description: 'The name of the workbook’s sheet to read. By default the one whose headings suit best.',
  })
  sheet?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The encoding of a CSV file: `utf-8`, `windows-1252`, `windows-1250`, `utf-16le` and others. Detected by default.',
  })
  encoding?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of the row in which the headings begin, from 1. Found by default.',
  })
  @IsOptional()
  @IsInt({ message: 'The row of the headings must be a whole number.' })
  @Min(1, { message: 'The row of the headings must be at least 1.' })
  @Max(1_048_576, { message: 'A sheet has no such row.' })
  headingRow?: number | null;
}

export class StartImportInput extends SheetChoiceInput {
  file!: SheetFile;
}

/** A page of the imports, newest first. */
export const imports = query('admin', NewestFirstInput, async ({ em }, input) => {
  const page = await findPage(em, Import, {}, { ...input, sortBy: 'createdAt' });
  await withProgress(em, page.items);
  return page;
});

const oneImport = query('admin', RecordInput, async ({ em }, { id }) => {
  const found = await em.findOneOrFail(Import, toId(id), noSuch('import'));
  await withProgress(em, [found]);
  return found;
});

// Its name in the graph is a reserved word in TypeScript.
export { oneImport as import };

/** A page of the checked rows, in the order of the file. */
export const importRows = query('admin', ImportRowsInput, async ({ em }, { id, verdict, page, limit, dir }) => {
  const where = `import_id = ? and ${verdict ? 'verdict = ?' : 'verdict is not null'}`;
  const params = verdict ? [id, verdict] : [id];
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from import_rows where ${where}`,
    params,
  );
  const found = await em.findOne(Import, { id });
  if (!found) return { items: [], total: 0 };
  const imported = found.columns.filter(({ field }) => field !== null);
  // The cells of a row with several years are in its first part.
  const ofPage = `(select * from import_rows where ${where} order by number ${dir}, part ${dir} limit ? offset ?) r
    join import_rows s on s.import_id = r.import_id and s.number = r.number and s.part = 0`;
  const paged = [...params, limit, (page - 1) * limit];
  const only = (cells: string) =>
    `array[${imported.map(({ index }) => `s.${cells}[${index + 1}]`).join(', ')}]::text[]`;
  const [size] = await em.execute<{ bytes: number | null }[]>(
    `select sum(octet_length(array_to_string(${only('cells')} || ${only('original')}, '')))::float as bytes
     from ${ofPage}`,
    paged,
  );
  if ((size?.bytes ?? 0) > MOST_BYTES) throw invalid({ limit: ['These rows are too long: ask for fewer at a time.'] });
  const rows = await em.execute<StoredRow[]>(
    `select r.number, r.verdict, r.make, r.name as model, r.year, r.problems, r.changes, r.model_id as "modelId",
       r.make_id as "makeId", array_to_json(${only('cells')}) as cells,
       case when s.original is not null then array_to_json(${only('original')}) end as original, s.mended
     from ${ofPage} order by r.number ${dir}, r.part ${dir}`,
    paged,
  );
  return { items: rows.map((row) => asRow(row, imported, found)), total: counted?.total ?? 0 };
});

/** The most that the cells of a page of rows may have. */
const MOST_BYTES = 5_000_000;

/** `cells` are those of the imported columns. */
interface StoredRow extends Omit<ImportRow, 'cells' | 'near'> {
  makeId: number | null;
  cells: (string | null)[];
  /** The original cells of the file; null unless the row was mended. */
  original: (string | null)[] | null;
}

function asRow({ makeId, cells, original, ...row }: StoredRow, imported: ImportColumn[], { near }: Import): ImportRow {
  const name = makeId === null ? { field: 'make', makeId, name: row.make } : { field: 'name', makeId, name: row.model };
  return {
    ...row,
    cells: imported.map(({ index }, at) => {
      const [value, before] = [cells[at] ?? '', original ? (original[at] ?? '') : null];
      return { column: index, value, original: before === value ? null : before };
    }),
    near: near.filter((one) => nearKey(one) === nearKey(name)),
  };
}

/** Reads a sheet. If it cannot be read to its end, nothing is stored. */
export const startImport = chain('admin', StartImportInput, async (ctx, { file, headingRow, ...choice }) =>
  withUpload(ctx, file, { ...choice, suits }, (sheet) =>
    longWork(ctx.commit, (em) => stageSheet(em, ctx.user, file.name, sheet, headingRow)),
  ),
);

/** Starts the dry run. */
export const checkImport = chain(
  'admin',
  CheckImportInput,
  async (ctx, { id, mapping, createMakes, fillDown, openUntil }) =>
    startTask(ctx, id, {
      task: ImportTask.CHECK,
      from: [ImportState.MAPPING, ImportState.CHECKED],
      plan({ columns, rowCount }) {
        const mappedColumns = mapped(columns, mapping);
        return {
          total: rowCount,
          async run(em, found, onProgress) {
            em.assign(found, { columns: mappedColumns, createMakes, fillDown, openUntil: openUntil ?? null });
            await checkRows(em, found, onProgress);
          },
        };
      },
    }),
);

@InputType({ description: 'Which import to apply, in the version that was read.' })
export class ApplyImportInput extends RecordInput {
  @Field(() => Boolean, {
    description:
      'For chosen models (not for a sheet): also writes those that would equal another model in make, name and year.',
  })
  @IsBoolean({ message: 'The anyway field must be true or false.' })
  anyway: boolean = false;

  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that was read: CONFLICT if the import has been mended or checked since. If absent, nothing is compared.',
  })
  @IsOptional()
  @IsInt({ message: 'The version must be a whole number.' })
  version?: number | null;
}

/** Starts applying a checked import, all or nothing. */
export const applyImport = chain('admin', ApplyImportInput, async (ctx, { id, anyway, version }) =>
  startTask(ctx, id, {
    task: ImportTask.APPLY,
    from: [ImportState.CHECKED],
    plan(found) {
      const { totals, mended } = found;
      requireUnchanged(found, version);
      if (mended > 0)
        throw new AppError('CONFLICT', 'Rows have been edited since the check. Check the import again, then apply it.');
      return {
        total: writesOf(totals),
        run: (em, found, onProgress) => applyRows(em, found, ctx.user, onProgress, { anyway }),
      };
    },
  }),
);

const writesOf = (totals: ImportTotals | null) => (totals?.new ?? 0) + (totals?.changed ?? 0) + (totals?.deleted ?? 0);

@InputType({ description: 'Which import to undo, by its id.' })
export class UndoImportInput extends RecordInput {}

/** Starts undoing an import; models that have been changed since stay as they are. */
export const undoImport = chain('admin', UndoImportInput, async (ctx, { id }) =>
  startTask(ctx, id, {
    task: ImportTask.UNDO,
    from: [ImportState.APPLIED],
    plan({ kind, totals, rowsDeletedAt }) {
      if (kind === ImportKind.DELETE && rowsDeletedAt)
        throw new AppError('CONFLICT', 'The deleted models are no longer stored, so this cannot be undone.');
      return {
        total: writesOf(totals),
        run: (em, found, onProgress) => undoRows(em, found, ctx.user, onProgress),
      };
    },
  }),
);

@InputType({ description: 'Which import to delete, by its id.' })
export class DeleteImportInput extends RecordInput {}

/** Deletes an import that has not been applied. */
export const deleteImport = chain('admin', DeleteImportInput, async ({ commit, user }, { id }) =>
  withImport(commit, id, [ImportState.MAPPING, ImportState.CHECKED], async (em, found) => {
    removeImport(em, found, user);
  }),
);

/**
 * Deletes imports older than `before` that were never applied. Of applied imports it deletes only the rows, because an
 * undo needs only the history of the models. Returns the number of imports.
 */
export const removeOldImports = command('system', BeforeInput, async ({ em }, { before }) => {
  const unapplied = { createdAt: { $lt: before }, state: { $in: [ImportState.MAPPING, ImportState.CHECKED] } };
  const removed = await em.find(Import, unapplied, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
  for (const found of removed) removeImport(em, found, SYSTEM);
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

/** The file's own columns, followed by the result of each row. */
export const importResult = chain('admin', RecordInput, async (ctx, { id }): Promise<SheetDownload> => {
  const { begun, body } = await snapshotStream(
    ctx,
    async (em) => {
      const found = await em.findOne(Import, toId(id));
      if (!found?.resultUrl) throw notFound('result');
      return found;
    },
    (em) => resultLines(em, toId(id)),
  );
  const fileName = `${begun.fileName.replace(/\.[^.]*$/, '').replace(/[^\w .-]/g, '_')}-result.csv`;
  return { fileName, contentType: SHEET_FORMATS.csv.contentType, body };
});
