/**
 * The demo catalogue: sheets with the headings that imports know, read by what reads imports. A row of `models.csv` is one
 * model for each of its years. It has the key data of its key family in `keys.csv`, and of the family's key system in
 * `systems.csv`; what its own row says instead comes first.
 */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { RowReader } from '../catalogue/changes/sheet/check/rowReader';
import { columnsOf } from '../catalogue/changes/sheet/file/stageSheet';
import type { ImageKind } from '../catalogue/images/imageUrls';
import { eachText, emptyLists, KEY_DATA, type KeyDataValues, type KeyDatum, systemValues } from '../catalogue/keyData';
import type { MakeNames } from '../catalogue/makes/makeNames';
import { readCsv } from '../outside/sheets/csv/csvReader';
import type { SheetRow } from '../outside/sheets/sheet';

interface DemoModel extends KeyDataValues {
  makeId: number;
  name: string;
  year: number;
  /** The name of its key system; empty if its values are its own. */
  system: string;
  /** Names of its pictures in `images/models`. */
  pictures: string[];
}

/** The built server reads the files of the sources, too. */
const pathOf = (name: string) => join(createRequire(import.meta.url).resolve('#seed/data/makes.csv'), '../..', name);

export const openSheet = (name: string) => readCsv(() => createReadStream(pathOf(`data/${name}.csv`)), 'utf-8');

/** The cells of a row that have a text, by their headings. */
type Row = Record<string, string>;

/** The rows of a sheet, with their numbers in it. */
async function rowsOf(name: string): Promise<{ number: number; row: Row }[]> {
  const rows: SheetRow[] = [];
  for await (const row of (await openSheet(name)).rows) rows.push(row);
  const headings = rows.shift()?.cells ?? [];
  return rows.map(({ number, cells }) => ({
    number,
    row: Object.fromEntries(headings.flatMap((heading, index) => (cells[index] ? [[heading, cells[index]]] : []))),
  }));
}

/** Finds the rest of a row of a sheet by its text in the column `key`; nothing for no text. Throws if there is no such row. */
async function finder(name: string, key: string) {
  const rows = new Map((await rowsOf(name)).map(({ row: { [key]: text = '', ...row } }) => [text, row]));
  return (text = ''): Row => {
    const found = text ? rows.get(text) : {};
    if (!found) throw new Error(`${name}.csv does not have the ${key} “${text}”`);
    return found;
  };
}

export async function demoMakes() {
  const rows = await rowsOf('makes');
  return rows.map(
    ({
      row: { ID: id, 'Display name': displayName = '', 'Full name': fullName = '', 'Other details': otherDetails = '' },
    }) => ({
      id: Number(id),
      displayName,
      fullName,
      otherDetails,
    }),
  );
}

/** The key systems, with ids in the order of the sheet. */
export async function demoSystems() {
  const rows = await rowsOf('systems');
  return rows.map(({ row: { Name: name = '', Notes: notes = '', Source: source = '', ...row } }, index) => ({
    id: index + 1,
    name,
    notes,
    source,
    ...systemValues(keyDataOf(({ label }) => row[label])),
  }));
}

/** The models in the order of the sheet; open years end with the present one. Throws if an import would refuse a row. */
export async function demoModels(makes: MakeNames): Promise<DemoModel[]> {
  const models = await rowsOf('models');
  const [familyOf, systemOf] = [await finder('keys', 'Key family'), await finder('systems', 'Name')];
  const joined = models.map(({ number, row: { 'Key family': family = '', ...row } }) => {
    const { 'Key system': system = '', ...key } = familyOf(family);
    const { Notes: _, Source: __, ...measures } = systemOf(system);
    return { number, family, system, row: { ...measures, ...key, ...row } };
  });
  const headings = [...new Set(joined.flatMap(({ row }) => Object.keys(row)))];
  const reader = new RowReader(columnsOf(headings), makes, {
    createMakes: false,
    fillDown: [],
    splitModels: false,
    openFrom: null,
    openUntil: new Date().getUTCFullYear(),
  });
  return joined.flatMap(({ number, family, system, row }) => {
    const refuse = (why: string) => new Error(`models.csv, row ${number} with the key family ${family}: ${why}`);
    const cells = headings.map((heading) => row[heading] ?? '');
    const read = reader.read({ number, cells, original: null, dates: null });
    const [first] = read;
    const [wrong] = [...(first?.problems ?? []), ...(first?.doubts.values() ?? [])];
    if (wrong || !first?.make) throw refuse(`${wrong?.column}: ${wrong?.message}`);
    // All but the year is the same in all of its models.
    const model = {
      ...keyDataOf(({ name }) => first.values.get(name)),
      system,
      makeId: first.make.id,
      name: first.values.get('name') ?? '',
      pictures: ['blank', 'section'].map((view) => `${family.toLowerCase()}-${view}`),
    };
    return read.map(({ values }) => ({ ...model, year: Number(values.get('year')) }));
  });
}

function keyDataOf(read: (datum: KeyDatum) => string | undefined): KeyDataValues {
  const values = {
    ...eachText(() => ''),
    ...emptyLists(),
  };
  for (const datum of KEY_DATA) datum.write(values, read(datum) ?? '');
  return values;
}

/** The pictures of a kind, which are stored as they are: the icons by the make's id, others by key family and view. */
export async function demoPictures(kind: ImageKind): Promise<{ kind: ImageKind; name: string; path: string }[]> {
  const folder = pathOf(`images/${kind}`);
  return (await readdir(folder)).map((file) => ({ kind, name: parse(file).name, path: join(folder, file) }));
}
