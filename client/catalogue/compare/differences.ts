import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { keyDataGroups, tips } from '../keyData';

/** `first` or `second` if only that model has a value. */
export type Verdict = 'same' | 'different' | 'first' | 'second';

interface ComparedText {
  field: string;
  label: string;
  values: [first: string, second: string];
  verdict: Verdict;
  /** Set for tips, which are sentences and not codes. */
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
        .map(({ field, label, read }): ComparedText => {
          const values: [string, string] = [read(first), read(second)];
          return { field, label, values, verdict: verdictOf(...values), isLong: title === tips.title ? '' : undefined };
        })
        .filter(({ values }) => values.some(Boolean)),
    }))
    .filter(({ texts }) => texts.length > 0);

/** Short names that tell two models apart: only their years if make and name are the same. */
export function shortNames(models: readonly { name: string; year: number; make: { displayName: string } }[]): string[] {
  const full = models.map(({ make, name, year }) => ({ family: `${make.displayName} ${name}`, year: String(year) }));
  const sameFamily = new Set(full.map(({ family }) => family)).size === 1;
  const names = full.map(({ family, year }) => (sameFamily ? year : `${family} ${year}`));
  return new Set(names).size === names.length ? names : names.map((name, index) => `${name} (${index + 1})`);
}
