import { useSyncExternalStore } from 'react';
import { loadStore } from '../keptAnswers';
import { sharedList } from '../sharedList';

const sheets = sharedList('kept sheets', async () => (await loadStore()).keptSheets());

/** The kept sheets have changed. */
export const noteKept = sheets.note;

/** The sheets that are kept, or are to be kept; undefined until they are read. */
export const useKept = sheets.useList;

/** How far the sheet is that is being kept. */
interface Progress {
  id: string;
  done: number;
  total: number;
}

let progress: Progress | null = null;
const listeners = new Set<() => void>();

export function noteProgress(next: Progress | null) {
  progress = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const current = () => progress;

export const useProgress = () => useSyncExternalStore(subscribe, current, current);
