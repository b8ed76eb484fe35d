import { blankKey, blanksIn } from '../blanks/blanksIn';
import { BLANKS } from '../keyData';

/** The cells of a model in the columns of the blank makers, in the order of `BLANKS`. */
export type BlankCells = readonly string[];

/**
 * Which blanks are the same under other names, as the sheets of the catalogue say (docs/rules.md, "Blanks in the van"): by
 * key, the keys of the other names; true if no sheet says otherwise.
 */
export type EqualBlanks = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** By column and key, what the sheets have for it there: each different set of keys once, by its text. */
type Beside = Map<string, Map<string, Map<string, string[]>>>;

/** Where names of one blank stand: in one cell. */
const OWN = '';

/** Collects what the sheets say. */
export function equalBlanks(sheets: Iterable<BlankCells>): EqualBlanks {
  const beside: Beside = new Map();
  const note = (column: string, key: string, keys: string[]) => {
    const others = keys.filter((other) => other !== key && other);
    if (!key || others.length === 0) return;
    const found = beside.get(column) ?? new Map<string, Map<string, string[]>>();
    const sets = found.get(key) ?? new Map<string, string[]>();
    beside.set(column, found.set(key, sets.set(others.join(' '), others)));
  };
  for (const cells of sheets) {
    const columns = cells.map((cell) => blanksIn(cell).map((names) => names.map(blankKey)));
    for (const keys of columns.flat()) for (const key of keys) note(OWN, key, keys);
    columns.forEach((blanks, from) => {
      columns.forEach((others, to) => {
        // Where a cell has alternatives, nobody knows which of them is the blank in the other column.
        if (to === from || blanks.length !== 1 || others.length !== 1) return;
        for (const key of blanks[0] ?? []) note(`${from} ${to}`, key, others[0] ?? []);
      });
    });
  }
  return joined(beside);
}

/** Whether all sheets mean one blank: their names have one in common. */
function agree(sets: ReadonlyMap<string, string[]> | undefined): boolean {
  const [first = [], ...others] = sets?.values() ?? [];
  return first.some((key) => others.every((set) => set.includes(key)));
}

function joined(beside: Beside): EqualBlanks {
  const equal = new Map<string, Map<string, boolean>>();
  for (const [column, found] of beside) {
    const back = beside.get(column.split(' ').reverse().join(' '));
    for (const [key, sets] of found) {
      const others = equal.get(key) ?? new Map<string, boolean>();
      equal.set(key, others);
      const isSure = agree(sets);
      for (const other of [...sets.values()].flat())
        others.set(other, others.get(other) || (isSure && agree(back?.get(other))));
    }
  }
  return equal;
}

/** How a blank of the van is one that a sheet names; the closest first. */
export enum BlankMatch {
  SAME = 'same',
  EQUAL = 'equal',
  PERHAPS = 'perhaps',
}
const CLOSEST = Object.values(BlankMatch);

/** A name on a sheet, and how another name means this blank. */
export interface Meant {
  field: string;
  name: string;
  match: BlankMatch;
}

/** By key, each name that means a blank of the sheet, with the name on the sheet that is closest to it. */
export function meantBy(cells: BlankCells, equal: EqualBlanks): Map<string, Meant> {
  const meant = new Map<string, Meant>();
  const note = (key: string, found: Meant) => {
    const known = meant.get(key);
    if (key && (!known || CLOSEST.indexOf(found.match) < CLOSEST.indexOf(known.match))) meant.set(key, found);
  };
  cells.forEach((cell, at) => {
    const field = BLANKS[at]?.name ?? '';
    for (const name of blanksIn(cell).flat()) {
      const key = blankKey(name);
      note(key, { field, name, match: BlankMatch.SAME });
      for (const [other, isSure] of equal.get(key) ?? [])
        note(other, { field, name, match: isSure ? BlankMatch.EQUAL : BlankMatch.PERHAPS });
    }
  });
  return meant;
}
