import { type GraphQLInputType, type GraphQLObjectType, getNamedType, isInputObjectType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { buildSchema } from '../../server/graph/graphql';
import { type Person, sharedApp, startApp } from '../support/app';
import { explained } from '../support/explain';
import { people } from '../support/people';
import { faultsOf } from '../support/tables';

/* What a member can make PostgreSQL read with one call: the worst input that the rules allow, on the demo catalogue. */

/** Pages of 8 KB that one statement may touch. The most now is 4,402, of the names of a sheet's blanks. */
const MOST_PAGES = 5_000;

const app = sharedApp({ demo: true, config: { jumpMatchesPerHour: 100_000 } });
let member: Person;
let model: number;
let make: number;
let withoutX265: number;
let sheet: string;
beforeAll(async () => {
  // As autovacuum leaves the tables, sooner or later.
  await app.sql('vacuum analyze');
  member = await people.locksmith(app);
  const [most] = await app.sql<{ id: number; make: number }>(
    `select min(id) as id, make_id as make from models group by make_id, name order by count(*) desc limit 1`,
  );
  model = most!.id;
  make = most!.make;
  const [lacking] = await app.sql<{ id: number }>(
    `select max(id) as id from models where ilco <> '' and concat(ilco, jma, jet, silca, oem) !~* '265'`,
  );
  withoutX265 = lacking!.id;
  // The names of blanks that stand in most cells, and short ones, as many as a value has room for.
  const [common] = await app.sql<{ names: string[] }>(
    `select array(select unnest(blank_keys) from jump_identifiers group by 1 order by count(*) desc limit 12) as names`,
  );
  const short = Array.from({ length: 80 }, (_, n) => (10 + n).toString(36));
  for (const [field, names] of [
    ['ILCO', common!.names],
    ...['JMA', 'JET', 'SILCA', 'OEM'].map((field) => [field, short] as const),
  ] as const) {
    const value = names.join(',');
    const { errors } = await app.graph(
      `mutation ($input: SaveOwnValueInput!) { saveOwnValue(input: $input) { id } }`,
      { input: { modelId: model, field, value } },
      member,
    );
    expect(errors).toBeUndefined();
  }
  const blanks = ['X265', ...Array.from({ length: 900 }, (_, n) => `${n.toString(36)}`)];
  const kept = await app.graph(
    `mutation ($input: SaveVanBlanksInput!) { saveVanBlanks(input: $input) { blanks { id } } }`,
    { input: { blanks: blanks.map((name) => ({ name, count: 1 })) } },
    member,
  );
  expect(kept.errors).toBeUndefined();
  const { data } = await app.graph('{ ownSheets(limit: 1) { items { id } } }', {}, member);
  sheet = data?.ownSheets.items[0].id;
  // Much text. A company may keep thirty times as much.
  await app.sql(
    `with kept as (
       insert into own_sheets (client_id, user_id, username, make, name, year, created_at, updated_at)
       select client_id, id, username, 'Honda', 'Kept ' || n, 2001, now(), now() from users, generate_series(1, 150) n where id = ?
       returning id, user_id, username
     )
     insert into own_values (sheet_id, field, value, user_id, username, updated_at)
     select id, 'TIPS', (select string_agg(md5(id || ' ' || n), '') from generate_series(1, 312) n), user_id, username, now() from kept`,
    [member.user!.id],
  );
});

const words = 'a e i o 1 2 h x';
const long = 'honda '.repeat(42);
const page = 'dir: DESC, limit: 100, page: 40';
/** By query, its worst calls. A new query that members may ask needs a line. */
const CALLS: Record<string, () => string[]> = {
  companyNotes: () => [`companyNotes(modelId: ${model}) { id }`],
  evidence: () => [`evidence(modelId: ${model}) { __typename }`],
  identifyKey: () => [`identifyKey(firstCut: 0.1, unit: INCH, tolerance: 0.05) { id modelsCount bikes { name } }`],
  jump: () =>
    [
      words,
      'aaaaaaaa',
      'honda 2007 x',
      'hon hon hon hon hon hon hon hon',
      '%',
      'zzzz yyyy xxxx wwww',
      '1',
      long,
      'x'.repeat(255),
    ].map((text) => `jump(text: "${text}", limit: 100) { name model { ilco } }`),
  jumpFamily: () =>
    ['hd109', 'a', '1', 'x265'].map((text) => `jumpFamily(text: "${text}", limit: 100, page: 1) { total }`),
  jumpPlaces: () => [words, 'honda 2007'].map((text) => `jumpPlaces(text: "${text}") { __typename }`),
  lookupLines: () => [`lookupLines(makeId: ${make}) { id }`],
  lookupModels: () => [`lookupModels(makeId: ${make}, mode: YEAR, value: "2007") { id ilco }`],
  lookupValues: () => ['YEAR', 'MODEL'].map((mode) => `lookupValues(makeId: ${make}, mode: ${mode})`),
  makeOptions: () => [`makeOptions { id }`],
  me: () => [`me { __typename }`],
  model: () => [`model(id: ${model}) { ilco otherKeys { id } }`],
  modelYears: () => [`modelYears(makeId: ${make}, name: "CBR600RR") { id ilco }`],
  myApiTokens: () => ['myApiTokens { id }'],
  myCorrections: () => [`myCorrections(${page}) { total }`],
  mySecondFactor: () => [`mySecondFactor { __typename }`],
  mySessions: () => [`mySessions { id }`],
  news: () => [`news(dir: ASC, limit: 100, page: 1) { items { __typename } }`, `news(${page}) { total }`],
  newsOfPins: () => [`newsOfPins`],
  ownSheet: () => [`ownSheet(id: ${sheet}) { id }`],
  ownSheets: () => [`ownSheets(${page}, sortBy: UPDATED_AT, filter: { search: "a b c d e f 1 2 3 4" }) { total }`],
  ownValues: () => [`ownValues(modelId: ${model}) { field }`],
  paymentHistory: () => [`paymentHistory(${page}) { total }`],
  readCode: () => [`readCode(modelId: ${model}, code: "${'A1'.repeat(127)}") { problem }`],
  receipt: () => ['receipt(number: 1) { number }'],
  recentSheets: () => [`recentSheets(limit: 100) { model { id ilco } }`],
  reminders: () => [`reminders { on }`],
  sheetVersions: () => [`sheetVersions(ids: [${Array.from({ length: 200 }, (_, n) => n + 1)}]) { __typename }`],
  subscriptionStatus: () => [`subscriptionStatus { __typename }`],
  vanBlanks: () => [`vanBlanks(${page}, sortBy: NAME, filter: { text: "1" }) { total }`],
  vanBlanksFor: () => [`vanBlanksFor(modelId: ${model}) { keepsList matches { name } }`],
};
/** Of visitors, and of those with the download flag, who may read everything. */
const OTHERS = ['catalogueChanges', 'sampleSheet', 'visitorLocation'];

const members = Object.values(buildSchema().getQueryType()!.getFields()).filter(
  ({ name, description }) => !OTHERS.includes(name) && !/For administrators\./.test(description ?? ''),
);

test('every query of members has its worst call here', () => {
  expect(Object.keys(CALLS).sort()).toEqual(members.map(({ name }) => name).sort());
});

test('no call of a member makes a statement read much', async () => {
  const calls = Object.values(CALLS).flatMap((of) => of());
  const faults = await faultsOf(
    calls.map((call) => [call, call] as const),
    async (call) => {
      app.statements();
      const { errors } = await app.graph(`{ ${call} }`, {}, member);
      expect([undefined, 'NOT_FOUND']).toContain(errors?.[0]?.extensions.code);
      const statements = app.statements().filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
      const plans = await explained<[{ Plan: Record<string, number> }]>(
        app,
        statements,
        'analyze, buffers, format json',
      );
      for (const [at, { sql }] of statements.entries()) {
        const { Plan } = plans[at]![0]![0];
        const pages = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
        expect(pages, sql).toBeLessThan(MOST_PAGES);
      }
    },
  );
  expect(faults).toEqual({});
});

/** What tells what the catalogue relates to a text or length of the caller, or of their company. It is counted. */
const TELL: Record<string, () => string> = {
  identifyKey: () => 'identifyKey(firstCut: 0.1, unit: INCH) { id }',
  jump: () => 'jump(text: "x265") { name }',
  jumpFamily: () => 'jumpFamily(text: "x265", limit: 10, page: 1) { total }',
  jumpPlaces: () => 'jumpPlaces(text: "x265") { family { value } }',
  readCode: () => `readCode(modelId: ${model}, code: "A1") { series }`,
  vanBlanksFor: () => `vanBlanksFor(modelId: ${withoutX265}) { keepsList }`,
};
/** Why the others tell nothing for a text. */
const TEXTS: Record<string, string> = {
  ...Object.fromEntries(
    ['companyNotes', 'ownSheet', 'ownSheets', 'ownValues', 'vanBlanks'].map((name) => [name, 'has only the company’s']),
  ),
  ...Object.fromEntries(
    ['saveCompanyNote', 'saveOwnSheet', 'saveOwnValue', 'saveVanBlanks'].map((name) => [name, 'returns what is kept']),
  ),
  lookupModels: 'takes a name or year as lookupValues lists them',
  modelYears: 'takes a name as lookupValues lists them',
  createCorrection: 'finds a bike by its whole name; with proposals, it opens the sheet',
  saveVerdict: 'opens the sheet',
  createFeedback: 'only stores it',
  createLogEntry: 'only stores it',
};
const takesText = (type: GraphQLInputType, seen = new Set<unknown>()): boolean => {
  const named = getNamedType(type);
  if (seen.has(named)) return false;
  seen.add(named);
  if (!isInputObjectType(named)) return named.name === 'String' || named.name === 'Float';
  return Object.values(named.getFields()).some((field) => field.name !== 'sentId' && takesText(field.type, seen));
};

test('whatever tells what the catalogue relates to a text is refused once the budget of matches is spent', async () => {
  const schema = buildSchema();
  const fieldsOf = (type: 'Query' | 'Mutation') =>
    Object.values((schema.getType(type) as GraphQLObjectType).getFields());
  const taking = fieldsOf('Query')
    .concat(fieldsOf('Mutation'))
    .filter(({ name, args, description = '' }) => {
      if (!/For members(\.|, each their own| who are no administrators)/.test(description ?? '')) return false;
      // A company's queries may use the texts that it keeps.
      const usesTexts = name in schema.getQueryType()!.getFields() && /within their company/.test(description ?? '');
      return usesTexts || args.some(({ type }) => takesText(type));
    });
  expect(taking.map(({ name }) => name).sort()).toEqual(Object.keys({ ...TELL, ...TEXTS }).sort());
  const limited = await startApp({ sharing: app, config: { jumpMatchesPerHour: 0 } });
  const faults = await faultsOf(
    Object.values(TELL).map((of) => [of(), of()] as const),
    async (call) => {
      const { data, errors } = await limited.graph(`{ ${call} }`, {}, member);
      // Jump's places are free, but have no family then.
      if (data?.jumpPlaces) expect(data.jumpPlaces).toEqual({ family: null });
      else expect(errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    },
  );
  await limited.close();
  expect(faults).toEqual({});
});
