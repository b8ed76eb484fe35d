import { beforeEach, expect, inject, test } from 'vitest';
import { connected } from '../../bench/postgres';
import { OLDEST_RUNNING } from '../../server/catalogue/feed/feed.operations';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { type Person, sharedApp } from '../support/app';
import { createImage, createKeySystem, createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';

/* docs/rules.md, "Changes of the catalogue". */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const downloader = sharedPerson(app, 'downloader');
let honda: Make;
beforeEach(async () => {
  await app.sql('truncate models, makes, key_systems, imports, log_entries cascade');
  honda = await createMake(app, { displayName: 'Honda' });
});

interface Item {
  kind: string;
  action: string;
  id: string;
  at: string;
  make: Record<string, unknown> | null;
  keySystem: Record<string, unknown> | null;
  model: (Record<string, unknown> & { version: number; name: string }) | null;
}
const ITEM = `kind action id at make { displayName version } keySystem { name spacing depth { name oneX twoX } }
  model { name year version silca make { id } keySystem { id } images { hash } }`;
async function read(since: string | null, limit = 100, as: Person = downloader, item = ITEM) {
  const { data, errors } = await app.graph<{ catalogueChanges: { items: Item[]; next: string } }>(
    `query ($since: String, $limit: Int!) { catalogueChanges(since: $since, limit: $limit) { next items { ${item} } } }`,
    { since, limit },
    as,
  );
  return { items: [], next: '', ...data?.catalogueChanges, error: errors?.[0]?.extensions };
}
/** All that is new, in pages of `limit`. */
async function readAll(since: string | null, limit = 100) {
  const items: Item[] = [];
  for (let next = since; ; ) {
    const page = await read(next, limit);
    expect(page.error).toBeUndefined();
    items.push(...page.items);
    next = page.next;
    if (page.items.length < limit) return { items, next };
  }
}
const inWords = (items: Item[]) =>
  items.map(({ kind, action, model, make, keySystem }) =>
    [action, kind, make?.displayName ?? keySystem?.name ?? model?.name].filter(Boolean).join(' '),
  );
/** Waits until nothing is held back: background work holds back what was written after it began. */
const settle = () =>
  expect.poll(() => app.sql(`select from catalogue_feed where xid >= ${OLDEST_RUNNING}`)).toEqual([]);
/** All that is new, in words. */
async function news(since: string) {
  await settle();
  const { items, next } = await readAll(since);
  return { told: inWords(items), items, next };
}
/** The cursor after all there is. */
async function upToNow() {
  await settle();
  return (await readAll(null)).next;
}
const save = async (input: object) =>
  (await app.graph('mutation ($input: ModelInput!) { saveModel(input: $input) { id } }', { input }, admin)).data
    ?.saveModel.id as string;

test('without a cursor it tells every record, and then what was created, changed and deleted, each once and as it is now', async () => {
  const spacing = ['.100', '.200', ...Array(10).fill('')];
  const system = await createKeySystem(app, { name: 'CMC37', spacing });
  const first = await save({ makeId: honda.id, name: 'CB 500', year: 2001, silca: 'HON63', keySystemId: system.id });
  const second = await save({ makeId: honda.id, name: 'CB 600', year: 2002 });
  await save({ id: second, silca: 'HON66' });
  await app.sql('delete from models where id = ?', [(await createModel(app, honda)).id]);
  await settle();
  const { items, next } = await readAll(null, 2);
  expect(inWords(items)).toEqual([
    'CREATED MAKE Honda',
    'CREATED KEY_SYSTEM CMC37',
    'CREATED MODEL CB 500',
    'CREATED MODEL CB 600',
  ]);
  const depth = Array(8).fill({ name: '', oneX: '', twoX: '' });
  expect(items[1]!.keySystem).toEqual({ name: 'CMC37', spacing, depth });
  expect(items[2]!.model).toEqual({
    ...{ name: 'CB 500', year: 2001, version: 1, silca: 'HON63', images: [] },
    ...{ make: { id: String(honda.id) }, keySystem: { id: String(system.id) } },
  });
  expect(items[3]!.model).toMatchObject({ version: 2, silca: 'HON66' });
  // `next` is told, and stays, if nothing is new.
  expect(await read(next)).toMatchObject({ items: [], next });

  await save({ id: first, silca: 'HON70' });
  await save({ id: first, tips: 'Mind the cap' });
  await save({ makeId: honda.id, name: 'CB 700', year: 2003 });
  await app.graph('mutation ($id: ID!) { deleteModel(input: { id: $id }) { id } }', { id: second }, admin);
  await app.graph(
    'mutation ($id: ID!) { saveMake(input: { id: $id, displayName: "HONDA" }) { id } }',
    { id: honda.id },
    admin,
  );
  const later = await news(next);
  expect(later.told).toEqual(['CHANGED MODEL CB 500', 'CREATED MODEL CB 700', 'DELETED MODEL', 'CHANGED MAKE HONDA']);
  expect(later.items[2]).toMatchObject({ id: second, make: null, keySystem: null, model: null });
  expect((await news(later.next)).told).toEqual([]);
});

test('pictures are part of their model; a deleted model that comes back is created again', async () => {
  const model = await createModel(app, honda, { name: 'CB 500' });
  await createImage(app, 'a'.repeat(64));
  let next = await upToNow();
  const step = async (change: string | (() => Promise<unknown>)) => {
    await (typeof change === 'string' ? app.sql(change) : change());
    const found = await news(next);
    next = found.next;
    return found;
  };
  const shown = await step(
    `insert into model_images (model_id, position, hash, width, height) values (${model.id}, 0, '${'a'.repeat(64)}', 1, 1)`,
  );
  expect(shown.told).toEqual(['CHANGED MODEL CB 500']);
  expect(shown.items[0]!.model!.images).toEqual([{ hash: 'a'.repeat(64) }]);
  expect((await step('delete from model_images')).items[0]!.model!.images).toEqual([]);
  await step(
    `insert into model_images (model_id, position, hash, width, height) values (${model.id}, 0, '${'a'.repeat(64)}', 1, 1)`,
  );
  // With its pictures.
  expect((await step('delete from models')).told).toEqual(['DELETED MODEL']);
  const again = await step(() => createModel(app, honda, { id: model.id, name: 'CB 500' }));
  expect(again.told).toEqual(['CREATED MODEL CB 500']);
  expect((await step('truncate models cascade')).told).toEqual(['DELETED MODEL']);
  // Who begins now has never had it.
  expect(inWords((await readAll(null)).items)).toEqual(['CREATED MAKE Honda']);
});

test('what a transaction has written is told after it, and holds back what was written since it began', async () => {
  const next = await upToNow();
  const slow = app.orm.em.fork();
  await slow.begin();
  await slow.execute(
    `insert into makes (display_name, full_name, created_at, updated_at) values ('Slow', 'Slow', now(), now())`,
  );
  await createMake(app, { displayName: 'Quick' });
  expect((await readAll(next)).items).toEqual([]);
  await slow.commit();
  expect((await news(next)).told).toEqual(['CREATED MAKE Slow', 'CREATED MAKE Quick']);
});

test('a transaction of another database holds back nothing', async () => {
  const next = await upToNow();
  await connected(inject('postgresUrl'), async (other) => {
    await other.query('begin');
    await other.query('select pg_current_xact_id()');
    await createMake(app, { displayName: 'Quick' });
    expect((await news(next)).told).toEqual(['CREATED MAKE Quick']);
  });
});

test('a record that changes while pages are being read may come as changed to who has never had it', async () => {
  for (const name of ['CB 500', 'CB 600', 'CB 700']) await createModel(app, honda, { name });
  await settle();
  const { items, next } = await read(null, 2);
  expect(inWords(items)).toEqual(['CREATED MAKE Honda', 'CREATED MODEL CB 500']);
  await app.sql(`update models set name = 'CB 601' where name = 'CB 600'`);
  await settle();
  expect(inWords((await readAll(next, 1)).items)).toEqual(['CREATED MODEL CB 700', 'CHANGED MODEL CB 601']);
});

test('a transaction that began earlier and writes later moves nothing behind a cursor', async () => {
  const model = await createModel(app, honda, { name: 'CB 500' });
  const next = await upToNow();
  const slow = app.orm.em.fork();
  await slow.begin();
  await slow.execute('select pg_current_xact_id()');
  await app.sql(`update models set name = 'CB 501' where id = ?`, [model.id]);
  expect((await readAll(next)).items).toEqual([]);
  await slow.execute(`update models set name = 'CB 502' where id = ?`, [model.id]);
  await slow.commit();
  expect((await news(next)).told).toEqual(['CHANGED MODEL CB 502']);
});

test('a cursor of a database that was restored since is refused, and so is what is no cursor', async () => {
  const next = await upToNow();
  // As a promoted replica, or a copy in the same cluster, finds it; and as a copy elsewhere, with other numbers.
  for (const place of [`regexp_replace(place, '\\w+$', 'elsewhere')`, `'elsewhere'`]) {
    const { next: before } = await readAll(null);
    await app.sql(`update catalogue_feed_state set place = ${place}`);
    expect((await read(before)).error).toMatchObject({ code: 'CURSOR_GONE' });
    expect((await read(next)).error).toMatchObject({ code: 'CURSOR_GONE' });
  }
  await app.sql(`update catalogue_feed set xid = '1000000000000'`);
  await app.sql(`update catalogue_feed_state set place = 'elsewhere'`);
  const { items, next: again } = await readAll(null);
  expect(inWords(items)).toEqual(['CREATED MAKE Honda']);
  await createMake(app, { displayName: 'Suzuki' });
  expect((await news(again)).told).toEqual(['CREATED MAKE Suzuki']);
  for (const since of ['', 'x', Buffer.from(`${'0'.repeat(36)} 1 1 3 9999999999`).toString('base64url')])
    expect((await read(since)).error).toMatchObject({ code: 'BAD_USER_INPUT', errors: { since: [expect.anything()] } });
  for (const limit of [0, 501])
    expect((await read(null, limit, downloader, 'id')).error).toMatchObject({ errors: { limit: [expect.anything()] } });
});

test('it is logged as a download when it begins, then once a day; it opens no sheets', async () => {
  const lines = () =>
    app
      .sql(`select details from log_entries where kind = 'EXPORT' order by id`)
      .then((rows) => rows.map(({ details }) => details));
  await createModel(app, honda, { silca: 'HON63' });
  await settle();
  const openings = await app.sql('select from sheet_openings');
  const { next } = await read(null, 1);
  const { next: last } = await read(next, 1);
  await read(last, 1);
  await read(next, 1);
  expect(await lines()).toEqual(['Exported the catalogue as changes: 1 models', 'Read changes of the catalogue']);
  await app.sql(`update log_entries set created_at = created_at - interval '25 hours'`);
  await read(next, 1);
  expect(await lines()).toHaveLength(3);
  expect(await app.sql('select from sheet_openings')).toEqual(openings);
});

test('who may download reads of key systems what members may; administrators read the rest', async () => {
  await createKeySystem(app, { notes: 'ours', checkedBy: 'boss@example.com', checkedAt: new Date() });
  await settle();
  const { items } = await read(null, 100, downloader, 'keySystem { checkedBy }');
  expect(items.at(-1)!.keySystem).toEqual({ checkedBy: 'boss' });
  const refused = await read(null, 100, downloader, 'keySystem { version notes modelsCount }');
  expect(refused.error).toMatchObject({ code: 'FORBIDDEN' });
  expect(refused.items.at(-1)!.keySystem).toEqual({ version: 1, notes: null, modelsCount: null });
  const all = await read(null, 100, admin, 'keySystem { notes modelsCount checkedBy }');
  expect(all.items.at(-1)!.keySystem).toEqual({ notes: 'ours', modelsCount: 0, checkedBy: 'boss@example.com' });
});
