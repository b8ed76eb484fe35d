import { Field, InputType, Int } from 'type-graphql';
import { notFound } from '../../../errors';
import { described, scoped } from '../../../gate/operation';
import { EachOf, Flag, Optional, Rule, WholeNumber, wrongYear } from '../../../inputs/fields';
import { RecordInput, toId } from '../../../inputs/record';
import { type SheetFile, withUpload } from '../../../inputs/sheetUpload';
import { longWork } from '../../../outside/postgres/connections';
import type { SheetDownload } from '../../export/export.operations';
import { SHEET_FORMATS } from '../../export/exportFormats';
import { snapshotStream } from '../../export/exportStream';
import { ImportField } from '../../export/sheetFields';
import { startTask } from '../changeTask';
import { ChangeState, StagedChange } from '../stagedChange.entity';
import { ChangeTask } from '../taskProgress';
import { checkRows, mapped } from './check/checkRows';
import { resultLines } from './file/resultLines';
import { stageSheet, suits } from './file/stageSheet';

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
  @Flag('createMakes')
  createMakes: boolean = false;

  @Field(() => [ImportField], {
    description:
      'The fields whose empty cells have the value of the row above: MAKE, MODEL or YEAR. A row with only a make is then the heading of the rows below.',
  })
  @EachOf((one) => ['make', 'name', 'year'].includes(String(one)), 'Only makes, models and years can be filled down.')
  fillDown: string[] = [];

  @Field(() => Boolean, {
    description:
      'Whether a cell of the model can list several, separated by commas, semicolons or line breaks: each becomes a row.',
  })
  @Flag('splitModels')
  splitModels: boolean = false;

  @Field(() => Int, {
    nullable: true,
    description:
      'The year in which ranges without a first one (`pre 1993`, `All`, or an empty first year) begin; otherwise their rows are refused.',
  })
  @Optional()
  @Rule((value) => (value == null ? null : wrongYear(value)))
  openFrom?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The year in which open ranges (`1996+`, `All`, or an empty last year) end; otherwise their rows are refused.',
  })
  @Optional()
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
  @Optional()
  @WholeNumber(
    'row of the headings',
    1,
    1_048_576,
    'The row of the headings must be at least 1.',
    'A sheet has no such row.',
  )
  headingRow?: number | null;
}

export class StartImportInput extends SheetChoiceInput {
  file!: SheetFile;
}

/** If the sheet cannot be read to its end, nothing is stored. */
export const startImport = described(
  'Reads a sheet (.csv or .xlsx) and suggests a mapping of its columns. Does not change the catalogue.',
  'CATALOGUE',
).chain('admin', StartImportInput, async (ctx, { file, headingRow, ...choice }) =>
  withUpload(ctx, file, { ...choice, suits }, (sheet) =>
    longWork(ctx.commit, (em) => stageSheet(em, ctx.user, file.name, sheet, headingRow)),
  ),
);

export const checkImport = described(
  'Maps the columns and starts comparing every row with the catalogue (a dry run). Returns at once; poll `import` for the progress, then the result or `failure`. Does not change the catalogue.',
  'CATALOGUE',
).chain('admin', CheckImportInput, async (ctx, { id, mapping, ...options }) =>
  startTask(ctx, id, {
    task: ChangeTask.CHECK,
    from: [ChangeState.MAPPING, ChangeState.CHECKED],
    plan({ columns, rowCount }) {
      const mappedColumns = mapped(columns, mapping);
      return {
        total: rowCount,
        async run(em, found, onProgress) {
          const { openFrom = null, openUntil = null } = options;
          em.assign(found, { ...options, openFrom, openUntil, columns: mappedColumns });
          await checkRows(em, found, onProgress);
        },
      };
    },
  }),
);

/** The file's own columns, followed by the result of each row. */
export const importResult = scoped('CATALOGUE').chain(
  'admin',
  RecordInput,
  async (ctx, { id }): Promise<SheetDownload> => {
    const { begun, body } = await snapshotStream(
      ctx,
      async (em) => {
        const found = await em.findOne(StagedChange, toId(id));
        if (!found?.resultUrl) throw notFound('result');
        return found;
      },
      (em) => resultLines(em, toId(id)),
    );
    const fileName = `${begun.title.replace(/\.[^.]*$/, '').replace(/[^\w .-]/g, '_')}-result.csv`;
    return { fileName, contentType: SHEET_FORMATS.csv.contentType, body };
  },
);
