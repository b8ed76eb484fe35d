import { heightOf, type Point, type Profile, profileOf } from './profile';
import type { Depth, Plan } from './readMeasures';
import { spread } from './spread';

/*
 * Computes the shapes of a drawing from the plan of a key. Lengths are in units of the view box, which is the same for all
 * keys, so that nothing shifts when another key is drawn.
 */

export const FRAME = { width: 358, height: 232 } as const;
/** From left to right: the bow, the blade, its tip, and the labels of the depths. */
const BOW = 44;
const TIP = 22;
const LABELS = 88;
/** The numbers of the positions are above the blade, the label of the stop is below it. */
const ABOVE = 44;
const BELOW = 34;
const BLADE = { x: BOW, length: FRAME.width - BOW - TIP - LABELS, height: FRAME.height - ABOVE - BELOW - 8 };
/** The sizes of labels. Characters of the mono font are 0.6 em wide. */
const NUMBER = { width: 17, height: 14 };
const CHARACTER = 7.9;
/** How far apart the lines of labels beside the blade are: less if they are many. */
const LINE = { most: 16, least: 14 };
/** The most characters of a label beside the blade, and of a measure in it. */
const ROOM = 9;
const MEASURE = 6;
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

interface Rung {
  number: number;
  path: string;
  /** Null if there is nothing to say. */
  label: Label | null;
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
  /** The depths, from the top. */
  rungs: Rung[];
  /** What is left between the cuts of both edges, from the top: the same depths in the lower edge, with their 2x. */
  mirrored: Rung[];
  /** A dimension across the blade for each 2x that is known, unless a bitting is drawn. */
  across: { number: number; path: string }[];
  /** The name of each cut of a bitting. */
  cutNames: Label[];
  /** Whether the width of the uncut blade is assumed, because it is not recorded. */
  isWidthMadeUp: boolean;
}

const round = (value: number) => Math.round(value * 100) / 100;
const line = (...points: Point[]) => `M${points.map((at) => at.map(round).join(',')).join(' L')}`;

/** Where the parts of a key are in the drawing. */
interface Place {
  profile: Profile;
  /** The positions from bow to tip. */
  xs: number[];
  stopAt: number;
  /** The end of the measured part of the blade, and the tip. */
  end: number;
  tip: number;
  top: number;
  back: number;
  at: (point: Point) => Point;
  /** The y of the bottom of a cut in the upper edge. */
  yOf: (depth: number) => number;
}

function placeOf(plan: Plan, cuts: readonly (Depth | null)[]): Place {
  const isFromTip = plan.stop === 'tip';
  const profile = profileOf(
    plan,
    plan.positions.map((_, index) => cuts[index]?.value ?? null),
  );
  const { start, width } = profile;
  const length = BLADE.length + (isFromTip ? TIP : 0);
  const scale = Math.min(length / ((isFromTip ? 0 : profile.end) - start), BLADE.height / width);
  const top = ABOVE + (FRAME.height - ABOVE - BELOW - width * scale) / 2;
  const back = top + width * scale;
  const at = ([x, y]: Point): Point => [BLADE.x + (x - start) * scale, back - y * scale];
  const [stopAt] = at([0, 0]);
  const [end] = at([profile.end, 0]);
  return {
    profile,
    xs: profile.xs.map((x) => at([x, 0])[0]),
    stopAt,
    end,
    tip: isFromTip ? stopAt : end + TIP,
    top,
    back,
    at,
    yOf: (depth) => at([0, heightOf(plan, width, depth)])[1],
  };
}

const NO_CUTS: readonly (Depth | null)[] = [];

/** `cuts` are depths from bow to tip, or null where the blade is not cut. */
export function drawKey(plan: Plan, cuts: readonly (Depth | null)[] = NO_CUTS): Drawing {
  const place = placeOf(plan, cuts);
  const { xs, stopAt, back } = place;
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
  return {
    ...outline(place, plan),
    end: round(place.end),
    datum: { ...mark(isFromTip ? xs.length : 0, '0', back + 10), text: stopLabel(plan, stopAt, back) },
    scribes: plan.positions.map(({ number }, index) => ({
      number,
      strip: stripOf(xs, index),
      ...mark(index + (isFromTip ? 0 : 1), String(number), back),
    })),
    ...rungsOf(plan, place),
    across: cuts.some(Boolean) ? [] : acrossOf(plan, place),
    cutNames: cutNamesOf(plan, place, cuts),
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

/** A name and a measure, as far as there is room: a name is shortened, a long measure is left to the table. */
function labelOf(name: string, measure: string): string {
  const shown = measure.length > MEASURE ? '' : measure;
  const room = ROOM - (shown ? shown.length + 1 : 0);
  return [name.length > room ? `${name.slice(0, room - 1)}…` : name, shown].filter(Boolean).join(' ');
}

/** A dotted line for each depth, from the first position along the blade to its label, and the same from the other edge. */
function rungsOf({ depths, isDouble, isLeft }: Plan, { xs, end, top, back, yOf }: Place) {
  const from = Math.min(...xs);
  const upper = depths.map((depth) => ({
    ...depth,
    isMirrored: false,
    y: yOf(depth.value),
    label: labelOf(depth.name, isLeft ? (depth.root?.text ?? '') : depth.text),
  }));
  const lower = isDouble
    ? upper.map((depth) => ({
        ...depth,
        isMirrored: true,
        y: top + back - depth.y,
        label: depth.across && depth.across.text.length <= MEASURE ? `2x ${depth.across.text}` : '',
      }))
    : [];
  const all = [...upper, ...lower].sort((a, b) => a.y - b.y);
  const labelled = all.filter(({ label }) => label);
  const [first, last] = [TO_MIDDLE, FRAME.height - TO_MIDDLE];
  const gap = Math.min(LINE.most, Math.max(LINE.least, (last - first) / labelled.length));
  const targets = labelled.map(({ y }) => y);
  const at = new Map(spread(targets, gap, first, last).map((y, index) => [labelled[index], y]));
  const x = FRAME.width - LABELS + 16;
  const placed = all.map((rung) => {
    const { number, y, label, isMirrored } = rung;
    const labelY = at.get(rung);
    return {
      isMirrored,
      number,
      path:
        labelY === undefined ? line([from, y], [end, y]) : line([from, y], [end, y], [x - 10, labelY], [x - 3, labelY]),
      label:
        labelY === undefined ? null : { text: label, x, y: round(labelY + TO_BASE), width: label.length * CHARACTER },
    };
  });
  return {
    rungs: placed.filter(({ isMirrored }) => !isMirrored),
    mirrored: placed.filter(({ isMirrored }) => isMirrored),
  };
}

/** Dimensions from cut to cut, side by side along the blade and between the lines of the positions. */
function acrossOf({ depths }: Plan, { xs, end, top, back, yOf }: Place) {
  const known = depths.filter(({ across }) => across);
  const bounds = [...xs, end];
  const each = Math.ceil(known.length / xs.length);
  return known.map(({ number, value }, index) => {
    const gap = Math.floor(index / each);
    const [left = 0, right = 0] = [bounds[gap], bounds[gap + 1]];
    const x = left + ((right - left) * ((index % each) + 1)) / (each + 1);
    const y = yOf(value);
    const other = top + back - y;
    const tip = Math.min(5, (other - y) / 3);
    return {
      number,
      path: [
        line([x, y], [x, other]),
        line([x - 2.5, y + tip], [x, y], [x + 2.5, y + tip]),
        line([x - 2.5, other - tip], [x, other], [x + 2.5, other - tip]),
      ].join(' '),
    };
  });
}

/** The names of the cuts in a row, where no cut reaches: in the middle of a key with two sides, else below the deepest depth. */
function cutNamesOf(
  { depths, isDouble }: Plan,
  { xs, top, back, yOf }: Place,
  cuts: readonly (Depth | null)[],
): Label[] {
  const most = FRAME.width - LABELS;
  const longest = Math.max(1, ...cuts.map((cut) => cut?.name.length ?? 0));
  const characters = Math.min(longest, Math.floor(most / xs.length / CHARACTER));
  const width = characters * CHARACTER;
  const at = spread(xs, width, width / 2 + 1, most - width / 2);
  const deepest = Math.max(...depths.map(({ value }) => yOf(value)));
  const y = round((isDouble ? (top + back) / 2 : (deepest + back) / 2) + TO_BASE);
  return cuts.flatMap((cut, index) => {
    if (!cut) return [];
    const text = cut.name.length > characters ? `${cut.name.slice(0, characters - 1)}…` : cut.name;
    return [{ text, x: round(at[index] ?? 0), y, width }];
  });
}

/** The blade with its cuts and its tip, and the bow. */
function outline({ profile, at, tip, top, back }: Place, { stop }: Plan) {
  const [upper, lower] = [profile.upper.map(at), profile.lower.map(at).reverse()];
  const middle = (top + back) / 2;
  return {
    blade: `${line(...upper)} ${tipPath(tip, middle, (back - top) / 2, stop)} ${line(...lower).replace('M', 'L')} Z`,
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
