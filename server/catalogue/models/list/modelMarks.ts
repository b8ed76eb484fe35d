import { BLANKS, KEY_DATA_TEXTS } from '../../keyData';

const isEmpty = (column: string) => `${column} = ''`;

/** Each mark of a model with its condition: the parts that it lacks, and whether it is sample data. */
const CONDITIONS: [mark: string, condition: string][] = [
  ...KEY_DATA_TEXTS.map(({ column }) => column)
    .sort()
    .map((column): [string, string] => [column, isEmpty(column)]),
  ['blank', BLANKS.map(({ column }) => isEmpty(column)).join(' and ')],
  ['spacing', `'' = all (spacing)`],
  ['depth', `'' = all (depth_values)`],
  ['sample', 'sample'],
  ['checked', 'not sample'],
];

/** The SQL condition that a row has this mark. */
export function conditionOf(mark: string): string {
  const found = CONDITIONS.find(([name]) => name === mark);
  if (!found) throw new Error(`There is no mark ${mark}`);
  return found[1];
}

/** The marks of a row of models, as an array. The index models_marks is on this very expression (migrations/derived.ts). */
const MARKS = `array_remove(array[${CONDITIONS.map(
  ([mark, condition]) => `case when ${condition} then '${mark}' end`,
).join(', ')}], null)`;

/** The condition that a model lacks a part without which no key can be looked up. */
export const lacksSomething = `${MARKS} && array['blank', 'code_series', 'spacing', 'depth']`;

/**
 * The condition that a model has all of these marks. As literals, not parameters: PostgreSQL chooses its plan by the number
 * of models with a mark.
 */
export const hasMarks = (marks: readonly string[]) =>
  `${MARKS} @> array[${marks.map((mark) => `'${mark}'`).join(', ')}]`;
