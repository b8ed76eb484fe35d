/** A unit of spacing and depth. */
export interface Unit {
  /** E.g. "in inches", or "looks like inches: a guess". */
  words: string;
  /** Its length in millimetres. */
  mm: number;
  /** If the recorded unit does not fit the values. */
  warning: string | null;
}

/** How far apart neighbouring cuts are at most, in each notation. On keys they are about 2 to 3 mm, or .08 to .13 inch, apart. */
const NOTATIONS = [
  { upTo: 0.6, unit: 'inch', mm: 25.4, words: 'inches' },
  { upTo: 12, unit: 'mm', mm: 1, words: 'millimetres' },
  { upTo: 160, unit: 'inch', mm: 0.0254, words: 'thousandths of an inch' },
  { upTo: Number.POSITIVE_INFINITY, unit: 'mm', mm: 0.01, words: 'hundredths of a millimetre' },
] as const;

/** The recorded unit, or else a guess by the average distance between neighbouring cuts. */
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
