import { expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createImage, createMake } from '../support/factories';
import { people, sharedPerson } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const SAVE = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id version } }';
const RESTORE = `mutation ($id: ID!, $changeId: ID!, $version: Int) { restoreModel(input: { id: $id, changeId: $changeId, version: $version }) {
  version name year silca spacing sample make { displayName } images { id } } }`;
const HISTORY = `query ($id: ID!, $page: Int! = 1, $limit: Int! = 10) { model(id: $id) { history(page: $page, limit: $limit) {
  total items { id source created username changes { label before after } } } } }`;

async function save(input: object) {
  const { data, errors } = await app.graph(SAVE, { input }, admin);
  expect(errors).toBeUndefined();
  return data!.saveModel as { id: string; version: number };
}
const historyOf = async (id: string, page: object = {}) =>
  (await app.graph(HISTORY, { id, ...page }, admin)).data!.model.history;

test('records who changed what, and through which interface, newest first, in pages', async () => {
  const honda = await createMake(app, { displayName: 'Honda' });
  const yamaha = await createMake(app, { displayName: 'Yamaha' });
  const { id } = await save({ makeId: String(honda.id), name: 'CB 500', year: 1998, silca: 'HD75' });
  await createImage(app, 'a'.repeat(64));
  await save({ id, makeId: String(yamaha.id), year: 1999, sample: true, images: ['a'.repeat(64)] });
  // Nothing changed, so nothing is recorded.
  await save({ id, year: 1999 });
  const rest = await app.rest('POST', `/products/${id}`, { as: admin, body: { silca: 'HD109', number3: '5.2' } });
  expect(rest.statusCode).toBe(200);
  const { total, items } = await historyOf(id);
  expect(total).toBe(3);
  expect(items).toMatchObject([
    {
      source: 'REST',
      created: false,
      username: admin.user!.username,
      changes: [
        { label: 'SILCA', before: 'HD75', after: 'HD109' },
        { label: 'Spacing 3', before: '', after: '5.20' },
      ],
    },
    {
      source: 'FORM',
      changes: [
        { label: 'Make', before: 'Honda', after: 'Yamaha' },
        { label: 'Year', before: '1998', after: '1999' },
        { label: 'Sample data', before: 'no', after: 'yes' },
        { label: 'Images', before: '', after: '1' },
      ],
    },
    {
      source: 'FORM',
      created: true,
      changes: [
        { label: 'Make', before: '', after: 'Honda' },
        { label: 'Model', before: '', after: 'CB 500' },
        { label: 'Year', before: '', after: '1998' },
        { label: 'SILCA', before: '', after: 'HD75' },
      ],
    },
  ]);
  expect((await historyOf(id, { page: 2, limit: 2 })).items).toEqual(items.slice(2));
});

test('restores the values from before a change, over all later changes, as a new change', async () => {
  const make = await createMake(app, { displayName: 'Suzuki' });
  const other = await createMake(app, { displayName: 'Kawasaki' });
  const { id } = await save({ makeId: String(make.id), name: 'GSX', year: 2001, silca: 'SZ1', spacing: ['1', '2'] });
  await save({ id, silca: 'SZ2', spacing: ['1', '3'], makeId: String(other.id) });
  await save({ id, silca: 'SZ3', name: 'GSX-R' });
  const { version } = await save({ id, year: 2002, sample: true });
  const before = (await historyOf(id)).items;
  const second = before[2];
  const stale = await app.graph(RESTORE, { id, changeId: second.id, version: version - 1 }, admin);
  expect(stale.errors![0]!.extensions.code).toBe('CONFLICT');
  const { data, errors } = await app.graph(RESTORE, { id, changeId: second.id, version }, admin);
  expect(errors).toBeUndefined();
  expect(data!.restoreModel).toMatchObject({
    version: version + 1,
    name: 'GSX',
    year: 2001,
    silca: 'SZ1',
    sample: false,
    make: { displayName: 'Suzuki' },
  });
  expect(data!.restoreModel.spacing.slice(0, 3)).toEqual(['1.000', '2.00', '']);
  const { items } = await historyOf(id);
  expect(items[0]).toMatchObject({ source: 'RESTORE', created: false });
  expect(items.slice(1)).toEqual(before);
  // A restored change can be undone, too.
  const again = await app.graph(RESTORE, { id, changeId: items[0].id }, admin);
  expect(again.data!.restoreModel).toMatchObject({ name: 'GSX-R', year: 2002, silca: 'SZ3', sample: true });
});

test('refuses a first change, a deleted make, and a change that does not exist', async () => {
  const make = await createMake(app);
  const doomed = await createMake(app);
  const { id } = await save({ makeId: String(doomed.id), name: 'X', year: 2001 });
  await save({ id, makeId: String(make.id) });
  await app.graph('mutation ($id: ID!) { deleteMake(input: { id: $id }) { id } }', { id: String(doomed.id) }, admin);
  const { items } = await historyOf(id);
  for (const change of items) {
    const { errors } = await app.graph(RESTORE, { id, changeId: change.id }, admin);
    expect(errors![0]!.extensions.code).toBe('CONFLICT');
  }
  const other = await save({ makeId: String(make.id), name: 'Z', year: 2001 });
  for (const wrong of [
    { id, changeId: '2000000000' },
    { id: '2000000000', changeId: items[0].id },
    { id: other.id, changeId: items[0].id },
  ]) {
    const { errors } = await app.graph(RESTORE, wrong, admin);
    expect(errors![0]!.extensions.code).toBe('NOT_FOUND');
  }
  // The history is deleted with the model.
  await app.graph('mutation ($id: ID!) { deleteModel(input: { id: $id }) { id } }', { id }, admin);
  expect(await app.sql('select 1 from model_changes where model_id = ?', [Number(id)])).toEqual([]);
});

test('is for administrators, also as a field of a model that anybody may read', async () => {
  const make = await createMake(app);
  const { id } = await save({ makeId: String(make.id), name: 'Q', year: 2001 });
  const locksmith = await people.locksmith(app);
  const { data, errors } = await app.graph(HISTORY, { id }, locksmith);
  expect([data, errors![0]!.extensions.code]).toEqual([{ model: { history: null } }, 'FORBIDDEN']);
  // Selected on many models at once, it is logged as one refusal.
  for (const name of ['R', 'S']) await save({ makeId: String(make.id), name, year: 2001 });
  await app.graph(
    `{ lookupModels(makeId: ${make.id}, mode: YEAR, value: "2001") { history { total } } }`,
    {},
    locksmith,
  );
  // The answer does not wait for what is logged of it.
  const refusals = 'select count from log_counts where user_id = ?';
  await expect.poll(() => app.sql(refusals, [locksmith.user!.id])).toEqual([{ count: 2 }]);
  for (let count = 0; count < 5; count++) await app.graph('{ makeOptions { id } }', {}, locksmith);
  expect(await app.sql(refusals, [locksmith.user!.id])).toEqual([{ count: 2 }]);
});

test('a failed change leaves no history', async () => {
  const make = await createMake(app);
  const { id, version } = await save({ makeId: String(make.id), name: 'Y', year: 2001 });
  await save({ id, silca: 'A' });
  const { errors } = await app.graph(SAVE, { input: { id, version, silca: 'B' } }, admin);
  expect(errors![0]!.extensions.code).toBe('CONFLICT');
  expect((await historyOf(id)).total).toBe(2);
});

test('pages by cursors have each change once, although others are added between them', async () => {
  const { id } = await save({ makeId: String((await createMake(app)).id), name: 'CB 500', year: 1998 });
  for (let count = 1; count <= 6; count++) await save({ id, tips: `Tip ${count}` });
  // Several of one microsecond, and less than a millisecond apart.
  await app.sql(
    `update model_changes set created_at = timestamptz '2026-01-01 00:00:00.000001' + id / 2 * interval '1 microsecond'
    where model_id = ?`,
    [id],
  );
  const page = async (dir: string, after: string | null) => {
    const query = `query ($id: ID!, $after: String) { model(id: $id) { history(limit: 2, dir: ${dir}, after: $after) { next items { id } } } }`;
    const { data, errors } = await app.graph(query, { id, after }, admin);
    expect(errors).toBeUndefined();
    return data!.model.history as { next: string | null; items: { id: string }[] };
  };
  const pages = async (dir: string) => {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const { next, items } = await page(dir, after);
      found.push(...items.map((item) => item.id));
      await save({ id, tips: `Another after ${found.length}` });
      after = next;
      // Those that are added at the end of this order would never end.
    } while (after && found.length < 7);
    return found;
  };
  const ids = (await app.sql('select id from model_changes where model_id = ? order by created_at, id', [id])).map(
    (row) => String(row.id),
  );
  expect((await pages('DESC')).slice(0, 7)).toEqual(ids.toReversed());
  expect((await pages('ASC')).slice(0, 7)).toEqual(ids);
});
