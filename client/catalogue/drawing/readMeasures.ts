import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { inRecorded, inUnit, type LengthUnit, type Unit, unitOf } from './units';

/** The key data that is needed to draw a key. */
export type Measures = Pick<
  KeyDataFragment,
  'spacing' | 'depth' | 'unit' | 'datum' | 'sides' | 'width' | 'macs' | 'codeDirection'
>;

/** A length, and the text that shows it: as it was recorded, or in the unit that the user reads. */
export interface Length {
  value: number;
  text: string;
  /** The text as it was recorded; null for a length that follows from others. */
  recorded: string | null;
}

/** One measure: its number in the table, and its length. */
interface Measure extends Length {
  number: number;
}

/** A depth. Its own length is the one of the plan's column. */
export interface Depth extends Measure {
  /** What codes call it. */
  name: string;
  /** What MACS counts: the name, if all names are numbers in order; otherwise the number of the row. */
  step: number;
  /** From the bottom of the cut to the bottom of the blade; null where it is not known. */
  root: Length | null;
  /** From cut to cut on a key with two sides; null where it is not known. */
  across: Length | null;
}

/** The measures of a key as numbers. All lengths are in `unit`. */
export interface Plan {
  /** The positions of the cuts from bow to tip; their values are the distances from the stop. */
  positions: Measure[];
  /** The possible depths, in the order of the table. */
  depths: Depth[];
  /** The column of the depth table that they are drawn from. */
  column: '1x' | '2x';
  /** Whether a depth is the remaining height of the blade; otherwise it is how far the cut goes in. */
  isLeft: boolean;
  /** Whether both edges have the same cuts. */
  isDouble: boolean;
  /** The width of the uncut blade, if it is recorded, or if 1x and 2x agree on it. */
  width: Length | null;
  stop: 'shoulder' | 'tip';
  isStopGuessed: boolean;
  /** How far apart neighbouring cuts may be; null if that is not known. */
  macs: number | 'none' | null;
  unit: Unit;
  /** The unit of the texts, if they are converted. */
  shown: LengthUnit | null;
  /** What does not agree between 1x, 2x and the width. */
  conflict: string | null;
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

interface Read {
  number: number;
  value: number;
  text: string;
}

interface Column {
  found: Read[];
  /** Rows that are missing between others, and depths that are probably repeated by mistake. */
  doubtful: string[];
  /** Texts that are no numbers, and numbers that are out of order. */
  wrong: string[];
}

const labelOf = (kind: string, number: number, side = '') => `${kind} ${number}${side && ` ${side}`}`;

/**
 * Reads one column of measures. They must go up, or go down, from the first to the last. Depths may be repeated if codes
 * call them by different names.
 */
function readColumn(texts: readonly string[], kind: string, side?: string, names?: readonly string[]): Column {
  const column: Column = { found: [], doubtful: [], wrong: [] };
  const last = texts.findLastIndex((text) => text.trim());
  texts.slice(0, last + 1).forEach((text, index) => {
    const label = labelOf(kind, index + 1, side);
    const value = numberOf(text);
    if (!text.trim()) column.doubtful.push(`${label} is missing between others`);
    else if (value === null) column.wrong.push(`${label} is not a number: “${text.trim().slice(0, 20)}”`);
    else column.found.push({ number: index + 1, value, text: text.trim() });
  });
  const { found } = column;
  const direction = Math.sign((found.at(-1)?.value ?? 0) - (found[0]?.value ?? 0));
  found.forEach(({ number, value, text }, index) => {
    const before = found[index - 1];
    if (!before || Math.sign(value - before.value) === (direction || 1)) return;
    const label = labelOf(kind, number, side);
    if (value !== before.value) {
      column.wrong.push(`${label} is out of order: ${text} after ${before.text}`);
      return;
    }
    const same = `${label} is the same as ${labelOf(kind.toLowerCase(), before.number, side)}`;
    if (!names) column.wrong.push(same);
    else if (!names[number - 1]?.trim() && !names[before.number - 1]?.trim()) column.doubtful.push(same);
  });
  return column;
}

const largest = (measures: readonly { value: number }[]) => Math.max(...measures.map(({ value }) => value));
const least = (measures: readonly { value: number }[]) => Math.min(...measures.map(({ value }) => value));

/** The width by each row that has both measures: 2 × 1x − 2x, as a cut on both edges takes away twice as much. */
function widthsOf(one: Read[], two: Read[]) {
  return one.flatMap(({ number, value, text }) => {
    const other = two.find((measure) => measure.number === number);
    return other ? [{ number, value: 2 * value - other.value, oneX: text, twoX: other.text }] : [];
  });
}

interface Width {
  width: { value: number; recorded: string | null } | null;
  /** The rows that do not agree. */
  conflict: string | null;
}

/** How far 2 × 1x − 2x may be from the width: the three are rounded. */
const ROUNDED_MM = 0.08;

/** The width of the uncut blade, from its own field, or from 1x and 2x if all rows agree on it within 2 %. */
function readWidth(recorded: string, one: Read[], two: Read[], unit: Unit, isLeft: boolean): Width {
  const own = numberOf(recorded);
  const rows = isLeft ? widthsOf(one, two) : [];
  const most = largest(one);
  if (own !== null) {
    const text = recorded.trim();
    if (own < most) return { width: null, conflict: `The blade width ${text} is less than the largest 1x` };
    const off = rows.find(({ value }) => Math.abs(value - own) * unit.mm > ROUNDED_MM);
    const conflict = off
      ? `Depth ${off.number}: 2 × ${off.oneX} − ${off.twoX} is ${inRecorded(off.value, unit)}, not the blade width ${text}`
      : null;
    return { width: { value: own, recorded: text }, conflict };
  }
  if (rows.length < 2) return { width: null, conflict: null };
  const [low, high] = [least(rows), largest(rows)];
  if (low >= most && high - low <= 0.02 * high) {
    return { width: { value: (low + high) / 2, recorded: null }, conflict: null };
  }
  return { width: null, conflict: '1x and 2x do not agree on one blade width (2 × 1x − 2x)' };
}

/** The width of the uncut blade. If it is unknown, it is assumed to exceed the shallowest cut by half a step. */
export function bladeWidth({
  depths,
  width,
  isLeft,
  isDouble,
}: {
  depths: readonly { value: number }[];
  width: { value: number } | null;
  isLeft: boolean;
  isDouble: boolean;
}): number {
  if (width) return width.value;
  const [most, few] = [largest(depths), least(depths)];
  const step = most > few ? (most - few) / (depths.length - 1) : most / 8;
  return isLeft ? most + step / 2 : most * (isDouble ? 2.6 : 1.6) + step;
}

const hasText = ({ found, wrong }: Column) => found.length + wrong.length > 0;

/**
 * The depths to draw. The trade's lists give 1x for keys with two sides, too; without the width of the blade, 2x is surer.
 */
function chooseDepths(sides: string, one: Column, two: Column, width: Width['width']) {
  const suffices = width !== null && one.wrong.length === 0 && one.found.length >= two.found.length;
  const isTwo = hasText(two) && (sides === '2' ? !suffices : sides !== '1' && !hasText(one));
  return isTwo ? ({ depths: two, column: '2x' } as const) : ({ depths: one, column: '1x' } as const);
}

const pitchOf = ({ found }: Column) =>
  Math.abs((found.at(-1)?.value ?? 0) - (found[0]?.value ?? 0)) / (found.length - 1);

/** Depths are root depths, whichever way they go, unless the largest is below .10 in (2.5 mm): then they are cuts into the blade. */
function isWhatIsLeft({ found }: Column, { mm, name }: Unit): boolean {
  return largest(found) * mm >= (name === 'inch' ? 2.54 : 2.5) - 1e-9;
}

/** On keys, depths have a tenth of the pitch to fifteen times as much. In another unit it is 25 times less or more. */
function isOneUnit({ found }: Column, pitch: number, isLeft: boolean): boolean {
  const ratio = largest(found) / pitch;
  return isLeft ? ratio > 0.4 && ratio < 15 : ratio > 0.15 && ratio < 10;
}
const TWO_UNITS = 'Spacing and depth cannot be in the same unit';

/** Why these do not suffice for a drawing; undefined if they do. */
function lackOf(positions: Column, depths: Column, hasOther: boolean): string | undefined {
  const [stops] = [...positions.wrong, ...positions.doubtful];
  if (stops) return stops;
  if (positions.found.length === 0) return 'No spacing is recorded';
  if (positions.found.length === 1) return 'Spacing has only one position';
  if (depths.wrong[0]) return depths.wrong[0];
  if (depths.found.length > 0) return undefined;
  return hasOther ? 'The key has one side, but only 2x depths are recorded' : 'No depth is recorded';
}

/** What MACS counts for each depth. */
function stepsOf(names: readonly string[], numbers: readonly number[]): readonly number[] {
  const counted = names.map((name) => (/^\d+$/.test(name) ? Number(name) : Number.NaN));
  const goes = (way: number) =>
    counted.every((step, index) => index === 0 || (step - (counted[index - 1] ?? 0)) * way > 0);
  return counted.every(Number.isFinite) && (goes(1) || goes(-1)) ? counted : numbers;
}

const nameOf = (depth: Measures['depth'], number: number) => depth[number - 1]?.name.trim() || String(number);

/** Depths that codes call the same. */
const sameNames = (names: readonly string[], found: readonly Read[]) =>
  found.flatMap(({ number }, index) => {
    const first = found[names.indexOf(names[index] ?? '')];
    return first && first.number !== number
      ? [`Depth ${number} has the name of depth ${first.number}: ${names[index]}`]
      : [];
  });

const columnsOf = ({ spacing, depth }: Pick<Measures, 'spacing' | 'depth'>) => {
  const names = depth.map(({ name }) => name);
  const read = (side: string, texts: string[]) => readColumn(texts, 'Depth', side, names);
  return {
    positions: readColumn(spacing, 'Spacing'),
    one: read(
      '1x',
      depth.map(({ oneX }) => oneX),
    ),
    two: read(
      '2x',
      depth.map(({ twoX }) => twoX),
    ),
  };
};

/**
 * Reads what can be drawn. The measures are texts, and any of them may be anything. `chosen` is the unit in which the plan's
 * texts are written; as recorded without it, and where the recorded unit is not certain.
 */
export function readMeasures(measures: Measures, chosen: LengthUnit | null = null): ParsedMeasures {
  const { depth, datum, sides, macs } = measures;
  const { positions, one, two } = columnsOf(measures);
  const warnings = [positions, one, two].flatMap(({ doubtful, wrong }) => [...doubtful, ...wrong]);
  const pitch = pitchOf(positions);
  const unit = unitOf(measures.unit, pitch);
  const isLeft = isWhatIsLeft(one.found.length > 0 ? one : two, unit.warning ? unitOf('', pitch) : unit);
  const { width, conflict } = readWidth(measures.width, one.found, two.found, unit, isLeft);
  const { depths, column } = chooseDepths(sides, one, two, width);
  const lack = lackOf(positions, depths, hasText(two));
  if (lack) return { plan: null, reason: lack, warnings };
  if (!isOneUnit(depths, pitch, isLeft)) return { plan: null, reason: TWO_UNITS, warnings: [...warnings, TWO_UNITS] };

  // What is left between two cuts of 1x is 2 × 1x − width. Without such a rest, the width is wrong.
  const hasRest =
    !isLeft || 2 * least(depths.found) > bladeWidth({ depths: depths.found, width, isLeft, isDouble: true });
  const isDouble = column === '2x' ? isLeft : sides === '2' && hasRest;
  const noRest = !hasRest && width && sides === '2' && column === '1x';

  const shown = unit.isRecorded && !unit.warning && chosen !== unit.name ? chosen : null;
  const length = (value: number, recorded: string | null): Length => ({
    value,
    recorded,
    text: shown ? inUnit(value, unit, shown) : (recorded ?? inRecorded(value, unit)),
  });
  const measure = ({ number, value, text }: Read): Measure => ({ number, ...length(value, text) });
  /** 1x and 2x, or what follows for them from each other and the width. */
  const bothOf = (depth: Read): Pick<Depth, 'root' | 'across'> => {
    const [own1, own2] = [one, two].map(({ found }) => found.find(({ number }) => number === depth.number));
    const from = (own: Read | undefined, value: number | null) =>
      own ? length(own.value, own.text) : value === null ? null : length(value, null);
    const root = isLeft
      ? from(own1, width && own2 ? (own2.value + width.value) / 2 : null)
      : from(undefined, width && width.value - depth.value);
    const across = isDouble ? from(isLeft ? own2 : undefined, root && width && 2 * root.value - width.value) : null;
    return { root, across };
  };
  const names = depths.found.map(({ number }) => nameOf(depth, number));
  const steps = stepsOf(
    names,
    depths.found.map(({ number }) => number),
  );
  const stop = datum === 'tip' ? 'tip' : 'shoulder';
  const fromStop = positions.found.map(measure).toSorted((a, b) => a.value - b.value);
  const plan: Plan = {
    positions: stop === 'tip' ? fromStop.toReversed() : fromStop,
    depths: depths.found.map((row, index) => ({
      ...measure(row),
      name: names[index] ?? '',
      step: steps[index] ?? row.number,
      ...bothOf(row),
    })),
    column,
    isLeft,
    isDouble,
    width: width && length(width.value, width.recorded),
    stop,
    isStopGuessed: !datum,
    macs: macs === 'none' ? 'none' : Number(macs) || null,
    unit,
    shown,
    conflict: conflict ?? (noRest ? 'The blade width leaves nothing between two cuts' : null),
  };
  const more = [...sameNames(names, depths.found), plan.conflict, unit.warning].filter((one) => one !== null);
  return { plan, reason: null, warnings: [...warnings, ...more] };
}

/** How the lengths of a sheet are recorded. */
export interface RecordedUnit {
  /** Null if it is not certain. */
  unit: Unit | null;
  /** Why not. */
  problem: string | null;
}

/** On keys, the deepest root and the blade are about three times as long as the pitch. */
const TO_PITCH = 1 / 3;

/** The unit in which a sheet's measures are recorded, also where they do not suffice for a drawing. Null without measures. */
export function readUnit(measures: Pick<Measures, 'spacing' | 'depth' | 'unit' | 'width'>): RecordedUnit | null {
  const { positions, one, two } = columnsOf(measures);
  const depths = one.found.length > 0 ? one : two;
  const width = numberOf(measures.width);
  const pitch = positions.found.length > 1 ? pitchOf(positions) : null;
  const like = pitch ?? (depths.found.length > 0 ? largest(depths.found) : (width ?? Number.NaN)) * TO_PITCH;
  if (Number.isNaN(like) && positions.found.length === 0) return null;
  if (!measures.unit) return { unit: null, problem: 'The unit is not recorded' };
  const unit = unitOf(measures.unit, Number.isNaN(like) ? 0 : like);
  const isOne = !pitch || depths.found.length === 0 || isOneUnit(depths, pitch, isWhatIsLeft(depths, unit));
  const problem = unit.warning ?? (isOne ? null : TWO_UNITS);
  return { unit: problem ? null : unit, problem };
}
