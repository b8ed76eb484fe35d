import { textKey } from '../../components/text/textKey';
import {
  blanks,
  cutting,
  DEPTH_ROWS,
  depth,
  depthMeasures,
  facts,
  immobiliser,
  type KeyText,
  locks,
  POSITIONS,
  primary,
  spacing,
  tips,
  wafers,
} from '../keyData';
import { tabbedRows } from '../measures/pastedCells';

/** A column of a sheet of models, and the field of the form that it fills. */
interface Column {
  name: string;
  /** As the form names it. */
  label: string;
  /** Its group in the form. */
  group: string;
  /** What exports and forms call it. */
  headings: readonly string[];
  choices?: readonly string[] | undefined;
}

const named = (name: string, label: string, ...others: string[]): Column => ({
  name,
  label,
  group: label,
  headings: [label, ...others],
});
const motorcycle = [named('makeId', 'Make', 'Company Detail'), named('name', 'Model'), named('year', 'Year')];

const textsOf = ({ formTitle, data }: { formTitle: string; data: readonly KeyText[] }): Column[] =>
  data.map(({ name, label, formLabel, choices }) => ({
    name,
    label: formLabel,
    group: formTitle,
    headings: [label, formLabel],
    choices,
  }));
const measured = ({ formTitle, data }: typeof spacing, names: readonly string[]): Column[] =>
  data.map(({ label }, index) => ({ name: names[index] ?? '', label, group: formTitle, headings: [label] }));

const spacings = measured(
  spacing,
  POSITIONS.map((_, index) => `spacing.${index}`),
);
const depthNames = measured(
  { ...depth, data: depth.data.slice(0, DEPTH_ROWS.length) },
  DEPTH_ROWS.map((_, index) => `depth.${index}.name`),
);
const depths = measured(
  { ...depth, data: depthMeasures },
  DEPTH_ROWS.flatMap((_, index) => [`depth.${index}.oneX`, `depth.${index}.twoX`]),
);

const ofTips = textsOf(tips);

/** The columns of the complete export, which begins like the form; without the id, and without its end. */
const COMPLETE = [
  ...motorcycle,
  ...[primary, wafers, locks, cutting, facts, immobiliser].flatMap(textsOf),
  ...ofTips,
  ...spacings,
  ...depthNames,
  ...depths,
];
/** Those of the documented exports. */
const DOCUMENTED = [...motorcycle, ...textsOf({ ...primary, data: blanks }), ...spacings, ...depths, ...ofTips];
/** Up to here the two are the same. */
const SAME = motorcycle.length + blanks.length;
/** What it has at the end: the name of the key system, whether it is sample data, the source, and who has checked it when. */
const LAST = [undefined, undefined, named('source', 'Source'), undefined, undefined];
/** With the id before the make. */
const ALL = COMPLETE.length + 1 + LAST.length;

const plain = (heading: string) => textKey(heading).replace(/[^\p{L}\p{N}]/gu, '');
const byHeading = new Map(
  [...COMPLETE, ...LAST].flatMap(
    (column) => column?.headings.map((heading): [string, Column] => [plain(heading), column]) ?? [],
  ),
);

/** The columns that the line names, if it is a line of headings. Two columns named Tips are both tips. */
function columnsNamed(line: readonly string[]): (Column | undefined)[] | null {
  const found: (Column | undefined)[] = [];
  for (const heading of line) {
    const column = byHeading.get(plain(heading));
    found.push(column && found.includes(column) ? (column === ofTips[0] ? ofTips[1] : undefined) : column);
  }
  const known = found.filter(Boolean).length;
  return known >= 2 && known * 2 >= line.filter(Boolean).length ? found : null;
}

const isMeasure = (text: string | undefined) => /^\d*[.,]\d+$/.test(text ?? '');

/** The columns of a row without headings: in the order of the form, from the field that it was pasted into. */
function columnsFrom(start: number, row: readonly string[]): readonly (Column | undefined)[] {
  const own = COMPLETE.slice(start);
  // After the blanks, the documented exports have the spacing; nothing else there is a number with decimals.
  const isDocumented =
    start < SAME &&
    (row.length === DOCUMENTED.length - start ||
      isMeasure(row.slice(SAME - start, SAME - start + spacings.length).find((cell) => cell !== '')));
  return isDocumented ? DOCUMENTED.slice(start) : own;
}

export interface PastedRow {
  filled: [name: string, value: string][];
  /** The groups that have a value now. */
  groups: string[];
  count: number;
  /** What was not understood, in sentences. */
  problems: string[];
}

/**
 * What a row of a spreadsheet fills, if it was pasted into the field `from`; null if the text is no row. The column of a row
 * with headings above it is known by these. Fields that are `fixed`, because the model has a key system, are not filled.
 */
export function readRow(
  text: string,
  from: string,
  makes: readonly { id: string; displayName: string }[],
  fixed: (name: string) => boolean = () => false,
): PastedRow | null {
  const start = COMPLETE.findIndex(({ name }) => name === from);
  const lines = tabbedRows(text);
  if (start < 0 || lines.every((line) => line.length < 2)) return null;
  const [first = [], ...others] = lines;
  const headed = columnsNamed(first);
  const rows = headed ? others : lines;
  const makeOf = (cell: string) => makes.find(({ displayName }) => textKey(displayName) === textKey(cell));
  let row = rows[0] ?? [];
  if (!headed && start === 0 && /^\d+$/.test(row[0] ?? '') && (row.length === ALL || makeOf(row[1] ?? '')))
    row = row.slice(1);
  const rest = COMPLETE.length - start;
  const isWhole = !headed && row.length === rest + LAST.length && /^(yes|no)$/i.test(row[rest + 1] ?? '');
  const columns = headed ?? (isWhole ? [...COMPLETE.slice(start), ...LAST] : columnsFrom(start, row));

  const filled: PastedRow['filled'] = [];
  const groups = new Set<string>();
  const problems: string[] = [];
  const lost: string[] = [];
  const kept = new Set<string>();
  let count = 0;
  for (const [index, cell] of row.entries()) {
    const column = columns[index];
    if (!column) {
      // The rest of the complete export is no field of the form.
      if (cell && isWhole) {
        if (index === rest) problems.push(`It has the key system “${cell}”: please choose that.`);
      } else if (cell) lost.push(`“${cell}”`);
      continue;
    }
    const { name, label, group, choices } = column;
    if (fixed(name)) {
      if (cell) kept.add(group);
      continue;
    }
    let value = cell;
    if (cell && name === 'makeId') {
      value = makeOf(cell)?.id ?? '';
      if (!value) problems.push(`There is no make “${cell}”: please choose one.`);
    } else if (cell && choices) {
      value = choices.find((choice) => textKey(choice) === textKey(cell)) ?? '';
      if (!value) problems.push(`“${cell}” is not an option for ${label}.`);
    } else if (cell && name === 'year' && !/^\d{4}$/.test(cell)) problems.push(`“${cell}” is not one year.`);
    filled.push([name, value]);
    if (!value) continue;
    count += 1;
    groups.add(group);
  }
  if (kept.size) problems.push(`Not filled, because the key system gives it: ${[...kept].join(', ')}.`);
  if (lost.length) problems.push(`No field for: ${lost.join(', ')}.`);
  if (rows.length > 1) problems.push(`Only the first of ${rows.length} rows was used. To add them all, use Import.`);
  return { filled, groups: [...groups], count, problems };
}
