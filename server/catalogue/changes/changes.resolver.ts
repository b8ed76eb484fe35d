import { Args, Ctx, Field, FieldResolver, InputType, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { describedBy, MutationOf, QueryOf } from '../../gate/graphFields';
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
  @QueryOf(imports, () => StagedChangePage)
  imports(@Ctx() ctx: Context, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return imports(ctx, input);
  }

  @QueryOf(oneImport, () => StagedChange)
  import(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return oneImport(ctx, input);
  }

  @MutationOf(startImport, () => StagedChange)
  async startImport(@Ctx() ctx: Context, @Input(() => StartImportInput) input: StartImportInput) {
    const { file, ...choice } = input;
    const { filename, createReadStream } = await file;
    return startImport(ctx, { ...choice, file: { name: filename, open: createReadStream } });
  }

  @MutationOf(checkImport, () => StagedChange)
  checkImport(@Ctx() ctx: Context, @Input(() => CheckImportInput) input: CheckImportInput) {
    return checkImport(ctx, input);
  }

  @MutationOf(mendImport, () => StagedChange)
  mendImport(@Ctx() ctx: Context, @Input(() => MendImportInput) input: MendImportInput) {
    return mendImport(ctx, input);
  }

  @MutationOf(applyImport, () => StagedChange)
  applyImport(@Ctx() ctx: Context, @Input(() => ApplyImportInput) input: ApplyImportInput) {
    return applyImport(ctx, input);
  }

  @MutationOf(undoImport, () => StagedChange)
  undoImport(@Ctx() ctx: Context, @Input(() => UndoImportInput) input: UndoImportInput) {
    return undoImport(ctx, input);
  }

  @MutationOf(deleteImport, () => StagedChange)
  deleteImport(@Ctx() ctx: Context, @Input(() => DeleteImportInput) input: DeleteImportInput) {
    return deleteImport(ctx, input);
  }

  @MutationOf(setModelField, () => StagedChange)
  setModelField(@Ctx() ctx: Context, @Input(() => SetModelFieldInput) input: SetModelFieldInput) {
    return setModelField(ctx, input);
  }

  @MutationOf(copyModels, () => StagedChange)
  copyModels(@Ctx() ctx: Context, @Input(() => CopyModelsInput) input: CopyModelsInput) {
    return copyModels(ctx, input);
  }

  @MutationOf(deleteModels, () => StagedChange)
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

  @FieldResolver(() => StagedRowPage, describedBy(importRows))
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
