import { cut } from '../../outside/sheets/sheet';
import { oneLine } from '../../text';
import { BLANKS, KEY_DATA, type KeyDatum } from '../keyData';
import { CHECKED_AT, FIELD_LABELS, LAST_YEAR } from './sheetFields';

/*
 * The headings of sheets, for exports and imports. Those of key data come from its definition: the documented headings
 * of the exports (docs/rules.md, "Exports"), which are fixed; the names of the REST adapter, to recognise sheets made
 * from its answers; and synonyms.
 */

export interface SheetColumn {
  heading: string;
  /** Name of an import field (sheetFields.ts), or a text of the key data. */
  field: string;
}

const MAKE = { heading: 'Company Detail', field: 'make' };
const MODEL = { heading: 'Model', field: 'name' };
const YEAR = { heading: 'YEAR', field: 'year' };

const documented = ({ documented: heading, name: field }: KeyDatum): SheetColumn[] =>
  heading ? [{ heading, field }] : [];

/** Exactly as documented: the tips come last, and both are called Tips (docs/rules.md, "Exports"). */
export const DOCUMENTED: readonly SheetColumn[] = [
  MAKE,
  MODEL,
  YEAR,
  ...KEY_DATA.filter(({ group }) => group !== 'tips').flatMap(documented),
  ...KEY_DATA.filter(({ group }) => group === 'tips').flatMap(documented),
];

/** Every field of a model, for files that will be imported again. */
export const COMPLETE: readonly SheetColumn[] = [...FIELD_LABELS].map(
  ([field, label]) => [MAKE, MODEL, YEAR].find((column) => column.field === field) ?? { heading: label, field },
);

/** Names of XML elements: without forbidden characters, and with a number if the name is repeated (Tips2). */
export function elementNames(columns: readonly SheetColumn[]): string[] {
  const names = columns.map(({ heading }) => heading.replace(/[^A-Za-z0-9-]/g, ''));
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before ? `${name}${before + 1}` : name;
  });
}

/** Synonyms in sheets and in the old system; compared without case, spaces and punctuation. */
const SYNONYMS: Record<string, readonly string[]> = {
  id: ['id', 'model id', 'product id'],
  make: ['make', 'company', 'company name', 'manufacturer', 'brand', 'marque', 'maker', 'display name'],
  name: ['model', 'model name', 'product', 'motorcycle', 'bike', 'name'],
  year: [
    ...['year', 'model year', 'years', 'model years', 'yr', 'yrs', 'year range', 'years made', 'production years'],
    ...['year from', 'from year', 'first year', 'start year', 'year start', 'begin year', 'year begin'],
  ],
  [LAST_YEAR]: ['year to', 'to year', 'year until', 'until year', 'last year', 'end year', 'year end', 'final year'],
  keySystem: ['system'],
  sample: ['sample', 'is sample'],
  source: ['sources'],
  checkedBy: ['checker', 'verified by'],
  [CHECKED_AT]: ['checked on', 'date checked', 'verified on', 'verified at'],
  ...Object.fromEntries(KEY_DATA.map(({ name, synonyms }) => [name, synonyms])),
};

/** Headings that name no maker of blanks. The trade's references are read as those of the first (docs/rules.md, "Imports"). */
const BLANK = ['blank', 'key blank', 'blank no', 'blank number', 'key blank no', 'key blank number'];

/** A longer text is no heading: it is not compared, which would take time. */
const MAX_HEADING = 100;

const plain = (heading: string) =>
  oneLine(cut(heading, MAX_HEADING))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const known = new Map<string, string>();
const add = (heading: string, field: string) => known.has(plain(heading)) || known.set(plain(heading), field);
for (const { heading, field } of [...DOCUMENTED, ...COMPLETE]) add(heading, field);
for (const [field, label] of FIELD_LABELS) for (const word of [label, field]) add(word, field);
for (const [field, words] of Object.entries(SYNONYMS)) for (const word of words) add(word, field);

const blankWords = new Set(BLANK.flatMap((word) => [plain(word), plain(`${word}s`)]));
export const isBlankOfNobody = (heading: string) => blankWords.has(plain(heading));

const RANGE = new Map([
  ['from', 'year'],
  ['to', LAST_YEAR],
]);

/**
 * The field that each heading suggests; null if none. No field is suggested twice: if two columns have the same name,
 * the second gets null, except for the documented second Tips.
 */
export function suggestedFields(headings: readonly string[]): (string | null)[] {
  const taken = new Set<string>();
  const words = headings.map(plain);
  // These two only together.
  const isRange = words.includes('from') && words.includes('to');
  // A column that names its maker comes first.
  const ofNobody = words.some((word) => known.get(word) === BLANKS[0]?.name) ? undefined : BLANKS[0]?.name;
  return words.map((word) => {
    let field = wireField(word, words) ?? known.get(word) ?? (isRange ? RANGE.get(word) : undefined);
    if (blankWords.has(word)) field ??= ofNobody;
    if (field === 'tips' && taken.has('tips')) field = 'tips2';
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

const measures = KEY_DATA.filter(({ place }) => place);
const ofForm = new Map(measures.map(({ wire, name }) => [wire.form, name]));
const inListing = new Set(measures.map(({ wire }) => wire.listing));
/** Without the depths, which have two values per cell there. */
const ofListing = new Map(
  measures.filter(({ group }) => group === 'spacing').map(({ wire, name }) => [wire.listing, name]),
);

/**
 * The numbered names of REST (docs/rules.md, "REST names") have two meanings. If the headings include a name that only
 * the form has (num13, number9), they are read as the form's, else as the listing's.
 */
function wireField(word: string, words: readonly string[]): string | undefined {
  const isForm = words.some((word) => ofForm.has(word) && !inListing.has(word));
  const unpadded = word.replace(/(\D)0+(\d+)$/, '$1$2');
  return (isForm ? ofForm : ofListing).get(unpadded);
}
