/**
 * The key data of a model: its groups, in the order of the form, and their labels. The sheet, the form, the import columns
 * and the proposals derive from it. A new text needs a line here and one in keyData.graphql.
 */
import type { KeyDataFragment, KeyLabelFragment } from '../graphql/generated/catalogue';
import type { Topic } from './help/topics';

/** The fields that hold one text each. */
export type TextName = {
  [Name in keyof KeyDataFragment]: KeyDataFragment[Name] extends string ? Name : never;
}[keyof KeyDataFragment];

export const POSITIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export const DEPTH_ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** `codeSeries` → `CODE_SERIES`: a field's name in the graph's enums. */
type EnumName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? Uppercase<First> : `_${First}`}${EnumName<Rest>}`
  : '';
const enumName = <Name extends string>(name: Name) => name.replace(/[A-Z]/g, '_$&').toUpperCase() as EnumName<Name>;

/** One text: what can be imported, or proposed in a correction, by itself. */
interface KeyDatum {
  field:
    | EnumName<TextName>
    | `SPACING_${(typeof POSITIONS)[number]}`
    | `DEPTH_${(typeof DEPTH_ROWS)[number]}_${'NAME' | '1X' | '2X'}`;
  label: string;
  /** The only values it may have besides none. */
  choices?: readonly string[];
  /** Whether it is prose, of one line or several, and not a code. */
  isLong?: boolean;
  /** What explains its label. */
  help?: Topic;
  read: (model: KeyDataFragment) => string;
  /** The key data with this value in it. */
  write: <Values extends KeyDataFragment>(model: Values, value: string) => Values;
}

/** One text with a field of its own. The sheet and the form print some labels their own way. */
export interface KeyText<Name extends TextName = TextName> extends KeyDatum {
  name: Name;
  sheetLabel: string;
  formLabel: string;
  /** Whether it is a length, in the unit of spacing and depth. */
  isLength?: boolean;
}

const text = <Name extends TextName>(
  name: Name,
  label: string,
  { sheet = label, form = label } = {},
): KeyText<Name> => ({
  name,
  field: enumName(name),
  label,
  sheetLabel: sheet,
  formLabel: form,
  read: (model) => model[name],
  write: (model, value) => ({ ...model, [name]: value }),
});

const choice = <Name extends TextName>(
  name: Name,
  label: string,
  choices: readonly string[],
  words?: Parameters<typeof text>[2],
) => ({
  ...text(name, label, words),
  choices,
});

const helped = <Datum extends KeyDatum>(help: Topic, datum: Datum): Datum => ({ ...datum, help });

export const blanks = [
  text('ilco', 'ILCO'),
  text('jma', 'JMA'),
  text('jet', 'JET'),
  text('silca', 'SILCA'),
  text('oem', 'OEM'),
];
/** The rest of "Primary Key Blank". On the sheet these stand below the blanks, without a heading. */
export const codes = [
  helped('Direct and blind codes', text('codeSeries', 'Code series', { sheet: 'CODE SERIES', form: 'Code Series' })),
  text('transponder', 'Transponder', { sheet: 'TRANSPONDER' }),
  text('accuReader', 'Accu reader', { sheet: 'ACCUREADER', form: 'Accu Reader' }),
  text('lishi', 'LISHI'),
];

/** A group under its heading, and what explains that; the form and the imports print some headings their own way. */
const group = <Datum extends KeyDatum>(
  title: string,
  data: readonly Datum[],
  { form = title, help }: { form?: string; help?: Topic } = {},
) => ({ title, formTitle: form, data, help });

export const primary = group('Primary Key Blank', [...blanks, ...codes]);
export const wafers = group(
  'Wafer Position',
  [
    text('ignition', 'Ignition'),
    text('gasCap', 'Gas cap', { form: 'Gas Cap' }),
    text('seatAux', 'Seat/aux', { form: 'Seat/Aux' }),
  ],
  { form: 'Wafer Positions', help: 'Wafer positions' },
);
/** Which of the bike's keys it is, where a bike has several. */
export const lockText = text('locks', 'Locks');
export const locks = group('Locks', [lockText, { ...text('howToTell', 'How to tell'), isLong: true }]);
export const keyLabel = (model: KeyLabelFragment) => model.locks;

export const cutting = group(
  'Key Cutting Information',
  [
    text('hpc', 'HPC', { sheet: 'HPC card' }),
    text('itl', 'ITL', { sheet: 'ITL no.' }),
    text('dsd', 'DSD', { sheet: 'DSD (HPC)' }),
    text('pakaPunch', 'PAK-A-PUNCH'),
  ],
  { help: 'HPC card, ITL and DSD' },
);
export const spacing = group(
  'Spacing',
  POSITIONS.map(
    (position): KeyDatum => ({
      field: `SPACING_${position}`,
      label: `Spacing ${position}`,
      read: (model) => model.spacing[position - 1] ?? '',
      write: (model, value) => ({ ...model, spacing: model.spacing.with(position - 1, value) }),
    }),
  ),
  { help: 'Spacing and the stop' },
);
const ofDepth = (
  row: (typeof DEPTH_ROWS)[number],
  part: keyof KeyDataFragment['depth'][number],
): Pick<KeyDatum, 'read' | 'write'> => ({
  read: (model) => model.depth[row - 1]?.[part] ?? '',
  write: (model, value) => ({
    ...model,
    depth: model.depth.map((depth, index) => (index === row - 1 ? { ...depth, [part]: value } : depth)),
  }),
});
const depthNames = DEPTH_ROWS.map(
  (row): KeyDatum => ({
    field: `DEPTH_${row}_NAME`,
    label: `Depth ${row} name`,
    help: 'Depth names',
    ...ofDepth(row, 'name'),
  }),
);
/** 1x and 2x of each row. */
export const depthMeasures = DEPTH_ROWS.flatMap((row): KeyDatum[] => [
  { field: `DEPTH_${row}_1X`, label: `Depth ${row} 1X`, ...ofDepth(row, 'oneX') },
  { field: `DEPTH_${row}_2X`, label: `Depth ${row} 2X`, ...ofDepth(row, 'twoX') },
]);
export const depth = group('Depth', [...depthNames, ...depthMeasures], { help: '1x and 2x' });
export const macsText = helped('MACS', choice('macs', 'MACS', ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'none']));
/** What a drawing of the key needs besides spacing and depth. */
export const facts = group('Key Facts', [
  choice('unit', 'Unit', ['inch', 'mm']),
  helped('Spacing and the stop', choice('datum', 'Datum', ['shoulder', 'tip'])),
  helped('Sides and blade width', choice('sides', 'Sides', ['1', '2'])),
  { ...text('width', 'Blade width', { form: 'Blade Width' }), isLength: true, help: 'Sides and blade width' },
  macsText,
  helped(
    'Code direction',
    choice('codeDirection', 'Code direction', ['bow to tip', 'tip to bow'], { form: 'Code Direction' }),
  ),
]);
/** What decides whether a key can be made at the bike, and from what. */
export const immobiliser = group(
  'Immobiliser',
  [
    text('chip', 'Chip'),
    choice('withKey', 'With a key', ['clone', 'register at the bike', 'dealer'], { form: 'With a Key' }),
    choice(
      'withoutKey',
      'Without a key',
      ['register at the bike', 'read the unit on the bench', 'replace the unit', 'dealer'],
      { form: 'Without a Key' },
    ),
    text('needs', 'Needed'),
    text('mostKeys', 'Most keys', { form: 'Most Keys' }),
    text('market', 'Market'),
    { ...text('warning', 'Warning'), isLong: true },
  ],
  { help: 'Before you drive' },
);
export const tips = group('Tips', [
  { ...text('tips', 'Tips', { form: 'TIPS' }), isLong: true },
  { ...text('tips2', 'Tips 2', { form: 'TIPS 2' }), isLong: true },
]);

/** What a key system has; its models have the same values (docs/rules.md, "Key systems"). */
export const systemGroups = [cutting, spacing, depth, facts];
/** Its fields that hold one text each. */
export const systemTexts = [...cutting.data, ...facts.data];
export type SystemTextName = (typeof systemTexts)[number]['name'];

const ofSystem = new Set<string>(systemGroups.flatMap(({ data }) => data.map(({ field }) => field)));
export const isOfSystem = (field: string) => ofSystem.has(field);

export const keyDataGroups = [primary, wafers, locks, cutting, spacing, depth, facts, immobiliser, tips];

/** Whether a model has any value of this group. */
export const isRecorded = (model: KeyDataFragment, { data }: { data: readonly KeyDatum[] }) =>
  data.some(({ read }) => read(model) !== '');

const byField = new Map<string, KeyDatum>(
  keyDataGroups.flatMap(({ data }) => data.map((datum) => [datum.field, datum])),
);

export const keyDatum = (field: string) => byField.get(field);
