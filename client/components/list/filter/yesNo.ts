import type { ChoiceTerm } from './filterTerm';

/** A filter by something that is so or not. */
export const yesNoTerm = (label: string): ChoiceTerm => ({
  type: 'choice',
  label,
  all: 'Yes or no',
  options: [
    ['yes', 'Yes'],
    ['no', 'No'],
  ],
});

/** Its value in the query's `filter`; null for both. */
export const yesNoOf = (value: string): boolean | null => (value ? value === 'yes' : null);
