import { type FilterTerm, termValue } from './filterTerm';

/** What a field holds that somebody has typed into. */
interface Draft {
  /** As typed: with a space at the end, or half a year. */
  text: string;
  /** The value that the field last had in the address or has asked for. Any other one comes from Back, a link or a view. */
  value: string;
}

/** The typed texts of a list's filters, by the filter's name. The list follows those that are not pending. */
export type Drafts = Readonly<Record<string, Draft>>;

type Terms = Readonly<Record<string, FilterTerm>>;
type Values = Readonly<Record<string, string>>;

/** Whether the list can follow: while a year is typed, the browser's date field holds days of the first centuries. */
const isWhole = ({ type }: FilterTerm, text: string) =>
  type === 'search' ||
  type === 'text' ||
  text.trim() === '' ||
  (type === 'date' ? /^[1-9]\d{3}-/ : /^\s*[1-9]\d{3}\s*$/).test(text);

export const typing = (drafts: Drafts, values: Values, name: string, text: string): Drafts => ({
  ...drafts,
  [name]: { text, value: drafts[name]?.value ?? values[name] ?? '' },
});

/** The typed values that the list does not follow yet. */
export const pendingOf = (terms: Terms, drafts: Drafts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(drafts).flatMap(([name, { text, value }]) => {
      const term = terms[name];
      if (!term || !isWhole(term, text)) return [];
      const typed = termValue(term, text);
      return typed === value ? [] : [[name, typed]];
    }),
  );

/** After the list was asked for the pending values and for `chosen`, which replaces what was typed. */
export const asked = (terms: Terms, drafts: Drafts, chosen: Values): Drafts => {
  const pending = pendingOf(terms, drafts);
  return Object.fromEntries(
    Object.entries(drafts).flatMap(([name, { text, value }]) =>
      name in chosen ? [] : [[name, { text, value: pending[name] ?? value }]],
    ),
  );
};

/** With the values of a new address: without the texts of fields that now have another value. */
export function settled(drafts: Drafts, values: Values): Drafts {
  const all = Object.entries(drafts);
  const left = all.filter(([name, { value }]) => value === (values[name] ?? ''));
  return left.length === all.length ? drafts : Object.fromEntries(left);
}

/** What the field of a filter shows. */
export const shownText = (drafts: Drafts, values: Values, name: string): string =>
  drafts[name]?.text ?? values[name] ?? '';

/** Sets filters in the address; an empty value removes one. Other rows match then, so the list returns to its first page. */
export function setFilters(params: URLSearchParams, values: Values): void {
  const changed = Object.entries(values).filter(([name, value]) => value !== (params.get(name) ?? ''));
  if (changed.length > 0) params.delete('page');
  for (const [name, value] of changed) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
}
