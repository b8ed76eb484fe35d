import { beforeAll, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { removeOldOpenings } from '../../server/catalogue/sheets/sheet.operations';
import { MAX_COST } from '../../server/graph/graphql';
import { type Person, sharedApp, startApp, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';

const limits = { sheetsPerHour: 3, sheetsPerDay: 5 };
const app = sharedApp({ config: limits });
let models: Model[];
let makeId: number;
let administrator: Person;
beforeAll(async () => {
  const make = await createMake(app, { displayName: 'Honda' });
  makeId = make.id;
  models = [];
  for (let n = 0; n < 7; n++) models.push(await createModel(app, make, { name: `CB ${n}`, year: n < 5 ? 2007 : 2008 }));
  administrator = await people.administrator(app);
});

const open = (n: number, as: Person, on = app) => on.graph(`{ model(id: ${models[n]!.id}) { id ilco } }`, {}, as);
const list = (fields: string, as: Person) =>
  app.graph(`{ lookupModels(makeId: ${makeId}, mode: YEAR, value: "2008") { ${fields} } }`, {}, as);
const codeOf = (answer: Awaited<ReturnType<typeof open>>) => answer.errors?.[0]?.extensions.code ?? 'answered';
const written = async ({ user }: Person) =>
  (await app.sql('select count(*)::int as n from sheet_openings where user_id = ?', [user!.id]))[0]?.n;
const later = ({ user }: Person, hours: number) =>
  app.sql(
    'update sheet_openings set opened_at = opened_at - ?::interval, last_at = last_at - ?::interval where user_id = ?',
    [`${hours} hours`, `${hours} hours`, user!.id],
  );
const notices = async ({ user }: Person) =>
  (await app.sql(`select details from log_entries where user_id = ? and details like 'Reached%'`, [user!.id])).map(
    ({ details }) => details,
  );

describe('a HEAD', () => {
  const head = (url: string, as: Person) =>
    app.app.inject({ method: 'HEAD', url, headers: { cookie: `session=${as.token}` } });
  const query = async (as: Person) =>
    (await app.graph('{ recentSheets { id } }', {}, as)).data?.recentSheets.map(({ id }: { id: string }) => id);

  test('of a sheet opens none', async () => {
    const member = await people.locksmith(app);
    for (let n = 0; n < 7; n++) {
      const { statusCode, body, headers } = await head(`/api/products/${models[n]!.id}`, member);
      expect([statusCode, body]).toEqual([200, '']);
      // Both would tell about key data.
      expect(headers.etag).toBeUndefined();
      expect(Number(headers['content-length'] ?? 0)).toBe(0);
    }
    expect((await head('/api/products/99999', member)).statusCode).toBe(404);
    const graph = `{ model(id: ${models[0]!.id}) { ilco } }`;
    expect((await head(`/graphql?query=${encodeURIComponent(graph)}`, member)).statusCode).toBe(405);
    expect(await query(member)).toEqual([]);
    expect(codeOf(await open(0, member))).toBe('answered');
    expect(await query(member)).toEqual([String(models[0]!.id)]);
  });
});

describe('a member', () => {
  test('is refused further sheets when the hourly budget is used up, with the time when it resumes', async () => {
    const member = await people.locksmith(app);
    for (const n of [0, 1, 2]) expect(codeOf(await open(n, member))).toBe('answered');
    const refused = await open(3, member);
    expect(refused.data).toBeNull();
    const [error] = refused.errors!;
    expect(error!.message).toMatch(
      /^You have used your budget of 3 sheets an hour\. You can open more at \d\d:\d\d UTC, in (59|60) minutes\.$/,
    );
    const { code, retryAfter } = error!.extensions as { code: string; retryAfter?: number };
    expect(code).toBe('TOO_MANY_REQUESTS');
    expect(retryAfter).toBeGreaterThan(3_500);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    const rest = await app.rest('GET', `/products/${models[3]!.id}`, { as: member });
    expect(rest.statusCode).toBe(429);
    expect(Number(rest.headers['retry-after'])).toBeGreaterThan(3_500);
    // Sheets that are already open do not count again.
    expect(codeOf(await open(0, member))).toBe('answered');
    expect((await app.rest('GET', `/products/${models[1]!.id}`, { as: member })).statusCode).toBe(200);

    await expect.poll(() => written(member)).toBe(3);
    await expect.poll(() => notices(member)).toEqual(['Reached the budget of 3 sheets an hour']);
  });

  test('is told what is left, as far as it is known without a query', async () => {
    const member = await people.locksmith(app);
    const me = async (as: Person) => (await app.graph('{ me { id } }', {}, as)).extensions;
    app.statements();
    expect(await me(member)).toEqual({ cost: { asked: 2, limit: MAX_COST } });
    expect(app.statements().filter(({ sql }) => sql.includes('sheet_openings'))).toEqual([]);
    const left = (hour: number, day: number) => ({ hour: { limit: 3, left: hour }, day: { limit: 5, left: day } });
    expect((await open(0, member)).extensions).toEqual({ cost: { asked: 3, limit: MAX_COST }, sheets: left(2, 4) });
    await open(1, member);
    await open(2, member);
    const refused = await open(3, member);
    expect([refused.errors?.length, refused.extensions?.sheets]).toEqual([1, left(0, 2)]);
    expect((await me(member))?.sheets).toEqual(left(0, 2));
    const unlimited = await people.administrator(app);
    await open(0, unlimited);
    expect(await me(unlimited)).not.toHaveProperty('sheets');
  });

  test('with no budget left is refused many sheets in one request with one database query', async () => {
    const member = await people.locksmith(app);
    const make = 'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }';
    for (const { name, year } of models) {
      const input = { email: 'a@example.com', make: 'Honda', model: name, year, comment: 'Wrong' };
      expect(codeOf(await app.graph(make, { input }, member))).toBe('answered');
    }
    for (const n of [0, 1, 2]) await open(n, member);
    await expect.poll(() => written(member)).toBe(3);
    const aliases = Array.from(
      { length: 15 },
      (_, n) => `a${n}: myCorrections(limit: 100) { items { target { ilco } } }`,
    );
    app.statements();
    const answer = await app.graph(`{ ${aliases.join(' ')} }`, {}, member);
    expect(new Set(answer.errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['TOO_MANY_REQUESTS']));
    const looks = app.statements().filter(({ sql }) => /^select .* from sheet_openings/s.test(sql.trim()));
    expect(looks.length).toBeLessThan(5);
  });

  test('is counted even while the row of another opened model is locked', async () => {
    const [one, other] = [await people.locksmith(app), await people.locksmith(app)];
    const holder = app.orm.em.fork();
    await holder.begin();
    await holder.execute('select 1 from models where id = ? for update', [models[6]!.id]);
    await open(6, one);
    await open(5, other);
    await expect.poll(() => written(other)).toBe(1);
    expect(await written(one)).toBe(0);
    await holder.rollback();
    await expect.poll(() => written(one)).toBe(1);
  });

  test('may have individual budgets, which take effect at once', async () => {
    const member = await people.locksmith(app);
    for (const n of [0, 1, 2]) expect(codeOf(await open(n, member))).toBe('answered');
    expect(codeOf(await open(3, member))).toBe('TOO_MANY_REQUESTS');
    const save = (input: object) =>
      app.graph(
        'mutation ($input: UserInput!) { saveUser(input: $input) { sheetsPerHour sheetsPerDay } }',
        { input: { id: member.user?.id, ...input } },
        administrator,
      );
    expect((await save({ sheetsPerHour: 4 })).data?.saveUser).toEqual({ sheetsPerHour: 4, sheetsPerDay: null });
    expect(codeOf(await open(3, member))).toBe('answered');
    expect((await open(4, member)).errors?.[0]?.message).toMatch(/^You have used your budget of 4 sheets an hour\./);
    await save({ sheetsPerHour: null });
    expect((await open(4, member)).errors?.[0]?.message).toMatch(/^You have used your budget of 3 sheets an hour\./);
    expect((await save({ sheetsPerDay: 0 })).errors?.[0]?.extensions.errors).toEqual({
      sheetsPerDay: ['The sheets a day must be a whole number from 1 to 100,000.'],
    });
    const [line] = await app.sql(`select details from log_entries where kind = 'USER_UPDATED' order by id limit 1`);
    expect(line?.details).toMatch(/: sheets an hour default → 4$/);
  });

  test('can continue after an hour, but not beyond the daily budget', async () => {
    const member = await people.locksmith(app);
    for (const n of [0, 1, 2]) await open(n, member);
    await expect.poll(() => written(member)).toBe(3);
    await later(member, 2);
    for (const n of [3, 4]) expect(codeOf(await open(n, member))).toBe('answered');
    const refused = await open(5, member);
    expect(refused.errors?.[0]?.message).toMatch(/^You have used your budget of 5 sheets a day\..* in 22 hours\.$/);
    await expect.poll(() => written(member)).toBe(5);
    await later(member, 23);
    expect(codeOf(await open(5, member))).toBe('answered');
  });

  test('is refused 15 aliases just as one', async () => {
    const member = await people.locksmith(app);
    const aliases = models.map(({ id }, n) => `a${n}: model(id: ${id}) { id }`).join(' ');
    const answer = await app.graph(`{ ${aliases} }`, {}, member);
    expect(answer.errors!.length).toBeGreaterThan(0);
    for (const { extensions } of answer.errors!) expect(extensions.code).toBe('TOO_MANY_REQUESTS');
    await expect.poll(() => written(member)).toBe(3);
  });

  test('opens the models of a list if their key data is selected, and only then', async () => {
    const member = await people.locksmith(app);
    expect(codeOf(await list('id name year sample createdAt make { displayName }', member))).toBe('answered');
    const path = `/product-detail/sublist?company_id=${makeId}&mode=year&value=2007`;
    expect((await app.rest('GET', path, { as: member })).json()).toHaveLength(5);
    expect(codeOf(await list('id ... on Model { ilco }', member))).toBe('answered');
    expect(codeOf(await open(0, member))).toBe('answered');
    expect(codeOf(await open(1, member))).toBe('TOO_MANY_REQUESTS');
    const fragment = 'fragment f on Model { images { url } }';
    const hidden = `{ lookupModels(makeId: ${makeId}, mode: YEAR, value: "2007") { ...f } } ${fragment}`;
    expect(codeOf(await app.graph(hidden, {}, member))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await list('tips spacing', member))).toBe('answered');
    await expect.poll(() => written(member)).toBe(3);
  });

  test('opens no sheet by asking which years have the same key data, but one for each year whose key data it asks for', async () => {
    const member = await people.locksmith(app);
    const { id } = await createMake(app);
    for (const year of [2001, 2002]) await createModel(app, { id } as Make, { name: 'Twin', year });
    const years = (fields: string) =>
      app.graph(`{ modelYears(makeId: ${id}, name: "Twin") { ${fields} } }`, {}, member);
    expect(codeOf(await years('id year sample keyDataHash'))).toBe('answered');
    expect(codeOf(await open(0, member))).toBe('answered');
    expect(codeOf(await open(1, member))).toBe('answered');
    // One sheet is left, which is not enough for two years.
    expect(codeOf(await years('ilco'))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await open(2, member))).toBe('answered');
    await expect.poll(() => written(member)).toBe(3);
  });

  test('opens no sheet by asking for the other keys of a bike, but one for each whose key data it asks for', async () => {
    const member = await people.locksmith(app);
    const { id } = await createMake(app);
    const bike = { name: 'CBR 600', year: 2004 };
    const [own, luggage, seat] = [
      await createModel(app, { id } as Make, { ...bike, locks: 'All (except luggage)' }),
      await createModel(app, { id } as Make, { ...bike, name: 'cbr 600', locks: 'Luggage' }),
      await createModel(app, { id } as Make, bike),
    ];
    await createModel(app, { id } as Make, { ...bike, year: 2005 });
    const line = 'id name year locks make { id } sample version keyDataHash';
    const keys = (fields: string) =>
      app.graph(
        `{ lookupModels(makeId: ${id}, mode: YEAR, value: "2004") { id otherKeys { ${fields} } } }`,
        {},
        member,
      );
    const found = (await keys(line)).data?.lookupModels as { id: string; otherKeys: { id: string; locks: string }[] }[];
    const of = (model: { id: number }) =>
      found.find((one) => one.id === String(model.id))?.otherKeys.map(({ id, locks }) => [Number(id), locks]);
    expect(of(own)).toEqual([
      [luggage.id, 'Luggage'],
      [seat.id, ''],
    ]);
    expect(of(seat)).toEqual([
      [own.id, 'All (except luggage)'],
      [luggage.id, 'Luggage'],
    ]);
    expect(codeOf(await open(0, member))).toBe('answered');
    // Two sheets are left, which is not enough for the keys of a bike with three.
    expect(codeOf(await keys('howToTell'))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(await open(1, member))).toBe('answered');
    expect(codeOf(await open(2, member))).toBe('answered');
    await expect.poll(() => written(member)).toBe(3);
  });

  test('opens a sheet by reading it through a correction', async () => {
    const member = await people.locksmith(app);
    const send = (n: number, fields: string) =>
      app.graph(
        `mutation ($input: CorrectionInput!) { createCorrection(input: $input) { ${fields} } }`,
        {
          input: {
            email: 'a@example.com',
            make: 'Honda',
            model: models[n]!.name,
            year: models[n]!.year,
            comment: 'Wrong.',
            proposals: n < 2 ? [{ field: 'ILCO', proposed: 'X' }] : [],
          },
        },
        member,
      );
    for (const n of [0, 1]) expect(codeOf(await send(n, 'id'))).toBe('answered');
    expect(codeOf(await send(2, 'id target { id name }'))).toBe('answered');
    expect(codeOf(await send(2, 'target { silca }'))).toBe('answered');
    expect(codeOf(await send(3, 'target { silca }'))).toBe('TOO_MANY_REQUESTS');
    const mine = '{ myCorrections { items { target { id tips } } } }';
    expect(codeOf(await app.graph(mine, {}, member))).toBe('TOO_MANY_REQUESTS');
    await expect.poll(() => written(member)).toBe(3);
  });
});

test.each(['administrator', 'downloader'] as const)('the sheets of a %s are counted but not limited', async (kind) => {
  const person = await people[kind](app);
  for (const n of models.keys()) expect(codeOf(await open(n, person))).toBe('answered');
  await open(0, person);
  await expect.poll(() => written(person)).toBe(7);
  const counts = async () =>
    (await app.graph(`{ user(id: ${person.user!.id}) { sheetsOpened { lastHour lastDay } } }`, {}, administrator)).data
      ?.user.sheetsOpened;
  expect(await counts()).toEqual({ lastHour: 7, lastDay: 7 });
  await later(person, 2);
  await open(0, person);
  await expect.poll(() => written(person)).toBe(8);
  expect(await counts()).toEqual({ lastHour: 1, lastDay: 8 });
  const page = await app.graph('{ users(limit: 100) { items { id sheetsOpened { lastDay } } } }', {}, administrator);
  const listed = page.data!.users.items.find(({ id }: { id: string }) => id === String(person.user!.id));
  expect(listed.sheetsOpened.lastDay).toBe(8);
  expect(await notices(person)).toEqual([]);
});

test('opening a sheet again within the hour updates the time and adds no opening', async () => {
  const member = await people.locksmith(app);
  await open(0, member);
  await expect.poll(() => written(member)).toBe(1);
  await app.sql(
    `update sheet_openings set opened_at = now() - interval '50 minutes', last_at = opened_at
    where user_id = ?`,
    [member.user!.id],
  );
  await open(0, member);
  const moved = async () =>
    (
      await app.sql(
        `select count(*)::int as n from sheet_openings
      where user_id = ? and last_at > now() - interval '1 minute' and opened_at < now() - interval '40 minutes'`,
        [member.user!.id],
      )
    )[0]?.n;
  await expect.poll(moved).toBe(1);
  expect(await written(member)).toBe(1);
});

test('counting adds no statement to a sheet', async () => {
  const member = await people.locksmith(app);
  await open(0, member);
  app.statements();
  const ofMember = () =>
    app.statements().filter(({ sql, params }) => sql.includes('sheet_openings') && params.includes(member.user!.id));
  // After each write of ours, a server reads what other servers have written.
  const isRead = () => ofMember().some(({ sql }) => sql.trim().startsWith('select'));
  await expect.poll(isRead).toBe(true);
  await open(1, member);
  expect(ofMember()).toEqual([]);
  await expect.poll(() => written(member)).toBe(2);
});

describe('two servers', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startApp({ sharing: app, config: limits });
  });

  test('share one count; a server that stops writes its remainder', async () => {
    const member = await people.locksmith(app);
    await open(0, member);
    await open(1, member, other);
    await expect.poll(() => written(member)).toBe(2);
    // A server reads the others' counts when it writes its own. Until then it may use up its own remainder.
    for (const server of [app, other]) {
      let n = 1;
      const next = async () => codeOf(await open(++n, member, server));
      await expect.poll(next, { interval: 1_000 }).toBe('TOO_MANY_REQUESTS');
    }

    const late = await people.locksmith(app);
    await open(0, late, other);
    expect(await written(late)).toBe(0);
    await other.close();
    expect(await written(late)).toBe(1);
  });
});

test('openings older than the limit are swept', async () => {
  const member = await people.locksmith(app);
  await open(0, member);
  await open(1, member);
  await expect.poll(() => written(member)).toBe(2);
  await app.sql(
    `update sheet_openings set opened_at = now() - interval '401 days' where user_id = ? and model_id = ?`,
    [member.user!.id, models[0]!.id],
  );
  const removed = await removeOldOpenings(app.system, { before: new Date(Date.now() - 400 * 86_400_000) });
  expect(removed).toBe(1);
  expect(await written(member)).toBe(1);
});

test('a user or model deleted meanwhile does not prevent writing the other openings', async () => {
  const [member, leaving] = [await people.locksmith(app), await people.locksmith(app)];
  await open(0, leaving);
  await open(0, member);
  await app.sql('delete from users where id = ?', [leaving.user!.id]);
  await expect.poll(() => written(member)).toBe(1);
});

test('openings are compared with those of the same model, however many a user has opened', async () => {
  const member = await people.locksmith(app);
  await app.sql(
    `with added as (
       insert into models (make_id, name, year, spacing, depth_values, created_at, updated_at)
       select ?, 'Many ' || n, 1990, array_fill(''::text, array[12]), array_fill(''::text, array[16]), now(), now() from generate_series(1, 2000) as n returning id
     ) insert into sheet_openings (user_id, model_id, opened_at, last_at) select ?, id, now(), now() from added`,
    [makeId, member.user!.id],
  );
  await app.sql('analyze sheet_openings');
  app.statements();
  await open(6, administrator);
  await expect.poll(() => written(administrator)).toBe(1);
  const writing = app.statements().find(({ sql }) => sql.startsWith('with given'))!;
  const plan = await app.sql(`explain ${writing.sql}`, writing.params);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('using sheet_openings_user_model');
});
