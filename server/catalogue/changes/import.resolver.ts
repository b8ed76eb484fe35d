import { Args, Ctx, Field, FieldResolver, InputType, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { describedBy, MutationOf, QueryOf } from '../../gate/graphFields';
import { NewestFirstInput } from '../../inputs/list';
import { Input } from '../../inputs/mutation';
import { RecordInput } from '../../inputs/record';
import { GraphQLUpload, type Upload } from '../../inputs/uploads';
import { Import, ImportTotals } from './import.entity';
import {
  ApplyImportInput,
  applyImport,
  CheckImportInput,
  checkImport,
  DeleteImportInput,
  deleteImport,
  ImportPage,
  ImportRowPage,
  importRows,
  imports,
  import as oneImport,
  RowsInput,
  SheetChoiceInput,
  startImport,
  UndoImportInput,
  undoImport,
} from './import.operations';
import {
  CopyModelsInput,
  copyModels,
  DeleteModelsInput,
  deleteModels,
  SetModelFieldInput,
  setModelField,
} from './selection/bulk.operations';
import { MendImportInput, mendImport } from './sheet/importMend.operations';

@InputType({ description: 'A sheet to import.' })
class StartImportInput extends SheetChoiceInput {
  @Field(() => GraphQLUpload, {
    description:
      'A .csv or .xlsx of up to 50 MB, 100,000 rows and 300 columns, with headings in one row or two, also below titles.',
  })
  file!: Promise<Upload>;
}

@Resolver(() => Import)
export class ImportResolver {
  @QueryOf(imports, () => ImportPage)
  imports(@Ctx() ctx: Context, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return imports(ctx, input);
  }

  @QueryOf(oneImport, () => Import)
  import(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return oneImport(ctx, input);
  }

  @MutationOf(startImport, () => Import)
  async startImport(@Ctx() ctx: Context, @Input(() => StartImportInput) input: StartImportInput) {
    const { file, ...choice } = input;
    const { filename, createReadStream } = await file;
    return startImport(ctx, { ...choice, file: { name: filename, open: createReadStream } });
  }

  @MutationOf(checkImport, () => Import)
  checkImport(@Ctx() ctx: Context, @Input(() => CheckImportInput) input: CheckImportInput) {
    return checkImport(ctx, input);
  }

  @MutationOf(mendImport, () => Import)
  mendImport(@Ctx() ctx: Context, @Input(() => MendImportInput) input: MendImportInput) {
    return mendImport(ctx, input);
  }

  @MutationOf(applyImport, () => Import)
  applyImport(@Ctx() ctx: Context, @Input(() => ApplyImportInput) input: ApplyImportInput) {
    return applyImport(ctx, input);
  }

  @MutationOf(undoImport, () => Import)
  undoImport(@Ctx() ctx: Context, @Input(() => UndoImportInput) input: UndoImportInput) {
    return undoImport(ctx, input);
  }

  @MutationOf(deleteImport, () => Import)
  deleteImport(@Ctx() ctx: Context, @Input(() => DeleteImportInput) input: DeleteImportInput) {
    return deleteImport(ctx, input);
  }

  @MutationOf(setModelField, () => Import)
  setModelField(@Ctx() ctx: Context, @Input(() => SetModelFieldInput) input: SetModelFieldInput) {
    return setModelField(ctx, input);
  }

  @MutationOf(copyModels, () => Import)
  copyModels(@Ctx() ctx: Context, @Input(() => CopyModelsInput) input: CopyModelsInput) {
    return copyModels(ctx, input);
  }

  @MutationOf(deleteModels, () => Import)
  deleteModels(@Ctx() ctx: Context, @Input(() => DeleteModelsInput) input: DeleteModelsInput) {
    return deleteModels(ctx, input);
  }

  @FieldResolver(() => ImportRowPage, describedBy(importRows))
  rows(@Ctx() ctx: Context, @Root() { id }: Import, @Args(() => RowsInput) input: RowsInput) {
    return importRows(ctx, { id, ...input });
  }
}

/** Totals that an older server wrote lack these. */
@Resolver(() => ImportTotals)
export class ImportTotalsResolver {
  @FieldResolver(() => Int, { description: 'Rows whose model is deleted.' })
  deleted(@Root() totals: ImportTotals) {
    return totals.deleted ?? 0;
  }

  @FieldResolver(() => Int, {
    description: 'Rows whose model was changed after the check. They are not imported.',
  })
  stale(@Root() totals: ImportTotals) {
    return totals.stale ?? 0;
  }
}
