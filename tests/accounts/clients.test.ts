import { describe, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { sharedPerson } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const save = (input: object) =>
  app.graph(
    `mutation ($input: ClientInput!) { saveClient(input: $input) {
      id name primaryEmail maxUsers usersCount accountExpired subscriptionStartDate subscriptionEndDate description version
    } }`,
    { input },
    admin,
  );
const remove = (id: unknown) =>
  app.graph('mutation ($id: ID!) { deleteClient(input: { id: $id }) { id } }', { id }, admin);
let count = 0;
const NEW = () => ({
  name: 'Harbour Locks',
  primaryEmail: `harbour${++count}@example.com`,
  maxUsers: 3,
  subscriptionStartDate: '2026-01-01',
  subscriptionEndDate: '2026-12-31',
});
const errorsOf = (answer: Awaited<ReturnType<typeof save>>) => answer.errors?.[0]?.extensions.errors;
const lastLog = async () => (await app.sql('select details from log_entries order by id desc limit 1'))[0]?.details;

describe('saveClient', () => {
  test('creates and changes a client, and logs it', async () => {
    const input = NEW();
    const { data } = await save(input);
    expect(data?.saveClient).toMatchObject({
      ...input,
      usersCount: 0,
      accountExpired: false,
      description: '',
      version: 1,
    });
    expect(await lastLog()).toBe('Created the client Harbour Locks');
    const changed = await save({ id: data?.saveClient.id, version: 1, accountExpired: true, description: 'late' });
    expect(changed.data?.saveClient).toMatchObject({ ...input, accountExpired: true, description: 'late', version: 2 });
    expect((await save({ id: data?.saveClient.id, version: 1, name: 'x' })).errors?.[0]?.extensions.code).toBe(
      'CONFLICT',
    );
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ primaryEmail: '' }, 'primaryEmail'],
    [{ primaryEmail: 'no address' }, 'primaryEmail'],
    [{ maxUsers: 0 }, 'maxUsers'],
    [{ maxUsers: 100_001 }, 'maxUsers'],
    [{ maxUsers: null }, 'maxUsers'],
    [{ subscriptionEndDate: '2025-12-31' }, 'subscriptionEndDate'],
    [{ description: 'x'.repeat(10_001) }, 'description'],
  ])('refuses %j', async (change, field) => {
    expect(Object.keys(errorsOf(await save({ ...NEW(), ...change })) ?? {})).toEqual([field]);
  });

  test('lists every required field that is missing', async () => {
    expect(Object.keys(errorsOf(await save({})) ?? {}).sort()).toEqual([
      'maxUsers',
      'name',
      'primaryEmail',
      'subscriptionEndDate',
      'subscriptionStartDate',
    ]);
  });

  test('refuses a primary email that is taken, whatever its case', async () => {
    const input = NEW();
    await save(input);
    expect(errorsOf(await save({ ...NEW(), primaryEmail: input.primaryEmail.toUpperCase() }))).toEqual({
      primaryEmail: ['The primary email has already been taken.'],
    });
  });

  test('compares primary emails as it compares usernames, whatever the database’s locale', async () => {
    const input = NEW();
    await save({ ...input, primaryEmail: `straße-${input.primaryEmail}` });
    expect(errorsOf(await save({ ...NEW(), primaryEmail: `ｓＴＲＡßＥ-${input.primaryEmail}` }))).toEqual({
      primaryEmail: ['The primary email has already been taken.'],
    });
  });

  test('refuses fewer seats than users', async () => {
    const client = await createClient(app, { maxUsers: 5 });
    for (let index = 0; index < 2; index++) await createUser(app, { client, enabled: index === 0 });
    expect(errorsOf(await save({ id: client.id, maxUsers: 1 }))).toEqual({
      maxUsers: ['The client has 2 users already.'],
    });
    expect((await save({ id: client.id, maxUsers: 2 })).data?.saveClient).toMatchObject({ maxUsers: 2, usersCount: 2 });
  });
});

describe('deleteClient', () => {
  test('deletes a client without users; refuses one with users and says how many it has', async () => {
    const client = await createClient(app, { name: 'Full House' });
    const user = await createUser(app, { client });
    expect((await remove(client.id)).errors?.[0]).toMatchObject({
      message: 'Full House has 1 user: delete or move it first.',
      extensions: { code: 'CONFLICT' },
    });
    await app.sql('delete from users where id = ?', [user.id]);
    expect((await remove(client.id)).data?.deleteClient.id).toBe(String(client.id));
    expect((await remove(client.id)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('renewClient', () => {
  const preview = (id: number, until?: string) =>
    app.graph(
      `query ($id: ID!, $until: LocalDate) { renewal(id: $id, until: $until) {
        until clientUntil clientStaysExpired total users { user { username } until staysExpired }
      } }`,
      { id, until },
      admin,
    );
  const renew = (input: object) =>
    app.graph(
      'mutation ($input: RenewClientInput!) { renewClient(input: $input) { subscriptionEndDate accountExpired } }',
      { input },
      admin,
    );
  const endsOf = async (id: number) =>
    app.sql(
      'select username, subscription_end_date::text as until, account_expired from users where client_id = ? order by id',
      [id],
    );

  test('shows the new dates, then moves those of the client and of the users that are not left out', async () => {
    const client = await createClient(app, { name: 'Lapsed', subscriptionEndDate: day(-10), accountExpired: true });
    const lapsed = await createUser(app, { client, fullName: 'A', subscriptionEndDate: day(-9), accountExpired: true });
    const barred = await createUser(app, { client, fullName: 'B', subscriptionEndDate: day(20), accountExpired: true });
    const ahead = await createUser(app, { client, fullName: 'C', subscriptionEndDate: day(900) });
    const left = await createUser(app, { client, fullName: 'D', subscriptionEndDate: day(5) });
    const { data } = await preview(client.id);
    const until = data?.renewal.until;
    expect(until.slice(5)).toBe(day(0).slice(5).replace('02-29', '02-28'));
    expect(data?.renewal).toMatchObject({ clientUntil: until, clientStaysExpired: false, total: 4 });
    expect(data?.renewal.users).toEqual([
      { user: { username: lapsed.username }, until, staysExpired: false },
      { user: { username: barred.username }, until, staysExpired: true },
      { user: { username: ahead.username }, until: day(900), staysExpired: false },
      { user: { username: left.username }, until, staysExpired: false },
    ]);

    const { data: renewed } = await renew({ id: client.id, version: 1, until, leaveOut: [left.id] });
    expect(renewed?.renewClient).toEqual({ subscriptionEndDate: until, accountExpired: false });
    expect(await endsOf(client.id)).toEqual([
      { username: lapsed.username, until, account_expired: false },
      { username: barred.username, until, account_expired: true },
      { username: ahead.username, until: day(900), account_expired: false },
      { username: left.username, until: day(5), account_expired: false },
    ]);
    const lines = await app.sql('select details from log_entries order by id desc limit 3');
    expect(lines.map(({ details }) => details)).toEqual([
      `Renewed the user ${barred.username}: expiration date ${day(20)} → ${until}`,
      `Renewed the user ${lapsed.username}: account expired yes → no, expiration date ${day(-9)} → ${until}`,
      `Renewed the client Lapsed and 2 of its 4 users: account expired yes → no, subscription end ${day(-10)} → ${until}`,
    ]);
    expect((await renew({ id: client.id, version: 1, until })).errors?.[0]?.extensions.code).toBe('CONFLICT');
  });

  test('refuses a day before today, and a client that is not there', async () => {
    const client = await createClient(app);
    expect(errorsOf(await renew({ id: client.id, until: day(-1) }))).toEqual({
      until: ['The new end date is before today.'],
    });
    expect((await preview(99_999)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await renew({ id: 99_999, until: day(1) })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('addUsers', () => {
  const add = (client: { id: number }, addresses: string[]) =>
    app.graph(
      `mutation ($input: AddUsersInput!) { addUsers(input: $input) {
        client { usersCount } users { username fullName role { authority } subscriptionEndDate }
      } }`,
      {
        input: {
          clientId: client.id,
          users: addresses.map((username) => ({ username })),
          subscriptionEndDate: day(100),
        },
      },
      admin,
    );

  test('adds locksmiths to the free seats and invites each of them', async () => {
    const client = await createClient(app, { maxUsers: 3 });
    await createUser(app, { client });
    const { data } = await add(client, ['first@new.example', ' second@new.example ']);
    expect(data?.addUsers).toEqual({
      client: { usersCount: 3 },
      users: ['first@new.example', 'second@new.example'].map((username) => ({
        username,
        fullName: username,
        role: { authority: 'ROLE_USER' },
        subscriptionEndDate: day(100),
      })),
    });
    const mails = await app.sql('select recipient, text from mails order by id desc limit 2');
    expect(mails.map(({ recipient }) => recipient)).toEqual(['second@new.example', 'first@new.example']);
    expect(new Set(mails.map(({ text }) => text.match(/^Temporary password: (.+)$/m)[1])).size).toBe(2);
    expect(await lastLog()).toBe('Created the user second@new.example');
  });

  test('adds none if one cannot be added, and says which', async () => {
    const client = await createClient(app, { name: 'Small', maxUsers: 2 });
    const { username } = await createUser(app);
    const refused = async (addresses: string[], text: string) => {
      expect(errorsOf(await add(client, addresses))).toEqual({ users: [text] });
      expect(await app.sql('select 1 from users where client_id = ?', [client.id])).toEqual([]);
    };
    await refused([], 'Enter at least one email address.');
    await refused(['a@b.example', 'a'], 'a: The username must be a valid email address.');
    await refused(['a@b.example', 'A@b.example'], 'A@b.example: This address is in the list twice.');
    await refused(
      ['a', 'a@b.example', 'b', 'A@b.example'],
      'a: The username must be a valid email address. b: The username must be a valid email address. A@b.example: This address is in the list twice.',
    );
    await refused(['a@b.example', username.toUpperCase()], `${username}: The username has already been taken.`);
    await refused(
      ['a@b.example', 'b@b.example', 'c@b.example'],
      'Only 2 of 2 seats are free, but you entered 3 users. Raise Max User first.',
    );
    expect(errorsOf(await add(client, ['a@b.example', 'b@b.example', username]))).toEqual({
      users: [
        'Only 2 of 2 seats are free, but you entered 3 users. Raise Max User first.',
        `${username}: The username has already been taken.`,
      ],
    });
  });
});

describe('mergeClients', () => {
  const merge = (input: object) =>
    app.graph(
      `mutation ($input: MergeClientsInput!) { mergeClients(input: $input) {
        name maxUsers usersCount subscriptionStartDate subscriptionEndDate description
      } }`,
      { input },
      admin,
    );

  test('moves users, seats, days and payments, and leaves a line for everybody', async () => {
    const from = await createClient(app, {
      name: 'Twice',
      primaryEmail: 'twice@example.com',
      maxUsers: 2,
      subscriptionStartDate: day(-90),
      subscriptionEndDate: day(400),
      description: 'Calls on Mondays',
    });
    const into = await createClient(app, { name: 'Once', maxUsers: 3, description: 'Pays early' });
    const moved = await createUser(app, { client: from });
    await createUser(app, { client: into });
    await app.sql(
      `insert into payments (user_id, username, amount_cents, subscription_end_date, client_id, created_at)
       values (?, 'x', 7995, now(), ?, now())`,
      [moved.id, from.id],
    );
    const ids = { fromId: from.id, intoId: into.id };
    const { data: shown } = await app.graph(
      `query ($fromId: ID!, $intoId: ID!) { clientMerge(fromId: $fromId, intoId: $intoId) {
        from { name } into { name } maxUsers usersCount subscriptionStartDate subscriptionEndDate
      } }`,
      ids,
      admin,
    );
    const result = {
      maxUsers: 5,
      usersCount: 2,
      subscriptionStartDate: day(-90),
      subscriptionEndDate: day(400),
    };
    expect(shown?.clientMerge).toEqual({ from: { name: 'Twice' }, into: { name: 'Once' }, ...result });
    const { data } = await merge({ ...ids, fromVersion: 1, intoVersion: 1 });
    expect(data?.mergeClients).toEqual({
      name: 'Once',
      ...result,
      description: `Pays early\n\n${day(0)}: merged with Twice (twice@example.com)\n\nCalls on Mondays`,
    });
    expect(await app.sql('select 1 from clients where id = ?', [from.id])).toEqual([]);
    expect(await app.sql('select client_id from users where id = ?', [moved.id])).toEqual([{ client_id: into.id }]);
    expect(await app.sql('select client_id from payments where user_id = ?', [moved.id])).toEqual([
      { client_id: into.id },
    ]);
    const lines = await app.sql('select details from log_entries order by id desc limit 3');
    expect(lines.map(({ details }) => details).sort()).toEqual([
      'Deleted the client Twice: merged into Once, with 1 user',
      `Merged the client Twice (twice@example.com) into Once: max users 3 → 5, subscription start ${day(-30)} → ${day(-90)}, subscription end ${day(300)} → ${day(400)}`,
      `Updated the user ${moved.username}: client Twice → Once`,
    ]);
  });

  test('refuses a client with itself, and one that changed since the preview', async () => {
    const [from, into] = [await createClient(app), await createClient(app)];
    expect(errorsOf(await merge({ fromId: from.id, intoId: from.id }))).toEqual({ intoId: ['Choose another client.'] });
    const stale = await merge({ fromId: from.id, intoId: into.id, intoVersion: 7 });
    expect(stale.errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await app.sql('select 1 from clients where id = ?', [from.id])).toHaveLength(1);
  });
});

describe('clients', () => {
  test.each(['NAME', 'PRIMARY_EMAIL', 'MAX_USERS', 'ACCOUNT_EXPIRED', 'SUBSCRIPTION_END_DATE'])(
    'sorts by %s both ways',
    async (sortBy) => {
      const list = async (dir: string) =>
        (
          await app.graph(
            `{ clients(sortBy: ${sortBy}, dir: ${dir}, limit: 100) { items { id usersCount } total } }`,
            {},
            admin,
          )
        ).data?.clients.items;
      expect(await list('DESC')).toEqual((await list('ASC')).reverse());
    },
  );

  test('clientOptions marks full clients', async () => {
    const client = await createClient(app, { name: '0 Full', maxUsers: 1, subscriptionEndDate: day(1) });
    await createUser(app, { client });
    const { data } = await app.graph('{ clientOptions { name maxUsers usersCount } }', {}, admin);
    expect(data?.clientOptions[0]).toEqual({ name: '0 Full', maxUsers: 1, usersCount: 1 });
  });
});
