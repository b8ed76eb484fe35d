import { bladeWidth, type Plan } from './readMeasures';
import { spread } from './spread';

/*
 * Computes the shapes of a drawing from the plan of a key. Lengths are in units of the view box, which is the same for all
 * keys, so that nothing shifts when another key is drawn.
 */

export const FRAME = { width: 358, height: 232 } as const;
/** From left to right: the bow, the blade, its tip, and the labels of the depths. */
const BOW = 44;
const TIP = 22;
const LABELS = 76;
/** The numbers of the positions are above the blade, the label of the stop is below it. */
const ABOVE = 44;
const BELOW = 34;
const BLADE = { x: BOW, length: FRAME.width - BOW - TIP - LABELS, height: FRAME.height - ABOVE - BELOW - 8 };
/** The sizes of labels. Characters of the mono font are 0.6 em wide. */
const NUMBER = { width: 17, height: 14 };
const CHARACTER = 7.9;
const LINE = 16;
/** From the top of a line of text to its middle, and from there to its baseline. */
const TO_MIDDLE = 9;
const TO_BASE = 4;

export interface Label {
  text: string;
  /** The middle of a number, or the start of a text. */
  x: number;
  /** The baseline. */
  y: number;
  width: number;
}

interface Scribe {
  number: number;
  x: number;
  label: Label;
  /** The line from the label to the blade and across it. */
  path: string;
  /** The part of the drawing that selects this position. */
  strip: { x: number; width: number };
}

export interface Drawing {
  /** The outline of the blade with its tip. */
  blade: string;
  /** Where the part with the cuts ends. The tip beyond it is not recorded, and neither is the bow. */
  end: number;
  bow: string;
  datum: Omit<Scribe, 'number' | 'strip'> & { text: Label };
  /** From bow to tip. */
  scribes: Scribe[];
  rungs: {
    number: number;
    path: string;
    label: Label;
    /** The same depth from the other edge, if both are cut. */
    mirrored: string | null;
  }[];
  /** Whether the width of the uncut blade is assumed, because it is not recorded. */
  isWidthMadeUp: boolean;
}

const round = (value: number) => Math.round(value * 100) / 100;
const line = (...points: (readonly [number, number])[]) => `M${points.map((at) => at.map(round).join(',')).join(' L')}`;

/** The coordinates of the parts of a key. */
interface Place {
  /** The positions from bow to tip. */
  xs: number[];
  stopAt: number;
  /** The end of the measured part of the blade, and the tip. */
  end: number;
  tip: number;
  top: number;
  back: number;
  /** The y of the bottom of a cut in the upper edge. */
  yOf: (depth: number) => number;
}

function placeOf(plan: Plan): Place {
  const { isLeft, isDouble, column } = plan;
  const isFromTip = plan.stop === 'tip';
  const at = plan.positions.map(({ value }) => value);
  const farthest = Math.max(...at);
  /** The length of the blade beyond the outer cuts: half the pitch. */
  const room = (farthest - Math.min(...at)) / (at.length - 1) / 2;
  const width = bladeWidth(plan);
  const length = BLADE.length + (isFromTip ? TIP : 0);
  const scale = Math.min(length / (farthest + room), BLADE.height / width);
  const stopAt = BLADE.x + (isFromTip ? (farthest + room) * scale : 0);
  const xs = at.map((value) => stopAt + (isFromTip ? -value : value) * scale);
  const end = Math.min(Math.max(...xs) + room * scale, isFromTip ? stopAt : FRAME.width);
  const top = ABOVE + (FRAME.height - ABOVE - BELOW - width * scale) / 2;
  const back = top + width * scale;
  const yOf = (depth: number) =>
    isDouble && column === '2x'
      ? (top + back - depth * scale) / 2
      : isLeft
        ? back - depth * scale
        : top + depth * scale;
  return { xs, stopAt, end, tip: isFromTip ? stopAt : end + TIP, top, back, yOf };
}

/** `cuts` are depths from bow to tip, or null where the blade is not cut. */
export function drawKey(plan: Plan, cuts: readonly (number | null)[] = []): Drawing {
  const place = placeOf(plan);
  const { xs, stopAt, back, yOf } = place;
  const isFromTip = plan.stop === 'tip';
  const marks = isFromTip ? [...xs, stopAt] : [stopAt, ...xs];
  const labelled = spread(marks, NUMBER.width, NUMBER.width / 2, FRAME.width - LABELS - NUMBER.width / 2);
  /** The line of a position, with its number above it; `index` counts from the bow. */
  const mark = (index: number, text: string, bottom: number) => {
    const [x, labelX] = [marks[index] ?? 0, labelled[index] ?? 0];
    return {
      x: round(x),
      label: { text, x: round(labelX), y: NUMBER.height, width: NUMBER.width },
      path: line([labelX, NUMBER.height + 4], [x, ABOVE - 8], [x, bottom]),
    };
  };
  const ys = xs.map((_, index) => (cuts[index] == null ? null : yOf(cuts[index])));
  return {
    ...outline(place, ys, plan),
    end: round(place.end),
    datum: { ...mark(isFromTip ? xs.length : 0, '0', back + 10), text: stopLabel(plan, stopAt, back) },
    scribes: plan.positions.map(({ number }, index) => ({
      number,
      strip: stripOf(xs, index),
      ...mark(index + (isFromTip ? 0 : 1), String(number), back),
    })),
    rungs: rungsOf(plan, place),
    isWidthMadeUp: plan.width === null,
  };
}

function stopLabel({ stop, isStopGuessed }: Plan, stopAt: number, back: number): Label {
  const text = `stop: ${isStopGuessed ? 'not recorded' : stop}`;
  const width = text.length * CHARACTER;
  const x = stop === 'tip' ? Math.max(stopAt - width + 6, BLADE.x) : BLADE.x - 6;
  return { text, x: round(x), y: round(back + 25), width };
}

/** From the middle between a position and the one before it to the middle between it and the next one. */
function stripOf(xs: number[], index: number) {
  const x = xs[index] ?? 0;
  const [before, after] = [xs[index - 1], xs[index + 1]];
  const left = Math.max((x + (before ?? 2 * x - (after ?? x))) / 2, 0);
  const right = Math.min((x + (after ?? 2 * x - (before ?? x))) / 2, FRAME.width);
  return { x: round(left), width: round(right - left) };
}

/** A dotted line for each depth, from the first position along the blade to its label. */
function rungsOf({ depths, isDouble }: Plan, { xs, end, top, back, yOf }: Place) {
  const ys = depths.map(({ value }) => yOf(value));
  const from = Math.min(...xs);
  const labelled = spread(ys, LINE, TO_MIDDLE, FRAME.height - BELOW - LINE / 2);
  return depths.map(({ number, text }, index) => {
    const [y, labelY] = [ys[index] ?? 0, labelled[index] ?? 0];
    const x = FRAME.width - LABELS + 16;
    const shown = text.length > 6 ? String(number) : `${number} ${text}`;
    return {
      number,
      path: line([from, y], [end, y], [x - 10, labelY], [x - 3, labelY]),
      label: { text: shown, x, y: round(labelY + TO_BASE), width: shown.length * CHARACTER - 8 },
      mirrored: isDouble ? line([from, top + back - y], [end, top + back - y]) : null,
    };
  });
}

/** The blade with its cuts (flats joined by slopes, as a key machine cuts them) and its tip, and the bow. */
function outline({ xs, end, tip, top, back }: Place, ys: (number | null)[], { isDouble, stop }: Plan) {
  const gap = Math.min(...xs.slice(1).map((x, index) => x - (xs[index] ?? 0)));
  const flat = gap * 0.22;
  const [first = 0, last = 0] = [xs[0], xs.at(-1)];
  const edge: (readonly [number, number])[] = [
    [BLADE.x, top],
    [Math.max(BLADE.x, first - gap / 2), top],
    ...xs.flatMap((x, index) => {
      const y = ys[index] ?? top;
      return [[Math.max(BLADE.x, x - flat), y] as const, [Math.min(end, x + flat), y] as const];
    }),
    [Math.min(end, last + gap / 2), top],
    [end, top],
  ];
  const mirrored = edge.map(([x, y]) => [x, isDouble ? top + back - y : back] as const).reverse();
  const middle = (top + back) / 2;
  return {
    blade: `${line(...edge)} ${tipPath(tip, middle, (back - top) / 2, stop)} ${line(...mirrored).replace('M', 'L')} Z`,
    bow: bowPath(middle, Math.min((back - top) / 2 + 9, 70)),
  };
}

/** From the upper edge to the lower one: a blunt end where the key stops at its tip, else a nose that finds the keyway. */
function tipPath(tip: number, middle: number, half: number, stop: Plan['stop']): string {
  if (stop === 'tip') return line([tip, middle - half * 0.6], [tip, middle + half * 0.6]).replace('M', 'L');
  const [from, rise] = [round(tip - 7), half * 0.25];
  return `L${from},${round(middle - rise)} Q${round(tip)},${round(middle)} ${from},${round(middle + rise)}`;
}

/** The bow with its hole, up to the shoulder. */
function bowPath(middle: number, half: number): string {
  const [upper, lower] = [round(middle - half), round(middle + half)];
  const corner = Math.min(half, 22);
  return [
    `M${BLADE.x},${round(upper + 8)} L${BLADE.x - 8},${upper} H${2 + corner} Q2,${upper} 2,${round(upper + corner)}`,
    `V${round(lower - corner)} Q2,${lower} ${2 + corner},${lower} H${BLADE.x - 8} L${BLADE.x},${round(lower - 8)}`,
    `M20,${round(middle - 5)} a5,5 0 1 0 0.1,0`,
  ].join(' ');
}
