import type { Cuts } from './keySpace';

/** Whether a key can be cut from the other one: it is nowhere shallower. Choices are in order of depth. */
const isDeeper = (key: Cuts, other: Cuts) => key.every((choice, index) => choice >= (other[index] ?? 0));
const depthOf = (key: Cuts) => key.reduce((sum, choice) => sum + choice, 0);

/**
 * Puts the keys on as few blanks as possible: each next key of a blank is cut from the one before, by going deeper. The keys
 * are distinct. By Dilworth's theorem, the keys less a largest matching of "can be cut from" is the smallest number of chains
 * (docs/decisions/0079). The blank with most tries comes first.
 */
export function blanksToCut(keys: readonly Cuts[]): Cuts[][] {
  const sorted = keys.toSorted((a, b) => depthOf(a) - depthOf(b));
  // Nearest first, so that as little as possible is cut for the next try.
  const deeper = sorted.map((key, index) =>
    sorted.flatMap((other, at) => (at > index && isDeeper(other, key) ? [at] : [])),
  );
  const before: (number | undefined)[] = [];
  /** Gives the key a next one, and the key that had it another, if there is a way. */
  const place = (index: number, tried: Set<number>): boolean => {
    for (const next of deeper[index] ?? []) {
      if (tried.has(next)) continue;
      tried.add(next);
      const holder = before[next];
      if (holder === undefined || place(holder, tried)) {
        before[next] = index;
        return true;
      }
    }
    return false;
  };
  for (const index of sorted.keys()) place(index, new Set());
  const next = new Map(before.flatMap((from, to) => (from === undefined ? [] : [[from, to] as const])));
  const blanks = sorted.flatMap((_, first): Cuts[][] => {
    if (before[first] !== undefined) return [];
    const blank: Cuts[] = [];
    for (let at: number | undefined = first; at !== undefined; at = next.get(at)) {
      const key = sorted[at];
      if (key) blank.push(key);
    }
    return [blank];
  });
  return blanks.toSorted((a, b) => b.length - a.length);
}
