/**
 * What a device keeps for work without a connection (docs/rules.md, "Offline"). A query that a kept sheet shows needs a line here,
 * or it is greyed.
 */
import type { OperationVariables } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import {
  LookupLinesDocument,
  LookupModelsDocument,
  LookupValuesDocument,
  MakeOptionsDocument,
  ModelDocument,
  ModelYearsDocument,
} from '../../graphql/generated/catalogue';
import { EvidenceDocument } from '../../graphql/generated/evidence';
import { CompanyNotesDocument } from '../../graphql/generated/notes';
import { OwnValuesDocument } from '../../graphql/generated/ownValues';
import { RecentSheetsDocument } from '../../graphql/generated/recents';
import { VanBlanksForDocument } from '../../graphql/generated/van';
import { currentSession } from '../../session';

export interface Kept {
  query: DocumentNode;
  variables: OperationVariables;
}

/** How many recent sheets are kept, besides the pinned ones. */
export const RECENTS = 20;

/** Whatever the sheets are. */
export const always: readonly Kept[] = [
  { query: RecentSheetsDocument, variables: {} },
  { query: MakeOptionsDocument, variables: {} },
];

/** For each make of a kept sheet: its lists, in which what is not kept is greyed. */
export const ofMake = (makeId: string): readonly Kept[] => [
  { query: LookupValuesDocument, variables: { makeId, mode: 'YEAR' } },
  { query: LookupValuesDocument, variables: { makeId, mode: 'MODEL' } },
  { query: LookupLinesDocument, variables: { makeId } },
];

/** The sheet itself. Reading it counts against the budget. */
export const sheetOf = (id: string): Kept => ({ query: ModelDocument, variables: { id } });

/** What a company has of its own on a sheet. */
const ofCompany = (modelId: string): readonly Kept[] =>
  [OwnValuesDocument, CompanyNotesDocument, VanBlanksForDocument].map((query) => ({ query, variables: { modelId } }));

/** What stands on the sheet besides its key data. */
export const besideSheet = ({ id, makeId, name }: { id: string; makeId: string; name: string }): readonly Kept[] => [
  { query: ModelYearsDocument, variables: { makeId, name } },
  { query: EvidenceDocument, variables: { modelId: id } },
  // For the form of corrections.
  { query: LookupModelsDocument, variables: { makeId, mode: 'MODEL', value: name } },
  ...(currentSession().user?.isAdmin ? [] : ofCompany(id)),
];
