import { beforeAll, describe, expect, test } from 'vitest';
import { TokenScope } from '../../server/accounts/tokenScope';
import type { User } from '../../server/accounts/users/user.entity';
import { reportUnusual } from '../../server/logs/access/unusual.operations';
import { type Person, sharedApp } from '../support/app';
import { createMake, createModel, createUser, day } from '../support/factories';
import { people, sharedPerson, withToken } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let reader: User;
beforeAll(async () => {
  reader = await createUser(app, { username: 'reader@example.com' });
});

/** The sheets of `count` models, opened by `user` this long ago. */
const open = (user: { id: number }, count: number, ago: string) =>
  app.sql(
    `insert into sheet_openings (user_id, model_id, opened_at, last_at)
     select ?, id, now() - ?::interval, now() - ?::interval from models order by id limit ?`,
    [user.id, ago, ago, count],
  );
const download = (user: User, count: number, ago: string) =>
  app.sql(
    `insert into log_entries (user_id, username, kind, details, created_at)
     select ?, ?, 'EXPORT', 'Downloaded 1 model as csv', now() - ?::interval from generate_series(1, ?)`,
    [user.id, user.username, ago, count],
  );

test('shows who opened, printed and exported what, newest first, and filters by kind, user and days', async () => {
  const honda = await createMake(app, { displayName: 'Honda' });
  const model = await createModel(app, honda, { name: 'CB 500', year: 1994 });
  const other = await createUser(app, { username: 'other@example.com' });
  await open(reader, 1, '3 hours');
  await open(other, 1, '2 hours');
  await open(reader, 1, '40 days');
  await app.sql(
    `insert into log_entries (user_id, username, kind, details, subject_type, subject_id, created_at)
     values (?, ?, 'SHEET_PRINTED', 'Printed the sheet of Honda CB 500 1994', 'MODEL', ?, now() - interval '1 hour')`,
    [reader.id, reader.username, model.id],
  );
  await download(reader, 1, '30 minutes');
  const list = async (args = '') => {
    const { data, errors } = await app.graph(
      `{ accesses(limit: 100${args}) { total items { id kind userId username modelId details } } }`,
      {},
      admin,
    );
    expect(errors).toBeUndefined();
    expect(new Set(data?.accesses.items.map(({ id }: { id: string }) => id)).size).toBe(data?.accesses.items.length);
    return data?.accesses.items.map(({ kind, username }: Record<string, string>) => `${kind} ${username}`);
  };
  expect(await list()).toEqual([
    'EXPORTED reader@example.com',
    'PRINTED reader@example.com',
    'OPENED other@example.com',
    'OPENED reader@example.com',
  ]);
  expect(await list(', dir: ASC, filter: { kind: OPENED }')).toEqual([
    'OPENED reader@example.com',
    'OPENED other@example.com',
  ]);
  expect(await list(', filter: { user: "OTH" }')).toEqual(['OPENED other@example.com']);
  expect(await list(`, filter: { user: "reader", from: "${day(-50)}", to: "${day(-30)}" }`)).toEqual([
    'OPENED reader@example.com',
  ]);
  expect(await list(', page: 2')).toEqual([]);
  const { data } = await app.graph(
    '{ accesses(filter: { kind: OPENED }, limit: 1) { total items { modelId details userId } } }',
    {},
    admin,
  );
  expect(data?.accesses).toEqual({
    total: 2,
    items: [{ modelId: String(model.id), details: 'Opened the sheet of Honda CB 500 1994', userId: String(other.id) }],
  });
  await app.sql('delete from sheet_openings');
  await app.sql(`delete from log_entries where kind in ('EXPORT', 'SHEET_PRINTED')`);
});

test('pages by cursors have each access once, although others are added between them', async () => {
  const make = await createMake(app);
  const models = await Promise.all([1, 2, 3].map(() => createModel(app, make)));
  const at = '2026-01-01 00:00:00.000001';
  for (const { id } of models)
    await app.sql(
      `insert into sheet_openings (user_id, model_id, opened_at, last_at) values (?, ?, '${at}', '${at}')`,
      [reader.id, id],
    );
  await app.sql(
    `insert into log_entries (user_id, username, kind, details, created_at)
     select ?, 'r', 'EXPORT', 'Exported', timestamptz '${at}' + n / 2 * interval '1 microsecond' from generate_series(0, 3) n`,
    [reader.id],
  );
  const page = async (variables: object) =>
    (
      await app.graph<any>(
        `query ($after: String, $limit: Int! = 2, $dir: SortDirection! = DESC) {
          accesses(limit: $limit, after: $after, dir: $dir, filter: { from: "2025-12-31" }) { next total items { id } } }`,
        variables,
        admin,
      )
    ).data.accesses;
  for (const dir of ['DESC', 'ASC']) {
    const { items, total } = await page({ limit: 100, dir });
    const found: string[] = [];
    let after: string | null = null;
    do {
      const part = await page({ after, dir });
      found.push(...part.items.map(({ id }: { id: string }) => id));
      after = part.next;
      // Before what has been read.
      await app.sql(
        `insert into log_entries (user_id, username, kind, details, created_at) values (?, 'r', 'EXPORT', 'Exported', ?)`,
        [reader.id, dir === 'DESC' ? '2026-01-02' : '2025-12-31 01:00'],
      );
    } while (after);
    expect(found).toEqual(items.map(({ id }: { id: string }) => id));
    expect(found).toHaveLength(total);
  }
  await app.sql('delete from sheet_openings');
  await app.sql(`delete from log_entries where kind = 'EXPORT'`);
});

test('notifies administrators once about a user with far more access than usual', async () => {
  const make = await createMake(app);
  await app.sql(
    `insert into models (make_id, name, year, spacing, depth_values, created_at, updated_at)
     select ?, 'M' || n, 2000, array_fill(''::text, array[12]), array_fill(''::text, array[16]), now(), now()
     from generate_series(1, 150) n`,
    [make.id],
  );
  const busy = await createUser(app, { username: 'busy@example.com' });
  const greedy = await createUser(app, { username: 'greedy@example.com' });
  // 120 sheets are usual for one of them, and far too many for the other.
  for (const ago of ['2 days', '3 days']) await open(busy, 100, ago);
  for (const ago of ['2 days', '3 days']) await open(greedy, 10, ago);
  for (const user of [busy, greedy]) await open(user, 120, '1 hour');
  await download(reader, 4, '2 hours');
  const unusual = async () =>
    (await app.graph('{ unusualAccess { username sheets usualSheets downloads usualDownloads } }', {}, admin)).data
      ?.unusualAccess;
  expect(await unusual()).toEqual([
    { username: 'greedy@example.com', sheets: 120, usualSheets: 10, downloads: 0, usualDownloads: 0 },
    { username: 'reader@example.com', sheets: 0, usualSheets: 0, downloads: 4, usualDownloads: 0 },
  ]);

  const disabled = await createUser(app, { roleId: 1, enabled: false });
  expect(await reportUnusual(app.system)).toBe(2);
  const mails = await app.sql('select recipient, subject, text from mails');
  expect(mails).toEqual([
    {
      recipient: admin.user?.username,
      subject: 'Unusual access to key data',
      text: [
        `Hello ${admin.user?.fullName},`,
        'greedy@example.com opened 120 sheets in 24 hours, usually 10 a day\nreader@example.com downloaded the catalogue 4 times in 24 hours, usually 0 a day',
        'See who opened what:\nhttp://localhost/access',
        '-- \nMotokey\nhttp://localhost\nQuestions: +1 555 010 0199 or support@example.com',
      ].join('\n\n'),
    },
  ]);
  expect(mails.map(({ recipient }) => recipient)).not.toContain(disabled.username);
  expect(
    await app.sql(`select username, subject_id from log_entries where kind = 'ACCESS_UNUSUAL' order by id`),
  ).toEqual([
    { username: '(system)', subject_id: greedy.id },
    { username: '(system)', subject_id: reader.id },
  ]);

  // Known users are not reported again, and a new one waits until the hour is over.
  await open(await createUser(app), 130, '1 hour');
  expect(await reportUnusual(app.system)).toBe(0);
  await app.sql('update attempts set expires_at = now()');
  expect(await reportUnusual(app.system)).toBe(1);
  expect(await reportUnusual(app.system)).toBe(0);
  expect(await app.sql('select 1 from mails')).toHaveLength(2);
});

describe('the models that were sent on a day', () => {
  const app = sharedApp();

  test('are counted whatever the way, and more than 1,000 are logged once', async () => {
    const [program, admin] = [await people.downloader(app), await people.administrator(app)];
    const make = await createMake(app);
    await app.sql(
      `insert into models (make_id, name, year, spacing, depth_values, created_at, updated_at)
       select ?, 'Sent ' || n, 2007, array_fill(''::text, array[12]), array_fill(''::text, array[16]), now(), now()
       from generate_series(1, 400) n`,
      [make.id],
    );
    const [{ id }] = (await app.sql<{ id: number }>('select min(id) as id from models')) as [{ id: number }];
    const counts = async () => {
      const { data } = await app.graph(
        '{ accesses(filter: { kind: SENT }) { items { username details } } }',
        {},
        admin,
      );
      const lines = data?.accesses.items.map(({ username, details }: Record<string, string>) => [username, details]);
      return Object.fromEntries(lines);
    };
    const logged = () =>
      app.sql(`select username, token, details from log_entries where kind = 'MODELS_SENT' order by id`);
    const sent = (models: number) => `Was sent the key data of ${models} models within the day`;
    const name = program.user!.username;

    const sheets = `{ lookupModels(makeId: ${make.id}, mode: YEAR, value: "2007") { ilco } }`;
    expect((await app.graph(sheets, {}, program)).data?.lookupModels).toHaveLength(400);
    // Open already.
    await app.rest('GET', `/products/${id}`, { as: program });
    await expect.poll(counts).toEqual({ [name]: sent(400) });

    let models = 400;
    const feed = async () => {
      const { data } = await app.graph('{ catalogueChanges(limit: 500) { items { kind } } }', {}, program);
      const found = data?.catalogueChanges.items.filter(({ kind }: { kind: string }) => kind === 'MODEL').length;
      models += found;
      return found;
    };
    // Waits for background work.
    await expect.poll(feed).toBe(400);
    expect(await counts()).toMatchObject({ [name]: sent(models) });
    expect(await logged()).toEqual([]);
    // Lists open no sheets. Without key data they tell nothing.
    const lists = '{ models(limit: 20) { items { ilco } } searchModels(model: "Sent", limit: 10) { items { ilco } } }';
    expect((await app.graph(lists, {}, admin)).errors).toBeUndefined();
    await app.graph('{ models(limit: 50) { items { name } } }', {}, admin);
    for (const path of ['/products?max=10', '/products/search?model=Sent&max=10'])
      expect((await app.rest('GET', path, { as: admin })).statusCode).toBe(200);
    await expect.poll(counts).toMatchObject({ [admin.user!.username]: sent(50) });
    // So do the rows of copies and of changes that are only prepared.
    const selection = `selection: { filter: { makeId: ${make.id} } }`;
    for (const prepared of [
      `copyModels(input: { ${selection}, years: [2008] })`,
      `setModelField(input: { ${selection}, field: TIPS, value: "x" })`,
    ]) {
      const change = await app.graph(`mutation { change: ${prepared} { id } }`, {}, admin);
      const ask = async (part: string) =>
        (await app.graph(`{ import(id: ${change.data!.change.id}) { ${part} } }`, {}, admin)).data?.import;
      await expect
        .poll(() => ask('progress { task } totals { rows }'))
        .toEqual({ progress: null, totals: { rows: 400 } });
      expect((await ask('rows(limit: 25) { items { changes { after } } }')).rows.items[24].changes).not.toEqual([]);
    }
    await expect.poll(counts).toMatchObject({ [admin.user!.username]: sent(100) });
    for (const _ of [1, 2]) {
      expect((await app.rest('GET', '/products/download', { as: program })).json()).toHaveLength(400);
      models += 400;
      expect(await counts()).toMatchObject({ [name]: sent(models) });
      expect(await logged()).toEqual([
        { username: name, token: null, details: 'Was sent the key data of more than 1,000 models in a day' },
      ]);
    }
    // By whatever way a program passes it.
    const ways = {
      export: (as: Person) => app.rest('GET', '/products/download', { as }),
      feed: (as: Person) => app.graph('{ catalogueChanges(limit: 500) { items { kind } } }', {}, as),
      sheets: (as: Person) => app.graph(sheets, {}, as),
      list: (as: Person) => app.graph('{ models(limit: 50) { items { ilco } } }', {}, as),
    };
    for (const [way, ask] of Object.entries(ways)) {
      const user = way === 'list' ? admin.user! : await createUser(app, { databaseDownloadAllowed: true });
      await app.sql(
        `insert into models_sent (user_id, day, models) values (?, date_trunc('day', now(), 'UTC'), 1000)
         on conflict (user_id, day) do update set models = 1000`,
        [user.id],
      );
      await ask(await withToken(app, user, { name: way, scopes: Object.values(TokenScope) }));
      await expect.poll(async () => (await logged()).at(-1)?.token).toBe(way);
    }
  });
});
