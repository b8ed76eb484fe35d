import { ExportFormat, type ExportInput, type ModelExport } from '../../catalogue/export/export.operations';
import { DEPTH, eachText, KEY_DATA_TEXTS, type Naming, SPACING } from '../../catalogue/keyData';
import type { LookupModelsInput, LookupValuesInput } from '../../catalogue/lookup/lookup.operations';
import type { Make } from '../../catalogue/make.entity';
import { type MakeInput, MakeSort, type MakesInput } from '../../catalogue/make.operations';
import type { Model } from '../../catalogue/model.entity';
import { type ModelInput, ModelSort, type ModelsInput } from '../../catalogue/model.operations';
import { type SearchInput, SearchSort } from '../../catalogue/search/search.operations';
import { invalid } from '../../errors';
import { body, DIRECTIONS, Download, idInPathOrBody, paged, record, search } from './calls';
import {
  type Call,
  choice,
  file,
  files,
  filled,
  flag,
  list,
  type Part,
  type Reader,
  reader,
  text,
  whole,
} from './reader';

/* The words of the catalogue on the wire: see reader.ts. */

export const lookupValuesInput = reader<LookupValuesInput>(search, { makeId: text('company_id'), mode: text('mode') });

export const lookupModelsInput = reader<LookupModelsInput>(search, {
  makeId: text('company_id'),
  mode: text('mode'),
  value: text('value'),
  // The old sub-list has only ids, models and years.
  keyData: { name: 'keyData', read: () => false },
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

export const makeInput = reader<MakeInput>(body, {
  id: idInPathOrBody,
  version: whole('version'),
  copyOf: text('copy_of'),
  displayName: text('display_name'),
  fullName: text('full_name'),
  otherDetails: text('other_details'),
  icon: { name: 'icon', read: () => undefined },
  iconFile: file('icon'),
});

/** Both documented readings of spacing and depth are kept (contract section 2). */
function namingOf({ query }: Call, fallback: Naming): Naming {
  const naming = query.naming ?? fallback;
  if (naming !== 'form' && naming !== 'listing') throw invalid({ naming: ['The naming must be form or listing.'] });
  return naming;
}

/** The values `name`1 … `name``count`; undefined where none of them is there. */
function numberedValues(source: Record<string, unknown>, name: string, count: number): unknown[] | undefined {
  const values = Array.from({ length: count }, (_, index) => source[`${name}${index + 1}`] ?? '');
  const sent = Array.from({ length: count }, (_, index) => `${name}${index + 1}`).some(
    (key) => source[key] !== undefined,
  );
  return sent ? values.map((value) => (typeof value === 'number' ? String(value) : value)) : undefined;
}

const rowsOf = (values: unknown[]) =>
  Array.from({ length: values.length / 2 }, (_, row) => ({ oneX: values[row * 2], twoX: values[row * 2 + 1] }));

const spacing: Part = {
  name: `${SPACING.wire.form}1`,
  read: (source, call) => numberedValues(source, SPACING.wire[namingOf(call, 'form')], SPACING.count),
};

const depth: Part = {
  name: `${DEPTH.wire.form}1`,
  read(source, call) {
    if (namingOf(call, 'form') === 'form') {
      const values = numberedValues(source, DEPTH.wire.form, DEPTH.rows * 2);
      return values && rowsOf(values);
    }
    const rows = numberedValues(source, DEPTH.wire.listing, DEPTH.rows);
    return rows?.map((row) => {
      const [oneX = '', twoX = ''] = Array.isArray(row) ? row : [row];
      return { oneX, twoX };
    });
  },
};

export const modelInput = reader<ModelInput>(body, {
  id: idInPathOrBody,
  version: whole('version'),
  copyOf: text('copy_of'),
  makeId: text('company_detail_id'),
  name: text('model'),
  year: whole('year'),
  ...eachText(({ wire }) => text(wire.form)),
  spacing,
  depth,
  sample: flag('sample'),
  keepImages: list('image_ids'),
  images: { name: 'images', read: () => undefined },
  files: files('images'),
});

const FORMATS = {
  json: ExportFormat.JSON,
  csv: ExportFormat.CSV,
  xlsx: ExportFormat.XLSX,
  xml: ExportFormat.XML,
};

/** A call whose answer has two namings; a wrong one is told before anything is looked up. */
const withNaming = <I>(inner: Reader<I>, fallback: Naming): Reader<I> => ({
  ...inner,
  read(call) {
    namingOf(call, fallback);
    return inner.read(call);
  },
});

export const modelRecord = withNaming(record, 'form');

export const modelsInput = withNaming(
  reader<ModelsInput>(search, {
    ...paged,
    dir: choice('dir', DIRECTIONS),
    sortBy: choice('sortBy', { model: ModelSort.NAME, year: ModelSort.YEAR, date_created: ModelSort.CREATED_AT }),
  }),
  'listing',
);

export const searchInput = withNaming(
  reader<SearchInput>(search, {
    ...paged,
    make: text('make'),
    model: text('model'),
    year: filled(whole('year')),
    keyword: text('keyword'),
    sortBy: filled(choice('sorting', { make: SearchSort.MAKE, model: SearchSort.MODEL, year: SearchSort.YEAR })),
    dir: filled(choice('order', DIRECTIONS)),
  }),
  'listing',
);

export const makeOption = (make: Make) => ({
  id: make.id,
  display_name: make.displayName,
  full_name: make.fullName,
  image: make.iconUrl,
});

export const companyDetail = (make: Make) => ({
  ...makeOption(make),
  other_details: make.otherDetails,
  date_created: make.createdAt.toISOString(),
  last_updated: make.updatedAt.toISOString(),
  version: make.version,
});

/** `{"year": 2024}` or `{"model": "CB 500"}`: keyed by the mode. */
export const lookupValue = (value: string, { query }: Call) =>
  query.mode === 'year' ? { year: Number(value) } : { model: value };

export const sublistItem = (model: Model) => ({ id: model.id, model: model.name, year: model.year });

const productNamed = (fallback: Naming) => (model: Model, call: Call) => {
  const make = model.make.unwrap();
  const naming = namingOf(call, fallback);
  return {
    id: model.id,
    company_detail_id: make.id,
    company_detail: { id: make.id, display_name: make.displayName },
    model: model.name,
    year: model.year,
    ...Object.fromEntries(KEY_DATA_TEXTS.map(({ wire, read }) => [wire[naming], read(model)])),
    ...MEASURES[naming](model),
    // Lists do not load them.
    images: model.images.isInitialized()
      ? model.images.getItems().map((image) => ({ id: image.id, image: image.url }))
      : undefined,
    sample: model.sample,
    date_created: model.createdAt.toISOString(),
    version: model.version,
  };
};
export const product = productNamed('form');
export const productRow = productNamed('listing');

const numbered = (name: string, values: unknown[]) =>
  Object.fromEntries(values.map((value, index) => [`${name}${index + 1}`, value]));

const MEASURES: Record<Naming, (model: Model) => object> = {
  /** number1 … number12; num1 … num16, where row r is num(2r-1) = 1x and num(2r) = 2x. */
  form: ({ spacing, depthValues }) => ({
    ...numbered(SPACING.wire.form, spacing),
    ...numbered(DEPTH.wire.form, depthValues),
  }),
  /** num1 … num12; number1 … number8, each [1x, 2x]. */
  listing: ({ spacing, depth }) => ({
    ...numbered(SPACING.wire.listing, spacing),
    ...numbered(
      DEPTH.wire.listing,
      depth.map(({ oneX, twoX }) => [oneX, twoX]),
    ),
  }),
};

export const exportInput = withNaming(
  reader<ExportInput>(search, {
    format: choice('format', FORMATS),
    complete: flag('complete'),
    json: { name: 'json', read: (_source, call) => (models: AsyncIterable<Model[]>) => jsonArray(models, call) },
  }),
  'listing',
);

/** The whole catalogue: a bare array of the listing's products, or a sheet under its documented name. */
export function download({ rows, body, contentType, fileName }: ModelExport, { query }: Call): Download {
  const isFile = (query.format ?? 'json') !== 'json';
  return new Download(body, {
    'content-type': contentType,
    'x-total-rows': rows,
    ...(isFile && { 'content-disposition': `attachment; filename="${fileName}"` }),
  });
}

async function* jsonArray(batches: AsyncIterable<Model[]>, call: Call): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of batches) {
    yield separator + batch.map((model) => JSON.stringify(productRow(model, call))).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
