import { beforeAll, describe, expect, test } from 'vitest';
import { TokenScope } from '../../server/accounts/tokenScope';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { type Person, sharedApp, startApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, withToken } from '../support/people';

const app = sharedApp({ config: { sheetsPerHour: 20 } });
let make: Make;
let models: Model[];
let administrator: Person;
beforeAll(async () => {
  make = await createMake(app, { displayName: 'Honda' });
  models = [];
  for (let n = 0; n < 5; n++) models.push(await createModel(app, make, { name: `CB ${n}`, year: 2003 + n }));
  administrator = await people.administrator(app);
});

const open = (id: number | undefined, as: Person, headers = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { cookie: `session=${as.token}`, ...headers },
    payload: { query: `{ model(id: ${id}) { ilco } }` },
  });
const openAll = async (ns: number[], as: Person) => {
  for (const n of ns) {
    await open(models[n]!.id, as);
    // The order is by the time in milliseconds.
    const opened = Date.now();
    while (Date.now() === opened);
  }
};
const FIELDS = 'id make name year model { id name make { displayName } } openedAt pinned';
const recents = async (as: Person, args = '', fields = FIELDS) => {
  const { data, errors } = await app.graph(`{ recentSheets${args} { ${fields} } }`, {}, as);
  expect(errors).toBeUndefined();
  return data!.recentSheets;
};
/** Their names, those of pinned ones with a star. */
const names = async (as: Person, args?: string) =>
  (await recents(as, args)).map(({ name, pinned }: { name: string; pinned: boolean }) => name + (pinned ? '*' : ''));
const pin = (modelId: number | undefined, as: Person, pinned = true) =>
  app.graph(
    `mutation ($input: PinSheetInput!) { pinSheet(input: $input) { ${FIELDS} } }`,
    { input: { modelId, pinned } },
    as,
  );
const codeOf = ({ errors }: Awaited<ReturnType<typeof pin>>) => errors?.[0]?.extensions.code;

describe('recentSheets', () => {
  test('lists the sheets that the caller opened, each once, last opened first, up to the limit', async () => {
    const [member, other] = [await people.locksmith(app), await people.locksmith(app)];
    const before = Date.now();
    await openAll([0, 1, 2, 0], member);
    await openAll([4], other);
    expect(await names(member)).toEqual(['CB 0', 'CB 2', 'CB 1']);
    expect(await names(member, '(limit: 2)')).toEqual(['CB 0', 'CB 2']);
    expect(await names(other)).toEqual(['CB 4']);
    const [first] = await recents(member);
    expect(first).toMatchObject({ make: 'Honda', year: 2003, model: { name: 'CB 0', make: { displayName: 'Honda' } } });
    expect(Date.parse(first.openedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(first.openedAt)).toBeLessThanOrEqual(Date.now());
    const refused = await app.graph('{ recentSheets(limit: 101) { id } }', {}, member);
    expect(refused.errors?.[0]?.extensions.errors).toEqual({ limit: ['The limit must be from 1 to 100.'] });
  });

  test('has a sheet that was opened through REST', async () => {
    const member = await people.locksmith(app);
    await app.rest('GET', `/products/${models[3]!.id}`, { as: member });
    expect(await names(member)).toEqual(['CB 3']);
  });

  test('has neither prefetched sheets nor sheets that were read as part of a list', async () => {
    const member = await people.locksmith(app);
    await open(models[0]!.id, member, { purpose: 'prefetch' });
    const two = models.slice(1, 3).map(({ id }) => id);
    await app.sql('update models set year = 1999 where id = any(?::int[])', [`{${two.join(',')}}`]);
    await app.graph(`{ lookupModels(makeId: ${make.id}, mode: YEAR, value: "1999") { ilco } }`, {}, member);
    expect(await names(member)).toEqual([]);
    await open(models[0]!.id, member);
    await open(models[0]!.id, member, { purpose: 'prefetch' });
    expect(await names(member)).toEqual(['CB 0']);
  });

  test('has no sheets that a program of the user opened with an API token', async () => {
    const member = await people.locksmith(app);
    const program = await withToken(app, member.user!, { scopes: [TokenScope.LOOKUP] });
    const { data } = await app.graph(`{ model(id: ${models[0]!.id}) { id ilco } }`, {}, program);
    expect(data?.model.id).toBe(String(models[0]!.id));
    expect(await names(member)).toEqual([]);
    await open(models[0]!.id, member);
    expect(await names(member)).toEqual(['CB 0']);
  });

  test('shows a renamed model by its new name, and a deleted one by its last', async () => {
    const member = await people.locksmith(app);
    const [renamed, deleted] = [await createModel(app, make), await createModel(app, make, { name: 'Old' })];
    await open(renamed.id, member);
    await open(deleted.id, member);
    await recents(member);
    await app.sql(`update models set name = 'New', year = 2010 where id in (?, ?)`, [renamed.id, deleted.id]);
    const gone = await app.graph(`mutation { deleteModel(input: { id: ${deleted.id} }) { id } }`, {}, administrator);
    expect(gone.errors).toBeUndefined();
    const [first, second] = await recents(member);
    expect(first).toMatchObject({ id: String(deleted.id), make: 'Honda', name: 'New', year: 2010, model: null });
    expect(second).toMatchObject({ name: 'New', year: 2010, model: { id: String(renamed.id) } });
  });

  test('counts the sheets if their key data is read', async () => {
    const member = await people.locksmith(app);
    await openAll([0, 1, 2], member);
    expect(await recents(member, '', 'model { ilco spacing }')).toHaveLength(3);
    expect(await names(member)).toEqual(['CB 2', 'CB 1', 'CB 0']);
    await app.sql(
      `insert into sheet_openings (user_id, model_id, opened_at, last_at)
       select ?, ?, now() - interval '1 minute', now() from generate_series(1, 20)`,
      [member.user!.id, models[4]!.id],
    );
    await app.sql(
      `update sheet_openings set opened_at = now() - interval '2 hours' where user_id = ? and model_id <> ?`,
      [member.user!.id, models[4]!.id],
    );
    await open(models[3]!.id, member);
    const { errors } = await app.graph('{ recentSheets { model { ilco } } }', {}, member);
    expect(errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(await names(member)).toContain('CB 2');
  });

  test('keeps the last 100 sheets, and every pinned one', async () => {
    const member = await people.locksmith(app);
    await pin(models[1]!.id, member);
    await app.sql(
      `insert into recent_sheets (user_id, model_id, opened_at, make, name, year)
       select ?, 1000000 + n, now() - n * interval '1 day', 'Honda', 'Gone ' || n, 2000 from generate_series(1, 100) n`,
      [member.user!.id],
    );
    await open(models[0]!.id, member);
    const listed = await names(member, '(limit: 100)');
    expect(listed.slice(0, 3)).toEqual(['CB 1*', 'CB 0', 'Gone 1']);
    const rows = await app.sql('select model_id from recent_sheets where user_id = ?', [member.user!.id]);
    expect(rows).toHaveLength(101);
    expect(rows.some(({ model_id }) => model_id === 1000100)).toBe(false);
  });

  test('refuses whoever must choose a new password first, or has no subscription', async () => {
    for (const [kind, code] of [
      ['restricted', 'PASSWORD_CHANGE_REQUIRED'],
      ['expired', 'PAYMENT_REQUIRED'],
    ] as const) {
      const person = await people[kind](app);
      const { errors } = await app.graph('{ recentSheets { id } }', {}, person);
      expect(errors?.[0]?.extensions.code).toBe(code);
      expect(codeOf(await pin(models[0]!.id, person))).toBe(code);
    }
  });
});

describe('pinSheet', () => {
  test('puts the pinned sheets first, last pinned first, for the caller only', async () => {
    const [member, other] = [await people.locksmith(app), await people.locksmith(app)];
    await openAll([0, 1, 2, 3], member);
    await openAll([0, 1], other);
    await recents(member);
    await pin(models[0]!.id, member);
    const answer = await pin(models[1]!.id, member);
    expect(answer.data?.pinSheet).toMatchObject({ name: 'CB 1', pinned: true, model: { name: 'CB 1' } });
    expect(await names(member)).toEqual(['CB 1*', 'CB 0*', 'CB 3', 'CB 2']);
    expect(await names(other)).toEqual(['CB 1', 'CB 0']);
    // Neither pinning again nor opening changes the order of the pins.
    await pin(models[0]!.id, member);
    await openAll([0], member);
    expect(await names(member)).toEqual(['CB 1*', 'CB 0*', 'CB 3', 'CB 2']);
    expect((await pin(models[1]!.id, member, false)).data?.pinSheet.pinned).toBe(false);
    expect(await names(member)).toEqual(['CB 0*', 'CB 3', 'CB 2', 'CB 1']);
  });

  test('pins a sheet that was never opened, and unpins one whose model was deleted', async () => {
    const member = await people.locksmith(app);
    const model = await createModel(app, make, { name: 'Pinned' });
    await pin(model.id, member);
    expect(await names(member)).toEqual(['Pinned*']);
    await app.sql('delete from models where id = ?', [model.id]);
    expect(await names(member)).toEqual(['Pinned*']);
    expect(codeOf(await pin(model.id, member))).toBe('NOT_FOUND');
    expect((await pin(model.id, member, false)).data?.pinSheet).toMatchObject({ model: null, pinned: false });
    expect(await names(member)).toEqual(['Pinned']);
  });

  test('refuses a model that does not exist, a sheet that is not listed, and a 51st pin, even with parallel calls', async () => {
    const member = await people.locksmith(app);
    for (const pinned of [true, false]) {
      expect(codeOf(await pin(99_999_999, member, pinned))).toBe('NOT_FOUND');
    }
    expect(codeOf(await pin(models[0]!.id, member, false))).toBe('NOT_FOUND');
    await app.sql(
      `insert into recent_sheets (user_id, model_id, opened_at, pinned_at, make, name, year)
       select ?, 1000000 + n, now(), now(), 'Honda', 'Gone', 2000 from generate_series(1, 50) n`,
      [member.user!.id],
    );
    const full = await pin(models[0]!.id, member);
    expect(codeOf(full)).toBe('CONFLICT');
    expect(full.errors?.[0]?.message).toBe('You can pin at most 50 sheets. Please unpin one first.');
    await pin(1_000_001, member, false);
    const atOnce = await Promise.all(models.map(({ id }) => pin(id, member)));
    expect(atOnce.map(codeOf).sort()).toEqual([...Array(4).fill('CONFLICT'), undefined]);
    expect(
      await app.sql('select from recent_sheets where user_id = ? and pinned_at is not null', [member.user!.id]),
    ).toHaveLength(50);
  });
});

test('sheetVersions tells which sheets have changed, and opens none', async () => {
  const member = await people.locksmith(app);
  const twin = { name: 'Twin', year: 2011 };
  const [one, other] = [await createModel(app, make, twin), await createModel(app, make, twin)];
  const read = async (ids: unknown) =>
    await app.graph('query ($ids: [ID!]!) { sheetVersions(ids: $ids) { id version keys } }', { ids }, member);
  expect((await read([one.id, models[0]!.id, 999999, 'x'])).data?.sheetVersions).toEqual([
    { id: `${models[0]!.id}`, version: 1, keys: [`${models[0]!.id}`] },
    { id: `${one.id}`, version: 1, keys: [`${one.id}`, `${other.id}`] },
  ]);
  await app.sql('update models set version = version + 1 where id = ?', [one.id]);
  expect((await read([one.id])).data?.sheetVersions).toMatchObject([{ version: 2 }]);
  expect((await read(Array(301).fill(one.id))).errors?.[0]?.extensions.errors).toEqual({
    ids: ['At most 300 sheets can be compared at a time.'],
  });
  expect(await recents(member)).toEqual([]);
  expect(await app.sql('select from sheet_openings where user_id = ?', [member.user!.id])).toEqual([]);
});

test('two servers that write the same user’s openings at once lose none', async () => {
  const other = await startApp({ sharing: app });
  const member = await people.locksmith(app);
  await Promise.all(models.map(({ id }, n) => (n % 2 ? app : other).graph(`{ model(id: ${id}) { id } }`, {}, member)));
  await Promise.all([recents(member), other.graph('{ recentSheets { id } }', {}, member)]);
  expect(await recents(member)).toHaveLength(models.length);
  await other.close();
});
