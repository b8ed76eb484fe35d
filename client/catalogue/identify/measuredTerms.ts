import type { IdentifyKeyQueryVariables } from '../../graphql/generated/identify';
import type { Topic } from '../help/topics';

export const UNITS = ['inch', 'mm'] as const;
export type Unit = (typeof UNITS)[number];

export type TermName = 'cuts' | 'first' | 'pitch' | 'distances' | 'shallowest' | 'deepest' | 'sides' | 'tolerance';

/** What was measured on a key, as texts: in the URL, so that Back returns to the results. */
export const TERMS: readonly { name: TermName; label: string; help?: Topic }[] = [
  { name: 'cuts', label: 'Number of cuts' },
  { name: 'first', label: 'First cut', help: 'Spacing and the stop' },
  { name: 'pitch', label: 'Pitch' },
  { name: 'distances', label: 'Or each distance from the stop' },
  { name: 'shallowest', label: 'Shallowest depth', help: '1x and 2x' },
  { name: 'deepest', label: 'Deepest depth' },
  { name: 'sides', label: 'Sides', help: 'Sides and blade width' },
  { name: 'tolerance', label: 'Tolerance' },
];
export type Terms = Record<TermName, string> & { unit: Unit };

/** In each unit (docs/rules.md, "Identify a key"). */
export const USUAL_TOLERANCE: Record<Unit, string> = { inch: '.010', mm: '.25' };

export const termsOf = (params: URLSearchParams): Terms => ({
  ...(Object.fromEntries(TERMS.map(({ name }) => [name, params.get(name)?.trim() ?? ''])) as Record<TermName, string>),
  unit: params.get('unit') === 'mm' ? 'mm' : 'inch',
});

export const paramsOf = (terms: Terms) =>
  new URLSearchParams(Object.entries(terms).filter(([name, value]) => value && !(name === 'unit' && value === 'inch')));

const lengthOf = (text: string): number | null => {
  const value = /^(\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return Number.isFinite(value) && value <= 500 ? value : null;
};
const listOf = (text: string) => text.split(/[\s;/]+|,\s+/).filter(Boolean);

/** What is wrong with each text; nothing if the search can run. */
export function problemsOf(terms: Terms): Partial<Record<TermName, string>> {
  const problems: Partial<Record<TermName, string>> = {};
  for (const { name, label } of TERMS) {
    const text = terms[name];
    if (!text) continue;
    if (name === 'cuts') {
      if (!/^([1-9]|1[0-2])$/.test(text)) problems.cuts = 'The number of cuts must be from 1 to 12.';
    } else if (name === 'distances') {
      const wrong = listOf(text).find((one) => lengthOf(one) === null);
      if (wrong !== undefined) problems.distances = `“${wrong.slice(0, 20)}” is not a length. Separate them by spaces.`;
      else if (listOf(text).length > 12) problems.distances = 'At most twelve distances.';
    } else if (name !== 'sides' && lengthOf(text) === null)
      problems[name] = `The ${label.toLowerCase()} must be a length, e.g. ${terms.unit === 'mm' ? '2.5' : '.098'}.`;
  }
  const [shallowest, deepest] = [lengthOf(terms.shallowest), lengthOf(terms.deepest)];
  if (!problems.deepest && shallowest !== null && deepest !== null && deepest > shallowest)
    problems.deepest = 'The deepest cut leaves the least of the blade: it must be the smaller value.';
  return problems;
}

/** Whether there is a length to compare. */
export const isMeasured = ({ first, pitch, distances, shallowest, deepest }: Terms) =>
  [first, pitch, distances, shallowest, deepest].some(Boolean);

export const variablesOf = (terms: Terms): IdentifyKeyQueryVariables => ({
  cuts: terms.cuts ? Number(terms.cuts) : null,
  firstCut: lengthOf(terms.first),
  pitch: lengthOf(terms.pitch),
  distances: terms.distances ? listOf(terms.distances).flatMap((text) => lengthOf(text) ?? []) : null,
  shallowest: lengthOf(terms.shallowest),
  deepest: lengthOf(terms.deepest),
  sides: terms.sides ? Number(terms.sides) : null,
  unit: terms.unit === 'mm' ? 'MM' : 'INCH',
  tolerance: lengthOf(terms.tolerance),
});
