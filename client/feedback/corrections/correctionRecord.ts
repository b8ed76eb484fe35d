import { keyDatum } from '../../catalogue/keyData';
import type { RecordKind } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import type { KeyDataField } from '../../graphql/generated/feedback';
import { correctionPaths } from '../../paths';
import { changeLine } from './changeLine';

/** A value that should be another; a field that is not chosen yet is ''. */
export interface ProposalValues {
  field: string;
  proposed: string;
}

export interface CorrectionValues {
  email: string;
  /** The make's id: the graph is told its display name. */
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

/** In the server's words. A year that is missing has no place in the graph's input, so no blank field is sent. */
export function refuseBlank(values: CorrectionValues) {
  const blank = correctionKind.fields.filter(({ name }) => name !== 'proposals' && !values[name].trim());
  if (blank.length === 0) return;
  const errors = blank.map(({ name, label }) => [name, [`The ${label.toLowerCase()} field is required.`]]);
  throw new InvalidInput(Object.fromEntries(errors));
}

/** Those that say both what is wrong and what would be right; a line that was begun and left is none. */
export function proposalsOf(values: readonly ProposalValues[]) {
  const typed = values.filter(({ proposed }) => proposed.trim() !== '');
  if (typed.some(({ field }) => !field)) throw new InvalidInput({ proposals: ['Choose what the value is of.'] });
  return typed.map(({ field, proposed }) => ({ field: field as KeyDataField, proposed: proposed.trim() }));
}

/** What the proposals say, as the comment: nobody who holds a phone types it twice. */
export const asComment = (values: readonly ProposalValues[], model: KeyDataFragment | undefined) =>
  values
    .filter(({ field, proposed }) => field && proposed.trim())
    .map(({ field, proposed }) => {
      const datum = keyDatum(field);
      return changeLine(datum?.label ?? field, (model && datum?.read(model)) ?? '', proposed.trim());
    })
    .join('\n');
