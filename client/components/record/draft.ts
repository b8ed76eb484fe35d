import { currentSession } from '../../session';

interface Draft {
  /** The address of the form. */
  place: string;
  /** The id of the user who typed it. */
  user: string;
  values: unknown;
  /** The values and version that the form was based on, so that a stale edit is still detected. */
  base: { values: unknown; version?: number };
}

/** The content of a form when its session ended. Only in memory: signing in again does not reload the page. */
let saved: Draft | null = null;

export function saveDraft(draft: Draft) {
  saved = draft;
}

/** The draft of this form, if the same user signed in again. */
export const draftOf = (place: string): Draft | null =>
  saved?.place === place && saved.user === currentSession().user?.id ? saved : null;

export function dropDraft() {
  saved = null;
}
