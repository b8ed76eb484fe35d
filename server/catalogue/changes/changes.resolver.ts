import { Args, Ctx, Field, FieldResolver, InputType, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { forWhom } from '../../gate/audiences';
import { NewestFirstInput } from '../../inputs/list';
import { Input } from '../../inputs/mutation';
import { RecordInput } from '../../inputs/record';
import { GraphQLUpload, type Upload } from '../../inputs/uploads';
import {
  ApplyImportInput,
  applyImport,
  DeleteImportInput,
  deleteImport,
  imports,
  import as oneImport,
  StagedChangePage,
  UndoImportInput,
  undoImport,
} from './change.operations';
import { ChangeTotals } from './changeTotals';
import {
  CopyModelsInput,
  copyModels,
  DeleteModelsInput,
  deleteModels,
  SetModelFieldInput,
  setModelField,
} from './selection/selection.operations';
import { CheckImportInput, checkImport, SheetChoiceInput, startImport } from './sheet/import.operations';
import { MendImportInput, mendImport } from './sheet/mend.operations';
import { StagedChange } from './stagedChange.entity';
import { importRows, RowsInput, StagedRowPage } from './stagedRow.operations';

@InputType({ description: 'A sheet to import.' })
class StartImportInput extends SheetChoiceInput {
  @Field(() => GraphQLUpload, {
    description:
      'A .csv or .xlsx of up to 50 MB, 100,000 rows and 300 columns, with headings in one row or two, also below titles.',
  })
  file!: Promise<Upload>;
}

@Resolver(() => StagedChange)
export class ChangesResolver {
  @Query(() => StagedChangePage, { description: 'A page of the imports, newest first.' })
  imports(@Ctx() ctx: Context, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return imports(ctx, input);
  }

  @Query(() => StagedChange, {
    description: 'One import. Poll it for the progress of a task.',
  })
  import(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return oneImport(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description: 'Reads a sheet (.csv or .xlsx) and suggests a mapping of its columns. Does not change the catalogue.',
  })
  async startImport(@Ctx() ctx: Context, @Input(() => StartImportInput) input: StartImportInput) {
    const { file, ...choice } = input;
    const { filename, createReadStream } = await file;
    return startImport(ctx, { ...choice, file: { name: filename, open: createReadStream } });
  }

  @Mutation(() => StagedChange, {
    description:
      'Maps the columns and starts comparing every row with the catalogue (a dry run). Returns at once; poll `import` for the progress, then the result or `failure`. Does not change the catalogue.',
  })
  checkImport(@Ctx() ctx: Context, @Input(() => CheckImportInput) input: CheckImportInput) {
    return checkImport(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description:
      'Stores mended cells with a checked import, or replaces a make or model in all rows that have it. `Import.mended` is the number of mended rows; checkImport checks them. CONFLICT if the import has not been checked, or if a task is running.',
  })
  mendImport(@Ctx() ctx: Context, @Input(() => MendImportInput) input: MendImportInput) {
    return mendImport(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description:
      'Starts writing the new and changed models as checked, all or nothing; refused and duplicate rows are skipped. Returns at once; poll `import` for the progress, then the result or `failure`: CONFLICT if a model has changed or a row was mended since the check, which must then be repeated.',
  })
  applyImport(@Ctx() ctx: Context, @Input(() => ApplyImportInput) input: ApplyImportInput) {
    return applyImport(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description:
      'Starts undoing the changes of an import, all or nothing; models that somebody has changed since are left unchanged. Returns at once; poll `import` for the progress, then the result or `failure`.',
  })
  undoImport(@Ctx() ctx: Context, @Input(() => UndoImportInput) input: UndoImportInput) {
    return undoImport(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description: 'Deletes an import that has not been applied; CONFLICT if it has.',
  })
  deleteImport(@Ctx() ctx: Context, @Input(() => DeleteImportInput) input: DeleteImportInput) {
    return deleteImport(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description:
      'Prepares setting one field in many models. Returns a checked import whose rows have the old and the new values; continue with applyImport and undoImport.',
  })
  setModelField(@Ctx() ctx: Context, @Input(() => SetModelFieldInput) input: SetModelFieldInput) {
    return setModelField(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description:
      'Prepares copying models to other years. Returns a checked import; copies that would equal a model are duplicates. Continue with applyImport and undoImport.',
  })
  copyModels(@Ctx() ctx: Context, @Input(() => CopyModelsInput) input: CopyModelsInput) {
    return copyModels(ctx, input);
  }

  @Mutation(() => StagedChange, {
    description:
      'Prepares deleting models. Returns a checked import; continue with applyImport. For 30 days, undoImport restores the models with their histories and pictures.',
  })
  deleteModels(@Ctx() ctx: Context, @Input(() => DeleteModelsInput) input: DeleteModelsInput) {
    return deleteModels(ctx, input);
  }

  @FieldResolver(() => String, { description: 'The name of the file, or the change of the chosen models.' })
  fileName(@Root() { title }: StagedChange) {
    return title;
  }

  @FieldResolver(() => String, { description: 'How the file was read, e.g. `CSV, semicolons, windows-1252`.' })
  format(@Root() { origin }: StagedChange) {
    return origin;
  }

  @FieldResolver(() => StagedRowPage, {
    description: `Its rows, in the order of the file; none before the check. ${forWhom(importRows)}`,
  })
  rows(@Ctx() ctx: Context, @Root() { id }: StagedChange, @Args(() => RowsInput) input: RowsInput) {
    return importRows(ctx, { id, ...input });
  }
}

/** Totals that an older server wrote lack these. */
@Resolver(() => ChangeTotals)
export class ChangeTotalsResolver {
  @FieldResolver(() => Int, { description: 'Rows whose model is deleted.' })
  deleted(@Root() totals: ChangeTotals) {
    return totals.deleted ?? 0;
  }

  @FieldResolver(() => Int, {
    description: 'Rows whose model was changed after the check. They are not imported.',
  })
  stale(@Root() totals: ChangeTotals) {
    return totals.stale ?? 0;
  }
}
