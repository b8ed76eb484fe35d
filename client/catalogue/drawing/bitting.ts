import { type Depth, type Length, numberOf, type Plan } from './readMeasures';
import { fromUnit, inRecorded, inUnit, type LengthUnit } from './units';

/** The order in which a bitting lists the cuts. */
export const DIRECTIONS = ['bow to tip', 'tip to bow'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Bitting {
  /** The depth of each position from bow to tip; null where it is not cut. */
  cuts: readonly (Depth | null)[];
  problems: string[];
  /** Whether there is no other problem than MACS, which one gap of a key may break. */
  isReadable: boolean;
}

/** What may stand between the cuts, unless a depth has it in its name. */
const SEPARATORS = [...'-–—.,;:/|'];

const isAlike = (name: string, typed: string) => name.toLowerCase() === typed.toLowerCase();

/** The ways to read a text without separators as names, but no more than two: "110" may be 1-10 or 11-0. */
function waysToRead(text: string, names: readonly string[]): string[][] {
  const ways: string[][][] = [[[]]];
  for (let end = 1; end <= text.length; end++) {
    ways[end] = names
      .filter((name) => isAlike(name, text.slice(Math.max(end - name.length, 0), end)))
      .flatMap((name) => (ways[end - name.length] ?? []).map((way) => [...way, text.slice(end - name.length, end)]))
      .slice(0, 2);
  }
  return ways[text.length] ?? [];
}

/** The names that are typed: between separators, or one after the other where that can be read in one way. */
function namesIn(text: string, depths: readonly Depth[]): { names: string[]; problem?: string } {
  const known = [...new Set(depths.map(({ name }) => name))];
  const between = SEPARATORS.filter((separator) => !known.some((name) => name.includes(separator)));
  const tokens = [...text]
    .map((one) => (between.includes(one) ? ' ' : one))
    .join('')
    .split(/\s+/)
    .filter(Boolean);
  const [only = ''] = tokens;
  if (tokens.length !== 1) return { names: tokens };
  if (known.every((name) => name.length === 1)) return { names: [...only] };
  const [one, other] = waysToRead(only, known);
  if (!one || !other) return { names: one ?? tokens };
  return { names: [], problem: `That may be ${one.join('-')} or ${other.join('-')}: separate the depths` };
}

/** Reads a bitting as it is typed, by the names of the depths: "1-3-2-4", "1 3 2 4", "1324" or "0-10-A". */
export function readBitting(text: string, { positions, depths, macs }: Plan, direction: Direction): Bitting {
  const { names, problem } = namesIn(text, depths);
  const problems = problem ? [problem] : [];
  if (names.length > positions.length) {
    problems.push(`${names.length} cuts are too many: the key has ${positions.length} positions`);
  }
  const read = names.slice(0, positions.length).map((typed) => {
    const exact = depths.filter(({ name }) => name === typed);
    const found = exact.length > 0 ? exact : depths.filter(({ name }) => isAlike(name, typed));
    const [depth] = found;
    if (!depth) {
      problems.push(`Depth ${typed} is not one of ${depths.map(({ name }) => name).join(', ')}`);
    } else if (found.some(({ value }) => value !== depth.value)) {
      problems.push(`Two depths are called ${typed}`);
      return null;
    }
    return depth ?? null;
  });
  const isReadable = problems.length === 0;
  read.forEach((depth, index) => {
    const before = read[index - 1];
    if (typeof macs !== 'number' || !depth || !before) return;
    const apart = Math.abs(depth.step - before.step);
    if (apart > macs) problems.push(`Cuts ${index} and ${index + 1} are ${apart} apart: MACS allows ${macs}`);
  });
  const cuts = positions.map((_, index) => read[index] ?? null);
  return {
    cuts: direction === 'bow to tip' ? cuts : cuts.toReversed(),
    problems: [...new Set(problems)],
    isReadable,
  };
}

const UNITS: Record<string, LengthUnit> = { mm: 'mm', in: 'inch', '"': 'inch' };

/** A depth with the length in one column. */
interface Candidate extends Length {
  name: string;
}

/** What a caliper can measure of a cut: the root depth, or from cut to cut. */
export type Column = Plan['column'];

/** The columns in which a key can be measured, with the depths whose length is known. */
export function measurable(plan: Plan): [column: Column, depths: Candidate[]][] {
  const of = (read: (depth: Depth) => Length | null) =>
    plan.depths.flatMap((depth): Candidate[] => {
      const length = read(depth);
      return length ? [{ ...length, name: depth.name }] : [];
    });
  const columns: [Column, Candidate[]][] = plan.isLeft
    ? [
        ['1x', of(({ root }) => root)],
        ['2x', of(({ across }) => across)],
      ]
    : [[plan.column, of((depth) => depth)]];
  return columns.filter(([, depths]) => depths.length > 0);
}

/** A measured value, which may have a unit ("0.251", "6.4 mm"); else it is in the unit that is shown. Null for no number. */
export function measuredValue(text: string, plan: Plan): number | null {
  const [, figure = '', own = ''] = /^(.*?)\s*(mm|in|")?$/i.exec(text.trim()) ?? [];
  const typed = numberOf(figure);
  const unit = UNITS[own.toLowerCase()] ?? plan.shown;
  return typed === null || !unit ? typed : fromUnit(typed, unit, plan.unit);
}

/** A difference in the unit that is shown, without a sign. */
export const differenceText = (difference: number, { unit, shown }: Plan) =>
  shown ? inUnit(Math.abs(difference), unit, shown) : inRecorded(Math.abs(difference), unit);

/**
 * Names the depth nearest to a measured value. Empty if nothing is typed. A key with two sides can be measured both ways: it
 * has a sentence for each.
 */
export function nearestDepth(text: string, plan: Plan): string[] {
  if (!text.trim()) return [];
  const value = measuredValue(text, plan);
  if (value === null) return ['Type a number, such as .251 or 6.4 mm.'];
  return measurable(plan).map(([column, depths]) => nearestOf(value, depths, column, plan));
}

function nearestOf(value: number, depths: Candidate[], column: Column, plan: Plan): string {
  const error = (depth: Length) => value - depth.value;
  const sorted = depths.toSorted((a, b) => Math.abs(error(a)) - Math.abs(error(b)));
  const [nearest] = sorted;
  if (!nearest) return '';
  const next = sorted.find((depth) => depth.value !== nearest.value);
  const apart = Math.abs(error(nearest));
  const size = differenceText(apart, plan);
  const off = Number(size) === 0 ? 'exactly' : `${size.replace(/^\./, '0.')} ${error(nearest) > 0 ? 'more' : 'less'}`;
  const equal = depths.filter(({ value }) => value === nearest.value).map(({ name }) => name);
  const named = `${equal.join(' or ')} (${nearest.text}, ${column})`;
  const step = next ? Math.abs(next.value - nearest.value) : nearest.value / 10;
  if (apart > step) return `No depth is near: the nearest is ${named}, measured ${off}.`;
  if (next && Math.abs(Math.abs(error(next)) - apart) < step * 0.2) {
    return `Between depths ${nearest.name} and ${next.name}: nearer to ${named}, measured ${off}.`;
  }
  return `Nearest depth: ${named}, measured ${off}.`;
}
