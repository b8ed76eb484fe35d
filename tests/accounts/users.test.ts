import { describe, expect, test } from 'vitest';
import { Role } from '../../server/accounts/users/role.entity';
import { User } from '../../server/accounts/users/user.entity';
import { type Person, sharedApp, startApp } from '../support/app';
import { createClient, createUser, day, PASSWORD } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const save = (input: object, as = admin) =>
  app.graph(
    `mutation ($input: UserInput!) { saveUser(input: $input) {
      id username fullName client { id name usersCount } role { id authority } enabled accountExpired databaseDownloadAllowed
      subscriptionEndDate version
    } }`,
    { input },
    as,
  );
const remove = (id: unknown, as = admin) =>
  app.graph('mutation ($id: ID!) { deleteUser(input: { id: $id }) { id } }', { id }, as);
let count = 0;
const newUser = (clientId: unknown) => ({
  clientId,
  username: `new${++count}@example.com`,
  fullName: 'Nina New',
  roleId: '4',
  subscriptionEndDate: day(100),
});
const errorsOf = (answer: { errors?: { extensions: { errors?: object } }[] }) => answer.errors?.[0]?.extensions.errors;
const me = async (person: Person) => (await app.graph('{ me { username } }', {}, person)).data?.me;

describe('saveUser', () => {
  test('creates a user with the defaults, takes a seat, mails an invitation, and logs it', async () => {
    const client = await createClient(app, { name: 'Harbour' });
    const input = newUser(client.id);
    const { data } = await save({ ...input, username: `  ${input.username} ` });
    expect(data?.saveUser).toEqual({
      id: expect.any(String),
      username: input.username,
      fullName: 'Nina New',
      client: { id: String(client.id), name: 'Harbour', usersCount: 1 },
      role: { id: '4', authority: 'ROLE_USER' },
      enabled: true,
      accountExpired: false,
      databaseDownloadAllowed: false,
      subscriptionEndDate: day(100),
      version: 1,
    });
    const [mail] = await app.sql('select * from mails where recipient = ?', [input.username]);
    expect(mail?.text).toMatch(/^Temporary password: \S+$/m);
    expect(new Date(mail?.expires_at).getTime() - Date.now()).toBeGreaterThan(71 * 3_600_000);
    const [entry] = await app.sql('select details, username from log_entries order by id desc limit 1');
    expect(entry).toEqual({ details: `Created the user ${input.username}`, username: admin.user?.username });
  });

  test('changes the given fields, keeps the rest, and detects a stale edit', async () => {
    const user = await createUser(app);
    const { data } = await save({ id: user.id, version: 1, accountExpired: true, databaseDownloadAllowed: true });
    expect(data?.saveUser).toMatchObject({
      username: user.username,
      accountExpired: true,
      databaseDownloadAllowed: true,
      version: 2,
    });
    expect((await save({ id: user.id, version: 1, fullName: 'x' })).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await app.sql('select 1 from mails where recipient = ?', [user.username])).toEqual([]);
  });

  test('stores the expired flag and the date as sent, independently', async () => {
    const client = await createClient(app);
    const { data } = await save({ ...newUser(client.id), subscriptionEndDate: day(-5), accountExpired: false });
    expect(data?.saveUser).toMatchObject({ subscriptionEndDate: day(-5), accountExpired: false });
  });

  test('lists missing required fields, and names the field of each invalid value', async () => {
    expect(Object.keys(errorsOf(await save({})) ?? {}).sort()).toEqual([
      'clientId',
      'fullName',
      'roleId',
      'subscriptionEndDate',
      'username',
    ]);
    const client = await createClient(app);
    const taken = await createUser(app);
    for (const [change, field] of [
      [{ username: 'no address' }, 'username'],
      [{ username: taken.username.toUpperCase() }, 'username'],
      [{ fullName: ' ' }, 'fullName'],
      [{ clientId: '99999' }, 'clientId'],
      [{ clientId: 'x' }, 'clientId'],
      [{ roleId: '2' }, 'roleId'],
    ] as const) {
      expect(Object.keys(errorsOf(await save({ ...newUser(client.id), ...change })) ?? {})).toEqual([field]);
    }
  });

  test('a sign-in, a sign-out and a mailed password do not change the version', async () => {
    const user = await createUser(app);
    const sign = (as: Person) => app.graph('mutation { logout { username } }', {}, as);
    await app.rest('POST', '/login', { body: { userEmail: user.username, userPassword: PASSWORD } });
    await sign(await signedIn(app, user));
    await app.graph('mutation ($id: ID!) { sendPassword(input: { id: $id }) { id } }', { id: user.id }, admin);
    expect((await save({ id: user.id, version: 1, fullName: 'Edited' })).data?.saveUser.version).toBe(2);
  });

  test('disabling a user ends all of the user’s sessions at once', async () => {
    const user = await createUser(app);
    const [one, two] = [await signedIn(app, user), await signedIn(app, user)];
    await save({ id: user.id, enabled: false });
    expect(await app.sql('select 1 from sessions where user_id = ?', [user.id])).toEqual([]);
    expect([await me(one), await me(two)]).toEqual([null, null]);
    await save({ id: user.id, enabled: true });
    expect(await me(one)).toBeNull();
  });

  test('refuses a full client for a new or moved user, but not for a user it already has', async () => {
    const full = await createClient(app, { name: 'Tiny', maxUsers: 1 });
    const inside = await createUser(app, { client: full, enabled: false });
    const message = { clientId: ['All 1 seats of Tiny are taken.'] };
    expect(errorsOf(await save(newUser(full.id)))).toEqual(message);
    expect(errorsOf(await save({ id: (await createUser(app)).id, clientId: full.id }))).toEqual(message);
    expect((await save({ id: inside.id, clientId: full.id, fullName: 'Same' })).errors).toBeUndefined();
  });
});

describe('changing the username', () => {
  const mailsTo = (username: string) =>
    app.sql('select subject, text, sent_at from mails where recipient = ? order by id', [username]);
  const passwordIn = (mail: { text: string } | undefined) =>
    mail?.text.match(/^Temporary password: (\S+)$/m)?.[1] ?? '';
  const signIn = async (userEmail: string, userPassword: string, cookies: Record<string, string> = {}) =>
    app.app.inject({ method: 'POST', url: '/api/login', cookies, payload: { userEmail, userPassword } });

  test('ends the sessions and passwords of the old one, and invites the new one', async () => {
    const user = await createUser(app);
    const device = (await signIn(user.username, PASSWORD)).cookies.find(({ name }) => name === 'device')!.value;
    const session = await signedIn(app, user);
    await app.graph('mutation ($id: ID!) { sendPassword(input: { id: $id }) { id } }', { id: user.id }, admin);
    const [old] = await mailsTo(user.username);
    const username = `successor${++count}@example.com`;
    const { data } = await save({ id: user.id, version: 1, username });
    expect(data?.saveUser).toMatchObject({ username, version: 2 });
    expect(await me(session)).toBeNull();
    for (const [name, password] of [
      [username, PASSWORD],
      [username, passwordIn(old as { text: string })],
      [user.username, PASSWORD],
    ] as const) {
      expect((await signIn(name, password)).statusCode).toBe(401);
    }
    const [notice, ...more] = await mailsTo(user.username);
    expect([notice?.subject, more]).toEqual(['The username of your account has changed', []]);
    expect(notice?.text).toContain(`${admin.user?.username} has given your account another username.`);
    expect(notice?.text).not.toContain(username);
    expect(await app.sql('select 1 from devices where user_id = ?', [user.id])).toEqual([]);
    const [invitation, ...others] = await mailsTo(username);
    expect([invitation?.subject, others]).toEqual(['Welcome to Motokey', []]);
    const entered = await signIn(username, passwordIn(invitation as { text: string }), { device });
    expect(entered.statusCode).toBe(200);
    const [entry] = await app.sql('select details from log_entries where username = ? order by id desc limit 1', [
      admin.user?.username,
    ]);
    expect(entry?.details).toBe(
      `Updated the user ${username}: changed the username from ${user.username}, ended its sessions, API tokens and password, and sent an invitation`,
    );
  });

  test('voids an invitation that was sent to a mistyped address', async () => {
    const client = await createClient(app);
    const mistyped = `mistypde${++count}@example.com`;
    const { data } = await save({ ...newUser(client.id), username: mistyped });
    const [wrong] = await mailsTo(mistyped);
    await app.sql('update mails set sent_at = now() where recipient = ?', [mistyped]);
    const username = `mistyped${count}@example.com`;
    await save({ id: data?.saveUser.id, username });
    expect(await mailsTo(mistyped)).toHaveLength(1);
    expect((await signIn(mistyped, passwordIn(wrong as { text: string }))).statusCode).toBe(401);
    expect((await signIn(username, passwordIn(wrong as { text: string }))).statusCode).toBe(401);
  });

  test('only in case or surrounding spaces keeps sessions and sends no mail', async () => {
    const user = await createUser(app);
    const session = await signedIn(app, user);
    const { data } = await save({ id: user.id, username: ` ${user.username.toUpperCase()} ` });
    expect(data?.saveUser.username).toBe(user.username.toUpperCase());
    expect(await me(session)).toEqual({ username: user.username.toUpperCase() });
    expect(await mailsTo(user.username.toUpperCase())).toEqual([]);
  });

  test('keeps other mail to the old address', async () => {
    const user = await createUser(app);
    await app.sql(
      `insert into mails (recipient, subject, text, next_try_at, expires_at, created_at)
       values (?, 'Your payment is being refunded', 'Hello', now(), now() + interval '1 day', now())`,
      [user.username],
    );
    await save({ id: user.id, username: `moved${++count}@example.com` });
    expect(await mailsTo(user.username)).toHaveLength(1);
  });

  test('is refused to administrators for their own account, without side effects', async () => {
    const self = await people.administrator(app);
    const refused = await save({ id: self.user!.id, username: `self${++count}@example.com` }, self);
    expect(errorsOf(refused)).toEqual({
      username: ['You cannot change your own username: ask another administrator to do it.'],
    });
    expect(await me(self)).toEqual({ username: self.user!.username });
    expect(
      (await save({ id: self.user!.id, username: self.user!.username, fullName: 'Me' }, self)).errors,
    ).toBeUndefined();
  });

  test('allows only plain letters in new usernames; existing ones are kept', async () => {
    const client = await createClient(app);
    for (const username of ['admİn@example.com', 'ünal@example.com', 'ａｄｍｉｎ@example.com']) {
      expect(errorsOf(await save({ ...newUser(client.id), username }))).toEqual({
        username: ['The username may contain only plain letters (a to z), digits and symbols.'],
      });
    }
    const user = await createUser(app, { username: 'Ünsal@example.com' });
    expect((await save({ id: user.id, username: 'Ünsal@example.com', fullName: 'Ü' })).errors).toBeUndefined();
  });
});

describe('the last seat', () => {
  test('is taken once when many users are created or moved at the same time on two servers', async () => {
    const other = await startApp({ sharing: app });
    for (let round = 0; round < 3; round++) {
      const client = await createClient(app, { maxUsers: 2 });
      await createUser(app, { client });
      const movers = await Promise.all(Array.from({ length: 6 }, () => createUser(app)));
      const answers = await Promise.all([
        ...Array.from({ length: 14 }, (_, index) =>
          (index % 2 ? other : app).graph(
            'mutation ($input: UserInput!) { saveUser(input: $input) { id } }',
            { input: newUser(client.id) },
            admin,
          ),
        ),
        ...movers.map((user, index) =>
          (index % 2 ? other : app).graph(
            'mutation ($input: UserInput!) { saveUser(input: $input) { id } }',
            { input: { id: user.id, clientId: client.id } },
            admin,
          ),
        ),
      ]);
      expect(answers.filter((answer) => answer.data).length).toBe(1);
      expect(new Set(answers.flatMap((answer) => answer.errors?.[0]?.extensions.code ?? []))).toEqual(
        new Set(['BAD_USER_INPUT']),
      );
      const [row] = await app.sql('select count(*)::int as n from users where client_id = ?', [client.id]);
      expect(row?.n).toBe(2);
    }
    await other.close();
  });

  test('cannot be removed while a user is taking it', async () => {
    for (let round = 0; round < 6; round++) {
      const client = await createClient(app, { maxUsers: 2 });
      await createUser(app, { client });
      await Promise.all([
        save(newUser(client.id)),
        app.graph(
          'mutation ($input: ClientInput!) { saveClient(input: $input) { id } }',
          { input: { id: client.id, maxUsers: 1 } },
          admin,
        ),
      ]);
      const [row] = await app.sql(
        'select max_users, (select count(*)::int from users where client_id = clients.id) as n from clients where id = ?',
        [client.id],
      );
      expect(row?.n).toBeLessThanOrEqual(row?.max_users);
    }
  });
});

describe('administrators', () => {
  test('cannot delete, disable or demote themselves', async () => {
    const id = admin.user?.id;
    expect(errorsOf(await save({ id, enabled: false }))).toHaveProperty('enabled');
    expect(errorsOf(await save({ id, roleId: '4' }))).toHaveProperty('roleId');
    expect(errorsOf(await remove(id))).toHaveProperty('roleId');
    expect(await me(admin)).not.toBeNull();
  });

  test('who demote, disable and delete each other concurrently leave one administrator', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await startApp();
      const two = [await people.administrator(own), await people.administrator(own)] as const;
      const act = (as: Person, other: Person) =>
        round % 2
          ? own.graph('mutation ($id: ID!) { deleteUser(input: { id: $id }) { id } }', { id: other.user?.id }, as)
          : own.graph(
              'mutation ($input: UserInput!) { saveUser(input: $input) { id } }',
              { input: { id: other.user?.id, ...(round ? { enabled: false } : { roleId: '4' }) } },
              as,
            );
      // Blocked at the log until both have passed their checks and wait for the log or for each other.
      const holdUp = own.orm.em.fork();
      await holdUp.begin();
      await holdUp.execute('lock table log_entries in exclusive mode');
      const acts = Promise.all([act(two[0], two[1]), act(two[1], two[0])]);
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await own.sql(waiting)).length).toBe(2);
      await holdUp.rollback();
      const answers = await acts;
      const codes = answers.flatMap((answer) => answer.errors?.[0]?.extensions.code ?? []);
      expect(codes).toEqual(['BAD_USER_INPUT']);
      const rows = await own.sql('select 1 from users where role_id = ? and enabled', [Role.ADMIN]);
      expect(rows).toHaveLength(1);
      await own.close();
    }
  });
});

describe('deleteUser', () => {
  test('frees the seat and ends the sessions; the user’s log entries keep the name', async () => {
    const user = await createUser(app);
    const person = await signedIn(app, user);
    await app.graph('mutation { createLogEntry(input: { details: "looked around" }) { id } }', {}, person);
    expect((await remove(user.id)).data?.deleteUser.id).toBe(String(user.id));
    expect(await me(person)).toBeNull();
    expect(await app.sql('select user_id, details from log_entries where username = ?', [user.username])).toEqual([
      { user_id: null, details: 'looked around' },
    ]);
    expect((await remove(user.id)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('users', () => {
  const list = async (variables: object) =>
    (
      await app.graph(
        `query ($search: String, $clientId: ID, $sortBy: UserSort, $dir: SortDirection, $limit: Int) {
          users(filter: { search: $search, clientId: $clientId }, sortBy: $sortBy, dir: $dir, limit: $limit) {
            total items { id username client { name } role { authority } } } }`,
        variables,
        admin,
      )
    ).data?.users;

  test('searches usernames and full names for a substring in any case, and filters by client', async () => {
    const client = await createClient(app, { name: 'Searchers' });
    const [one] = [await createUser(app, { client, fullName: 'Örjan 100%', username: 'orjan_x@example.com' })];
    await createUser(app, { client, fullName: 'Somebody Else' });
    for (const search of ['öRJ', '100%', 'AN_X', '  orjan ']) {
      expect(await list({ search })).toMatchObject({ total: 1, items: [{ id: String(one?.id) }] });
    }
    expect(await list({ search: 'orjan', clientId: String(admin.user?.client.id) })).toEqual({ total: 0, items: [] });
    expect((await list({ clientId: String(client.id) })).total).toBe(2);
  });

  test('are newest first by default', async () => {
    const user = await createUser(app);
    expect((await list({})).items[0].id).toBe(String(user.id));
  });

  test.each([
    'USERNAME',
    'FULL_NAME',
    'CLIENT',
    'ROLE',
    'ENABLED',
    'ACCOUNT_EXPIRED',
    'SUBSCRIPTION_END_DATE',
    'CREATED_AT',
  ])('sort by %s both ways', async (sortBy) => {
    const [ascending, descending] = [
      await list({ sortBy, dir: 'ASC', limit: 100 }),
      await list({ sortBy, dir: 'DESC', limit: 100 }),
    ];
    expect(descending.items).toEqual([...ascending.items].reverse());
  });
});

describe('the log', () => {
  test('is newest first, 50 a page, and marks entries written by a client program', async () => {
    const person = await people.locksmith(app);
    await app.graph('mutation { createLogEntry(input: { details: "from outside" }) { id } }', {}, person);
    const { data } = await app.graph('{ logEntries { total items { username details fromClient } } }', {}, admin);
    expect(data?.logEntries.items[0]).toEqual({
      username: person.user?.username,
      details: 'from outside',
      fromClient: true,
    });
    expect(data?.logEntries.items.length).toBe(Math.min(50, data?.logEntries.total));
    for (const sortBy of ['USER', 'DETAILS', 'CREATED_AT']) {
      const sorted = async (dir: string) =>
        (await app.graph(`{ logEntries(sortBy: ${sortBy}, dir: ${dir}, limit: 100) { items { id } } }`, {}, admin)).data
          ?.logEntries.items;
      const [up, down] = [await sorted('ASC'), await sorted('DESC')];
      if (data?.logEntries.total <= 100) expect(down).toEqual([...up].reverse());
    }
  });
});

/* docs/look.md, "Inch and mm". */
test('chooseLengthUnit keeps the unit of the caller, on every device', async () => {
  const [user, other] = [await createUser(app), await createUser(app)];
  const devices = [await signedIn(app, user), await signedIn(app, user), await signedIn(app, other)] as const;
  const units = () =>
    Promise.all(devices.map(async (one) => (await app.graph('{ me { lengthUnit } }', {}, one)).data?.me.lengthUnit));
  expect(await units()).toEqual([null, null, null]);
  const choose = (unit: string) =>
    app.graph(`mutation { chooseLengthUnit(input: { unit: ${unit} }) { username lengthUnit } }`, {}, devices[0]);
  for (const unit of ['MM', 'INCH']) {
    expect((await choose(unit)).data?.chooseLengthUnit).toEqual({ username: user.username, lengthUnit: unit });
    expect(await units()).toEqual([unit, unit, null]);
  }
  expect((await choose('CM')).errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(await app.sql('select version from users where id = ?', [user.id])).toEqual([{ version: 1 }]);
});

/* docs/rules.md, "Tour". */
describe('skipTour', () => {
  const due = async (person: Person) => (await app.graph('{ me { tourDue } }', {}, person)).data?.me.tourDue;
  const skip = (person: Person) => app.graph('mutation { skipTour { username tourDue } }', {}, person);
  const added = async (input: object) => {
    const { data } = await save(input);
    return app.orm.em.fork().findOneOrFail(User, Number(data?.saveUser.id), { populate: ['role', 'client'] });
  };

  test('ends the tour of a new user on every device, and of nobody else', async () => {
    const client = await createClient(app);
    const user = await added(newUser(client.id));
    const other = await signedIn(app, await added(newUser(client.id)));
    const [phone, desk] = [await signedIn(app, user), await signedIn(app, user)];
    expect([await due(phone), await due(desk)]).toEqual([true, true]);
    const { data } = await skip(phone);
    expect(data?.skipTour).toEqual({ username: user.username, tourDue: false });
    expect([await due(phone), await due(desk), await due(other)]).toEqual([false, false, true]);
    expect((await skip(desk)).data?.skipTour.tourDue).toBe(false);
    const [row] = await app.sql('select version from users where id = ?', [user.id]);
    expect(row?.version).toBe(1);
  });

  test('is of no use to administrators, and to users who were there before it', async () => {
    const client = await createClient(app);
    const administrator = await added({ ...newUser(client.id), roleId: '1' });
    expect(await due(await signedIn(app, administrator))).toBe(false);
    const [old] = await app.sql(
      `insert into users (username, full_name, client_id, role_id, enabled, account_expired, database_download_allowed,
         subscription_end_date, created_at, updated_at)
       values ('before@example.com', 'B', ?, 4, true, false, false, ?, now(), now()) returning tour_due`,
      [client.id, day(9)],
    );
    expect(old).toEqual({ tour_due: false });
  });
});
