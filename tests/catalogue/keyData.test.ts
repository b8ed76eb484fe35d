import { type GraphQLEnumType, type GraphQLInputObjectType, type GraphQLObjectType, getNamedType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { suggestedFields } from '../../server/catalogue/export/sheetColumns';
import {
  DEPTH,
  eachText,
  KEY_DATA,
  KEY_DATA_TEXTS,
  type KeyDatum,
  keyDatum,
  SPACING,
  SYSTEM_DATA,
} from '../../server/catalogue/keyData';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { Model } from '../../server/catalogue/models/model.entity';
import { ModelInput } from '../../server/catalogue/models/modelInput';
import { buildSchema } from '../../server/graph/graphql';
import { rebuildAll } from '../../server/migrations/derived';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { isRare, keyDataIn, namesOfKeyData } from '../support/keyDataNames';
import { sharedPerson } from '../support/people';
import { act, checkedImport, csv } from '../support/sheets';

const names = KEY_DATA.map(({ name }) => name);
const texts = KEY_DATA_TEXTS.map(({ name }) => name);

/** A value that no other field has, and that, unless it is a choice, is part of no other value. */
const sampleOf = ({ name, choices }: Pick<KeyDatum, 'name' | 'choices'>) => choices?.at(-1) ?? `<${name}>`;
const values = KEY_DATA.map(sampleOf);
const spacing = Array.from({ length: SPACING.count }, (_, index) => `<spacing${index + 1}>`);
const depth = Array.from({ length: DEPTH.rows }, (_, row) => ({
  name: `<depth${row + 1}Name>`,
  oneX: `<depth${row + 1}OneX>`,
  twoX: `<depth${row + 1}TwoX>`,
}));

describe('the fields of the key-data definition are exactly those', () => {
  const schema = buildSchema();
  const fieldsOf = (type: string) =>
    Object.values((schema.getType(type) as GraphQLObjectType | GraphQLInputObjectType).getFields());
  const textsOf = (type: string) =>
    fieldsOf(type).flatMap(({ name, type }) => (/^String!?$/.test(String(type)) ? [name] : []));
  const valuesOf = (type: string) => (schema.getType(type) as GraphQLEnumType).getValues().map(({ name }) => name);

  test.each([
    ['Model', ['keyDataHash', 'name', 'source', 'checkedBy']],
    ['ModelInput', ['name', 'source']],
  ])('of the graph’s %s', (type, others) => {
    expect(textsOf(type).sort()).toEqual([...others, ...texts].sort());
    const lists = fieldsOf(type).map(({ name, type }) => `${name}: ${getNamedType(type)}`);
    expect(lists).toEqual(expect.arrayContaining(['spacing: String', expect.stringMatching(/^depth: DepthRow/)]));
  });

  test('of the enums of proposals and imports', () => {
    const graphNames = KEY_DATA.map(({ graphName }) => graphName);
    expect(valuesOf('KeyDataField').sort()).toEqual(graphNames.toSorted());
    expect(valuesOf('ImportField').sort()).toEqual(
      [
        ...['ID', 'LAST_YEAR', 'MAKE', 'MODEL', 'YEAR', 'KEY_SYSTEM', 'SAMPLE', 'SOURCE', 'CHECKED_BY', 'CHECKED_AT'],
        ...graphNames,
      ].toSorted(),
    );
  });

  test('of the TypeScript types of a model and its input', () => {
    const [model, input] = [new Model(), new ModelInput()];
    const known: [string, string | null | undefined] = [model.codeSeries, input.codeSeries];
    expect(known).toEqual(['', undefined]);
    // @ts-expect-error A model has no such text,
    expect(model.codeSeriez).toBeUndefined();
    // @ts-expect-error and neither has its input.
    expect(input.codeSeriez).toBeUndefined();
    expect(model).toMatchObject(eachText(() => ''));
  });
});

describe('every field of the key data', () => {
  const app = sharedApp();
  const admin = sharedPerson(app, 'administrator');
  let make: Make;
  let id: string;
  beforeAll(async () => {
    make = await createMake(app, { id: 53, displayName: 'Honda' });
    const input = { makeId: '53', name: 'CB 500', year: 1994, ...eachText(sampleOf), spacing, depth };
    const { data, errors } = await app.graph(
      'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
      { input },
      admin,
    );
    expect(errors).toBeUndefined();
    id = data!.saveModel.id;
  });

  /** The key data of a model as stored. */
  const stored = async (id: string | number) => {
    const model = await app.orm.em.fork().findOneOrFail(Model, Number(id));
    return KEY_DATA.map(({ read }) => read(model));
  };
  const get = async (path: string) => (await app.rest('GET', path, { as: admin })).json();

  const columnsOf = async (table: string) => {
    const columns = await app.sql<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = ? and is_generated = ?',
      [table, 'NEVER'],
    );
    return columns.map(({ name }) => name).sort();
  };

  test('has its column in the tables, and there are no other columns', async () => {
    const both = ['id', 'name', 'source', 'checked_by', 'checked_at', 'created_at', 'updated_at', 'version'];
    expect(await columnsOf('models')).toEqual(
      [...both, 'make_id', 'key_system_id', 'year', 'sample', ...new Set(KEY_DATA.map(({ column }) => column))].sort(),
    );
    expect(await columnsOf('key_systems')).toEqual(
      [...both, 'notes', ...new Set(SYSTEM_DATA.map(({ column }) => column))].sort(),
    );
  });

  test('is saved and read through the graph', async () => {
    expect(await stored(id)).toEqual(values);
    const { data } = await app.graph(
      `query ($id: ID!) { model(id: $id) { ${texts.join(' ')} spacing depth { name oneX twoX } } }`,
      { id },
      admin,
    );
    expect(data?.model).toEqual({ ...eachText(sampleOf), spacing, depth });
  });

  /** As REST writes and reads it. In the listing naming, a depth row is one pair. */
  const wired = (naming: 'form' | 'listing') => {
    const written: Record<string, unknown> = {};
    for (const datum of KEY_DATA) {
      const word = datum.wire[naming];
      const isPair = naming === 'listing' && datum.column === DEPTH.column;
      written[word] = isPair ? [written[word] ?? [], sampleOf(datum)].flat() : sampleOf(datum);
    }
    return written;
  };

  test.each(['form', 'listing'] as const)('is read and written by REST in the %s naming', async (naming) => {
    expect(await get(`/products/${id}?naming=${naming}`)).toMatchObject(wired(naming));
    const body = { company_detail_id: 53, model: `By the ${naming}`, year: 1994, ...wired(naming) };
    const response = await app.rest('POST', `/products?naming=${naming}`, { as: admin, body });
    expect(response.statusCode).toBe(201);
    expect(await stored(response.json().id)).toEqual(values);
    await app.rest('DELETE', `/products/${response.json().id}`, { as: admin });
  });

  test('is found by the search, except choices, which would find nearly everything', async () => {
    expect((await get('/products/search?keyword=tip%20to%20bow')).data).toEqual([]);
    for (const keyword of KEY_DATA.filter(({ choices }) => !choices).map(sampleOf)) {
      const { data } = await get(`/products/search?keyword=${encodeURIComponent(keyword)}`);
      expect(
        data.map((product: { model: string }) => product.model),
        keyword,
      ).toEqual(['CB 500']);
    }
  });

  test('keeps its search text, its index of what is missing, and its place in Jump when a migration rebuilds them', async () => {
    const derived = async () => ({
      searched: await app.sql('select id, search_text from models order by id'),
      found: await app.sql('select field, value, years from jump_identifiers order by field, value'),
      indexes: await app.sql(`select indexdef from pg_indexes where tablename = 'models' order by indexname`),
      functions: await app.sql(
        `select pg_get_functiondef(oid) from pg_proc where proname in ('refresh_jump', 'jump_of_changes') order by proname`,
      ),
    });
    const before = await derived();
    expect(before.found.map(({ field }) => field).sort()).toEqual(
      KEY_DATA_TEXTS.flatMap(({ jump, name }) => (jump ? [name] : [])).sort(),
    );
    for (const statement of rebuildAll) await app.sql(statement);
    expect(await derived()).toEqual(before);
  });

  test('is in the history of the model', async () => {
    const [change] = await app.sql('select changes from model_changes where model_id = ?', [id]);
    const changed = new Map(change?.changes.map((one: { field: string; after: string }) => [one.field, one.after]));
    expect(names.map((name) => changed.get(name))).toEqual(values);
  });

  test('can be proposed in a correction, which records the old value', async () => {
    const proposals = KEY_DATA.map(({ graphName, choices }) => ({
      field: graphName,
      proposed: choices?.[0] ?? 'other',
    }));
    const input = { email: 'bench@example.com', make: 'Honda', model: 'CB 500', year: 1994, comment: 'All', proposals };
    const { errors } = await app.graph(
      'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }',
      { input },
      admin,
    );
    expect(errors).toBeUndefined();
    const [sent] = await app.sql('select proposals from corrections');
    expect(sent?.proposals).toMatchObject(KEY_DATA.map((datum) => ({ field: datum.name, reported: sampleOf(datum) })));
  });

  test('has one of its choices, if it has choices, and no other value', async () => {
    const send = async (operation: string, type: string, input: object) => {
      const { errors } = await app.graph(
        `mutation ($input: ${type}!) { ${operation}(input: $input) { id } }`,
        { input },
        admin,
      );
      return errors?.[0]?.extensions.errors;
    };
    const wrong = 'must be shoulder or tip, or empty.';
    expect(await send('saveModel', 'ModelInput', { id, datum: 'bow' })).toEqual({ datum: [`The datum ${wrong}`] });
    const about = { email: 'bench@example.com', make: 'Honda', model: 'CB 500', year: 1994, comment: 'Datum' };
    const proposals = [{ field: 'DATUM', proposed: 'bow' }];
    expect(await send('createCorrection', 'CorrectionInput', { ...about, proposals })).toEqual({
      proposals: [`The Datum proposal ${wrong}`],
    });
    const body = { company_detail_id: 53, model: 'CB 500', year: 1994, datum: 'bow' };
    const refused = await app.rest('POST', `/products/${id}`, { as: admin, body });
    expect(refused.json().errors).toEqual({ datum: [`The datum ${wrong}`] });
    expect(await send('saveModel', 'ModelInput', { id, unit: '' })).toBeUndefined();
    expect(await send('saveModel', 'ModelInput', { id, unit: sampleOf(keyDatum('unit')) })).toBeUndefined();
  });

  test('is imported as the choice that a word of the sheet means', async () => {
    const head = ['Make', 'Model', 'Year', 'Units', 'Stop', 'Sides', 'MACS', 'Direction'];
    const rows = [
      ['Honda', 'Words', 1990, 'Inches', ' TIP ', 'Double sided', 3, 'Bow-Tip'],
      ['Honda', 'Wrong', 1990, 'cubits', '', 2, 3, ''],
    ];
    const checked = await checkedImport(app, admin, csv([head, ...rows]));
    expect(checked.totals).toMatchObject({ new: 1, refused: 1 });
    await act(app, admin, 'applyImport', checked.id);
    const found = await app.sql(`select unit, datum, sides, macs, code_direction from models where name = 'Words'`);
    expect(found).toEqual([{ unit: 'inch', datum: 'tip', sides: '2', macs: '3', code_direction: 'bow to tip' }]);
    const [problem] = await app.sql(`select problems from import_rows where name = 'Wrong'`);
    expect(problem?.problems).toEqual([
      { column: 'Units', index: 3, message: 'The Unit must be inch or mm, or empty.' },
    ]);
  });

  const sheet = async (query: string) => {
    const response = await app.rest('GET', `/products/download?format=csv${query}`, { as: admin });
    const [head = '', row = ''] = response.body.slice(1).split('\r\n');
    return head.split(',').map((heading, index) => [heading, row.split(',')[index]] as const);
  };

  test('is in the complete export, and in the documented ones under its documented heading', async () => {
    const complete = await sheet('&complete=true');
    expect(complete).toEqual(expect.arrayContaining(KEY_DATA.map((datum) => [datum.label, sampleOf(datum)])));
    const documented = (await sheet('')).filter(([heading]) => !['Company Detail', 'Model', 'YEAR'].includes(heading));
    const expected = KEY_DATA.flatMap((datum) => (datum.documented ? [[datum.documented, sampleOf(datum)]] : []));
    expect(documented.toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['its label', ({ label }: KeyDatum) => label],
    ['its name', ({ name }: KeyDatum) => name],
    ['its name in the graph', ({ graphName }: KeyDatum) => graphName],
    ['its name in the REST form naming', ({ wire }: KeyDatum) => wire.form],
  ])('is recognised in a sheet by %s', (_what, heading) => {
    expect(suggestedFields(KEY_DATA.map(heading))).toEqual(names);
  });

  test('is recognised in a sheet by each of its synonyms', () => {
    for (const { name, synonyms } of KEY_DATA)
      expect(synonyms.map((word) => suggestedFields([word])[0])).toEqual(synonyms.map(() => name));
  });

  test('is imported into new and existing models, and undone', async () => {
    const old = await createModel(app, make, { name: 'Old', year: 1990 });
    const head = ['Make', 'Model', 'Year', ...KEY_DATA.map(({ label }) => label)];
    const rows = ['New', 'Old'].map((name) => ['Honda', name, 1990, ...values]);
    const checked = await checkedImport(app, admin, csv([head, ...rows]));
    expect(checked.totals).toMatchObject({ new: 1, changed: 1 });
    await act(app, admin, 'applyImport', checked.id);
    const [created] = await app.sql(`select id from models where name = 'New'`);
    expect(await stored(created!.id)).toEqual(values);
    expect(await stored(old.id)).toEqual(values);
    await act(app, admin, 'undoImport', checked.id);
    expect(await stored(old.id)).toEqual(values.map(() => ''));
  });
});

/** Code about particular fields may name these and no others. Everything else derives from the definition. */
const MAY_NAME: Record<string, string[]> = {
  'server/catalogue/changes/sheet/file/readingNotes.ts': ['tips'],
  'server/catalogue/changes/systems/sheet/planSystems.ts': ['itl', 'dsd', 'unit'],
  'server/catalogue/changes/systems/sheet/readSystems.ts': ['unit'],
  'server/catalogue/changes/systems/sheet/systemColumns.ts': ['tips'],
  'server/catalogue/export/sheetColumns.ts': ['tips', 'tips2'],
  'server/catalogue/identify/identify.operations.ts': ['hpc', 'itl', 'dsd', 'unit', 'sides'],
  'server/catalogue/identify/rankSystems.ts': ['sides'],
  'server/catalogue/jump/found.ts': ['codeSeries', 'codeDirection'],
  'server/catalogue/keyData.ts': texts.filter(isRare),
  'server/catalogue/models/list/completeness.operations.ts': ['codeSeries'],
  'server/catalogue/models/list/modelMarks.ts': ['codeSeries'],
  'server/catalogue/models/writeModels.ts': ['codeSeries'],
  'server/catalogue/systems/keySystem.operations.ts': ['hpc', 'itl', 'dsd'],
};

describe('a second list of key data', () => {
  test.each([
    [`['ilco', "jma"]`, ['ilco', 'jma']],
    ['model.gasCap || row.seatAux', ['gasCap', 'seatAux']],
    ['{ hpc: 1, itl: 2 }', ['hpc', 'itl']],
    ["`m.accu_reader`; code_series = ''", ['codeSeries', 'accuReader']],
    ['[KeyDataField.PAKA_PUNCH]', ['pakaPunch']],
    ['for (const datum of data) datum.tips();', []],
  ])('would be found in %s', (code, named) => {
    expect(keyDataIn(code, texts)).toEqual(named);
  });

  test('exists nowhere on the server, except in migrations', () => {
    expect(namesOfKeyData('server', texts)).toEqual(MAY_NAME);
  });
});
