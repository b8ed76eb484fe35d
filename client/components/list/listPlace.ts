import type { Location } from 'react-router-dom';

/** A list as somebody left it for a form: its address and its entry in the history. */
export interface ListPlace {
  pathname: string;
  search: string;
  /** The number of the entry, as the router counts them. Absent if another script has added the entry. */
  index: number | undefined;
}

/** What a link from the list at `location` passes to the form that it opens. */
export const placeOf = ({ pathname, search }: Location): ListPlace => ({
  pathname,
  search,
  index: history.state?.idx,
});

/** How many entries to go back to the list, as a negative number; undefined if that is unknown. */
export function stepsTo({ index = Number.NaN }: ListPlace): number | undefined {
  const steps = index - (history.state?.idx ?? Number.NaN);
  return steps < 0 ? steps : undefined;
}

/** The record that was saved last: its path, and the history entry of the list that shows it, once that has opened. */
let saved: { path: string; entry?: string } | null = null;

export function noteSaved(path: string | undefined) {
  saved = path ? { path } : null;
}

/** Whether the list at this history entry marks the record with this path. */
export const isSaved = (path: string, entry: string) =>
  saved?.path === path && (saved.entry === undefined || saved.entry === entry);

/** The first list that has loaded after the save is the one that marks the record. Whether it is this one, and for the first time. */
export function claimSaved(entry: string): boolean {
  if (!saved || saved.entry !== undefined) return false;
  saved.entry = entry;
  return true;
}
