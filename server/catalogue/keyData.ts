import { registerEnumType } from 'type-graphql';
import { DEPTH_ROWS, type Model, SPACINGS } from './model.entity';

/** One text of a model's key data: what can be corrected, compared, exported and imported one by one. */
export interface KeyDatum {
  /** E.g. `codeSeries`, `spacing3`, `depth2OneX`; in the graph CODE_SERIES, SPACING_3, DEPTH_2_1X. */
  name: string;
  /** The word of the forms and exports, e.g. `Depth 2 1X`. */
  label: string;
  /** The most characters it may have (contract section 6). */
  max: number;
  read(model: Model): string;
  write(model: Model, value: string): void;
}

/** The texts that have a column of their own. */
export const TEXTS = {
  ilco: 'ILCO',
  jma: 'JMA',
  jet: 'JET',
  silca: 'SILCA',
  oem: 'OEM',
  codeSeries: 'Code series',
  transponder: 'Transponder',
  accuReader: 'Accu reader',
  lishi: 'LISHI',
  ignition: 'Ignition',
  gasCap: 'Gas cap',
  seatAux: 'Seat/aux',
  hpc: 'HPC',
  itl: 'ITL',
  dsd: 'DSD',
  pakaPunch: 'PAK-A-PUNCH',
  tips: 'Tips',
  tips2: 'Tips 2',
} as const;
export type TextName = keyof typeof TEXTS;

const texts = Object.entries(TEXTS).map(
  ([name, label]): KeyDatum => ({
    name,
    label,
    max: name.startsWith('tips') ? 10_000 : 255,
    read: (model) => model[name as TextName],
    write: (model, value) => {
      model[name as TextName] = value;
    },
  }),
);

/** One place of a list of texts. The list is replaced, not changed, so that the change is seen. */
const inList = (name: string, label: string, list: 'spacing' | 'depthValues', index: number): KeyDatum => ({
  name,
  label,
  max: 255,
  read: (model) => model[list][index] ?? '',
  write: (model, value) => {
    model[list] = model[list].with(index, value);
  },
});

const spacings = Array.from({ length: SPACINGS }, (_, index) =>
  inList(`spacing${index + 1}`, `Spacing ${index + 1}`, 'spacing', index),
);
const depths = Array.from({ length: DEPTH_ROWS }, (_, row) => [
  inList(`depth${row + 1}OneX`, `Depth ${row + 1} 1X`, 'depthValues', row * 2),
  inList(`depth${row + 1}TwoX`, `Depth ${row + 1} 2X`, 'depthValues', row * 2 + 1),
]).flat();

/** All of them, in the order of the model form. */
export const KEY_DATA: readonly KeyDatum[] = [...texts, ...spacings, ...depths];

const byName = new Map(KEY_DATA.map((datum) => [datum.name, datum]));

/** The one of this name; throws where there is none. */
export function keyDatum(name: string): KeyDatum {
  const datum = byName.get(name);
  if (!datum) throw new Error(`There is no key data "${name}"`);
  return datum;
}

/** `depth2OneX` → `DEPTH_2_1X`, `codeSeries` → `CODE_SERIES`. */
const graphName = (name: string) =>
  name
    .replace('OneX', '_1X')
    .replace('TwoX', '_2X')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/(spacing|depth)(\d)/, '$1_$2')
    .toUpperCase();

/** Names of key data, as an enum of the graph. */
export const KeyDataField = Object.fromEntries(KEY_DATA.map(({ name }) => [graphName(name), name]));
registerEnumType(KeyDataField, {
  name: 'KeyDataField',
  description: 'One text of a model’s key data.',
  valuesConfig: Object.fromEntries(KEY_DATA.map(({ name, label }) => [graphName(name), { description: `${label}.` }])),
});
