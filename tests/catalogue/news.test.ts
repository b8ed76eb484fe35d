import { beforeEach, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { sharedApp } from '../support/app';
import { createKeySystem, createMake, createUser } from '../support/factories';
import { sharedPerson, signedIn } from '../support/people';
import { act, checkedImport, csv } from '../support/sheets';

/* docs/rules.md, "What's new". */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const locksmith = sharedPerson(app, 'locksmith');
let honda: Make;
beforeEach(async () => {
  await app.sql(
    'truncate models, makes, imports, log_entries, key_systems, news_seen, recent_sheets, removed_models cascade',
  );
  honda = await createMake(app, { displayName: 'Honda' });
});

const save = async (input: object): Promise<string> =>
  (await app.graph('mutation ($input: ModelInput!) { saveModel(input: $input) { id } }', { input }, admin)).data
    ?.saveModel.id;
const add = (name: string, year: number, more: object = {}) => save({ makeId: honda.id, name, year, ...more });
/** As if all that has happened were longer ago than the last 30 days. */
const longAgo = () =>
  app.sql(
    `with a as (update model_changes set created_at = created_at - interval '40 days'),
       b as (update key_system_changes set created_at = created_at - interval '40 days'),
       c as (update removed_models set removed_at = removed_at - interval '40 days')
     update models set created_at = created_at - interval '40 days'`,
  );
const ITEM = 'id kind at isNew nearness make name years count fields model { id name year }';
const read = async (variables: object = {}, as = locksmith) => {
  const { data, errors } = await app.graph(
    `query ($page: Int! = 1, $limit: Int! = 50, $newSince: DateTime) {
      news(page: $page, limit: $limit, newSince: $newSince) { total newSince asOf items { ${ITEM} } } }`,
    variables,
    as,
  );
  expect(errors).toBeUndefined();
  return data?.news;
};
/** In words, one line each. */
const told = async (variables: object = {}, as = locksmith): Promise<string[]> =>
  (await read(variables, as)).items.map(({ kind, make, name, years, count, fields }: any) =>
    [kind, make, name, years.join(' '), count, fields.join(', ')]
      .filter((one) => one !== null && one !== '')
      .join(' | '),
  );
const ofPins = async (as = locksmith) => (await app.graph('{ newsOfPins }', {}, as)).data?.newsOfPins;
const seen = async (asOf: string, as = locksmith) =>
  (await app.graph('mutation ($asOf: DateTime!) { newsSeen(input: { asOf: $asOf }) { newsOfPins } }', { asOf }, as))
    .data?.newsSeen.newsOfPins;
const pin = (modelId: string, as = locksmith) =>
  app.graph('mutation ($id: ID!) { pinSheet(input: { modelId: $id, pinned: true }) { id } }', { id: modelId }, as);

test('names what was added and which fields were corrected, without their values, and opens no sheet', async () => {
  const old = await add('CB 500', 2001, { silca: 'HON63' });
  await longAgo();
  await add('CB 500', 2003);
  await save({ id: old, silca: 'HON66', spacing: ['.1'] });
  await save({ id: old, tips: 'Mind the cap', source: 'Ilco' });
  // Neither a source nor a check is news.
  await save({ id: await add('CB 600', 2001), source: 'Ilco', checked: true });
  const openings = await app.sql('select from sheet_openings');
  expect(await told()).toEqual([
    'ADDED | Honda | CB 600 | 2001 | 1',
    'CHANGED | Honda | CB 500 | 2001 | 1 | SILCA, Tips, Spacing 1',
    'ADDED | Honda | CB 500 | 2003 | 1',
  ]);
  expect(JSON.stringify(await read())).not.toContain('HON6');
  expect(await app.sql('select from sheet_openings')).toEqual(openings);
});

test('makes one line of an import, for each make, and of the years of a bike on one day', async () => {
  const rows = ['Honda,A,2001', 'Honda,B,2002', 'Honda,C,2003', 'Suzuki,GS 500,2001', 'Suzuki,GS 500,2002'];
  const { id } = await checkedImport(app, admin, ['Make,Model,Year', ...rows].join('\r\n'), { createMakes: true });
  await act(app, admin, 'applyImport', id);
  expect((await told()).toSorted()).toEqual(['ADDED | Honda | 3', 'ADDED | Suzuki | GS 500 | 2001 2002 | 2']);
  for (const year of [2003, 2004]) await add('gs 500', year);
  expect((await told())[0]).toBe('ADDED | Honda | GS 500 | 2003 2004 | 2'.replace('GS', 'gs'));
});

test('says nothing of what was undone, and of a removed model no more than its name', async () => {
  const ids = [await add('CB 500', 2001, { silca: 'HON63' }), await add('CB 500', 2002)];
  await longAgo();
  const sheet = csv([
    ['ID', 'SILCA', 'Make', 'Model', 'Year'],
    [ids[0]!, 'HON70', 'Honda', 'CB 500', 2001],
    ['', 'HON70', 'Honda', 'New', 2001],
  ]);
  const { id } = await checkedImport(app, admin, sheet);
  await act(app, admin, 'applyImport', id);
  expect(await told()).toHaveLength(2);
  await act(app, admin, 'undoImport', id);
  expect(await told()).toEqual([]);

  const { data } = await app.graph(
    'mutation ($input: DeleteModelsInput!) { deleteModels(input: $input) { id } }',
    { input: { selection: { ids } } },
    admin,
  );
  await act(app, admin, 'applyImport', data?.deleteModels.id);
  expect(await told()).toEqual(['REMOVED | Honda | CB 500 | 2001 2002 | 2']);
  expect((await read()).items[0].model).toBeNull();
  await act(app, admin, 'undoImport', data?.deleteModels.id);
  expect(await told()).toEqual([]);
});

test('tells a change of a key system once, with its models, and none that was undone', async () => {
  const system = await createKeySystem(app, { name: 'Honda CMC37', macs: '2' });
  const ids = [await add('A', 2001, { keySystemId: system.id }), await add('B', 2001, { keySystemId: system.id })];
  await longAgo();
  const change = (input: object) =>
    app.graph('mutation ($input: KeySystemInput!) { saveKeySystem(input: $input) { id } }', { input }, admin);
  await change({ id: system.id, macs: '3', notes: 'Ask Bob', checked: true });
  await pin(ids[1]!);
  expect(await told()).toEqual(['SYSTEM_CHANGED | Honda CMC37 | 2 | MACS']);
  expect((await read()).items[0].nearness).toBe('PINNED');
  expect(await ofPins()).toBe(1);
  const [{ id }] = (await app.sql('select max(id) as id from imports')) as [{ id: string }];
  await act(app, admin, 'undoImport', id);
  expect(await told()).toEqual([]);
  expect(await ofPins()).toBe(0);

  await change({ name: 'Honda CMC40' });
  expect(await told()).toEqual(['SYSTEMS_ADDED | Honda CMC40 | 1']);
  await change({ name: 'Honda CMC41' });
  expect(await told()).toEqual(['SYSTEMS_ADDED | 2']);
});

describe('a visit', () => {
  test('puts pinned sheets first, then recent ones, and opens the one of the caller', async () => {
    const [pinned, recent, other] = [await add('A', 2001), await add('B', 2001), await add('C', 2001)];
    const second = await add('A', 2005);
    await longAgo();
    await pin(pinned);
    await app.sql('insert into recent_sheets (user_id, model_id, opened_at) values (?, ?, now())', [
      locksmith.user!.id,
      recent,
    ]);
    for (const id of [pinned, second, recent, other]) await save({ id, tips: 'New' });
    const { items } = await read();
    expect(items.map(({ name, nearness }: any) => `${name} ${nearness}`)).toEqual(['A PINNED', 'B RECENT', 'C OTHER']);
    expect(items[0]).toMatchObject({ years: [2001, 2005], model: { id: pinned } });
    // Nobody else's.
    expect((await read({}, admin)).items.map(({ name }: any) => name)).toEqual(['C', 'B', 'A']);
    const pages = [await read({ limit: 2 }), await read({ limit: 2, page: 2 })];
    expect(pages.map(({ total, items }) => [total, items.map(({ name }: any) => name)])).toEqual([
      [3, ['A', 'B']],
      [3, ['C']],
    ]);
  });

  test('is kept for each user: what came since is new, and stays marked where the page is open', async () => {
    const user = await signedIn(app, await createUser(app));
    const id = await add('A', 2001);
    await pin(id, user);
    await longAgo();
    await save({ id, tips: 'One' });
    const first = await read({}, user);
    expect(first.items).toMatchObject([{ isNew: true }]);
    expect(Date.parse(first.asOf) - Date.parse(first.newSince)).toBeCloseTo(30 * 86_400_000, -4);
    expect(await ofPins(user)).toBe(1);
    expect(await seen(first.asOf, user)).toBe(0);
    expect(await ofPins(user)).toBe(0);
    // The open page goes on to mark it; a new one lists it, but as known.
    expect((await read({ newSince: first.newSince }, user)).items).toMatchObject([{ isNew: true }]);
    expect(await read({}, user)).toMatchObject({ newSince: first.asOf, items: [{ isNew: false }] });
    // What came between reading and seeing is not lost, and nobody has seen the future.
    await save({ id, tips: 'Two' });
    expect(await seen(first.asOf, user)).toBe(1);
    expect(await seen('2999-01-01T00:00:00Z', user)).toBe(0);
    await save({ id, tips: 'Three' });
    expect(await ofPins(user)).toBe(1);
    // A visit of long ago lists everything since.
    await longAgo();
    await app.sql(`update news_seen set seen_at = now() - interval '50 days'`);
    expect((await read({}, user)).items).toMatchObject([{ isNew: true }]);
  });
});

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'])(
  'a time that the database does not know, such as %s, is no fault',
  async (time) => {
    await add('CB 500', 1998);
    expect((await read({ newSince: time })).total).toBe(1);
    const { errors } = await app.graph(
      'mutation ($asOf: DateTime!) { newsSeen(input: { asOf: $asOf }) { newsOfPins } }',
      { asOf: time },
      locksmith,
    );
    expect(errors).toBeUndefined();
  },
);
