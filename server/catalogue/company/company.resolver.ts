import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { RecordInput } from '../../inputs/record';
import {
  companyNotes,
  DeleteCompanyNoteInput,
  deleteCompanyNote,
  SaveCompanyNoteInput,
  saveCompanyNote,
} from './companyNote.operations';
import { CompanyNote, OwnSheet, OwnSheetPage, OwnValue } from './ownSheet';
import {
  DeleteOwnSheetInput,
  deleteOwnSheet,
  MoveOwnSheetInput,
  moveOwnSheet,
  OwnSheetsInput,
  ownSheet,
  ownSheets,
  SaveOwnSheetInput,
  saveOwnSheet,
} from './ownSheet.operations';
import { BikeInput } from './ownSheets';
import { DeleteOwnValueInput, deleteOwnValue, ownValues, SaveOwnValueInput, saveOwnValue } from './ownValue.operations';

/** What a company keeps for itself (docs/rules.md, "Own values and notes"). */
@Resolver()
export class CompanyResolver {
  @QueryOf(ownValues, () => [OwnValue])
  ownValues(@Ctx() ctx: Context, @Args(() => BikeInput) input: BikeInput) {
    return ownValues(ctx, input);
  }

  @MutationOf(saveOwnValue, () => OwnValue)
  saveOwnValue(@Ctx() ctx: Context, @Input(() => SaveOwnValueInput) input: SaveOwnValueInput) {
    return saveOwnValue(ctx, input);
  }

  @MutationOf(deleteOwnValue, () => OwnValue)
  deleteOwnValue(@Ctx() ctx: Context, @Input(() => DeleteOwnValueInput) input: DeleteOwnValueInput) {
    return deleteOwnValue(ctx, input);
  }

  @QueryOf(ownSheets, () => OwnSheetPage)
  ownSheets(@Ctx() ctx: Context, @Args(() => OwnSheetsInput) input: OwnSheetsInput) {
    return ownSheets(ctx, input);
  }

  @QueryOf(ownSheet, () => OwnSheet)
  ownSheet(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return ownSheet(ctx, input);
  }

  @MutationOf(saveOwnSheet, () => OwnSheet)
  saveOwnSheet(@Ctx() ctx: Context, @Input(() => SaveOwnSheetInput) input: SaveOwnSheetInput) {
    return saveOwnSheet(ctx, input);
  }

  @MutationOf(moveOwnSheet, () => OwnSheet)
  moveOwnSheet(@Ctx() ctx: Context, @Input(() => MoveOwnSheetInput) input: MoveOwnSheetInput) {
    return moveOwnSheet(ctx, input);
  }

  @MutationOf(deleteOwnSheet, () => OwnSheet)
  deleteOwnSheet(@Ctx() ctx: Context, @Input(() => DeleteOwnSheetInput) input: DeleteOwnSheetInput) {
    return deleteOwnSheet(ctx, input);
  }

  @QueryOf(companyNotes, () => [CompanyNote])
  companyNotes(@Ctx() ctx: Context, @Args(() => BikeInput) input: BikeInput) {
    return companyNotes(ctx, input);
  }

  @MutationOf(saveCompanyNote, () => CompanyNote)
  saveCompanyNote(@Ctx() ctx: Context, @Input(() => SaveCompanyNoteInput) input: SaveCompanyNoteInput) {
    return saveCompanyNote(ctx, input);
  }

  @MutationOf(deleteCompanyNote, () => CompanyNote)
  deleteCompanyNote(@Ctx() ctx: Context, @Input(() => DeleteCompanyNoteInput) input: DeleteCompanyNoteInput) {
    return deleteCompanyNote(ctx, input);
  }
}
