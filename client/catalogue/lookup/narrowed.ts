import { matches } from '../../components/list/matches';
import type { LookupLinesQuery } from '../../graphql/generated/catalogue';
import type { LookupMode } from '../../paths';

export type LookupLine = LookupLinesQuery['lookupLines'][number];

/** An item of the list that matches the filter. */
interface NarrowedItem {
  value: string;
  /** Its index in the whole list. */
  position: number;
  /** The sub-items that match; absent if the item itself matches, and so shows all of them. */
  lines?: LookupLine[];
}

interface Lookup {
  mode: LookupMode;
  values: readonly string[];
  /** All models of the make. Until they have loaded (undefined), only items are matched. */
  lines: readonly LookupLine[] | undefined;
}

/**
 * The items that match the typed text, or that have a matching model: one whose name and year contain every word, in any
 * order ("600rr 07" finds the CBR600RR of 2007).
 */
export function narrowed({ mode, values, lines = [] }: Lookup, typed: string): NarrowedItem[] {
  const words = typed.split(/\s+/).filter(Boolean);
  const found = new Map<string, LookupLine[]>();
  if (words.length) {
    for (const line of lines) {
      if (!words.every((word) => matches(`${line.year} ${line.name}`, word))) continue;
      const value = mode === 'year' ? String(line.year) : line.name;
      const others = found.get(value);
      if (others) others.push(line);
      else found.set(value, [line]);
    }
  }
  return values.flatMap((value, position): NarrowedItem[] => {
    if (matches(value, typed)) return [{ value, position }];
    const some = found.get(value);
    return some ? [{ value, position, lines: some }] : [];
  });
}

/** With more matching models than this, the items stay closed. */
const FEW = 40;

/** The items to open: those with matching models, if there are only a few such models. */
export function opened(items: readonly NarrowedItem[]): string[] {
  const inside = items.filter(({ lines }) => lines);
  const count = inside.reduce((sum, { lines = [] }) => sum + lines.length, 0);
  return count > FEW ? [] : inside.map(({ value }) => value);
}

/** The only matching item, with the id of its only matching model; undefined if several items match. */
export function onlyMatch(items: readonly NarrowedItem[]): { value: string; id?: string | undefined } | undefined {
  const [item] = items;
  if (!item || items.length > 1) return undefined;
  return { value: item.value, id: item.lines?.length === 1 ? item.lines[0]?.id : undefined };
}
