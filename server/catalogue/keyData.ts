import { InputType, ObjectType, registerEnumType } from 'type-graphql';
import { manyLines, oneLine, textKey } from '../text.ts';
import { isSameMeasure, measureForm } from './measureForm.ts';

/*
 * The single definition of a model's key data, in the order of the model form. docs/recipes/key-data-field.md lists what
 * derives from it.
 */

/** The most characters of a code, and of a longer text. */
const CODE = 255;
const TEXT = 10_000;
/** The length of a choice's column, and of one with long choices. So short a column is not searched (server/migrations/derived.ts). */
const CHOICE = 20;
const LONG_CHOICE = 30;

type Group =
  | 'blanks'
  | 'codes'
  | 'wafers'
  | 'locks'
  | 'cutting'
  | 'facts'
  | 'immobiliser'
  | 'tips'
  | 'spacing'
  | 'depth';
/** The two documented readings of spacing and depth on REST. */
export type Naming = 'form' | 'listing';

interface Definition {
  /** The label in forms and exports, e.g. `Code series`. */
  label: string;
  group: Group;
  /** The description in the graph. */
  description: string;
  /** The maximum number of characters, if it is not a code. */
  max?: number;
  /** Its heading in the documented exports, if they include it. */
  documented?: string;
  /** Other headings that imports recognise. */
  synonyms?: readonly string[];
  /** The only values allowed in addition to none, each with synonyms that imports recognise. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Whether it is a length in the model's unit. */
  isMeasure?: boolean;
  /** Whether Jump finds models by it, if that differs from its group's. */
  jump?: Jump;
  /** Values that are probably something else: imports warn of them. */
  doubt?: Doubt;
}

interface Doubt {
  values: RegExp;
  /** What they probably are; a sentence. */
  told: string;
}

/** How Jump finds models by a text: also by a part of it, or only by all of it. */
type Jump = 'part' | 'whole';
const JUMP: Partial<Record<Group, Jump>> = { blanks: 'part', cutting: 'whole' };

/** The texts that have their own column. */
const DEFINITIONS = {
  ilco: {
    label: 'ILCO',
    group: 'blanks',
    documented: 'ILCO',
    description: 'The key blank’s number at the blank maker ILCO, e.g. X138.',
  },
  jma: {
    label: 'JMA',
    group: 'blanks',
    documented: 'JMA',
    description: 'The key blank’s number at the blank maker JMA.',
  },
  jet: {
    label: 'JET',
    group: 'blanks',
    documented: 'JET',
    description: 'The key blank’s number at the blank maker JET.',
  },
  silca: {
    label: 'SILCA',
    group: 'blanks',
    documented: 'SILCA',
    description: 'The key blank’s number at the blank maker SILCA, e.g. HON66.',
  },
  oem: {
    label: 'OEM',
    group: 'blanks',
    documented: 'OEM',
    description: 'The key blank’s number at the motorcycle’s own maker.',
  },
  codeSeries: {
    label: 'Code series',
    group: 'codes',
    description: 'The key codes of its locks, as single codes and ranges, e.g. A0001-A9999.',
    synonyms: ['code', 'codes', 'key code', 'key codes', 'series'],
  },
  transponder: {
    label: 'Transponder',
    group: 'codes',
    description: 'The transponder chip in the key; empty where there is none.',
    jump: 'whole',
    synonyms: ['transponder type'],
  },
  accuReader: {
    label: 'Accu reader',
    group: 'codes',
    description: 'The number of the Accu Reader, a tool that reads the cuts from the lock.',
  },
  lishi: { label: 'LISHI', group: 'codes', description: 'The LISHI tool that opens and reads the lock.' },
  ignition: {
    label: 'Ignition',
    group: 'wafers',
    description: 'Positions of the wafers in the ignition.',
    synonyms: ['wafer ignition', 'ignition wafers', 'ignition position'],
  },
  gasCap: {
    label: 'Gas cap',
    group: 'wafers',
    description: 'Positions of the wafers in the gas cap.',
    synonyms: ['gas', 'wafer gas cap', 'fuel cap', 'tank'],
  },
  seatAux: {
    label: 'Seat/aux',
    group: 'wafers',
    description: 'Positions of the wafers in the seat or auxiliary lock.',
    synonyms: ['seat', 'aux', 'seat lock', 'wafer seat'],
  },
  locks: {
    label: 'Locks',
    group: 'locks',
    description: 'The locks that the key fits, where a bike has several keys, e.g. All (except luggage).',
    synonyms: ['lock', 'fits'],
  },
  howToTell: {
    label: 'How to tell',
    group: 'locks',
    max: TEXT,
    description: 'How to tell which of the bike’s keys is in front of you.',
  },
  hpc: {
    label: 'HPC',
    group: 'cutting',
    description: 'The card of an HPC code machine that cuts the key, e.g. CMC37.',
    synonyms: ['hpc card', 'card'],
    doubt: {
      values: /^\d{1,4}$/,
      told: 'HPC’s cards for motorcycles are CMC and a number (CMC37), and blank makers have code cards with such numbers: leave the column out if it has those.',
    },
  },
  itl: {
    label: 'ITL',
    group: 'cutting',
    description: 'The number of the key’s system in the ITL list of key systems.',
    synonyms: ['itl no', 'itl number'],
  },
  dsd: {
    label: 'DSD',
    group: 'cutting',
    description: 'The depth-and-space number of the key’s system in HPC’s list, e.g. 406.',
    synonyms: ['dsd no', 'dsd number'],
  },
  pakaPunch: {
    label: 'PAK-A-PUNCH',
    group: 'cutting',
    description: 'The kit for the PAK-A-PUNCH, a punch that cuts the key.',
    synonyms: ['pak a punch', 'paka punch'],
  },
  unit: {
    label: 'Unit',
    group: 'facts',
    choices: {
      inch: ['in', 'inches', '"'],
      mm: ['millimetre', 'millimetres', 'millimeter', 'millimeters'],
    },
    description: 'The unit of spacing and depth: inch or mm; empty where it is unknown.',
    synonyms: ['units', 'unit of measure'],
  },
  datum: {
    label: 'Datum',
    group: 'facts',
    choices: { shoulder: ['shoulder stop', 'bow'], tip: ['tip stop'] },
    description: 'Where spacing is measured from: shoulder or tip; empty where it is unknown.',
    synonyms: ['stop', 'gauge', 'measured from'],
  },
  sides: {
    label: 'Sides',
    group: 'facts',
    choices: { '1': ['one', 'single', 'single sided'], '2': ['two', 'double', 'double sided'] },
    description: 'How many edges of the blade are cut: 1 or 2; empty where it is unknown.',
    synonyms: ['cut sides', 'number of sides'],
  },
  width: {
    label: 'Blade width',
    group: 'facts',
    isMeasure: true,
    description: 'How wide the blade is. With it, 1x gives 2x: twice 1x, less the width.',
    synonyms: ['width', 'width of blade'],
  },
  macs: {
    label: 'MACS',
    group: 'facts',
    choices: {
      ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index + 1), []])),
      none: ['no macs', 'no limit', 'unlimited'],
    },
    description:
      'How far apart in number the depths of neighbouring cuts may be (maximum adjacent cut specification): 1 to 9, or none where there is no limit; empty where it is unknown.',
    synonyms: ['maximum adjacent cut specification', 'maximum adjacent cut'],
  },
  codeDirection: {
    label: 'Code direction',
    group: 'facts',
    choices: {
      'bow to tip': ['bow-tip', 'shoulder to tip'],
      'tip to bow': ['tip-bow', 'tip to shoulder'],
    },
    description: 'The order in which a code lists the cuts: bow to tip, or tip to bow; empty where it is unknown.',
    synonyms: ['direction', 'bitting direction'],
  },
  chip: {
    label: 'Chip',
    group: 'immobiliser',
    description: 'The immobiliser’s chip as programming tools name it; empty where it is unknown.',
    jump: 'whole',
  },
  withKey: {
    label: 'With a key',
    group: 'immobiliser',
    max: LONG_CHOICE,
    choices: { clone: ['cloning'], 'register at the bike': ['register'], dealer: [] },
    description: 'How another key is made when one is at hand; empty where it is unknown.',
  },
  withoutKey: {
    label: 'Without a key',
    group: 'immobiliser',
    max: LONG_CHOICE,
    choices: {
      'register at the bike': ['register'],
      'read the unit on the bench': ['read the unit'],
      'replace the unit': [],
      dealer: [],
    },
    description: 'How a key is made when all are lost; empty where it is unknown.',
  },
  needs: {
    label: 'Needed',
    group: 'immobiliser',
    description: 'What the job needs: the red key, the code card, the number of the tag, a harness, a tool.',
    synonyms: ['needs'],
  },
  mostKeys: {
    label: 'Most keys',
    group: 'immobiliser',
    description: 'The largest number of keys that the immobiliser accepts.',
    synonyms: ['maximum keys', 'max keys'],
  },
  warning: {
    label: 'Warning',
    group: 'immobiliser',
    max: TEXT,
    description: 'What others have damaged, e.g. a unit that was lost by a wrong attempt.',
    synonyms: ['warnings'],
  },
  market: {
    label: 'Market',
    group: 'immobiliser',
    description: 'The markets for which this applies, e.g. Europe.',
    synonyms: ['markets'],
  },
  tips: {
    label: 'Tips',
    group: 'tips',
    max: TEXT,
    documented: 'Tips',
    description: 'What helps with the job, as free text.',
    synonyms: ['tip', 'tips 1', 'notes', 'note', 'remarks', 'comments'],
  },
  tips2: {
    label: 'Tips 2',
    group: 'tips',
    max: TEXT,
    documented: 'Tips',
    description: 'More of what helps with the job, as free text.',
    synonyms: ['tip 2', 'second tips', 'notes 2'],
  },
} satisfies Record<string, Definition>;
export type TextName = keyof typeof DEFINITIONS;

/** What tells the keys of one bike apart. Unlike all other key data, lists show it (docs/rules.md, "Keys of a bike"). */
export const KEY_LABEL = 'locks' satisfies TextName;

/** The positions of the cuts: one list of texts. */
export const SPACING = {
  count: 12,
  inWords: 'twelve',
  max: CODE,
  column: 'spacing',
  wire: { form: 'number', listing: 'num' },
  description:
    'Twelve positions of the cuts, counted from the stop; empty where unused. Inches are written as .098, millimetres as 7.49.',
  synonyms: ['space', 'position', 'cut'],
};

/** The depths: all rows in one list of texts, as 1x of row 1, 2x of row 1, 1x of row 2, … */
export const DEPTH = {
  rows: 8,
  inWords: 'eight',
  max: CODE,
  column: 'depth_values',
  /** The form numbers each measure, the listing each row. */
  wire: { form: 'num', listing: 'number' },
  description: 'Eight depths, the first the shallowest; empty where unused.',
};

/** The names of the depths in codes. */
export const DEPTH_NAMES = { column: 'depth_names', wire: 'depth_name' };

/** The key data of one model. */
export type KeyDataValues = Record<TextName, string> & {
  spacing: string[];
  depthNames: string[];
  depthValues: string[];
};
type List = 'spacing' | 'depthNames' | 'depthValues';

/** The lists of a model without key data. */
export const emptyLists = (): Record<List, string[]> => ({
  spacing: Array(SPACING.count).fill(''),
  depthNames: Array(DEPTH.rows).fill(''),
  depthValues: Array(DEPTH.rows * 2).fill(''),
});

/** One text of a model's key data: the unit of corrections, comparisons, exports and imports. */
export interface KeyDatum {
  /** E.g. `codeSeries`, `spacing3`, `depth2OneX`. */
  name: string;
  /** In enums of the graph, e.g. CODE_SERIES, SPACING_3, DEPTH_2_1X. */
  graphName: string;
  label: string;
  group: Group;
  /** The description in the graph. */
  description: string;
  max: number;
  column: string;
  /** Its position in the column, from 1, if the column holds a list. */
  place?: number;
  wire: Record<Naming, string>;
  documented?: string;
  synonyms: readonly string[];
  /** The only values allowed in addition to none. */
  choices?: readonly string[];
  doubt?: Doubt;
  /** Whether it is a length in the model's unit. */
  isMeasure: boolean;
  /**
   * The form in which `text` is stored: the choice that it means, e.g. inch for `Inches`; the form of a measure in this unit,
   * empty if it is not known; else one line, or several.
   */
  chosen(text: string, unit?: string): string;
  read(values: KeyDataValues): string;
  /** Gives it this value. A measure that is the same number keeps its text. */
  write(values: KeyDataValues, value: string): void;
}

/** A text with its own column. */
export interface KeyDataText extends KeyDatum {
  name: TextName;
  /** Whether it is a multi-line text, not a code. */
  isLong: boolean;
  /** How Jump finds models by it; undefined if it does not, or if it is the code series, which covers codes. */
  jump: Jump | undefined;
}

function choosing(choices: NonNullable<Definition['choices']>) {
  const meant = new Map(
    Object.entries(choices).flatMap(([choice, words]) => [choice, ...words].map((word) => [word, choice])),
  );
  // Spreadsheets write the number 2 as 2.0, and people as 02.
  const key = (text: string) => textKey(text).replace(/^0*(\d+)(?:[.,]0*)?$/, '$1');
  return {
    choices: Object.keys(choices),
    chosen: (text: string) => meant.get(key(text)) ?? oneLine(text),
  };
}

const textOf = (
  name: TextName,
  { choices, synonyms = [], isMeasure = false, ...definition }: Definition,
): KeyDataText => {
  const max = definition.max ?? (choices ? CHOICE : CODE);
  const plain = isMeasure ? measureForm : max > CODE ? manyLines : oneLine;
  const form = choices ? choosing(choices) : { chosen: (text: string, unit = '') => plain(text, unit) };
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    ...definition,
    name,
    max,
    isLong: max > CODE,
    isMeasure,
    jump: definition.jump ?? JUMP[definition.group],
    synonyms,
    column,
    graphName: column.toUpperCase(),
    wire: { form: column, listing: column },
    ...form,
    read: (values) => values[name],
    write: (values, value) => {
      if (!isMeasure || !isSameMeasure(values[name], value)) values[name] = form.chosen(value, values.unit);
    },
  };
};

/** The unit of the measures, which decides their form. */
export const UNIT = 'unit' satisfies TextName;
/** The unit of a record's measures; empty if it is not known. */
export const unitOf = (values: Pick<KeyDataValues, typeof UNIT> | null | undefined): string => values?.[UNIT] ?? '';

export const KEY_DATA_TEXTS = (Object.entries(DEFINITIONS) as [TextName, Definition][]).map((one) => textOf(...one));
export const BLANKS = KEY_DATA_TEXTS.filter(({ group }) => group === 'blanks');

/** One element of a list. The list is replaced, not mutated, so that MikroORM detects the change. */
const inList = (list: List, index: number) => {
  const isMeasure = list !== 'depthNames';
  const chosen = (text: string, unit = '') => (isMeasure ? measureForm(text, unit) : oneLine(text));
  return {
    place: index + 1,
    isMeasure,
    chosen,
    read: (values: KeyDataValues) => values[list][index] ?? '',
    write: (values: KeyDataValues, value: string) => {
      if (isMeasure && isSameMeasure(values[list][index] ?? '', value)) return;
      values[list] = values[list].with(index, chosen(value, values.unit));
    },
  };
};

/** In words, for descriptions. */
const place = (number: number) => `${number}${['st', 'nd', 'rd'][number - 1] ?? 'th'}`;

const spacings = Array.from({ length: SPACING.count }, (_, index): KeyDatum => {
  const { max, column, wire, synonyms } = SPACING;
  const number = index + 1;
  return {
    name: `spacing${number}`,
    graphName: `SPACING_${number}`,
    label: `Spacing ${number}`,
    group: 'spacing',
    description: `How far the ${place(number)} cut is from the stop.`,
    max,
    column,
    wire: { form: `${wire.form}${number}`, listing: `${wire.listing}${number}` },
    documented: `Spacing ${number}`,
    synonyms: synonyms.map((word) => `${word} ${number}`),
    ...inList('spacing', index),
  };
});

const depthNames = Array.from({ length: DEPTH.rows }, (_, index): KeyDatum => {
  const { column, wire } = DEPTH_NAMES;
  const row = index + 1;
  return {
    name: `depth${row}Name`,
    graphName: `DEPTH_${row}_NAME`,
    label: `Depth ${row} name`,
    group: 'depth',
    description: `What codes call the ${place(row)} depth; empty where it is called ${row}.`,
    max: DEPTH.max,
    column,
    wire: { form: `${wire}${row}`, listing: `${wire}${row}` },
    synonyms: [`${wire}${row}`],
    ...inList('depthNames', index),
  };
});

const depths = Array.from({ length: DEPTH.rows * 2 }, (_, index): KeyDatum => {
  const { max, column, wire } = DEPTH;
  const row = Math.floor(index / 2) + 1;
  const [side, suffix] = index % 2 === 0 ? ['1X', 'OneX'] : ['2X', 'TwoX'];
  return {
    name: `depth${row}${suffix}`,
    graphName: `DEPTH_${row}_${side}`,
    label: `Depth ${row} ${side}`,
    group: 'depth',
    description: `How deep the ${place(row)} depth is, counted from the shallowest: its ${side.toLowerCase()} measure.`,
    max,
    column,
    wire: { form: `${wire.form}${index + 1}`, listing: `${wire.listing}${row}` },
    documented: `Depth ${row} ${side}`,
    synonyms: [],
    ...inList('depthValues', index),
  };
});

export const KEY_DATA: readonly KeyDatum[] = [...KEY_DATA_TEXTS, ...spacings, ...depthNames, ...depths];

/** The lengths: spacing, depths and width. */
export const MEASURES = KEY_DATA.filter(({ isMeasure }) => isMeasure);

const byName = new Map(KEY_DATA.map((datum) => [datum.name, datum]));

/** The text with this name; throws if there is none. */
export function keyDatum(name: string): KeyDatum {
  const datum = byName.get(name);
  if (!datum) throw new Error(`There is no key data "${name}"`);
  return datum;
}

/** Whether two texts of a field are the same value, however they are written. */
export function isSameValue(name: string, one: string, other: string): boolean {
  return byName.get(name)?.isMeasure ? isSameMeasure(one, other) : one === other;
}

/** The groups of key data that belong to a key system (docs/rules.md, "Key systems"). */
const SYSTEM_GROUPS = ['cutting', 'facts', 'spacing', 'depth'] as const satisfies readonly Group[];
/** Whether a text belongs to a key system. */
export const isOfSystem = ({ group }: Pick<KeyDatum, 'group'>): boolean => SYSTEM_GROUPS.some((one) => one === group);
/** The names of its texts that have their own column. */
export type SystemTextName = {
  [name in TextName]: (typeof DEFINITIONS)[name]['group'] extends (typeof SYSTEM_GROUPS)[number] ? name : never;
}[TextName];
/** The key data of a key system, or what a model has of it. */
export type SystemValues = Pick<KeyDataValues, SystemTextName | List>;
/** One text of it. */
interface SystemDatum extends KeyDatum {
  read(values: SystemValues): string;
  write(values: SystemValues, value: string): void;
}
export const SYSTEM_DATA: readonly SystemDatum[] = KEY_DATA.filter(isOfSystem);
export const SYSTEM_TEXTS = KEY_DATA_TEXTS.filter(isOfSystem) as (KeyDataText & { name: SystemTextName })[];

/** The values of a key system, or what a model has of them. */
export const systemValues = (values: SystemValues): SystemValues => ({
  ...(Object.fromEntries(SYSTEM_TEXTS.map(({ name }) => [name, values[name]])) as Record<SystemTextName, string>),
  spacing: values.spacing,
  depthNames: values.depthNames,
  depthValues: values.depthValues,
});

/** The rows of the depths. */
export const depthOf = ({ depthNames, depthValues }: Pick<KeyDataValues, 'depthNames' | 'depthValues'>) =>
  Array.from({ length: DEPTH.rows }, (_, row) => ({
    name: depthNames[row] ?? '',
    oneX: depthValues[row * 2] ?? '',
    twoX: depthValues[row * 2 + 1] ?? '',
  }));

/** A value for each text that has its own column. */
export const eachText = <T>(give: (text: KeyDataText) => T) =>
  Object.fromEntries(KEY_DATA_TEXTS.map((text) => [text.name, give(text)])) as Record<TextName, T>;

/** A base class that also starts with `values`: the compiler cannot see properties that are declared in a loop. */
export function classOf<T extends object, B extends object>(values: () => T, Base: new () => B) {
  class WithValues extends (Base as new () => object) {
    constructor() {
      super();
      Object.assign(this, values());
    }
  }
  // TypeGraphQL looks for inherited fields only in classes that it knows.
  for (const known of [ObjectType(), InputType()]) known(WithValues);
  return WithValues as new () => T & B;
}

/** Names of key data, as an enum of the graph. */
export const KeyDataField = Object.fromEntries(KEY_DATA.map(({ graphName, name }) => [graphName, name]));
registerEnumType(KeyDataField, {
  name: 'KeyDataField',
  description: 'One text of a model’s key data.',
  valuesConfig: Object.fromEntries(KEY_DATA.map(({ graphName, description }) => [graphName, { description }])),
});
