/** The workloads: a few hundred calls each, with the request of every contestant for each call. */
import type { DocumentNode } from 'graphql';
import type { Client } from 'pg';
import { ModelsDocument, SaveModelDocument, SearchModelsDocument } from '../client/graphql/generated/backOffice.ts';
import { LookupModelsDocument, LookupValuesDocument, ModelDocument } from '../client/graphql/generated/catalogue.ts';
import { JumpDocument } from '../client/graphql/generated/jump.ts';
import { KEY_DATA_TEXTS } from '../server/catalogue/keyData.ts';
import { MAKES, PREFIXES, SIZES } from './catalogue.ts';
import { clientRequest, otherRequest, type Request, textRequest } from './graphRequest.ts';
import { jumpOf, linesOf, modelOf, productsOf, rowsOf, valuesOf } from './plainRows.ts';

/**
 * The contestants. `floor` sends as much data as REST; `floorOfGraph` as much as the client's own operations request, where
 * that is much less. `graph` receives the client's own operations, `other` different documents with the same fields. `peer`
 * is PostGraphile, for workloads that it supports.
 */
export const CONTESTANTS = ['floor', 'floorOfGraph', 'rest', 'graph', 'other', 'peer'] as const;
export type Contestant = (typeof CONTESTANTS)[number];

/** One call: its request to each contestant. */
type Call = Partial<Record<Contestant, Request>>;

export interface Workload {
  name: string;
  title: string;
  /** The calls, ordered so that the first ones differ. */
  calls: Call[];
  /** Converts the parsed answers (for the graph, its one field) to a shape that can be compared. */
  plain: Partial<Record<Exclude<Contestant, 'other'>, (answer: never) => unknown>>;
}

/** A value for each whole number below `count`. */
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const path = (...parts: (string | number)[]) => `/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
const query = (parameters: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]));

const throughGraph = (document: DocumentNode, variables: object) => ({
  graph: clientRequest(document, variables),
  other: otherRequest(document, variables),
});

const OF_PEER = {
  lines: `query ($where: ModelCondition!, $order: [ModelOrderBy!]!) {
    allModels(condition: $where, orderBy: $order) { nodes { rowId name year } } }`,
  model: `query ($id: Int!) { modelByRowId(rowId: $id) {
    rowId name year makeByMakeId { rowId displayName } ${KEY_DATA_TEXTS.map(({ name }) => name).join(' ')}
    spacing depthValues sample createdAt version
    modelImagesByModelId(orderBy: POSITION_ASC) { nodes { rowId hash width height } } } }`,
  rows: `query ($offset: Int!, $order: [ModelOrderBy!]!) {
    allModels(first: 10, offset: $offset, orderBy: $order) {
      totalCount nodes { rowId name year createdAt makeByMakeId { rowId displayName } } } }`,
};

/** W1: the years or the names of each make. */
export const values = (mode: 'year' | 'model'): Call[] =>
  times(MAKES, (index) => ({
    floor: { path: path(`values-${mode}`, index + 1) },
    rest: { path: `/api/product-detail?${query({ company_id: index + 1, mode })}` },
    ...throughGraph(LookupValuesDocument, { makeId: String(index + 1), mode: mode.toUpperCase() }),
  }));

/** W2: the models of a year or a name. */
async function lines(client: Client, models: number): Promise<Call[]> {
  const { rows } = await client.query<{ make: number; name: string; year: number }>(
    'select make_id as make, name, year from models where id % $1 = 0 order by id',
    [Math.max(1, Math.floor(models / 480))],
  );
  return rows.map(({ make, name, year }, index) => {
    const [mode, value] = index % 2 ? ['model', name] : ['year', String(year)];
    return {
      floor: { path: path(`models-${mode}`, make, value) },
      rest: { path: `/api/product-detail/sublist?${query({ company_id: make, mode, value })}` },
      ...throughGraph(LookupModelsDocument, { makeId: String(make), mode: mode.toUpperCase(), value }),
      peer: textRequest(OF_PEER.lines, {
        where: { makeId: make, ...(mode === 'year' ? { year } : { name }) },
        order: mode === 'year' ? ['NAME_ASC', 'ROW_ID_ASC'] : ['YEAR_DESC', 'ROW_ID_ASC'],
      }),
    };
  });
}

/** W3: models everywhere in the table. */
export const details = (models: number): Call[] =>
  times(Math.min(models, 3_000), (index) => {
    const id = ((index * 7_919) % models) + 1;
    return {
      floor: { path: path('model', id) },
      rest: { path: `/api/products/${id}` },
      ...throughGraph(ModelDocument, { id: String(id) }),
      peer: textRequest(OF_PEER.model, { id }),
    };
  });

const DIRECTIONS = ['asc', 'desc'] as const;
const ofLists = { name: ['model', 'NAME'], year: ['year', 'YEAR'], createdAt: ['date_created', 'CREATED_AT'] } as const;

/** W4: `pages` of the list in each of its orders. */
export const lists = (pages: number[]): Call[] =>
  pages.flatMap((page) =>
    Object.entries(ofLists).flatMap(([order, [sortBy, ofGraph]]) =>
      DIRECTIONS.map((dir) => ({
        floor: { path: path(`list-${order}-${dir}`, (page - 1) * 10) },
        floorOfGraph: { path: path(`rows-${order}-${dir}`, (page - 1) * 10) },
        rest: { path: `/api/products?${query({ page, limit: 10, sortBy, dir })}` },
        ...throughGraph(ModelsDocument, { page, limit: 10, sortBy: ofGraph, dir: dir.toUpperCase() }),
        peer: textRequest(OF_PEER.rows, {
          offset: (page - 1) * 10,
          order: [`${ofGraph}_${dir.toUpperCase()}`, `ROW_ID_${dir.toUpperCase()}`],
        }),
      })),
    ),
  );

/** W5: names of models, parts of key data and names of makes, each with some tens to some hundreds of matches. */
function searches(): Call[] {
  const names = times(40, (index) => `${PREFIXES[index % 20]}${SIZES[(index * 3) % 22]}`.toLowerCase());
  const codes = ['HON70MH', 'x248', 'clone', 'demo 22', 'A00-A99', 'hd109'];
  const makes = ['Honda', 'ducati', 'bmw', 'triumph', 'aprilia', 'yamaha'];
  const orders = ['make', 'model', 'year'];
  return [...names, ...codes, ...makes].flatMap((keyword, place) =>
    times(3, (index) => {
      const [sorting = '', order] = [orders[(place + index) % 3], DIRECTIONS[place % 2] ?? 'asc'];
      const page = index + 1;
      return {
        floor: { path: path(`search-${sorting}-${order}`, keyword, index * 10) },
        floorOfGraph: { path: path(`found-${sorting}-${order}`, keyword, index * 10) },
        rest: { path: `/api/products/search?${query({ page, limit: 10, keyword, sorting, order })}` },
        ...throughGraph(SearchModelsDocument, {
          page,
          limit: 10,
          sortBy: sorting.toUpperCase(),
          dir: order.toUpperCase(),
          make: null,
          model: null,
          year: null,
          keyword,
        }),
      };
    }),
  );
}

/** W9: names, a blank and key codes, as they are typed into Jump. */
function jumps(): Call[] {
  const names = times(40, (index) => `${PREFIXES[index % 20]}${SIZES[(index * 3) % 22]}`.toLowerCase());
  const identifiers = ['hd109', 'x196', 'hon66', 'ym63'];
  return [...names.map((text) => ['name', text]), ...identifiers.map((text) => ['blank', text])].map(
    ([kind = '', text = '']) => ({
      floor: { path: path(`jump-${kind}`, text) },
      ...throughGraph(JumpDocument, { text, limit: 8 }),
    }),
  );
}

/**
 * W6: a new text in one field of a model. REST sends only this field, the client's form all texts. Each model occurs twice,
 * with different texts, so that every save changes something, however often the list is repeated.
 */
async function saves(client: Client): Promise<Call[]> {
  const { rows } = await client.query(
    `select id::text, make_id::text as "makeId", name, year, spacing, depth_values,
       ${KEY_DATA_TEXTS.map(({ column, name }) => `${column} as "${name}"`).join(', ')}
     from models where id <= 640 order by id`,
  );
  const call = (contestant: string, round: number, { depth_values, ...model }: (typeof rows)[number]): Request => {
    const tips = `Try the gas cap first (${contestant}, ${round}).`;
    const depth = times(8, (at) => ({ oneX: depth_values[at * 2], twoX: depth_values[at * 2 + 1] }));
    if (contestant === 'floor') return { path: path('save', model.id), body: tips };
    if (contestant === 'rest')
      return {
        path: `/api/products/${model.id}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tips }),
      };
    const input = { ...model, depth, tips };
    return contestant === 'graph'
      ? clientRequest(SaveModelDocument, { input })
      : otherRequest(SaveModelDocument, { input });
  };
  const names = ['floor', 'rest', 'graph', 'other'] as const;
  return [1, 2].flatMap((round) =>
    rows.map((model) => Object.fromEntries(names.map((name) => [name, call(name, round, model)]))),
  );
}

/** Each contestant saves a text of its own, which ends in brackets. */
const unsigned = (plain: (answer: never) => unknown) => (answer: never) =>
  JSON.stringify(plain(answer)).replace(/(gas cap first) \(.*?\)/, '$1');
const saved = { floor: unsigned(modelOf.floor), rest: unsigned(modelOf.rest), graph: unsigned(modelOf.graph) };

/** The workloads on a database with this many models. */
export async function workloads(client: Client, models: number): Promise<Workload[]> {
  const pages = {
    floor: productsOf.floor,
    rest: productsOf.rest,
    floorOfGraph: rowsOf.floor,
    graph: rowsOf.graph,
    peer: rowsOf.peer,
  };
  return [
    { name: 'W1', title: 'lookup values of a make', calls: [...values('year'), ...values('model')], plain: valuesOf },
    { name: 'W2', title: 'models under a value', calls: await lines(client, models), plain: linesOf },
    { name: 'W3', title: 'a model with make and images', calls: details(models), plain: modelOf },
    { name: 'W4', title: 'model list, 10 rows with total', calls: lists([1, 2, 3, 4, 5]), plain: pages },
    { name: 'W5', title: 'keyword search with total', calls: searches(), plain: pages },
    { name: 'W6', title: 'save a model', calls: await saves(client), plain: saved },
    { name: 'W9', title: 'jump', calls: jumps(), plain: jumpOf },
  ];
}
