/** Converts the answers of REST, the graph and the floor to one shape, so that they can be compared. */
import { KEY_DATA_TEXTS } from '../server/catalogue/keyData.ts';

/** An answer that has been parsed; its shape was never checked. */
// biome-ignore lint/suspicious/noExplicitAny: the comparison fails if the shape is another one
type Answer = any;

const SPACINGS = 12;
const DEPTHS = 16;
const numbered = (row: Answer, name: string, count: number) =>
  Array.from({ length: count }, (_, index) => row[`${name}${index + 1}`]);
const textsBy = (row: Answer, nameOf: (text: (typeof KEY_DATA_TEXTS)[number]) => string) =>
  KEY_DATA_TEXTS.map((text) => row[nameOf(text)]);

/** A row of a list, without key data: [id, name, year, make's id, make's name, created]. */
const row = (id: Answer, name: Answer, year: Answer, make: Answer, makeName: Answer, createdAt: string) =>
  [Number(id), name, year, Number(make), makeName, Date.parse(createdAt)] as const;

const rowOf = {
  floor: (m: Answer) => row(m.id, m.name, m.year, m.make_id, m.make, m.created_at),
  rest: (m: Answer) => row(m.id, m.model, m.year, m.company_detail.id, m.company_detail.display_name, m.date_created),
  graph: (m: Answer) => row(m.id, m.name, m.year, m.make.id, m.make.displayName, m.createdAt),
  peer: (m: Answer) => row(m.rowId, m.name, m.year, m.makeByMakeId.rowId, m.makeByMakeId.displayName, m.createdAt),
};

/** A model with its key data. */
export const modelOf = {
  floor: (m: Answer) => ({
    row: rowOf.floor(m).slice(0, 5),
    texts: textsBy(m, ({ column }) => column),
    spacing: m.spacing,
    depth: m.depth_values,
    sample: m.sample,
    images: m.images?.map((image: Answer) => image.id),
  }),
  /** As REST's forms name the fields. */
  rest: (m: Answer) => ({
    row: rowOf.rest(m).slice(0, 5),
    texts: textsBy(m, ({ wire }) => wire.form),
    spacing: numbered(m, 'number', SPACINGS),
    depth: numbered(m, 'num', DEPTHS),
    sample: m.sample,
    images: m.images.map((image: Answer) => image.id),
  }),
  /** As REST's lists name the fields. */
  restListing: (m: Answer) => ({
    row: rowOf.rest(m).slice(0, 5),
    texts: textsBy(m, ({ wire }) => wire.listing),
    spacing: numbered(m, 'num', SPACINGS),
    depth: numbered(m, 'number', DEPTHS / 2).flat(),
    sample: m.sample,
    images: undefined,
  }),
  graph: (m: Answer) => ({
    row: rowOf.graph(m).slice(0, 5),
    texts: textsBy(m, ({ name }) => name),
    spacing: m.spacing,
    depth: m.depth.flatMap(({ oneX, twoX }: Answer) => [oneX, twoX]),
    sample: m.sample,
    images: m.images.map((image: Answer) => Number(image.id)),
  }),
  peer: (m: Answer) => ({
    row: rowOf.peer(m).slice(0, 5),
    texts: textsBy(m, ({ name }) => name),
    spacing: m.spacing,
    depth: m.depthValues,
    sample: m.sample,
    images: m.modelImagesByModelId.nodes.map((image: Answer) => image.rowId),
  }),
};

/** A page with the key data of its models. */
export const productsOf = {
  floor: ({ items, total }: Answer) => ({ total, items: items.map(modelOf.floor) }),
  rest: ({ data, total }: Answer) => ({ total, items: data.map(modelOf.restListing) }),
};

/** A page without key data. */
export const rowsOf = {
  floor: ({ items, total }: Answer) => ({ total, items: items.map(rowOf.floor) }),
  graph: ({ items, total }: Answer) => ({ total, items: items.map(rowOf.graph) }),
  peer: ({ nodes, totalCount }: Answer) => ({ total: totalCount, items: nodes.map(rowOf.peer) }),
};

/** The values of a make, as texts. */
export const valuesOf = {
  floor: (values: Answer) => values,
  rest: (values: Answer) => values.map(({ year, model }: Answer) => model ?? String(year)),
  graph: (values: Answer) => values,
};

/** Jump's hits: [make's id, name, years, model's id]. The floor sends whole identifiers, the server what was typed. */
export const jumpOf = {
  floor: (hits: Answer) => hits.map(({ make, name, years, model }: Answer) => [make, name, years, model]),
  graph: (hits: Answer) =>
    hits.map(({ make, name, years, model }: Answer) => [Number(make.id), name, years, Number(model.id)]),
};

/** The models under a value: [id, name, year]. */
export const linesOf = {
  floor: (models: Answer) => models.map(({ id, name, year }: Answer) => [id, name, year]),
  rest: (models: Answer) => models.map(({ id, model, year }: Answer) => [id, model, year]),
  graph: (models: Answer) => models.map(({ id, name, year }: Answer) => [Number(id), name, year]),
  peer: ({ nodes }: Answer) => nodes.map(({ rowId, name, year }: Answer) => [rowId, name, year]),
};
