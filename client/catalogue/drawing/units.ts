export type LengthUnit = 'inch' | 'mm';
export const LENGTH_UNITS: readonly LengthUnit[] = ['inch', 'mm'];

/** The length of each in millimetres, and the decimals that are shown: .001 inch, .01 mm. */
const MM = { inch: 25.4, mm: 1 };
const DECIMALS = { inch: 3, mm: 2 };
/** As they stand behind a value. */
export const SHORT = { inch: 'in', mm: 'mm' };

/** How the lengths of a key are recorded. */
export interface Unit {
  name: LengthUnit;
  /** E.g. "in inches", or "looks like inches: a guess". */
  words: string;
  /** Its length in millimetres. */
  mm: number;
  /** The decimals that its values have. */
  decimals: number;
  isRecorded: boolean;
  /** Set if the recorded unit does not fit the values. */
  warning: string | null;
}

/** The largest pitch that is read as each notation. The cuts of keys are 2 to 3 mm (.08 to .13 inch) apart. */
const NOTATIONS = [
  { upTo: 0.6, name: 'inch', mm: 25.4, decimals: 3, words: 'inches' },
  { upTo: 12, name: 'mm', mm: 1, decimals: 2, words: 'millimetres' },
  { upTo: 160, name: 'inch', mm: 0.0254, decimals: 0, words: 'thousandths of an inch' },
  { upTo: Number.POSITIVE_INFINITY, name: 'mm', mm: 0.01, decimals: 0, words: 'hundredths of a millimetre' },
] as const;

/** The recorded unit, otherwise a guess from the pitch (the average distance between cuts). */
export function unitOf(recorded: string, pitch: number): Unit {
  const { upTo: _, words, ...looks } = NOTATIONS.find(({ upTo }) => pitch < upTo) ?? NOTATIONS[0];
  if (!recorded) return { ...looks, words: `looks like ${words}: a guess`, isRecorded: false, warning: null };
  if (looks.name === recorded) return { ...looks, words: `in ${words}`, isRecorded: true, warning: null };
  const said = NOTATIONS.find(({ name }) => name === recorded) ?? NOTATIONS[0];
  return {
    name: said.name,
    mm: said.mm,
    decimals: said.decimals,
    words: `in ${said.words}`,
    isRecorded: true,
    warning: `The unit is ${recorded}, but spacing looks like ${words}`,
  };
}

/** Rounds half up, and writes inches as the trade does: .158. */
function rounded(value: number, decimals: number, name: LengthUnit): string {
  // The small part is less than any digit that is recorded. Without it, 1.905 would be rounded down, as no binary number is equal to it.
  const text = (Math.round(value * 10 ** decimals + 1e-6) / 10 ** decimals).toFixed(decimals);
  return name === 'inch' ? text.replace(/^0\./, '.') : text;
}

/** A length of this unit as it would be recorded. */
export const inRecorded = (value: number, { decimals, name }: Unit) => rounded(value, decimals, name);

/** A length of one unit in another one, in inches to .001 or in millimetres to .01. */
export const inUnit = (value: number, { mm }: Pick<Unit, 'mm'>, name: LengthUnit) =>
  rounded((value * mm) / MM[name], DECIMALS[name], name);

/** How long a value is in `unit`, if it is in another unit: what a caliper says. */
export const fromUnit = (value: number, name: LengthUnit, unit: Unit) => (value * MM[name]) / unit.mm;

/** A recorded value in plain inches or millimetres with all of its digits: the thousandths 157.5 are .1575. */
export function plainText(text: string, value: number, { mm, name }: Unit): string {
  const factor = mm / MM[name];
  if (factor === 1) return text;
  const own = text.split(/[.,]/)[1]?.length ?? 0;
  return rounded(value * factor, DECIMALS[name] + own, name);
}
