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
    { name: 'email', label: 'Email Id' },
    { name: 'make', label: 'Make' },
    { name: 'model', label: 'Model' },
    { name: 'year', label: 'Year' },
    { name: 'proposals', label: 'What is wrong' },
    { name: 'comment', label: 'Comment' },
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

/** The proposals with both a field and a value; incomplete lines are ignored. */
export function proposalsOf(values: readonly ProposalValues[]) {
  const typed = values.filter(({ proposed }) => proposed.trim() !== '');
  if (typed.some(({ field }) => !field)) throw new InvalidInput({ proposals: ['Choose what the value is of.'] });
  return typed.map(({ field, proposed }) => ({ field: field as KeyDataField, proposed: proposed.trim() }));
}

/** The proposals as comment text, so the user need not type them twice. */
export const asComment = (values: readonly ProposalValues[], model: KeyDataFragment | undefined) =>
  values
    .filter(({ field, proposed }) => field && proposed.trim())
    .map(({ field, proposed }) => {
      const datum = keyDatum(field);
      return changeLine(datum?.label ?? field, (model && datum?.read(model)) ?? '', proposed.trim());
    })
    .join('\n');
