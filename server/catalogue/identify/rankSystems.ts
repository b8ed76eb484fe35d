/*
 * Which key systems a measured key may be of (docs/rules.md, "Identify a key"). Pure: lengths are in one unit, and what was
 * not measured is null.
 */

/** What was measured on a key. */
export interface MeasuredKey {
  cuts: number | null;
  /** From the stop to the first cut. */
  first: number | null;
  /** The average distance between neighbouring cuts. */
  pitch: number | null;
  /** From the stop to each cut, the first one first; empty if they were not measured one by one. */
  distances: readonly number[];
  /** The root depths (1x) of the shallowest and of the deepest cut: the most and the least that is left of the blade. */
  shallowest: number | null;
  deepest: number | null;
  sides: string;
}

/** A key system in the same unit. What is not recorded is empty. */
export interface SystemFigures {
  positions: readonly number[];
  /** The root depths (1x). */
  depths: readonly number[];
  sides: string;
}

/** One value of the key beside that of the system. */
export interface Comparison {
  /** E.g. `First cut`. */
  label: string;
  measured: number;
  /** Null if the system does not record it. */
  recorded: number | null;
  /** `measured` less `recorded`. */
  error: number | null;
  /** Whether the error is within the tolerance; a number of cuts must be the same. */
  fits: boolean;
}

export interface Ranked<S> {
  system: S;
  comparisons: Comparison[];
  /** Whether every value that is recorded fits, and one is recorded. */
  fits: boolean;
}

/** Beyond this many tolerances, a system is another one. */
const FAR = 5;
/** A wrong number of cuts or sides counts as much as an error of so many tolerances. */
const OTHER_COUNT = 4;
/** Guards against the last bit of a decimal number: .098 − .088 is more than .01. */
const SLACK = 1e-6;

/** The average distance between neighbours. */
const pitchOf = (positions: readonly number[]) =>
  positions.length > 1 ? ((positions.at(-1) ?? 0) - (positions[0] ?? 0)) / (positions.length - 1) : null;

function comparisonsOf(key: MeasuredKey, system: SystemFigures, tolerance: number): Comparison[] {
  const compare = (label: string, measured: number | null, recorded: number | null | undefined, within = tolerance) => {
    if (measured === null) return [];
    const error = recorded == null ? null : measured - recorded;
    return [
      { label, measured, recorded: recorded ?? null, error, fits: error !== null && Math.abs(error) <= within + SLACK },
    ];
  };
  const { positions, depths } = system;
  const some = (values: readonly number[], of: (...values: number[]) => number) =>
    values.length > 0 ? of(...values) : null;
  return [
    ...compare('Cuts', key.cuts, positions.length || null, 0),
    ...compare('First cut', key.first, positions[0]),
    ...compare('Pitch', key.pitch, pitchOf(positions)),
    ...key.distances.flatMap((distance, index) => compare(`Cut ${index + 1}`, distance, positions[index])),
    ...compare('Shallowest', key.shallowest, some(depths, Math.max)),
    ...compare('Deepest', key.deepest, some(depths, Math.min)),
    ...compare('Sides', key.sides ? Number(key.sides) : null, system.sides ? Number(system.sides) : null, 0),
  ];
}

const COUNTED = new Set(['Cuts', 'Sides']);

/** How far an error is from none, in tolerances; of none, the slack is left. */
const distanceOf = ({ label, error }: Comparison, tolerance: number) =>
  error === null
    ? 0
    : COUNTED.has(label)
      ? error === 0
        ? 0
        : OTHER_COUNT
      : Math.abs(error) / Math.max(tolerance, SLACK);

/**
 * The systems that the key may be of, the likeliest first: those whose values all fit before others, then by the mean error.
 * Systems with a value that is more than `farthest` off, or without any value to compare, are left out. Equal ones keep their order.
 */
export function rankSystems<S extends SystemFigures>(
  key: MeasuredKey,
  systems: readonly S[],
  tolerance: number,
  farthest = Number.POSITIVE_INFINITY,
): Ranked<S>[] {
  const far = Math.min(FAR, farthest / Math.max(tolerance, SLACK) + SLACK);
  return systems
    .flatMap((system) => {
      const comparisons = comparisonsOf(key, system, tolerance);
      const known = comparisons.filter(({ error }) => error !== null);
      const distances = known.map((one) => distanceOf(one, tolerance));
      if (known.length === 0 || known.some((one, at) => (distances[at] ?? 0) > (COUNTED.has(one.label) ? FAR : far)))
        return [];
      const mean = distances.reduce((sum, distance) => sum + distance ** 2, 0) / known.length;
      const fits = known.every((one) => one.fits);
      return [{ system, comparisons, fits, mean, unknown: comparisons.length - known.length }];
    })
    .sort((one, other) => Number(other.fits) - Number(one.fits) || one.unknown - other.unknown || one.mean - other.mean)
    .map(({ system, comparisons, fits }) => ({ system, comparisons, fits }));
}
