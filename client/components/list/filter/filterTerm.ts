import { isDay } from '../../text/date';

export interface ChoiceTerm {
  type: 'choice';
  label: string;
  /** Whether it is always shown: the filter of the list that is used most. */
  always?: boolean;
  /** The option that does not filter, e.g. "All kinds". */
  all: string;
  options: readonly (readonly [value: string, text: string])[];
  /** Values that are accepted before the options have loaded, and the text shown for them until then. */
  other?: { fits: (value: string) => boolean; text: string };
}

/** From or to a day or a year. */
interface Limit<Type extends 'date' | 'year'> {
  type: Type;
  label: string;
  /** What it limits, e.g. "Expires": the limits of a range are one filter. */
  range: string;
}

/** What is typed into the field of the list. */
interface Search {
  type: 'search';
  label: string;
  placeholder: string;
}

/** A part of a text. */
interface Part {
  type: 'text';
  label: string;
}

/** One filter of a list. Its value is a text in the URL, under its name. */
export type FilterTerm = Search | Part | Limit<'date'> | Limit<'year'> | ChoiceTerm;

/** Whether it is typed letter by letter. */
export const isTyped = ({ type }: FilterTerm) => type === 'search' || type === 'text';

/** The longest text that the server looks for. */
const LONGEST = 255;

/** A value of the URL; empty if the filter cannot have it. */
export function termValue(term: FilterTerm, text: string | null): string {
  const value = (text ?? '').trim();
  if (term.type === 'search' || term.type === 'text') return value.slice(0, LONGEST);
  if (term.type === 'date') return isDay(value) ? value : '';
  if (term.type === 'year') return /^[1-9]\d{3}$/.test(value) ? value : '';
  return term.options.some(([option]) => option === value) || term.other?.fits(value) ? value : '';
}
