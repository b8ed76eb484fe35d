import type { ChoiceTerm } from './filterTerm';

/** The filter by a state, given the word for each. */
export const stateTerm = (words: Readonly<Record<string, string>>): ChoiceTerm => ({
  type: 'choice',
  label: 'State',
  always: true,
  all: 'All states',
  options: Object.entries(words).map(([state, word]) => [state.toLowerCase(), word] as const),
});

/** Its value in the query's `filter`; null for all. */
export const stateOf = <State extends string>(value: string) => (value.toUpperCase() || null) as State | null;
