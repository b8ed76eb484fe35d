import { type Measure, numberOf, type Plan } from './readMeasures';

/** The order in which a bitting lists the cuts. */
export const DIRECTIONS = ['bow to tip', 'tip to bow'] as const;
export type Direction = (typeof DIRECTIONS)[number];

interface Bitting {
  /** The depth of each position from bow to tip; null where it is not cut. */
  cuts: (Measure | null)[];
  problems: string[];
}

const SEPARATORS = /[\s\-–—.,;:/|]+/;
const listed = (depths: readonly Measure[]) => depths.map(({ number }) => number).join(', ');

/** Reads a bitting as it is typed: "1-3-2-4", "1 3 2 4" or "1324" (all depth numbers have one digit). */
export function readBitting(text: string, { positions, depths, macs }: Plan, direction: Direction): Bitting {
  const tokens = text.trim().split(SEPARATORS).filter(Boolean);
  const typed = tokens.length === 1 ? [...(tokens[0] ?? '')] : tokens;
  const problems: string[] = [];
  if (typed.length > positions.length) {
    problems.push(`${typed.length} cuts are too many: the key has ${positions.length} positions`);
  }
  const read = typed.slice(0, positions.length).map((one) => {
    const depth = depths.find(({ number }) => String(number) === one);
    if (!depth) {
      problems.push(
        /^\d+$/.test(one) ? `Depth ${one} is not one of ${listed(depths)}` : `“${one}” is not a depth number`,
      );
    }
    return depth ?? null;
  });
  read.forEach((depth, index) => {
    const before = read[index - 1];
    if (!macs || !depth || !before || Math.abs(depth.number - before.number) <= macs) return;
    const apart = Math.abs(depth.number - before.number);
    problems.push(`Cuts ${index} and ${index + 1} are ${apart} apart: MACS allows ${macs}`);
  });
  const cuts = positions.map((_, index) => read[index] ?? null);
  return { cuts: direction === 'bow to tip' ? cuts : cuts.toReversed(), problems: [...new Set(problems)] };
}

const MM: Record<string, number> = { mm: 1, in: 25.4, '"': 25.4 };

/** Names the depth nearest to a measured value, which may have a unit ("0.251", "6.4 mm"). Empty if nothing is typed. */
export function nearestDepth(text: string, { depths, unit, column }: Plan): string {
  if (!text.trim()) return '';
  const [, figure = '', own] = /^(.*?)\s*(mm|in|")?$/i.exec(text.trim()) ?? [];
  const typed = numberOf(figure);
  if (typed === null) return 'Type a number, such as .251 or 6.4 mm.';
  const value = own ? (typed * (MM[own.toLowerCase()] ?? 1)) / unit.mm : typed;
  const error = (depth: Measure) => value - depth.value;
  const [nearest, next] = depths.toSorted((a, b) => Math.abs(error(a)) - Math.abs(error(b)));
  if (!nearest) return '';
  const decimals = Math.max(...depths.map(({ text }) => text.split(/[.,]/)[1]?.length ?? 0));
  const shown = Math.abs(error(nearest)).toFixed(decimals);
  const off = Number(shown) === 0 ? 'exactly' : `${shown} ${error(nearest) > 0 ? 'more' : 'less'}`;
  const named = `${nearest.number} (${nearest.text}, ${column})`;
  const step = next ? Math.abs(next.value - nearest.value) : nearest.value / 10;
  if (Math.abs(error(nearest)) > step) return `No depth is near: the nearest is ${named}, measured ${off}.`;
  if (next && Math.abs(Math.abs(error(next)) - Math.abs(error(nearest))) < step * 0.2) {
    return `Between depths ${nearest.number} and ${next.number}: nearer to ${named}, measured ${off}.`;
  }
  return `Nearest depth: ${named}, measured ${off}.`;
}
