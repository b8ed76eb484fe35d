import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, sharedApp } from '../support/app';
import { explained } from '../support/explain';
import { createClient, createMake, createModel, createUser } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { answered } from '../support/tables';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
beforeAll(async () => {
  const honda = await createMake(app, { displayName: 'Honda', fullName: 'Honda Motor Co., Ltd.' });
  const moto = await createMake(app, { displayName: 'Ünïon 50%', fullName: 'Union_Works' });
  await createModel(app, honda, {
    name: 'CB 500',
    year: 1994,
    ilco: 'X84',
    tips: 'Remove the SEAT first',
    source: 'Blue Book, p. 12',
  });
  await createModel(app, honda, { name: 'CB 500', year: 1995, oem: '35121-MV4' });
  await createModel(app, honda, { name: 'CBR600RR', year: 2007, spacing: ['.0987', ...Array(11).fill('')] });
  await createModel(app, moto, {
    name: 'Straße 5',
    year: 2007,
    depthValues: ['7.90', '0.85', '3.00', '345', ...Array(11).fill(''), 'deepest'],
  });
});

const SEARCH = `query ($make: String, $model: String, $year: Int, $keyword: String, $sortBy: SearchSort, $dir: SortDirection, $page: Int, $limit: Int) {
  searchModels(make: $make, model: $model, year: $year, keyword: $keyword, sortBy: $sortBy, dir: $dir, page: $page, limit: $limit) {
    total items { name year make { displayName } } } }`;
const search = (variables: object) => app.graph(SEARCH, variables, admin);
const found = async (variables: object) =>
  (await search(variables)).data?.searchModels.items.map(({ name, year }: any) => `${name} ${year}`);

describe('searchModels', () => {
  test('finds what contains all that is given, whatever the case', async () => {
    const searches: [object, string[]][] = [
      [{ make: 'hond' }, ['CB 500 1994', 'CB 500 1995', 'CBR600RR 2007']],
      [{ make: 'MOTOR CO' }, ['CB 500 1994', 'CB 500 1995', 'CBR600RR 2007']],
      [{ make: 'ÜNÏ' }, ['Straße 5 2007']],
      [{ make: '50%' }, ['Straße 5 2007']],
      [{ make: 'n_W' }, ['Straße 5 2007']],
      [{ make: '%' }, ['Straße 5 2007']],
      [{ model: 'cb 5' }, ['CB 500 1994', 'CB 500 1995']],
      [{ model: 'STRASS' }, []],
      // As input methods type it, with a percent sign that is one.
      [{ make: 'ｈｏｎｄ', model: 'ＣＢ　５', keyword: 'ｘ８４' }, ['CB 500 1994']],
      [{ make: '５０％' }, ['Straße 5 2007']],
      [{ make: 'ｈ％ｎｄ' }, []],
      [{ year: 2007 }, ['CBR600RR 2007', 'Straße 5 2007']],
      [{ keyword: 'seat FIRST' }, ['CB 500 1994']],
      [{ keyword: 'x84' }, ['CB 500 1994']],
      [{ keyword: 'mv4' }, ['CB 500 1995']],
      [{ keyword: '.0987' }, ['CBR600RR 2007']],
      [{ keyword: 'blue book' }, ['CB 500 1994']],
      // A measure, however it is written, and the beginning of one.
      ...['0.0987', '00.09870', ',0987', '0,098', '０．０９８'].map((keyword): [object, string[]] => [
        { keyword },
        ['CBR600RR 2007'],
      ]),
      ...['7.9', '07,90', '7.900', '.85', '0.8500', '3.0', '3,000', '345.0'].map((keyword): [object, string[]] => [
        { keyword },
        ['Straße 5 2007'],
      ]),
      [{ keyword: '0.987' }, []],
      [{ keyword: '3.1' }, []],
      [{ keyword: 'Deep' }, ['Straße 5 2007']],
      [{ keyword: 'ltd' }, ['CB 500 1994', 'CB 500 1995', 'CBR600RR 2007']],
      [{ keyword: 'honda', year: 1995 }, ['CB 500 1995']],
      [{ make: 'honda', model: '500', year: 1994, keyword: 'x' }, ['CB 500 1994']],
      [{ make: 'honda', keyword: 'deepest' }, []],
      [{ keyword: "'; drop table models; --" }, []],
      [{ keyword: '\\' }, []],
    ];
    expect(await answered(searches, found)).toEqual(searches);
  });

  test.each([
    [{ sortBy: 'YEAR', dir: 'DESC' }, ['CBR600RR 2007', 'CB 500 1995', 'CB 500 1994']],
    [{ sortBy: 'MODEL', dir: 'DESC' }, ['CBR600RR 2007', 'CB 500 1995', 'CB 500 1994']],
    [{ sortBy: 'YEAR', dir: 'ASC' }, ['CB 500 1994', 'CB 500 1995', 'CBR600RR 2007']],
  ])('sorts by %j', async (order, expected) => {
    expect(await found({ make: 'honda', ...order })).toEqual(expected);
  });

  test('pages the results, with the overall total', async () => {
    const { data } = await search({ make: 'honda', page: 2, limit: 2 });
    expect(data?.searchModels).toMatchObject({ total: 3, items: [{ name: 'CBR600RR' }] });
    expect((await search({ make: 'honda', page: 9 })).data?.searchModels).toEqual({ total: 3, items: [] });
  });

  test.each([[{}], [{ make: ' ', keyword: '' }], [{ sortBy: 'YEAR' }]])('refuses %j', async (variables) => {
    expect((await search(variables)).errors?.[0]?.extensions.errors).toHaveProperty('keyword');
  });
});

describe('with 50,000 models', () => {
  const large = sharedApp();
  beforeAll(async () => {
    await large.sql(`insert into makes (id, display_name, full_name, created_at, updated_at)
      select n, 'Make ' || n, 'Make ' || n || ' Company', now(), now() from generate_series(1, 120) n`);
    await large.sql(`insert into models (make_id, name, year, ilco, oem, code_series, tips, spacing, depth_values, created_at, updated_at)
      select 1 + k % 120, 'Model ' || k, 1990 + n % 36, 'X' || k % 997, md5(k::text), chr(65 + k % 26) || chr(65 + k % 25) || k || '-' || k + 9, repeat(md5(n::text), 4),
        array_fill('.1'::text, array[12]), array_fill(''::text, array[16]), now() - n * interval '1 minute', now()
      from generate_series(1, 50000) n cross join lateral (values (n / 2)) as names (k)`);
    await large.sql('analyze');
  });

  /** The plan of the statement of `document` that reads sorted models, for any parameters. */
  async function planOf(document: string, person: Person): Promise<string> {
    large.statements();
    expect((await large.graph(document, {}, person)).errors).toBeUndefined();
    const read = large.statements().find(({ sql }) => /from model/.test(sql) && /order by/.test(sql));
    const [plan] = await explained(large, [read!]);
    return plan!.join('\n');
  }

  test.each([
    ['the first page by name', '{ models(sortBy: NAME) { items { id } } }'],
    ['the first page by year', '{ models(sortBy: YEAR, dir: DESC) { items { id } } }'],
    ['the first page by date', '{ models(sortBy: CREATED_AT, dir: DESC) { items { id } } }'],
    ['a keyword', '{ searchModels(keyword: "c4ca4238") { items { id } } }'],
    ['a keyword of a make', '{ searchModels(keyword: "make 77") { items { id } } }'],
    ['a model', '{ searchModels(model: "model 1234") { items { id } } }'],
    ['a make', '{ searchModels(make: "make 77") { items { id } } }'],
    ['make, year and keyword', '{ searchModels(make: "make 7", year: 2001, keyword: "x12") { items { id } } }'],
    ['a year', '{ searchModels(year: 2001, sortBy: YEAR) { items { id } } }'],
    ['filtered by make', '{ models(filter: { makeId: 77 }) { total } }'],
    ['filtered by name', '{ models(filter: { name: "model 1234" }) { total } }'],
    ['filtered by years', '{ models(filter: { yearFrom: 2001, yearTo: 2003 }, sortBy: YEAR) { total } }'],
    ['filtered by what is missing', '{ models(filter: { missing: CODE_SERIES }) { total } }'],
    ['filtered by sample', '{ models(filter: { sample: true, missing: BLANK }) { total } }'],
    ['filtered by the last change', '{ models(filter: { changedFrom: "2026-01-01" }) { total } }'],
  ])('%s uses an index', async (_name, document) => {
    const plan = await planOf(document, await people.administrator(large));
    expect(plan).not.toMatch(/Seq Scan on "?models/);
    expect(plan).toMatch(/Index/);
  });

  test('so does Jump, by name, by identifier and past typos', async () => {
    large.statements();
    const document = '{ jump(text: "modle 123") { name } }';
    const { data } = await large.graph(document, {}, await people.locksmith(large));
    expect(data?.jump).toHaveLength(8);
    const read = large.statements().filter(({ sql }) => sql.includes('jump_names'));
    expect(read).toHaveLength(3);
    for (const plan of await explained(large, read)) expect(plan.join('\n')).not.toMatch(/Seq Scan on (models|jump_)/);
  });

  test('the lookup also uses an index', async () => {
    const person = await people.locksmith(large);
    for (const mode of ['YEAR', 'MODEL']) {
      const plan = await planOf(`{ lookupValues(makeId: 53, mode: ${mode}) }`, person);
      expect(plan).not.toMatch(/Seq Scan on model/);
      // Would read all models of the make.
      expect(plan).not.toMatch(/Join/);
    }
  });
});

test('lists and searches find what is typed or stored wide', async () => {
  const wide = await createMake(app, { displayName: 'ＫＴＭ', fullName: 'Ｋ' });
  await createModel(app, wide, { name: 'ＤＵＫＥ', year: 2007, ilco: 'Ｘ９９９' });
  const client = await createClient(app, { name: 'Ｌｏｃｋｓ（東京）' });
  const user = await createUser(app, { client, fullName: 'Ｍｉｎａ Abe' });
  const list = async (filter: object) =>
    (
      await app.graph(
        'query ($filter: ModelFilter) { models(filter: $filter, sortBy: YEAR) { items { name year } } }',
        { filter },
        admin,
      )
    ).data?.models.items.map(({ name, year }: any) => `${name} ${year}`);
  const named = (field: string) => async (search: string) =>
    (
      await app.graph(
        `query ($search: String) { ${field}(filter: { search: $search }) { items { id } } }`,
        { search },
        admin,
      )
    ).data?.[field].items.map(({ id }: any) => id);
  const duke = ['ＤＵＫＥ 2007'];
  const cases: [what: string, find: (text: any) => Promise<unknown>, text: unknown, found: unknown][] = [
    ['list by name, typed wide', list, { name: 'ｃｂｒ６００' }, ['CBR600RR 2007']],
    ['list by words, typed wide', list, { search: 'ＨＯＮＤＡ ２００７' }, ['CBR600RR 2007']],
    ...['duke', 'ｄｕｋｅ', 'dUｋe'].flatMap((name): typeof cases => [
      ['list by name', list, { name }, duke],
      ['list by words', list, { search: `2007 ktm ${name}` }, duke],
      ['search by model', found, { model: name }, duke],
      ['search by keyword', found, { keyword: name }, duke],
    ]),
    ['search by make', found, { make: 'ktm' }, duke],
    ['search by keyword of key data', found, { keyword: 'x999' }, duke],
    ['search by wide keyword of key data', found, { keyword: 'ｘ９９９' }, duke],
    ['list with a wide sign, which is no pattern', list, { name: 'd％ke' }, []],
    ['users', named('users'), 'mina a', [String(user.id)]],
    ['users, typed wide', named('users'), 'ｍｉｎａ　ａ', [String(user.id)]],
    ['clients', named('clients'), 'locks(東', [String(client.id)]],
    ['clients, typed wide', named('clients'), 'ｌｏｃｋｓ（', [String(client.id)]],
  ];
  const answers: typeof cases = [];
  for (const [what, find, text] of cases) answers.push([what, find, text, await find(text)]);
  expect(answers).toEqual(cases);
});
