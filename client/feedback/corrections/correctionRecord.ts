import { keyDatum } from '../../catalogue/keyData';
import type { RecordKind } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import type { KeyDataField } from '../../graphql/generated/feedback';
import { correctionPaths } from '../../paths';
import { changeLine } from './changeLine';

/** A proposed value; the field is '' until it is chosen. */
export interface ProposalValues {
  field: string;
  proposed: string;
}

export interface CorrectionValues {
  email: string;
  /** The make's id; the mutation receives its display name. */
  make: string;
  model: string;
  year: string;
  proposals: ProposalValues[];
  comment: string;
}

export const correctionKind: RecordKind<CorrectionValues> = {
  title: 'Correction',
  paths: correctionPaths,
  fields: [
    { name: 'make', label: 'Make' },
    { name: 'model', label: 'Model' },
    { name: 'year', label: 'Year' },
    { name: 'proposals', label: 'What is wrong' },
    { name: 'comment', label: 'Comment' },
    { name: 'email', label: 'Email Id' },
  ],
  words: { created: 'Correction submitted successfully!' },
};

/** Uses the server's messages. GraphQL input cannot hold a missing year, so the client checks blank fields. */
export function refuseBlank(values: CorrectionValues) {
  const blank = correctionKind.fields.filter(({ name }) => name !== 'proposals' && !values[name].trim());
  if (blank.length === 0) return;
  const errors = blank.map(({ name, label }) => [name, [`The ${label.toLowerCase()} field is required.`]]);
  throw new InvalidInput(Object.fromEntries(errors));
}

/** The proposals with a field. Without a value they say only that the present one is wrong. */
export function proposalsOf(values: readonly ProposalValues[]) {
  if (values.some(({ field, proposed }) => !field && proposed.trim()))
    throw new InvalidInput({ proposals: ['Choose the field that the value is for.'] });
  return values
    .filter(({ field }) => field)
    .map(({ field, proposed }) => ({ field: field as KeyDataField, proposed: proposed.trim() || null }));
}

/** The proposals as comment text, so the user need not type them twice. */
export const asComment = (values: readonly ProposalValues[], model: KeyDataFragment | undefined) =>
  values
    .filter(({ field }) => field)
    .map(({ field, proposed }) => {
      const datum = keyDatum(field);
      return changeLine(datum?.label ?? field, (model && datum?.read(model)) ?? '', proposed.trim() || null);
    })
    .join('\n');

/** The proposals that have a value. */
export const typedOf = (values: readonly ProposalValues[]) => values.filter(({ proposed }) => proposed.trim());

/** What was written; else the proposals, also those without a value, which the form does not write into the comment. */
export function commentOf({ comment, proposals }: CorrectionValues, model: KeyDataFragment | undefined): string {
  const written = comment.trim();
  return written === '' || written === asComment(typedOf(proposals), model) ? asComment(proposals, model) : written;
}
