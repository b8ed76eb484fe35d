import { bladeWidth, type Plan } from './readMeasures';

export type Point = readonly [x: number, y: number];

/** The outline of a blade in the plan's unit: x from the stop towards the tip, y from the bottom of the blade up. */
export interface Profile {
  /** Where the blade begins at the bow, and where its recorded part ends. One of them is 0, unless the stop is the shoulder. */
  start: number;
  end: number;
  width: number;
  /** The x of each position, from bow to tip. */
  xs: number[];
  /** From bow to tip. */
  upper: Point[];
  lower: Point[];
}

/** How much of a gap between cuts is flat on either side of a cut. The rest is slope: how steep, depends on the cutter. */
const FLAT = 0.22;

/** The height of the bottom of a cut in the upper edge. */
export function heightOf({ isDouble, column, isLeft }: Plan, width: number, depth: number): number {
  if (isDouble && column === '2x') return (width + depth) / 2;
  return isLeft ? depth : width - depth;
}

/** The edges of a key: flats joined by slopes, as a key machine cuts them. `cuts` are depths of the plan's column from bow to tip; null is uncut. */
export function profileOf(plan: Plan, cuts: readonly (number | null)[]): Profile {
  const isFromTip = plan.stop === 'tip';
  const at = plan.positions.map(({ value }) => value);
  const farthest = Math.max(...at);
  /** The length of the blade beyond the outer cuts: half the pitch. */
  const room = (farthest - Math.min(...at)) / (at.length - 1) / 2;
  const width = bladeWidth(plan);
  const xs = at.map((value) => (isFromTip ? -value : value));
  const [start, end] = isFromTip ? [-farthest - room, Math.min(Math.max(...xs) + room, 0)] : [0, farthest + room];
  const gap = Math.min(...xs.slice(1).map((x, index) => x - (xs[index] ?? 0)));
  const [first = 0, last = 0] = [xs[0], xs.at(-1)];
  const upper: Point[] = [
    [start, width],
    [Math.max(start, first - gap / 2), width],
    ...xs.flatMap((x, index): Point[] => {
      const cut = cuts[index];
      const height = cut == null ? width : heightOf(plan, width, cut);
      return [
        [Math.max(start, x - gap * FLAT), height],
        [Math.min(end, x + gap * FLAT), height],
      ];
    }),
    [Math.min(end, last + gap / 2), width],
    [end, width],
  ];
  const lower = upper.map(([x, y]): Point => [x, plan.isDouble ? width - y : 0]);
  return { start, end, width, xs, upper, lower };
}
