import { loadStore } from './keptAnswers';
import { sharedList } from './sharedList';

const waiting = sharedList('waiting writes', async () => (await loadStore()).queuedWrites());

/** The writes have changed. */
export const noteWrites = waiting.note;

/** What waits to be sent, in the order in which it was written; undefined until it is read. */
export const useWaiting = waiting.useList;
