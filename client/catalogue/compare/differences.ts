import type { KeyDataFragment, KeyLabelFragment } from '../../graphql/generated/catalogue';
import { keyDataGroups, keyLabel } from '../keyData';

/** `first` or `second` if only that model has a value. */
export type Verdict = 'same' | 'different' | 'first' | 'second';

interface ComparedText {
  field: string;
  label: string;
  values: [first: string, second: string];
  verdict: Verdict;
  /** Whether it holds a sentence and not a code. */
  isLong: '' | undefined;
}

const verdictOf = (first: string, second: string): Verdict => {
  if (first === second) return 'same';
  if (!second) return 'first';
  return first ? 'different' : 'second';
};

/** The texts of two models by group, without those that are empty in both. */
export const compareKeyData = (first: KeyDataFragment, second: KeyDataFragment) =>
  keyDataGroups
    .map(({ title, data }) => ({
      title,
      texts: data
        .map(({ field, label, read, isLong }): ComparedText => {
          const values: [string, string] = [read(first), read(second)];
          return { field, label, values, verdict: verdictOf(...values), isLong: isLong ? '' : undefined };
        })
        .filter(({ values }) => values.some(Boolean)),
    }))
    .filter(({ texts }) => texts.length > 0);

/** Short names that tell two models apart: their years if make and name are the same, and then the locks that they fit. */
export function shortNames(
  models: readonly ({ name: string; year: number; make: { displayName: string } } & KeyLabelFragment)[],
): string[] {
  const families = models.map(({ make, name }) => `${make.displayName} ${name}`);
  const areOne = new Set(families).size === 1;
  const years = models.map(({ year }, index) => (areOne ? String(year) : `${families[index]} ${year}`));
  if (new Set(years).size === years.length) return years;
  const labels = models.map(keyLabel);
  const areTold = new Set(labels).size === labels.length && labels.every(Boolean);
  return years.map((name, index) => `${name} (${areTold ? labels[index] : index + 1})`);
}
