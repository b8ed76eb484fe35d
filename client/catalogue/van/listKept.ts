import { OF_USER } from '../../session';

const KEY = `${OF_USER}vanListKept`;

/**
 * Whether the user's company keeps a list, as far as this browser knows: then a sheet has the line about the van from the start,
 * so that nothing moves when the answer comes.
 */
export function isListKept(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function noteListKept(isKept: boolean) {
  try {
    if (isKept) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the line comes with the answer.
  }
}
