import { blankKey } from './pastedBlanks';

/** What was scanned or typed of one blank, a moment ago. */
export interface Scan {
  key: string;
  name: string;
  /** What was added, one number for each scan: the last one is taken back first. */
  added: readonly number[];
  /** How many of its scans, and takings back, the server has not confirmed yet. */
  waiting: number;
  /** The count in the van, as the server last said; null until then. */
  count: number | null;
  /** Whether its first scan put it on the list. */
  isNew: boolean;
}

/** The scans that stay in view. */
const MOST_SHOWN = 6;

const changed = (scans: readonly Scan[], key: string, change: (scan: Scan) => Partial<Scan>): Scan[] =>
  scans
    .map((scan) => (scan.key === key ? { ...scan, ...change(scan) } : scan))
    .filter(({ added, waiting }) => added.length > 0 || waiting > 0);

/** A scan: its blank comes first, and counts up if it was scanned before. */
export function scanned(scans: readonly Scan[], name: string): Scan[] {
  const key = blankKey(name);
  const known = scans.find((scan) => scan.key === key);
  const scan = known ?? { key, name, added: [], waiting: 0, count: null, isNew: false };
  return [{ ...scan, waiting: scan.waiting + 1 }, ...scans.filter((other) => other !== known)].slice(0, MOST_SHOWN);
}

/** The server has added `add`: the blank is as it says. A blank of version 1 was not listed before. */
export const confirmed = (
  scans: readonly Scan[],
  key: string,
  add: number,
  blank: { name: string; count: number; version: number },
) =>
  changed(scans, key, ({ added, waiting, isNew }) => ({
    name: blank.name,
    added: [...added, add],
    waiting: waiting - 1,
    count: blank.count,
    isNew: isNew || blank.version === 1,
  }));

/** The last scan of a blank is being taken back. */
export const takingBack = (scans: readonly Scan[], key: string) =>
  changed(scans, key, ({ added, waiting }) => ({ added: added.slice(0, -1), waiting: waiting + 1 }));

/** The server has taken it back. */
export const takenBack = (scans: readonly Scan[], key: string, count: number) =>
  changed(scans, key, ({ waiting }) => ({ waiting: waiting - 1, count }));

/** The server refused a scan, or to take one (`add`) back. */
export const refused = (scans: readonly Scan[], key: string, add?: number) =>
  changed(scans, key, ({ added, waiting }) => ({
    added: add === undefined ? added : [...added, add],
    waiting: waiting - 1,
  }));
