import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { type Unit, unitOf } from './units';

/** The key data that is needed to draw a key. */
export type Measures = Pick<
  KeyDataFragment,
  'spacing' | 'depth' | 'unit' | 'datum' | 'sides' | 'macs' | 'codeDirection'
>;

/** One measure: its number in the table, and its value with the text as it was entered. */
export interface Measure {
  number: number;
  value: number;
  text: string;
}

/** The measures of a key as numbers. All lengths are in `unit`. */
export interface Plan {
  /** The positions of the cuts from bow to tip; their values are the distances from the stop. */
  positions: Measure[];
  /** The possible depths, the shallowest first. */
  depths: Measure[];
  /** The column of the depth table that they are from. */
  column: '1x' | '2x';
  /** Whether a depth is the remaining height of the blade; otherwise it is how far the cut goes in. */
  isLeft: boolean;
  /** Whether both edges have the same cuts. */
  isDouble: boolean;
  /** The width of the uncut blade, if 1x and 2x agree on it. */
  width: number | null;
  stop: 'shoulder' | 'tip';
  isStopGuessed: boolean;
  macs: number | null;
  unit: Unit;
}

interface ParsedMeasures {
  /** Null if the measures do not suffice for a drawing. */
  plan: Plan | null;
  /** Why there is no drawing. */
  reason: string | null;
  /** What is wrong with the measures, for those who maintain them. */
  warnings: string[];
}

/** A plain decimal number, with a point or a comma. */
export function numberOf(text: string): number | null {
  if (!/^(\d+[.,]?\d*|[.,]\d+)$/.test(text.trim())) return null;
  const value = Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

interface Column {
  found: Measure[];
  missing: string[];
  /** Texts that are no numbers, and numbers that are out of order. */
  wrong: string[];
}

const nameOf = (kind: string, number: number, side = '') => `${kind} ${number}${side && ` ${side}`}`;

/** Reads one column of measures. They must go up, or go down, from the first to the last. */
function readColumn(texts: readonly string[], kind: string, side?: string): Column {
  const column: Column = { found: [], missing: [], wrong: [] };
  const last = texts.findLastIndex((text) => text.trim());
  texts.slice(0, last + 1).forEach((text, index) => {
    const name = nameOf(kind, index + 1, side);
    const value = numberOf(text);
    if (!text.trim()) column.missing.push(`${name} is missing between others`);
    else if (value === null) column.wrong.push(`${name} is not a number: “${text.trim().slice(0, 20)}”`);
    else column.found.push({ number: index + 1, value, text: text.trim() });
  });
  const { found } = column;
  const direction = Math.sign((found.at(-1)?.value ?? 0) - (found[0]?.value ?? 0));
  found.forEach(({ number, value, text }, index) => {
    const before = found[index - 1];
    if (!before || Math.sign(value - before.value) === (direction || 1)) return;
    const name = nameOf(kind, number, side);
    column.wrong.push(
      value === before.value
        ? `${name} is the same as ${nameOf(kind.toLowerCase(), before.number, side)}`
        : `${name} is out of order: ${text} after ${before.text}`,
    );
  });
  return column;
}

/** 2 × 1x − 2x is the uncut blade, as a cut on both edges takes away twice as much. Null unless all rows agree within 2 %. */
function widthOf(one: Measure[], two: Measure[]): number | null {
  const widths = one.flatMap(({ number, value }) => {
    const other = two.find((measure) => measure.number === number);
    return other ? [2 * value - other.value] : [];
  });
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  const widest = Math.max(...one.map(({ value }) => value));
  return widths.length > 1 && least >= widest && most - least <= 0.02 * most ? (least + most) / 2 : null;
}

/** The width of the uncut blade. If it is unknown, it is assumed to exceed the shallowest cut by half a step. */
export function bladeWidth({
  depths,
  width,
  isLeft,
  isDouble,
}: Pick<Plan, 'depths' | 'width' | 'isLeft' | 'isDouble'>): number {
  const values = depths.map(({ value }) => value);
  const most = Math.max(...values);
  const step = values.length > 1 ? (most - Math.min(...values)) / (values.length - 1) : most / 8;
  if (!isLeft) return most * (isDouble ? 2.6 : 1.6) + step;
  return width ?? most + step / 2;
}

const hasText = ({ found, wrong }: Column) => found.length + wrong.length > 0;

/** The depths to draw: those for as many sides as the key has, or those that are recorded. */
function chooseDepths(sides: string, one: Column, two: Column) {
  const isTwo = hasText(two) && (sides === '2' || (sides !== '1' && !hasText(one)));
  return isTwo ? ({ depths: two, column: '2x' } as const) : ({ depths: one, column: '1x' } as const);
}

const pitchOf = ({ found }: Column) =>
  Math.abs((found.at(-1)?.value ?? 0) - (found[0]?.value ?? 0)) / (found.length - 1);

/** Depths that go down are what is left of the blade. A single one is, if it is not less than the pitch. */
function isWhatIsLeft({ found }: Column, pitch: number): boolean {
  const [first, last] = [found[0]?.value ?? 0, found.at(-1)?.value ?? 0];
  return found.length === 1 ? first >= pitch : last < first;
}

/** On keys, depths have a tenth of the pitch to fifteen times as much. In another unit it is 25 times less or more. */
function isOneUnit({ found }: Column, pitch: number, isLeft: boolean): boolean {
  const ratio = Math.max(...found.map(({ value }) => value)) / pitch;
  return isLeft ? ratio > 0.4 && ratio < 15 : ratio > 0.08 && ratio < 10;
}

/** Why these do not suffice for a drawing; undefined if they do. */
function lackOf(positions: Column, depths: Column, hasOther: boolean): string | undefined {
  const [stops] = [...positions.wrong, ...positions.missing];
  if (stops) return stops;
  if (positions.found.length === 0) return 'No spacing is recorded';
  if (positions.found.length === 1) return 'Spacing has only one position';
  if (depths.wrong[0]) return depths.wrong[0];
  if (depths.found.length > 0) return undefined;
  return hasOther ? 'The key has one side, but only 2x depths are recorded' : 'No depth is recorded';
}

/** Reads what can be drawn. The measures are texts, and any of them may be anything. */
export function readMeasures({ spacing, depth, unit, datum, sides, macs }: Measures): ParsedMeasures {
  const positions = readColumn(spacing, 'Spacing');
  const one = readColumn(
    depth.map(({ oneX }) => oneX),
    'Depth',
    '1x',
  );
  const two = readColumn(
    depth.map(({ twoX }) => twoX),
    'Depth',
    '2x',
  );
  const { depths, column } = chooseDepths(sides, one, two);
  const warnings = [positions, one, two].flatMap(({ missing, wrong }) => [...missing, ...wrong]);
  const lack = lackOf(positions, depths, hasText(two));
  if (lack) return { plan: null, reason: lack, warnings };

  const pitch = pitchOf(positions);
  const isLeft = isWhatIsLeft(depths, pitch);
  if (!isOneUnit(depths, pitch, isLeft)) {
    const reason = 'Spacing and depth cannot be in the same unit';
    return { plan: null, reason, warnings: [...warnings, reason] };
  }
  const found = unitOf(unit, pitch);
  const stop = datum === 'tip' ? 'tip' : 'shoulder';
  const width = isLeft ? widthOf(one.found, two.found) : null;
  // What is left between two cuts of 1x is 2 × 1x − width. Without such a rest, the width that is assumed is wrong.
  const least = Math.min(...depths.found.map(({ value }) => value));
  const hasRest = !isLeft || 2 * least > bladeWidth({ depths: depths.found, width, isLeft, isDouble: true });
  const fromStop = positions.found.toSorted((a, b) => a.value - b.value);
  const plan: Plan = {
    positions: stop === 'tip' ? fromStop.toReversed() : fromStop,
    depths: depths.found,
    column,
    isLeft,
    isDouble: column === '2x' ? isLeft : sides === '2' && hasRest,
    width,
    stop,
    isStopGuessed: !datum,
    macs: Number(macs) || null,
    unit: found,
  };
  return { plan, reason: null, warnings: found.warning ? [...warnings, found.warning] : warnings };
}
