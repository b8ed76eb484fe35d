import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startApp, type TestApp } from '../support/app';
import { people } from '../support/people';

let app: TestApp;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  app = await startApp();
  ann = await people.administrator(app);
  bob = await people.administrator(app);
});
afterAll(() => app.close());

async function save(input: object, as = ann) {
  const answer = await app.graph(
    'mutation ($input: SaveListViewInput!) { saveListView(input: $input) { id name search shared own username } }',
    { input: { list: 'MODELS', search: 'missing=blank', shared: false, ...input } },
    as,
  );
  return answer.data?.saveListView ?? answer.errors?.[0]?.extensions.errors;
}
const names = async (as: Person, list = 'MODELS') =>
  (
    await app.graph('query ($list: ListName!) { listViews(list: $list) { name search own } }', { list }, as)
  ).data?.listViews.map(({ name, search, own }: any) => [name, search, own]);
const remove = async (id: string, as: Person) =>
  (await app.graph('mutation ($id: ID!) { deleteListView(input: { id: $id }) { name } }', { id }, as)).errors?.[0]
    ?.extensions.code;

test('views are one’s own unless shared, and only their owner replaces or deletes them', async () => {
  const own = await save({ name: 'No blank' });
  expect(own).toMatchObject({ name: 'No blank', own: true, username: ann.user?.username });
  const shared = await save({ name: ' For all ', search: 'sample=yes', shared: true });
  await save({ name: 'Elsewhere', list: 'USERS' });
  expect(await names(ann)).toEqual([
    ['For all', 'sample=yes', true],
    ['No blank', 'missing=blank', true],
  ]);
  expect(await names(bob)).toEqual([['For all', 'sample=yes', false]]);

  await save({ name: 'FOR ALL', search: 'sample=no' }, bob);
  expect(await names(bob)).toEqual([
    ['For all', 'sample=yes', false],
    ['FOR ALL', 'sample=no', true],
  ]);
  expect(await save({ name: 'no BLANK', search: 'make=53' })).toMatchObject({ id: own.id, search: 'make=53' });
  expect([await remove(shared.id, bob), await remove(own.id, bob)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  expect([await remove(shared.id, ann), await remove(shared.id, ann)]).toEqual([undefined, 'NOT_FOUND']);
  expect(await names(ann)).toEqual([['no BLANK', 'make=53', true]]);
  await app.sql(`delete from users where id = ${bob.user?.id}`);
  expect(await app.sql(`select name from list_views order by name`)).toEqual([
    { name: 'Elsewhere' },
    { name: 'no BLANK' },
  ]);
});

test('refuses views without a name, and more than fifty of a list', async () => {
  expect(await save({ name: ' ' })).toEqual({ name: ['The name field is required.'] });
  expect(await save({ name: 'x', search: 'x'.repeat(2001) })).toHaveProperty('search');
  await app.sql(`insert into list_views (user_id, list, name, search, shared)
    select ${ann.user?.id}, 'logs', 'view ' || n, '', false from generate_series(1, 50) n`);
  expect(await save({ list: 'LOGS', name: 'one more' })).toHaveProperty('name');
  expect(await save({ list: 'LOGS', name: 'View 7', search: 'kind=export' })).toMatchObject({ search: 'kind=export' });
});
