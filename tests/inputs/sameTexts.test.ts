import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { migrationsOf } from '../../server/database';
import { sharedApp, startApp } from '../support/app';
import { createClient, createMake, createModel, createUser, PASSWORD } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { checkedImport, csv } from '../support/sheets';

/* docs/rules.md, "The same text": whatever a text comes through, and wherever it is looked for. */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let guzzi: Make;
beforeAll(async () => {
  guzzi = await createMake(app, { displayName: 'Moto Guzzi', fullName: 'Moto Guzzi S.p.A.' });
  await createModel(app, guzzi, { name: 'V7 Été', year: 2015, ilco: 'GU 5', tips: 'Remove the seat\nfirst' });
});

/** "a b é" as it may come from mail, the web, a phone or a Mac. */
const spellings = (text: string) => [
  text.replaceAll(' ', '\u00a0'),
  text.replaceAll(' ', '  '),
  ` ${text}\t`,
  `\u200e${text}\u200b`,
  `\ufeff${text}`,
  `${text[0]}\u00ad${text.slice(1)}`,
  `${text}\u200d`,
  text.replaceAll(' ', '\r\n'),
  text.replaceAll(' ', '\u2028'),
  text.normalize('NFD'),
];

const graph = async (document: string, variables: object = {}, as = admin) => {
  const { data, errors } = await app.graph(document, variables, as);
  if (errors) throw new Error(JSON.stringify(errors));
  return data!;
};
const saved = async (input: string, mutation: string, fields: string, values: object) =>
  (await graph(`mutation ($input: ${input}!) { ${mutation}(input: $input) { ${fields} } }`, { input: values }))[
    mutation
  ];
const createdModel = (values: object) =>
  saved('ModelInput', 'saveModel', 'id name ilco tips spacing depth { oneX } keyDataHash', {
    makeId: String(guzzi.id),
    ...values,
  });

describe('stored', () => {
  test('names and codes are one line, and longer texts keep their lines', async () => {
    for (const [at, name] of spellings('V9 Öl').entries()) {
      const tips = ` First\u00a0line \r\n\r\n\u200b  - second `;
      const model = await createdModel({
        name,
        year: 1990 + at,
        ilco: ` ${name}`,
        tips,
        spacing: [name],
        depth: [{ oneX: name, twoX: '' }],
      });
      expect(model).toMatchObject({ name: 'V9 Öl', ilco: 'V9 Öl', tips: 'First line\n\n  - second' });
      expect([model.spacing[0], model.depth[0].oneX]).toEqual(['V9 Öl', 'V9 Öl']);
    }
    const { data } = await app.graph(
      'query ($id: ID!) { modelYears(makeId: $id, name: "V9 \\u200bÖl") { keyDataHash } }',
      { id: guzzi.id },
      admin,
    );
    expect(data?.modelYears).toHaveLength(10);
    expect(new Set(data?.modelYears.map(({ keyDataHash }: any) => keyDataHash)).size).toBe(1);
  });

  test('the same over REST', async () => {
    const body = {
      company_detail_id: guzzi.id,
      model: 'V85\u00a0TT\u200b',
      year: 2020,
      ilco: 'GU\n5',
      tips: 'One\r\ntwo',
    };
    const answer = await app.rest('POST', '/products', { as: admin, body });
    expect(answer.json()).toMatchObject({ model: 'V85 TT', ilco: 'GU 5', tips: 'One\ntwo' });
  });

  test('an invisible text is none', async () => {
    const answer = await app.graph(
      'mutation { saveMake(input: { displayName: "\\u200b", fullName: "\\u00a0" }) { id } }',
      {},
      admin,
    );
    expect(answer.errors?.[0]?.extensions.errors).toEqual({
      displayName: ['The display name field is required.'],
      fullName: ['The full name field is required.'],
    });
  });

  test.each(['\n', '\r\n', '\u0085', '\u2028', '\u2029'])('no name has a line end: %j', async (end) => {
    const name = `Corner${end}Keys`;
    const client = await saved('ClientInput', 'saveClient', 'id name', {
      name,
      primaryEmail: `office${end.codePointAt(0)}@corner.example`,
      maxUsers: 5,
      subscriptionStartDate: '2026-01-01',
      subscriptionEndDate: '2099-01-01',
      description: `two${end}lines`,
    });
    expect(client.name).toBe('Corner Keys');
    const username = `ann${end.codePointAt(0)}@corner.example`;
    const role = { roleId: '4', subscriptionEndDate: '2099-01-01' };
    const user = await saved('UserInput', 'saveUser', 'fullName', {
      clientId: client.id,
      username,
      fullName: name,
      ...role,
    });
    expect(user.fullName).toBe('Corner Keys');
    const [mail] = await app.sql('select text from mails where recipient = ?', [username]);
    expect(mail?.text).toMatch(/^Hello Corner Keys,\n\n/);
    const alias = await saved('AliasInput', 'saveAlias', 'text', {
      text: `${name}${end.codePointAt(0)}`,
      makeId: String(guzzi.id),
    });
    expect(alias.text).toBe(`Corner Keys${end.codePointAt(0)}`);
    const view = { list: 'MODELS', search: '?a=%20%20', shared: false };
    expect((await saved('SaveListViewInput', 'saveListView', 'name search', { ...view, name })).name).toBe(
      'Corner Keys',
    );
    const joining = { company: name, fullName: name, email: `join${end.codePointAt(0)}@corner.example` };
    await app.graph('mutation ($input: StartJoinInput!) { startJoin(input: $input) { email } }', { input: joining });
    const [attempt] = await app.sql('select company, full_name from payment_attempts where username = ?', [
      joining.email,
    ]);
    expect(attempt).toEqual({ company: 'Corner Keys', full_name: 'Corner Keys' });
    expect(await app.sql('select description from clients where id = ?', [client.id])).toEqual([
      { description: 'two\nlines' },
    ]);
  });

  test('a correction’s proposals have the form of their fields', async () => {
    const member = await people.locksmith(app);
    const proposals = [
      { field: 'ILCO', proposed: 'GU\u00a07\u200b' },
      { field: 'TIPS', proposed: 'a \r\nb\u200b' },
    ];
    const input = {
      email: 'a@x.example',
      make: 'Moto  Guzzi',
      model: 'V7\u00a0E\u0301te\u0301',
      year: 2015,
      comment: 'one\u00a0line\r\ntwo',
      proposals,
    };
    const { createCorrection } = await graph(
      'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id make model comment proposals { proposed current } } }',
      { input },
      member,
    );
    expect(createCorrection).toMatchObject({ make: 'Moto Guzzi', model: 'V7 Été', comment: 'one line\ntwo' });
    expect(createCorrection.proposals.map(({ proposed, current }: any) => [proposed, current])).toEqual([
      ['GU 7', 'GU 5'],
      ['a\nb', 'Remove the seat\nfirst'],
    ]);
  });
});

describe('found', () => {
  const names = async (query: string, variables: object) => {
    const [list] = Object.values(await graph(query, variables)) as any[];
    return (list.items ?? list).map(({ name, username }: any) => name ?? username);
  };

  test.each(spellings('V7 Été'))('a model by search, Jump, filter and lookup: %j', async (name) => {
    expect(await names('query ($name: String) { searchModels(model: $name) { items { name } } }', { name })).toEqual([
      'V7 Été',
    ]);
    expect(await names('query ($name: String) { searchModels(keyword: $name) { items { name } } }', { name })).toEqual([
      'V7 Été',
    ]);
    expect(await names('query ($name: String!) { jump(text: $name) { name } }', { name })).toEqual(['V7 Été']);
    expect(
      await names('query ($name: String) { models(filter: { name: $name }) { items { name } } }', { name }),
    ).toEqual(['V7 Été']);
    const { lookupModels } = await graph(
      'query ($id: ID!, $name: String!) { lookupModels(makeId: $id, mode: MODEL, value: $name) { name } }',
      { id: guzzi.id, name },
    );
    expect(lookupModels).toHaveLength(1);
  });

  test.each(spellings('Ann Lée'))('a user by the list and by sign-in: %j', async (fullName) => {
    const client = await createClient(app, { name: 'Lée & Co' });
    const user = await createUser(app, { client, fullName: 'Ann Lée' });
    expect(
      await names('query ($search: String) { users(filter: { search: $search }, limit: 100) { items { username } } }', {
        search: fullName,
      }),
    ).toContain(user.username);
    expect(
      await names('query ($search: String) { clients(filter: { search: $search }, limit: 100) { items { name } } }', {
        search: fullName.replace(/^.*L/s, 'L'),
      }),
    ).toContain('Lée & Co');
    const username = fullName.replace(/(\p{L}\p{M}*|\u00ad)+.*(\p{L}\p{M}*)+/su, user.username);
    const password = PASSWORD;
    const login =
      'mutation ($username: String!, $password: String!) { login(input: { username: $username, password: $password }) { username } }';
    expect((await graph(login, { username, password }, {})).login.username).toBe(user.username);
  });

  test('a name that is there already: aliases and views', async () => {
    await saved('AliasInput', 'saveAlias', 'id', { text: 'Big Été', makeId: String(guzzi.id) });
    const again = { text: 'big\u00a0e\u0301te\u0301\u200b', makeId: String(guzzi.id) };
    const { errors } = await app.graph(
      'mutation ($input: AliasInput!) { saveAlias(input: $input) { id } }',
      { input: again },
      admin,
    );
    expect(errors?.[0]?.extensions.errors).toEqual({ text: ['This alias already exists.'] });
    const view = { list: 'USERS', search: '?', shared: false };
    const one = await saved('SaveListViewInput', 'saveListView', 'id', { ...view, name: 'My list' });
    expect(await saved('SaveListViewInput', 'saveListView', 'id', { ...view, name: '\u200eMy  list' })).toEqual(one);
  });

  test('a make and a model by an import, which changes nothing', async () => {
    const makes = spellings('Moto Guzzi').map((make, at) => [make, `Look ${at}`, 2001]);
    const first = await checkedImport(app, admin, csv([['Make', 'Model', 'Year'], ...makes]), { createMakes: true });
    expect(first).toMatchObject({ missingMakes: [], totals: { new: makes.length } });
    const names = [...spellings('V7 Été'), 'v7 été'];
    const rows = names.map((name) => [
      name.startsWith('v') ? 'MOTO GUZZI' : 'Moto\u00a0Guzzi',
      name,
      2015,
      'GU\u00a05',
      'Remove  the seat \r\nfirst\u200b',
    ]);
    const second = await checkedImport(app, admin, csv([['Make', 'Model', 'Year', 'ILCO', 'Tips'], ...rows]));
    // The first row is the model as it is, and the others say it again.
    expect(second.totals).toMatchObject({ rows: names.length, unchanged: 1, duplicates: names.length - 1 });
  });

  test('an equal value by a bulk change', async () => {
    const selection = { filter: { name: 'V7 Été' } };
    const input = { selection, field: 'ILCO', value: '\u200bGU\u00a05 ' };
    const { setModelField } = await graph(
      'mutation ($input: SetModelFieldInput!) { setModelField(input: $input) { totals { unchanged changed } } }',
      { input },
    );
    expect(setModelField.totals).toEqual({ unchanged: 1, changed: 0 });
  });
});

test('the demo data is in form', async () => {
  const demo = await startApp({ demo: true });
  onTestFinished(() => demo.close());
  const lines = ['name', 'ilco', 'silca', 'oem', 'code_series', 'transponder', 'ignition', 'lishi'];
  expect(
    await demo.sql(`select id from models where tips <> many_lines(tips) or tips2 <> many_lines(tips2)
      or spacing::text[] <> one_line(spacing::text[]) or ${lines.map((column) => `${column} <> one_line(${column})`).join(' or ')}`),
  ).toEqual([]);
  expect(await demo.sql('select id from makes where display_name <> one_line(display_name)')).toEqual([]);
});

describe('the migration of stored texts', () => {
  const migrate = async () => {
    const migration = migrationsOf(app.orm).find(({ name }) => name === '2026-11-28-30-same-texts')!;
    await migration.up();
    for (const sql of migration.getQueries()) if (!/^create function/.test(String(sql))) await app.sql(String(sql));
  };

  test('gives them their form, and leaves those that would equal another', async () => {
    const client = await createClient(app, {
      name: 'Old\u00a0Keys',
      primaryEmail: 'old@x.example\u200b',
      description: 'a \r\nb',
    });
    await createClient(app, { primaryEmail: 'twice@x.example' });
    const twin = await createClient(app, { primaryEmail: '\u200eTwice@x.example' });
    const user = await createUser(app, { client, username: '\ufeffold@x.example', fullName: 'Old\r\nAnn' });
    const make = await createMake(app, { displayName: 'Moto\u00a0Morini', fullName: `${'e\u0301'.repeat(100)}` });
    const model = await createModel(app, make, {
      name: '3  ½',
      ilco: 'M\u00a01',
      tips: 'x\u2028y',
      spacing: ['\u00a0.1', ...Array(11).fill('')],
    });
    await app.sql(`insert into aliases (text, make_id, name, created_at, updated_at) values
      ('Tre\u00a0Mezzo', ${make.id}, '', now(), now()), ('One\u200b', ${make.id}, '', now(), now()), ('one', ${make.id}, '', now(), now())`);
    await app.sql(
      `insert into log_entries (username, kind, details, created_at) values ('x', 'REPORTED', 'as\u00a0it was', now())`,
    );
    await migrate();
    await migrate();
    expect(
      await app.sql('select name, primary_email, description from clients where id in (?, ?) order by id', [
        client.id,
        twin.id,
      ]),
    ).toEqual([
      { name: 'Old Keys', primary_email: 'old@x.example', description: 'a\nb' },
      { name: twin.name, primary_email: '\u200eTwice@x.example', description: '' },
    ]);
    expect(await app.sql('select username, full_name from users where id = ?', [user.id])).toEqual([
      { username: 'old@x.example', full_name: 'Old Ann' },
    ]);
    expect(await app.sql('select display_name, full_name from makes where id = ?', [make.id])).toEqual([
      { display_name: 'Moto Morini', full_name: 'é'.repeat(100) },
    ]);
    expect(
      await app.sql('select name, ilco, tips, spacing[1] as first, version from models where id = ?', [model.id]),
    ).toEqual([{ name: '3 ½', ilco: 'M 1', tips: 'x\ny', first: '.1', version: 1 }]);
    expect(await app.sql('select text from aliases where make_id = ? order by id', [make.id])).toEqual([
      { text: 'Tre Mezzo' },
      { text: 'One\u200b' },
      { text: 'one' },
    ]);
    expect(await app.sql(`select details from log_entries where username = 'x'`)).toEqual([
      { details: 'as\u00a0it was' },
    ]);
    expect((await graph('{ jump(text: "tre mezzo") { name } }')).jump).toEqual([{ name: '3 ½' }]);
  });
});
