import {
  CONTENT_TYPES,
  ExportFormat,
  type ExportInput,
  type ModelExport,
} from '../../catalogue/export/export.operations';
import { DEPTH, DEPTH_NAMES, eachText, KEY_DATA, KEY_DATA_TEXTS, type Naming, SPACING } from '../../catalogue/keyData';
import type { LookupModelsInput, LookupValuesInput } from '../../catalogue/lookup/lookup.operations';
import { type MakeInput, MakeSort, type MakesInput } from '../../catalogue/makes/make.operations';
import { iconUrl, type MakeRow } from '../../catalogue/makes/makeRow';
import { ModelSort, type ModelsAsJsonInput } from '../../catalogue/models/list/modelList.operations';
import { type SearchAsJsonInput, SearchSort } from '../../catalogue/models/list/search.operations';
import { jsonForm } from '../../catalogue/models/modelCells';
import type { ModelInput } from '../../catalogue/models/modelInput';
import { type ImageRow, type ModelRow, pictureUrl } from '../../catalogue/models/modelRow';
import { invalid } from '../../errors';
import { body, DIRECTIONS, Download, idInPathOrBody, jsonPage, paged, record, search } from './calls';
import {
  type Call,
  changes,
  choice,
  day,
  FILE,
  file,
  files,
  fixed,
  flag,
  id,
  inPlaces,
  list,
  type Part,
  type Reader,
  reader,
  type Schema,
  text,
  textOf,
  whole,
} from './reader';
import type { Writer } from './writer';
import * as out from './writer';

/* The words of the catalogue on the wire: see reader.ts. */

export const lookupValuesInput = reader<LookupValuesInput>(search, { makeId: id('company_id'), mode: text('mode') });

export const lookupModelsInput = reader<LookupModelsInput>(search, {
  makeId: id('company_id'),
  mode: text('mode'),
  value: text('value'),
  // The old sub-list has only ids, models and years.
  fields: fixed('fields', () => 'line'),
});

export const makesInput = reader<MakesInput>(search, {
  ...paged,
  dir: choice('dir', DIRECTIONS),
  sortBy: choice('sortBy', {
    display_name: MakeSort.DISPLAY_NAME,
    full_name: MakeSort.FULL_NAME,
    other_details: MakeSort.OTHER_DETAILS,
    date_created: MakeSort.CREATED_AT,
    last_updated: MakeSort.UPDATED_AT,
  }),
});

export const makeInput = changes<MakeInput>(body, {
  id: idInPathOrBody,
  version: whole('version'),
  copyOf: id('copy_of'),
  displayName: text('display_name'),
  fullName: text('full_name'),
  otherDetails: text('other_details'),
  icon: fixed('icon', () => undefined),
  iconFile: file('icon'),
});

/** The names of spacing and depth in each naming, and the number of each. */
const NUMBERED = {
  /** number1 … number12; num1 … num16, where row r is num(2r-1) = 1x and num(2r) = 2x. */
  form: {
    spacing: { name: SPACING.wire.form, count: SPACING.count },
    depth: { name: DEPTH.wire.form, count: DEPTH.rows * 2 },
  },
  /** num1 … num12; number1 … number8, each [1x, 2x]. */
  listing: {
    spacing: { name: SPACING.wire.listing, count: SPACING.count },
    depth: { name: DEPTH.wire.listing, count: DEPTH.rows },
  },
  /** depth_name1 … depth_name8, in both namings. */
  depthNames: { name: DEPTH_NAMES.wire, count: DEPTH.rows },
} as const;

const CODE: Schema = { type: 'string', maxLength: SPACING.max };
const PAIR: Schema = { type: 'array', items: CODE, minItems: 2, maxItems: 2 };

function namingOf({ query }: Call, fallback: Naming): Naming {
  const naming = query.naming ?? fallback;
  if (naming !== 'form' && naming !== 'listing') throw invalid({ naming: ['The naming must be form or listing.'] });
  return naming;
}

const numberedNames = ({ name, count }: { name: string; count: number }) =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}`);

const numberedSchemas = (numbered: { name: string; count: number }, schema: Schema): Record<string, Schema> =>
  Object.fromEntries(numberedNames(numbered).map((name) => [name, schema]));

/** Their values; undefined if none is present. Null keeps what is stored: one that is absent. One that is null is emptied. */
function numberedValues(
  source: Record<string, unknown>,
  fields: { name: string; count: number },
  readOf: (name: string) => unknown = (name) => source[name],
): unknown[] | undefined {
  const values = numberedNames(fields).map(readOf);
  if (values.every((value) => value === undefined)) return undefined;
  return values.map((value) => (value === undefined ? null : textOf(value ?? '')));
}

const rowsOf = (values: unknown[]) =>
  Array.from({ length: values.length / 2 }, (_, row) => ({ oneX: values[row * 2], twoX: values[row * 2 + 1] }));

const spacing: Part = {
  name: `${SPACING.wire.form}1`,
  schemas: (naming) => numberedSchemas(NUMBERED[naming].spacing, CODE),
  read: (source, call) => numberedValues(source, NUMBERED[namingOf(call, 'form')].spacing),
};

/** A pair as JSON writes it, or as forms do: `number1[]` twice, or `number1[0]` and `number1[1]`. More than a pair is refused. */
function pairOf(source: Record<string, unknown>, name: string): unknown {
  const places = inPlaces(source, name);
  const inOrder = places.size > 0 ? [places.get(0) ?? null, places.get(1) ?? null] : undefined;
  const given = [source[name], source[`${name}[]`], inOrder].filter((pair) => pair !== undefined);
  const isLonger = given.some((pair) => Array.isArray(pair) && pair.length > 2);
  if (given.length > 1 || isLonger || [...places.keys()].some((place) => place > 1))
    throw invalid({ [name]: ['A depth has two measures.'] });
  return given[0];
}

const depth: Part = {
  name: `${DEPTH.wire.form}1`,
  schemas: (naming) => numberedSchemas(NUMBERED[naming].depth, naming === 'form' ? CODE : PAIR),
  read(source, call) {
    const naming = namingOf(call, 'form');
    if (naming === 'form') {
      const values = numberedValues(source, NUMBERED.form.depth);
      return values && rowsOf(values);
    }
    const rows = numberedValues(source, NUMBERED.listing.depth, (name) => pairOf(source, name));
    return rows?.map((row) => {
      if (row === null) return null;
      const [oneX = null, twoX = null] = Array.isArray(row) ? row : [row];
      return { oneX: textOf(oneX), twoX: textOf(twoX) };
    });
  },
};

const depthNames: Part = {
  name: `${DEPTH_NAMES.wire}1`,
  schemas: () => numberedSchemas(NUMBERED.depthNames, CODE),
  read: (source) => numberedValues(source, NUMBERED.depthNames),
};

const FORMATS = {
  json: ExportFormat.JSON,
  csv: ExportFormat.CSV,
  xlsx: ExportFormat.XLSX,
  xml: ExportFormat.XML,
};

/** For calls whose answer has two namings. An unknown naming is refused before anything is loaded. */
const withNaming = <I>(inner: Reader<I>, fallback: Naming): Reader<I> => ({
  ...inner,
  naming: fallback,
  read(call) {
    namingOf(call, fallback);
    return inner.read(call);
  },
});

export const modelInput = withNaming(
  changes<ModelInput>(body, {
    id: idInPathOrBody,
    version: whole('version'),
    copyOf: id('copy_of'),
    makeId: id('company_detail_id'),
    name: text('model'),
    year: whole('year'),
    ...eachText(({ wire }) => text(wire.form)),
    spacing,
    depthNames,
    depth,
    sample: flag('sample'),
    keepImages: list('image_ids'),
    images: fixed('images', () => undefined),
    files: files('images'),
  }),
  'form',
);

export const modelRecord = withNaming(record, 'form');

/** What `productIn` writes, without images. */
const listedIn = (naming: Naming) =>
  jsonForm(`REST ${naming}`, {
    id: 'id',
    company_detail_id: 'makeId',
    company_detail: { id: 'makeId', display_name: 'make' },
    model: 'name',
    year: 'year',
    ...Object.fromEntries(
      [...Map.groupBy(KEY_DATA, ({ wire }) => wire[naming])].map(([name, data]) => {
        const [field = '', ...others] = data.map(({ name }) => name);
        return [name, others.length > 0 ? [field, ...others] : field];
      }),
    ),
    sample: 'isSample',
    date_created: 'createdAt',
    version: 'version',
  });
const LISTED = { form: listedIn('form'), listing: listedIn('listing') };
/** The products of a list, in the naming that the call chooses. */
const listed = fixed('json', (_source, call) => LISTED[namingOf(call, 'listing')]);

export const modelsInput = withNaming(
  reader<ModelsAsJsonInput>(search, {
    ...paged,
    json: listed,
    dir: choice('dir', DIRECTIONS),
    sortBy: choice('sortBy', { model: ModelSort.NAME, year: ModelSort.YEAR, date_created: ModelSort.CREATED_AT }),
  }),
  'listing',
);

export const searchInput = withNaming(
  reader<SearchAsJsonInput>(search, {
    ...paged,
    json: listed,
    make: text('make'),
    model: text('model'),
    year: whole('year'),
    keyword: text('keyword'),
    sortBy: choice('sorting', { make: SearchSort.MAKE, model: SearchSort.MODEL, year: SearchSort.YEAR }),
    dir: choice('order', DIRECTIONS),
  }),
  'listing',
);

const makeFields = {
  id: out.whole((make: MakeRow) => make.id),
  display_name: out.text((make: MakeRow) => make.displayName),
  full_name: out.text((make: MakeRow) => make.fullName),
  image: out.textOrNull(iconUrl),
};
export const makeOption = out.object<MakeRow>(makeFields, 'CompanyDetailOption');

export const companyDetail = out.object<MakeRow>(
  {
    ...makeFields,
    other_details: out.text((make) => make.otherDetails),
    date_created: out.time((make) => make.createdAt),
    last_updated: out.time((make) => make.updatedAt),
    version: out.whole((make) => make.version),
  },
  'CompanyDetail',
);

const year = out.object<string>({ year: out.whole(Number) });
const name = out.object<string>({ model: out.text((value) => value) });
/** `{"year": 2024}` or `{"model": "CB 500"}`: keyed by the mode. */
export const lookupValue: Writer<string> = {
  schema: { oneOf: [year.schema, name.schema] },
  write: (value, call) => (call.query.mode === 'year' ? year : name).write(value, call),
};

export const sublistItem = out.object<ModelRow>(
  {
    id: out.whole((model) => model.id),
    model: out.text((model) => model.name),
    year: out.whole((model) => model.year),
  },
  'SublistItem',
);

const numbered = (
  names: { name: string; count: number },
  schema: Schema,
  at: (model: ModelRow, index: number) => unknown,
): Record<string, Writer<ModelRow>> =>
  Object.fromEntries(numberedNames(names).map((name, index) => [name, { schema, write: (model) => at(model, index) }]));

const depthAt = ({ depthValues }: ModelRow, index: number) => depthValues[index] ?? '';

const image = out.object<ImageRow>({
  id: out.whole(({ id }) => id),
  image: out.text((image) => pictureUrl(image, 'full')),
});
const images = out.list((model: ModelRow) => model.images ?? [], image);

const productIn = (naming: Naming) =>
  out.object<ModelRow>(
    {
      id: out.whole((model) => model.id),
      company_detail_id: out.whole((model) => model.make.id),
      company_detail: out.object<ModelRow>({
        id: out.whole((model) => model.make.id),
        display_name: out.text((model) => model.make.displayName),
      }),
      model: out.text((model) => model.name),
      year: out.whole((model) => model.year),
      ...Object.fromEntries(KEY_DATA_TEXTS.map(({ wire, read }) => [wire[naming], out.text(read)])),
      ...numbered(NUMBERED[naming].spacing, CODE, (model, index) => model.spacing[index]),
      ...numbered(NUMBERED.depthNames, CODE, (model, row) => model.depthNames[row]),
      ...(naming === 'form'
        ? numbered(NUMBERED.form.depth, CODE, depthAt)
        : numbered(NUMBERED.listing.depth, PAIR, (model, row) => [
            depthAt(model, row * 2),
            depthAt(model, row * 2 + 1),
          ])),
      // Lists do not load them.
      images: {
        schema: images.schema,
        optional: true,
        write: (model, call) => (model.images ? images.write(model, call) : undefined),
      },
      sample: out.flag((model) => model.sample),
      date_created: out.time((model) => model.createdAt),
      version: out.whole((model) => model.version),
    },
    naming === 'form' ? 'Product' : 'ProductInList',
  );
const PRODUCTS: Record<Naming, Writer<ModelRow>> = { form: productIn('form'), listing: productIn('listing') };

const PRODUCT: Schema = { oneOf: [PRODUCTS.form.schema, PRODUCTS.listing.schema] };

export const product: Writer<ModelRow> = {
  schema: PRODUCT,
  write: (model, call) => PRODUCTS[namingOf(call, 'form')].write(model, call),
};
/** Products of a list are JSON already. */
export const productPage = jsonPage(PRODUCT);

export const exportInput = withNaming(
  reader<ExportInput>(search, {
    format: choice('format', FORMATS),
    complete: flag('complete'),
    json: listed,
    makeId: id('company_id'),
    name: text('model'),
    search: text('search'),
    yearFrom: whole('year_from'),
    yearTo: whole('year_to'),
    missing: text('missing'),
    sample: flag('sample'),
    disputed: flag('disputed'),
    checked: flag('checked'),
    checkedBefore: day('checked_before'),
    source: text('source'),
    changedFrom: day('changed_from'),
    changedTo: day('changed_to'),
    keySystemId: id('key_system_id'),
  }),
  'listing',
);

/** The models: a bare array of the listing's products, or a sheet under its documented name. */
export const download: Writer<ModelExport> = {
  schema: { type: 'array', items: PRODUCT },
  content: Object.fromEntries(
    Object.values(FORMATS).map((format) => [
      CONTENT_TYPES[format],
      format === ExportFormat.JSON ? { type: 'array', items: PRODUCT } : FILE,
    ]),
  ),
  write({ rows, body, contentType, fileName }, { query }): Download {
    const isFile = (query.format ?? 'json') !== 'json';
    return new Download(body, {
      'content-type': contentType,
      'x-total-rows': rows,
      ...(isFile && { 'content-disposition': `attachment; filename="${fileName}"` }),
    });
  },
};
