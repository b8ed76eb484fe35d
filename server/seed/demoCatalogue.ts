/**
 * The demo catalogue: sheets with the headings that imports know, read by what reads imports. A row of `models.csv` is one
 * model for each of its years; its key data is the row of its key family in `keys.csv`.
 */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { RowReader } from '../catalogue/changes/sheet/check/rowReader';
import { columnsOf } from '../catalogue/changes/sheet/file/stageSheet';
import type { ImageKind } from '../catalogue/images/imageUrls';
import { eachText, emptyLists, KEY_DATA, type KeyDataValues } from '../catalogue/keyData';
import type { MakeNames } from '../catalogue/makes/makeNames';
import { readCsv } from '../outside/sheets/csv/csvReader';
import type { SheetRow } from '../outside/sheets/sheet';

interface DemoModel extends KeyDataValues {
  makeId: number;
  name: string;
  year: number;
  /** Names of its pictures in `images/models`. */
  pictures: string[];
}

/** The built server reads the files of the sources, too. */
const pathOf = (name: string) => join(createRequire(import.meta.url).resolve('#seed/data/makes.csv'), '../..', name);

export const openSheet = (name: string) => readCsv(() => createReadStream(pathOf(`data/${name}.csv`)), 'utf-8');

/** The headings of a sheet, and the rows below them. */
async function rowsOf(name: string) {
  const rows: SheetRow[] = [];
  for await (const row of (await openSheet(name)).rows) rows.push(row);
  return { headings: rows.shift()?.cells ?? [], rows };
}

export async function demoMakes() {
  const { rows } = await rowsOf('makes');
  return rows.map(({ cells: [id, displayName = '', fullName = '', otherDetails = ''] }) => ({
    id: Number(id),
    displayName,
    fullName,
    otherDetails,
  }));
}

/** The models in the order of the sheet; open years end with the present one. Throws if an import would refuse a row. */
export async function demoModels(makes: MakeNames): Promise<DemoModel[]> {
  const [models, keys] = [await rowsOf('models'), await rowsOf('keys')];
  const families = new Map(keys.rows.map(({ cells: [family = '', ...cells] }) => [family, cells]));
  const reader = new RowReader(columnsOf([...models.headings, ...keys.headings.slice(1)]), makes, {
    createMakes: false,
    fillDown: [],
    splitModels: false,
    openFrom: null,
    openUntil: new Date().getUTCFullYear(),
  });
  return models.rows.flatMap(({ number, cells }) => {
    const family = cells.at(-1) ?? '';
    const refuse = (why: string) => new Error(`models.csv, row ${number} with the key family ${family}: ${why}`);
    const keyData = families.get(family);
    if (!keyData) throw refuse('keys.csv does not have it');
    const read = reader.read({ number, cells: [...cells, ...keyData], original: null, dates: null });
    const [first] = read;
    const [wrong] = [...(first?.problems ?? []), ...(first?.doubts.values() ?? [])];
    if (wrong || !first?.make) throw refuse(`${wrong?.column}: ${wrong?.message}`);
    // All but the year is the same in all of its models.
    const model = {
      ...keyDataOf(first.values),
      makeId: first.make.id,
      name: first.values.get('name') ?? '',
      pictures: ['blank', 'section'].map((view) => `${family.toLowerCase()}-${view}`),
    };
    return read.map(({ values }) => ({ ...model, year: Number(values.get('year')) }));
  });
}

function keyDataOf(given: Map<string, string>): KeyDataValues {
  const values = {
    ...eachText(() => ''),
    ...emptyLists(),
  };
  for (const { name, write } of KEY_DATA) write(values, given.get(name) ?? '');
  return values;
}

/** The pictures of a kind, which are stored as they are: the icons by the make's id, others by key family and view. */
export async function demoPictures(kind: ImageKind): Promise<{ kind: ImageKind; name: string; path: string }[]> {
  const folder = pathOf(`images/${kind}`);
  return (await readdir(folder)).map((file) => ({ kind, name: parse(file).name, path: join(folder, file) }));
}
