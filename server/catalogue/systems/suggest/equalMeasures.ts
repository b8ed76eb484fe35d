import { SYSTEM_DATA } from '../../keyData';

/** The values that a key system owns, by column. */
export type MeasuresByColumn = Record<string, string | string[]>;

/** A value in which two differ. */
export interface Difference {
  label: string;
  value: string;
  other: string;
}

const textOf = (measures: MeasuresByColumn, column: string, place: number | undefined): string => {
  const found = measures[column] ?? '';
  return typeof found === 'string' ? found : (found[(place ?? 1) - 1] ?? '');
};

/** The values in which two differ; null if they are more than `most`. */
export function differencesOf(one: MeasuresByColumn, two: MeasuresByColumn, most: number): Difference[] | null {
  const differences: Difference[] = [];
  for (const { column, place, label } of SYSTEM_DATA) {
    const [value, other] = [textOf(one, column, place), textOf(two, column, place)];
    if (value === other) continue;
    differences.push({ label, value, other });
    if (differences.length > most) return null;
  }
  return differences;
}

/** The columns of the values that a key system owns, in `models` and in `key_systems`. */
export const SYSTEM_COLUMNS = [...new Set(SYSTEM_DATA.map(({ column }) => column))];

/** In SQL: whether `models m` has no key system and the same measures as the model `other`. */
export const hasSameMeasures = (other: string): string =>
  `m.key_system_id is null and (${SYSTEM_COLUMNS.map((column) => `m.${column}`).join(', ')})
    = (${SYSTEM_COLUMNS.map((column) => `${other}.${column}`).join(', ')})`;
