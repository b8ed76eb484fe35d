export interface Unit {
  /** E.g. "in inches", or "looks like inches: a guess". */
  words: string;
  /** Its length in millimetres. */
  mm: number;
  /** Set if the recorded unit does not fit the values. */
  warning: string | null;
}

/** The largest pitch that is read as each notation. The cuts of keys are 2 to 3 mm (.08 to .13 inch) apart. */
const NOTATIONS = [
  { upTo: 0.6, unit: 'inch', mm: 25.4, words: 'inches' },
  { upTo: 12, unit: 'mm', mm: 1, words: 'millimetres' },
  { upTo: 160, unit: 'inch', mm: 0.0254, words: 'thousandths of an inch' },
  { upTo: Number.POSITIVE_INFINITY, unit: 'mm', mm: 0.01, words: 'hundredths of a millimetre' },
] as const;

/** The recorded unit, otherwise a guess from the pitch (the average distance between cuts). */
export function unitOf(recorded: string, pitch: number): Unit {
  const looks = NOTATIONS.find(({ upTo }) => pitch < upTo) ?? NOTATIONS[0];
  if (!recorded) return { words: `looks like ${looks.words}: a guess`, mm: looks.mm, warning: null };
  if (looks.unit === recorded) return { words: `in ${looks.words}`, mm: looks.mm, warning: null };
  const said = NOTATIONS.find(({ unit }) => unit === recorded) ?? looks;
  return {
    words: `in ${said.words}`,
    mm: said.mm,
    warning: `The unit is ${recorded}, but spacing looks like ${looks.words}`,
  };
}
