import { isDay } from '../../text/date';

interface Choice {
  type: 'choice';
  label: string;
  /** The option that does not filter, e.g. "All kinds". */
  all: string;
  options: readonly (readonly [value: string, text: string])[];
  /** Values that are accepted before the options have loaded, and the text shown for them until then. */
  other?: { fits: (value: string) => boolean; text: string };
}

/** One filter of a list. Its value is a text in the URL, under its name. */
export type FilterTerm =
  | { type: 'search'; label: string; placeholder?: string }
  | { type: 'date'; label: string }
  | { type: 'year'; label: string }
  | Choice;

/** The longest text that the server looks for. */
const LONGEST = 255;

/** A value of the URL; empty if the filter cannot have it. */
export function termValue(term: FilterTerm, text: string | null): string {
  const value = (text ?? '').trim();
  if (term.type === 'search') return value.slice(0, LONGEST);
  if (term.type === 'date') return isDay(value) ? value : '';
  if (term.type === 'year') return /^[1-9]\d{3}$/.test(value) ? value : '';
  return term.options.some(([option]) => option === value) || term.other?.fits(value) ? value : '';
}
