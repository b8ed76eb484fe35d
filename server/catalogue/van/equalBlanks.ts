import { blankKey, blanksIn } from '../blanks/blanksIn';

/** A cell of a sheet, and another one of the same sheet; null if there is no other. Fields are those of blank makers. */
export type CellPair = readonly [field: string, cell: string, otherField: string | null, otherCell: string | null];

/** By column and key, what sheets have for it there: each different set of keys once, by its text. */
type Beside = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string[]>>>;

/** Where the names of one blank stand: in its own cell. */
const OWN = 'own';

/** What sheets say of these keys: the other names in the same cell, and the names in other columns. */
export function namesBeside(pairs: Iterable<CellPair>, keys: ReadonlySet<string>): Beside {
  const beside = new Map<string, Map<string, Map<string, string[]>>>();
  const note = (column: string, key: string, names: string[]) => {
    const others = names.filter((other) => other && other !== key);
    if (!keys.has(key) || others.length === 0) return;
    const found = beside.get(column) ?? new Map<string, Map<string, string[]>>();
    const sets = found.get(key) ?? new Map<string, string[]>();
    beside.set(column, found.set(key, sets.set(others.join(' '), others)));
  };
  for (const [field, cell, otherField, otherCell] of pairs) {
    const [blanks, others] = [cell, otherCell ?? ''].map((text) => blanksIn(text).map((names) => names.map(blankKey)));
    for (const names of blanks ?? []) for (const key of names) note(OWN, key, names);
    // Where a cell has alternatives, nobody knows which of them is the blank in the other column.
    const [[own = [], ...more] = [], [other = [], ...rest] = []] = [blanks, others];
    if (more.length + rest.length === 0) for (const key of own) note(`${field} ${otherField}`, key, other);
  }
  return beside;
}

/** The keys that stand beside any other. */
export const keysIn = (beside: Beside): string[] => [
  ...new Set([...beside.values()].flatMap((keys) => [...keys.values()].flatMap((sets) => [...sets.values()].flat()))),
];

/** How a blank of the van is one that a sheet names; the closest first. */
export enum BlankMatch {
  SAME = 'same',
  EQUAL = 'equal',
  PERHAPS = 'perhaps',
}

/** A name on a sheet. */
export interface NameOnSheet {
  field: string;
  name: string;
}

/** The names on a sheet, by their keys. */
export function namesOn(cells: Iterable<readonly [field: string, cell: string]>): Map<string, NameOnSheet> {
  const names = new Map<string, NameOnSheet>();
  for (const [field, cell] of cells)
    for (const name of blanksIn(cell).flat()) {
      const key = blankKey(name);
      if (key && !names.has(key)) names.set(key, { field, name });
    }
  return names;
}

/** Whether all sheets mean one blank: what they say has a name in common. */
function agree(sets: ReadonlyMap<string, string[]> | undefined): boolean {
  const [first = [], ...others] = sets?.values() ?? [];
  return first.some((key) => others.every((set) => set.includes(key)));
}

/**
 * The name on the sheet that means the blank `key`, and how surely; null if none does (docs/rules.md, "Blanks in the van").
 * `beside` has what sheets say of the names on the sheet, `back` what they say of the blank.
 */
export function meaningOf(
  key: string,
  { names, beside, back }: { names: ReadonlyMap<string, NameOnSheet>; beside: Beside; back: Beside },
): (NameOnSheet & { match: BlankMatch }) | null {
  const same = names.get(key);
  if (same) return { ...same, match: BlankMatch.SAME };
  let perhaps: ReturnType<typeof meaningOf> = null;
  for (const [column, found] of beside) {
    const there = back.get(column.split(' ').reverse().join(' '));
    for (const [on, sets] of found) {
      const name = names.get(on);
      if (!name || ![...sets.values()].some((set) => set.includes(key))) continue;
      if (agree(sets) && agree(there?.get(key))) return { ...name, match: BlankMatch.EQUAL };
      perhaps ??= { ...name, match: BlankMatch.PERHAPS };
    }
  }
  return perhaps;
}
