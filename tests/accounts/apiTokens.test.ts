import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tellOfTokens } from '../../server/accounts/apiTokens/apiToken.operations';
import { resetSecondFactorAtTerminal } from '../../server/accounts/secondFactor/resetSecondFactor.operations';
import { TokenScope } from '../../server/accounts/tokenScope';
import { giveNewPassword } from '../../server/accounts/users/terminal.operations';
import { migrationsOf } from '../../server/database';
import { type Person, sharedApp } from '../support/app';
import { createClient, createMake, createModel, createUser, day, PASSWORD } from '../support/factories';
import { people, sharedPerson, signedIn, withToken } from '../support/people';
import { act } from '../support/sheets';
import { answered } from '../support/tables';

const LOOKUP = [TokenScope.LOOKUP];
const ACCOUNTS = [TokenScope.ACCOUNTS];

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const TOKEN = '{ id name hint scopes state expiresAt createdBy lastUsedAt lastIp user { username } }';
const create = (input: object, as: Person = admin) =>
  app.graph(
    `mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { secret token ${TOKEN} } }`,
    { input },
    as,
  );
const rotate = (input: object, as: Person = admin) =>
  app.graph(
    `mutation ($input: RotateApiTokenInput!) { rotateApiToken(input: $input) { secret token ${TOKEN} } }`,
    { input },
    as,
  );
const revoke = (id: unknown) =>
  app.graph(`mutation ($id: ID!) { revokeApiToken(input: { id: $id }) { state } }`, { id: String(id) }, admin);
const list = async (args: string) =>
  (await app.graph(`{ apiTokens(${args}) { total items ${TOKEN} } }`, {}, admin)).data?.apiTokens;
const makes = (as: Person, headers = {}) => app.rest('GET', '/company-detail/list', { as, headers });
const me = (as: Person) => app.graph('{ me { username } }', {}, as);
const lines = async (kind: string) =>
  (await app.sql<{ details: string }>('select details from log_entries where kind = ? order by id', [kind])).map(
    ({ details }) => details,
  );
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('createApiToken', () => {
  test('shows the secret once, stores only its hash, and logs who it is for', async () => {
    const user = await createUser(app);
    const answer = await create({ userId: user.id, name: 'Key machine', scopes: ['DOWNLOAD', 'LOOKUP'] });
    const { token, secret } = answer.data!.createApiToken;
    expect(secret).toMatch(/^mk_[\w-]{43}$/);
    expect(token).toMatchObject({
      name: 'Key machine',
      hint: `…${secret.slice(-4)}`,
      scopes: ['LOOKUP', 'DOWNLOAD'],
      state: 'WORKING',
      createdBy: admin.user!.username,
      lastUsedAt: null,
      lastIp: '',
      user: { username: user.username },
    });
    const [row] = await app.sql('select * from api_tokens where id = ?', [token.id]);
    expect(row?.token_hash).toBe(hash('sha256', secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await me({ apiToken: secret })).data?.me).toEqual({ username: user.username });
    expect((await lines('API_TOKEN_CREATED')).at(-1)).toBe(
      `Created the API token “Key machine” of ${user.username} for lookup, download, until ${day(90)}`,
    );
  });

  test('says what is wrong, by field', async () => {
    const user = await createUser(app);
    const disabled = await createUser(app, { enabled: false });
    const errors = async (input: object) => {
      const answer = await create({ userId: user.id, name: 'x', scopes: ['LOOKUP'], ...input });
      return answer.errors?.[0]?.extensions.errors;
    };
    expect(await errors({ name: ' ', scopes: [], expiresAt: inDays(366.01) })).toEqual({
      name: ['The name field is required.'],
      scopes: ['Choose at least one scope.'],
      expiresAt: ['A token works for 366 days at most.'],
    });
    expect(await errors({ expiresAt: inDays(-1) })).toEqual({ expiresAt: ['The expiry must be in the future.'] });
    expect(await errors({ userId: disabled.id })).toEqual({ userId: ['This user is disabled.'] });
    expect(await errors({ userId: 999_999 })).toEqual({ userId: ['There is no such user.'] });
  });

  test('gives a user at most twenty tokens that work', async () => {
    const user = await createUser(app);
    const made = await Promise.all(Array.from({ length: 20 }, () => withToken(app, user, { scopes: [] })));
    const more = () => create({ userId: user.id, name: 'One more', scopes: ['LOOKUP'] });
    expect((await more()).errors?.[0]?.extensions.errors).toEqual({
      userId: ['This user has 20 tokens: revoke one first.'],
    });
    await revoke(made[0]?.id);
    expect((await more()).errors).toBeUndefined();
    // Nor by rotating one that has expired.
    const { id } = await withToken(app, user, { scopes: LOOKUP, expiresAt: new Date(Date.now() - 1_000) });
    const rotated = await rotate({ id: String(id), expiresAt: inDays(30) });
    expect(rotated.errors?.[0]?.extensions.code).toBe('CONFLICT');
  });
});

const mailsTo = (recipient: string) =>
  app.sql<{ subject: string; text: string }>('select subject, text from mails where recipient = ? order by id', [
    recipient,
  ]);
const mine = async (what: string, as: Person) => {
  const { data, errors } = await app.graph(what, {}, as);
  return errors?.[0]?.extensions.code ?? Object.values(data!)[0];
};

describe('the user of a token', () => {
  test('is told by mail of each new secret: who made it, and where it is revoked', async () => {
    const user = await createUser(app);
    const { token } = (await create({ userId: user.id, name: 'Mirror', scopes: ['LOOKUP'] })).data!.createApiToken;
    await rotate({ id: token.id });
    const boss = await people.administrator(app);
    await create({ userId: boss.user!.id, name: 'Own', scopes: ['LOOKUP'] }, boss);
    const [made, rotated] = await mailsTo(user.username);
    expect(made).toMatchObject({
      subject: 'A program can act in your name',
      text: expect.stringContaining(`${admin.user!.username} has made the API token “Mirror” for you.`),
    });
    expect(made?.text).toContain(`Mirror (${token.hint}): lookup; by ${admin.user!.username}; until `);
    expect(made?.text).toMatch(/API tokens:\nhttp\S+\/security/);
    expect(rotated?.text).toContain(`${admin.user!.username} has given your API token “Mirror” a new secret`);
    expect((await mailsTo(boss.user!.username))[0]?.text).toContain('You have made the API token “Own”.');
  });

  test('sees it, can revoke it, and sees nobody else’s', async () => {
    const user = await createUser(app);
    const [reader, other] = [await signedIn(app, user), await people.locksmith(app)];
    const program = await withToken(app, user, { name: 'Mirror', scopes: LOOKUP });
    const LIST = '{ myApiTokens { id name hint scopes state createdBy expiresAt lastUsedAt confirmedAt } }';
    expect(await mine(LIST, reader)).toMatchObject([
      { id: String(program.id), name: 'Mirror', scopes: ['LOOKUP'], state: 'WORKING', confirmedAt: null },
    ]);
    expect(await mine(LIST, other)).toEqual([]);
    const end = `mutation { revokeMyApiToken(input: { id: ${program.id} }) { state } }`;
    const confirm = `mutation { confirmMyApiToken(input: { id: ${program.id} }) { state } }`;
    expect([await mine(end, other), await mine(confirm, other)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    // Nor does a program look after tokens.
    expect([await mine(LIST, program), await mine(end, program), await mine(confirm, program)]).toEqual(
      Array(3).fill('FORBIDDEN'),
    );
    expect(await mine(end, reader)).toEqual({ state: 'REVOKED' });
    expect((await makes(program)).statusCode).toBe(401);
    expect(await mine(confirm, reader)).toBe('CONFLICT');
    expect((await lines('API_TOKEN_REVOKED')).at(-1)).toBe(
      `Revoked the API token “Mirror”; its user is ${user.username}`,
    );
    // What administrators know of users is not part of it, and takes nothing with it.
    const { data, errors } = await app.graph('{ myApiTokens { name user { username } } }', {}, reader);
    expect([data?.myApiTokens, errors?.[0]?.extensions.code]).toEqual([[{ name: 'Mirror', user: null }], 'FORBIDDEN']);
  });

  test('sees those that work before those that have ended, however many', async () => {
    const user = await createUser(app);
    const program = await withToken(app, user, { name: 'Mirror', scopes: LOOKUP });
    await app.sql(
      `insert into api_tokens (user_id, name, token_hash, hint, scopes, registered_only, expires_at, revoked_at, created_by, created_at, updated_at)
       select user_id, name, md5(n::text), hint, scopes, registered_only, now(), case when n < 60 then now() end, created_by,
         now() + n * interval '1 minute', now()
       from api_tokens, generate_series(1, 120) n where id = ?`,
      [program.id],
    );
    const listed = await mine('{ myApiTokens { id } }', await signedIn(app, user));
    expect([listed.length, listed[0]]).toEqual([100, { id: String(program.id) }]);
  });

  test('confirms that it reads what they and their company keep; a new secret has to be confirmed again', async () => {
    const model = await createModel(app, await createMake(app), { ilco: 'X138' });
    const user = await createUser(app, { databaseDownloadAllowed: true });
    const reader = await signedIn(app, user);
    const scopes = [TokenScope.LOOKUP, TokenScope.DOWNLOAD];
    const program = await withToken(app, user, { scopes });
    const write = (mutation: string) => app.graph(`mutation { ${mutation} { __typename } }`, {}, reader);
    const written = [
      await write(`saveOwnValue(input: { modelId: "${model.id}", field: ILCO, value: "X9" })`),
      await write(`saveCompanyNote(input: { modelId: "${model.id}", text: "Ours" })`),
      await write(`saveVerdict(input: { modelId: "${model.id}", verdicts: [{ field: ILCO, worked: true }] })`),
    ];
    expect(written.map(({ errors }) => errors?.[0]?.message)).toEqual([undefined, undefined, undefined]);
    const id = `modelId: "${model.id}"`;
    const READS = [
      `{ ownValues(${id}) { value } }`,
      `{ companyNotes(${id}) { text } }`,
      '{ ownSheets { total } }',
      '{ vanBlanks { total } }',
      `{ vanBlanksFor(${id}) { keepsList } }`,
      '{ recentSheets { name } }',
      '{ newsOfPins }',
      '{ myCorrections { total } }',
    ];
    const asked = async (as: Person) => {
      const answers = [];
      for (const read of READS) answers.push(await mine(read, as));
      const csv = await app.app.inject({
        url: '/our-sheets.csv',
        headers: as.apiToken ? { authorization: `Bearer ${as.apiToken}` } : { cookie: `session=${as.token}` },
      });
      const { own } = (await mine(`{ evidence(${id}) { own { field } } }`, as)) as { own: object[] };
      return { answers, csv: csv.statusCode, own };
    };
    const refused = { answers: READS.map(() => 'FORBIDDEN'), csv: 403, own: [] };
    const shown = await asked(reader);
    expect(shown).toMatchObject({
      answers: [
        [{ value: 'X9' }],
        [{ text: 'Ours' }],
        { total: 1 },
        { total: 0 },
        {},
        [{ name: model.name }],
        0,
        { total: 0 },
      ],
      csv: 200,
    });
    expect(shown.own).toEqual([{ field: 'ILCO' }]);
    expect(await asked(program)).toEqual(refused);
    // The catalogue it reads all the same.
    expect((await makes(program)).statusCode).toBe(200);
    const confirm = `mutation { confirmMyApiToken(input: { id: ${program.id} }) { confirmedAt } }`;
    expect(await mine(confirm, reader)).toEqual({ confirmedAt: expect.any(String) });
    expect(await asked(program)).toEqual(shown);
    expect((await lines('API_TOKEN_CONFIRMED')).at(-1)).toMatch(/^Confirmed the API token “Program” /);
    const { secret } = (await rotate({ id: String(program.id) })).data!.rotateApiToken;
    expect(await asked({ apiToken: secret })).toEqual(refused);
  });
});

describe('another administrator', () => {
  test('can make or rotate no token of an administrator, only revoke it', async () => {
    const boss = await people.administrator(app);
    const own = await create({ userId: boss.user!.id, name: 'Own', scopes: ['LOOKUP'] }, boss);
    const { id } = own.data!.createApiToken.token;
    const made = await create({ userId: boss.user!.id, name: 'x', scopes: ['LOOKUP'] });
    expect(made.errors?.[0]?.extensions.errors).toEqual({ userId: ['Administrators make their own API tokens.'] });
    expect((await rotate({ id })).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect((await rotate({ id }, boss)).errors).toBeUndefined();
    expect((await revoke(id)).data?.revokeApiToken).toEqual({ state: 'REVOKED' });
  });
});

describe('what a program does', () => {
  test('names its token: in the log, histories, changes of many models, and the access audit', async () => {
    const make = await createMake(app);
    const [one, two] = [await createModel(app, make), await createModel(app, make)];
    const boss = await people.administrator(app);
    const program = await withToken(app, boss.user!, { name: 'Mirror', scopes: Object.values(TokenScope) });
    const call = async (as: Person, document: string) => {
      const { data, errors } = await app.graph(`mutation { ${document} }`, {}, as);
      expect(errors).toBeUndefined();
      return Object.values(data!)[0] as { id: string };
    };
    const report = { make: make.displayName, model: one.name, year: one.year, email: 'a@b.example', comment: 'x' };
    const sent = async () => {
      const { data } = await app.graph(
        'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }',
        { input: { ...report, modelId: String(one.id), proposals: [{ field: 'ILCO', proposed: 'X1' }] } },
        boss,
      );
      return data!.createCorrection.id;
    };
    const told = async (as: Person) => {
      const since = (await app.sql('select coalesce(max(id), 0) as id from log_entries'))[0]!.id;
      await call(as, `saveModel(input: { id: ${one.id}, silca: "${as === program ? 'P' : 'B'}" }) { id }`);
      await app.rest('POST', `/products/${two.id}`, { as, body: { jma: as === program ? 'P' : 'B' } });
      const system = await call(as, `saveKeySystem(input: { name: "${as === program ? 'P' : 'B'}" }) { id }`);
      await call(as, `applyCorrection(input: { id: ${await sent()}, fields: [] }) { id }`);
      await call(as, `saveUser(input: { id: ${(await createUser(app)).id}, fullName: "Other" }) { id }`);
      const set = `selection: { ids: [${two.id}] }, field: LISHI, value: "${as === program ? 'P' : 'B'}"`;
      const staged = await call(as, `setModelField(input: { ${set} }) { id }`);
      await act(app, as, 'applyImport', staged.id);
      await app.rest('GET', '/products/download', { as });
      const of = async (table: string, where: string) =>
        (await app.sql(`select distinct token from ${table} where ${where}`)).map(({ token }) => token);
      return {
        log: await of('log_entries', `id > ${since} and user_id = ${boss.user!.id}`),
        models: await of(
          'model_changes',
          `user_id = ${boss.user!.id} and id > (select max(id) - 3 from model_changes)`,
        ),
        systems: await of('key_system_changes', `key_system_id = ${system.id}`),
        imports: await of('imports', `id = ${staged.id}`),
      };
    };
    const by = (token: string | null) => ({ log: [token], models: [token], systems: [token], imports: [token] });
    expect(await told(boss)).toEqual(by(null));
    expect(await told(program)).toEqual(by('Mirror'));
    const shown = await app.graph(
      `{ model(id: ${two.id}) { history { items { token } } }
        logEntries(limit: 1, filter: { user: "${boss.user!.username}" }) { items { token } }
        imports(limit: 1) { items { token } }
        accesses(limit: 1, filter: { kind: EXPORTED }) { items { username token } } }`,
      {},
      admin,
    );
    expect(shown.errors).toBeUndefined();
    expect(shown.data).toMatchObject({
      model: { history: { items: [{ token: 'Mirror' }, { token: 'Mirror' }, { token: null }, { token: null }] } },
      logEntries: { items: [{ token: 'Mirror' }] },
      imports: { items: [{ token: 'Mirror' }] },
      accesses: { items: [{ username: boss.user!.username, token: 'Mirror' }] },
    });
    // What its scopes do not allow, too.
    const reader = await withToken(app, boss.user!, { name: 'Reader', scopes: LOOKUP });
    await app.graph('{ users { total } }', {}, reader);
    expect(await app.sql('select kind, token from log_entries order by id desc limit 1')).toEqual([
      { kind: 'REFUSED', token: 'Reader' },
    ]);
  });
});

describe('the list', () => {
  test('is searched, filtered and sorted', async () => {
    const [one, two] = [await createUser(app), await createUser(app)];
    const zebra = await withToken(app, one, { name: 'Zebra' });
    const alpha = await withToken(app, one, { name: 'Alpha', expiresAt: new Date(Date.now() - 1_000) });
    await withToken(app, two, { name: 'Zebra' });
    await revoke(zebra.id);
    const names = async (args: string) => (await list(args)).items.map(({ name }: { name: string }) => name);
    const of = `userId: "${one.id}"`;
    expect(await names(`sortBy: NAME, dir: ASC, filter: { ${of} }`)).toEqual(['Alpha', 'Zebra']);
    expect(await names(`filter: { ${of}, state: REVOKED }`)).toEqual(['Zebra']);
    expect(await names(`filter: { ${of}, state: EXPIRED }`)).toEqual(['Alpha']);
    expect(await names(`filter: { ${of}, state: WORKING }`)).toEqual([]);
    expect((await list('filter: { search: "zEBR" }')).total).toBe(2);
    expect(await names(`sortBy: USER, filter: { search: "${one.username}" }, limit: 1, page: 2`)).toHaveLength(1);
    expect(alpha.id).toBeGreaterThan(0);
  });
});

describe('a token', () => {
  test('stands in for the cookie on the graph and REST, and sets none', async () => {
    const program = await withToken(app, await createUser(app), { scopes: LOOKUP });
    const answer = await makes(program);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
    // A page of another origin cannot know a token, so there is no rule about origins.
    expect(
      (await makes(program, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })).statusCode,
    ).toBe(200);
    const post = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `bearer ${program.apiToken}`, origin: 'https://elsewhere.example' },
      payload: { query: '{ makeOptions { id } }' },
    });
    expect(post.json().errors).toBeUndefined();
    // There is nothing to sign in to, as the OpenAPI document says.
    const login = await app.rest('POST', '/login', {
      as: program,
      body: { username: program.user!.username, password: PASSWORD },
    });
    expect([login.statusCode, login.headers['set-cookie']]).toEqual([403, undefined]);
    const { paths } = (await app.rest('GET', '/openapi.json')).json();
    expect(paths['/login'].post.description).toContain(
      'Programs do not sign in: their API tokens are the credential of each call, and with one this is 403.',
    );
    // With both, only the token counts.
    const signedInAdmin = { cookie: `session=${admin.token}` };
    expect((await app.rest('GET', '/users', { as: program, headers: signedInAdmin })).statusCode).toBe(403);
    expect((await app.rest('GET', '/users', { as: { apiToken: 'mk_wrong' }, headers: signedInAdmin })).statusCode).toBe(
      401,
    );
  });

  test('has the time and the address of its last use, to within ten minutes', async () => {
    const program = await withToken(app, await createUser(app), { scopes: LOOKUP });
    const used = async () =>
      (await app.sql('select last_used_at, last_ip from api_tokens where id = ?', [program.id]))[0];
    await makes(program);
    const first = await used();
    expect(first).toEqual({ last_used_at: expect.any(String), last_ip: '127.0.0.1' });
    await makes(program);
    expect(await used()).toEqual(first);
    await app.sql(`update api_tokens set last_used_at = now() - interval '11 minutes', scopes = scopes where id = ?`, [
      program.id,
    ]);
    await makes(program);
    expect((await used())?.last_used_at > first?.last_used_at).toBe(true);
  });

  test('that is refused for its scope is named in the log', async () => {
    const program = await withToken(app, (await people.administrator(app)).user!, {
      name: 'Reader of sheets',
      scopes: LOOKUP,
    });
    const answer = await app.graph('{ users { total } }', {}, program);
    expect(answer.errors?.[0]).toMatchObject({
      message: 'This API token does not have the scope ACCOUNTS.',
      extensions: { code: 'FORBIDDEN' },
    });
    expect((await app.graph('{ mySessions { id } }', {}, program)).errors?.[0]?.message).toBe(
      'This is not open to API tokens.',
    );
    expect((await lines('REFUSED')).at(-1)).toMatch(
      /^Was refused an operation with the API token “Reader of sheets” from /,
    );
  });

  test('changes and makes no administrator, its own user included', async () => {
    const boss = (await people.administrator(app)).user!;
    const program = await withToken(app, boss, { scopes: ACCOUNTS });
    const locksmith = await createUser(app);
    const save = async (input: object) =>
      (await app.graph(`mutation ($input: UserInput!) { saveUser(input: $input) { id } }`, { input }, program))
        .errors?.[0]?.extensions.code;
    expect(await save({ id: String(boss.id), fullName: 'Me' })).toBe('FORBIDDEN');
    expect(await save({ id: String(locksmith.id), roleId: '1' })).toBe('FORBIDDEN');
    const fresh = {
      username: 'boss@new.example',
      fullName: 'B',
      subscriptionEndDate: day(9),
      clientId: locksmith.client.id,
    };
    expect(await save({ ...fresh, roleId: '1' })).toBe('FORBIDDEN');
    expect((await app.rest('DELETE', `/users/${admin.user!.id}`, { as: program })).statusCode).toBe(403);
    expect(await save({ id: String(locksmith.id), fullName: 'Renamed' })).toBeUndefined();
    // Nor with the company that they belong to.
    const call = async (mutation: string) =>
      (await app.graph(`mutation { ${mutation} { id } }`, {}, program)).errors?.[0]?.extensions.code;
    const renew = (id: number) => call(`renewClient(input: { id: ${id}, until: "${day(400)}" })`);
    const [theirs, other] = [boss.client.id, locksmith.client.id];
    expect(await call(`mergeClients(input: { fromId: ${theirs}, intoId: ${other} })`)).toBe('FORBIDDEN');
    expect([await renew(theirs), await renew(other)]).toEqual(['FORBIDDEN', undefined]);
  });
});

describe('the sheet budgets of a token', () => {
  test('are within those of its user: tokens add nothing, and may have less', async () => {
    const make = await createMake(app);
    const models = await Promise.all(Array.from({ length: 5 }, () => createModel(app, make)));
    const user = await createUser(app, { sheetsPerHour: 3 });
    const few = await withToken(app, user, { name: 'Few', scopes: LOOKUP, sheetsPerHour: 1 });
    const many = await withToken(app, user, { scopes: LOOKUP });
    const open = async (as: Person, index: number) =>
      (await app.rest('GET', `/products/${models[index]?.id}`, { as })).statusCode;
    expect([await open(few, 0), await open(few, 0), await open(few, 1)]).toEqual([200, 200, 429]);
    // What was opened is written, and read again by other servers.
    await expect
      .poll(() => app.sql('select token_id from sheet_openings where user_id = ?', [user.id]))
      .toEqual([{ token_id: few.id }]);
    expect([await open(few, 1), await open(many, 1), await open(many, 2), await open(many, 3)]).toEqual([
      429, 200, 200, 429,
    ]);
    expect(await open(await signedIn(app, user), 4)).toBe(429);
    // A token of somebody without a budget may have one.
    const download = await createUser(app, { databaseDownloadAllowed: true });
    const limited = await withToken(app, download, { scopes: LOOKUP, sheetsPerHour: 1 });
    expect([await open(limited, 0), await open(limited, 1)]).toEqual([200, 429]);
  });
});

describe('a token ends', () => {
  const working = async (state = {}) => {
    const user = await createUser(app);
    const program = await withToken(app, user, { scopes: LOOKUP, ...state });
    return { user, program, status: async () => (await makes(program)).statusCode };
  };

  test('when it is revoked, at once and without a second line in the log', async () => {
    const { program, status } = await working();
    expect(await status()).toBe(200);
    const before = (await lines('API_TOKEN_REVOKED')).length;
    expect((await revoke(program.id)).data?.revokeApiToken).toEqual({ state: 'REVOKED' });
    await revoke(program.id);
    expect(await status()).toBe(401);
    expect(await lines('API_TOKEN_REVOKED')).toHaveLength(before + 1);
    expect((await rotate({ id: String(program.id) })).errors?.[0]?.extensions.code).toBe('CONFLICT');
  });

  test('with its old secret, when it gets a new one', async () => {
    const { user, program, status } = await working();
    expect(await status()).toBe(200);
    const { secret } = (await rotate({ id: String(program.id) })).data!.rotateApiToken;
    expect(await status()).toBe(401);
    expect((await me({ apiToken: secret })).data?.me).toEqual({ username: user.username });
  });

  test('when its time is over, and begins again with a new secret and expiry', async () => {
    const { program, status } = await working({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await status()).toBe(401);
    expect((await rotate({ id: String(program.id) })).errors?.[0]?.extensions.errors).toEqual({
      expiresAt: ['This token has expired: choose a new expiry.'],
    });
    const again = await rotate({ id: String(program.id), expiresAt: inDays(30) });
    expect(again.data?.rotateApiToken.token.state).toBe('WORKING');
  });

  test('with the access of its user: disabled, renamed, expired, deleted', async () => {
    const save = (user: { id: number }, input: object) =>
      app.graph(
        `mutation ($input: UserInput!) { saveUser(input: $input) { id } }`,
        { input: { id: String(user.id), ...input } },
        admin,
      );
    const disabled = await working();
    expect(await disabled.status()).toBe(200);
    await save(disabled.user, { enabled: false });
    expect(await disabled.status()).toBe(401);
    // Not even when the user is enabled again.
    await save(disabled.user, { enabled: true });
    expect(await disabled.status()).toBe(401);

    const renamed = await working();
    await save(renamed.user, { username: 'successor@example.com' });
    expect(await renamed.status()).toBe(401);

    const expired = await working();
    expect(await expired.status()).toBe(200);
    await save(expired.user, { subscriptionEndDate: day(-1) });
    expect(await expired.status()).toBe(402);

    const deleted = await working();
    expect(await deleted.status()).toBe(200);
    await app.rest('DELETE', `/users/${deleted.user.id}`, { as: admin });
    expect(await deleted.status()).toBe(401);
  });

  test('when its user moves to another client, becomes an administrator, or is signed out everywhere', async () => {
    const save = (user: { id: number }, input: object) =>
      app.graph(
        `mutation ($input: UserInput!) { saveUser(input: $input) { id } }`,
        { input: { id: String(user.id), ...input } },
        admin,
      );
    type Ended = Awaited<ReturnType<typeof working>>['user'];
    const into = await createClient(app, { maxUsers: 9 });
    const ways: [way: string, end: (user: Ended) => Promise<unknown>][] = [
      ['moved', (user) => save(user, { clientId: String(into.id) })],
      [
        'merged',
        ({ client }) =>
          mine(`mutation { mergeClients(input: { fromId: ${client.id}, intoId: ${into.id} }) { id } }`, admin),
      ],
      ['promoted', (user) => save(user, { roleId: '1' })],
      [
        'signed out elsewhere',
        async (user) => mine('mutation { endOtherSessions { sessions { id } } }', await signedIn(app, user)),
      ],
      [
        'signed out by an administrator',
        ({ id }) => mine(`mutation { endUserSessions(input: { id: ${id} }) { id } }`, admin),
      ],
      [
        'new password',
        async (user) =>
          app.graph(
            `mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { id } }`,
            {
              input: {
                currentPassword: PASSWORD,
                password: 'marmalade on the 9th',
                passwordConfirmation: 'marmalade on the 9th',
              },
            },
            await signedIn(app, user),
          ),
      ],
      [
        'new password at the terminal',
        ({ username }) => giveNewPassword(app.system, { username, password: 'marmalade on the 9th' }),
      ],
      [
        'second factor reset',
        async ({ id, username }) => {
          await app.sql('update users set second_factor = true where id = ?', [id]);
          await app.sql(`insert into totp_secrets (user_id, secret, since) values (?, 'x', now())`, [id]);
          return resetSecondFactorAtTerminal(app.system, { username });
        },
      ],
      // Whatever else changes leaves it alone.
      ['renamed in full', (user) => save(user, { fullName: 'Another', clientId: String(user.client.id) })],
    ];
    const statuses = [];
    for (const [way, end] of ways) {
      const { user, status } = await working();
      const before = await status();
      await end(user);
      statuses.push([way, before, await status()]);
    }
    expect(statuses).toEqual(ways.map(([way]) => [way, 200, way === 'renamed in full' ? 200 : 401]));
    expect((await lines('SESSION_ENDED')).slice(-2)).toEqual([
      'Signed out everywhere else and revoked 1 API token',
      expect.stringMatching(/^Signed the user \S+ out everywhere and revoked 1 API token$/),
    ]);
    expect((await lines('PASSWORD_CHANGED')).at(-1)).toBe('Changed the password and revoked 1 API token');
    expect((await lines('USER_UPDATED')).slice(-4)).toEqual([
      expect.stringMatching(/: client .* → .* and revoked 1 API token$/),
      expect.stringMatching(/: client .* → .* and revoked 1 API token$/),
      expect.stringMatching(/: role ROLE_USER → ROLE_ADMIN and revoked 1 API token$/),
      expect.not.stringMatching(/token/),
    ]);
  });

  test('with the answer telling how a token is sent, also where it was sent in another way', async () => {
    const { program } = await working({ name: 'Shy' });
    const asked = async (authorization: string | undefined, cookies: Record<string, string> = {}) => {
      const headers = authorization === undefined ? {} : { authorization };
      const rest = await app.app.inject({ url: '/api/roles', headers, cookies });
      const graph = await app.app.inject({
        method: 'POST',
        url: '/graphql',
        headers,
        cookies,
        payload: { query: '{ me { username } }' },
      });
      return [rest, graph].map(({ statusCode, headers }) => [statusCode, headers['www-authenticate']]);
    };
    const told = [401, 'Bearer'];
    const { apiToken = '' } = program;
    // A cookie beside it is not looked at.
    for (const sent of ['Bearer mk_x', 'Bearer', 'bearer', `Token ${apiToken}`, `token token="${apiToken}"`, apiToken])
      expect([sent, await asked(sent, { session: admin.token! })]).toEqual([sent, [told, told]]);
    // Proxies have passwords of their own, and a visitor has sent no token.
    for (const sent of [undefined, 'Basic dXNlcjpwYXNz'])
      expect([sent, await asked(sent)]).toEqual([
        sent,
        [
          [401, undefined],
          [200, undefined],
        ],
      ]);
  });

  test('without the answer telling why; the log tells it', async () => {
    const { program } = await working({ expiresAt: new Date(Date.now() - 1_000), name: 'Old one' });
    const [ended, wrong, none] = await Promise.all(
      [program.apiToken, 'mk_x', ''].map(async (apiToken) => {
        const { statusCode, body } = await app.app.inject({
          url: '/api/roles',
          headers: { authorization: `Bearer ${apiToken}` },
        });
        return { statusCode, body };
      }),
    );
    expect(ended).toEqual({ statusCode: 401, body: '{"message":"This API token is wrong, or has ended."}' });
    expect([wrong, none]).toEqual([ended, ended]);
    const graph = await app.graph('{ me { username } }', {}, { apiToken: 'mk_x' });
    expect([graph.status, graph.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(await lines('SIGN_IN_FAILED')).toContainEqual(
      expect.stringMatching(/^Used the API token “Old one”, which has ended, from /),
    );
  });

  test('and wrong ones are throttled by network, right ones are not', async () => {
    const { program } = await working();
    const from = (apiToken: string) =>
      app.app.inject({
        url: '/api/company-detail/list',
        remoteAddress: '198.51.100.9',
        headers: { authorization: `Bearer ${apiToken}` },
      });
    for (let time = 0; time < 50; time++) expect((await from('mk_guess')).statusCode).toBe(401);
    const refused = await from('mk_guess');
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await from(program.apiToken)).statusCode).toBe(200);
  });
});

describe('registered queries', () => {
  const register = async (document: string, name = 'Makes') =>
    app.graph(
      `mutation ($input: RegisterQueryInput!) { registerQuery(input: $input) { id hash problem } }`,
      { input: { name, document } },
      admin,
    );
  const byHash = (sha256Hash: string, variables = {}) => ({
    variables,
    extensions: { persistedQuery: { version: 1, sha256Hash } },
  });
  const send = async (payload: object, { apiToken }: Person) => {
    const headers = { authorization: `Bearer ${apiToken}` };
    return (await app.app.inject({ method: 'POST', url: '/graphql', headers, payload })).json();
  };

  test('are sent by their hashes, by POST and GET, and note their use', async () => {
    const make = await createMake(app);
    const model = await createModel(app, make);
    const document = 'query Sheet($id: ID!) {\n  model(id: $id) { name }\n}\n';
    const { hash: id } = (await register(document, 'Sheet')).data!.registerQuery;
    expect(id).toBe(hash('sha256', document));
    const program = await withToken(app, await createUser(app), { scopes: LOOKUP });
    const variables = { id: String(model.id) };
    expect(await send(byHash(id, variables), program)).toMatchObject({ data: { model: { name: model.name } } });
    const url = `/graphql?${new URLSearchParams({
      variables: JSON.stringify(variables),
      extensions: JSON.stringify(byHash(id).extensions),
    })}`;
    const got = await app.app.inject({ url, headers: { authorization: `Bearer ${program.apiToken}` } });
    expect(got.json()).toMatchObject({ data: { model: { name: model.name } } });
    const shown = await app.graph(
      '{ registeredQueries(filter: { search: "heet($" }) { items { name lastUsedAt problem } } }',
      {},
      admin,
    );
    expect(shown.data?.registeredQueries.items).toEqual([
      { name: 'Sheet', lastUsedAt: expect.any(String), problem: null },
    ]);
  });

  test('are all that some tokens may send', async () => {
    const { hash: id, id: record } = (await register('{ makeOptions { id } }')).data!.registerQuery;
    const program = await withToken(app, await createUser(app), { scopes: LOOKUP, registeredOnly: true });
    expect(await send(byHash(id), program)).toMatchObject({ data: { makeOptions: expect.any(Array) } });
    const refusal = { message: 'This API token may only send registered queries, by their ids.' };
    expect((await send({ query: '{ makeOptions { id } }' }, program)).errors).toEqual([
      expect.objectContaining(refusal),
    ]);
    // A text beside the hash is what would be run, so it is not a registered query.
    expect((await send({ query: '{ me { username } }', ...byHash(id) }, program)).errors).toBeDefined();
    expect((await makes(program)).statusCode).toBe(403);
    await app.graph(`mutation { deleteRegisteredQuery(input: { id: "${record}" }) { id } }`, {}, admin);
    expect((await send(byHash(id), program)).errors).toBeDefined();
    expect((await send(byHash(id), program)).data).toBeUndefined();
  });

  test('must be valid, one operation, and within the limits', async () => {
    const problem = async (document: string) =>
      (await register(document)).errors?.[0]?.extensions.errors?.document?.[0];
    expect(await problem('{ nothing }')).toBe('Cannot query field "nothing" on type "Query".');
    expect(await problem('{ makeOptions { id }')).toMatch(/^Syntax Error/);
    expect(await problem('query A { makeOptions { id } } query B { makeOptions { id } }')).toBe(
      'The document must be exactly one query or mutation.',
    );
    const models =
      'models(limit: 100) { items { id otherKeys { id otherKeys { id otherKeys { id otherKeys { id } } } } } }';
    expect(await problem(`{ a: ${models} b: ${models} c: ${models} }`)).toMatch(/^This asks for up to \d+ values/);
    expect((await register('{ roles { id } }', 'Roles')).errors).toBeUndefined();
    expect(await problem('{ roles { id } }')).toBe('This query is registered already, as “Roles”.');
  });

  test('say so when a change of the schema has broken them', async () => {
    await app.sql(
      `insert into registered_queries (hash, name, document, created_by, created_at, updated_at)
       values ('x', 'Broken', '{ gone }', 'admin', now(), now())`,
    );
    const shown = await app.graph(
      '{ registeredQueries(filter: { search: "broken" }) { items { problem } } }',
      {},
      admin,
    );
    expect(shown.data?.registeredQueries.items).toEqual([{ problem: 'Cannot query field "gone" on type "Query".' }]);
  });
});

describe('the migration of tokens that were made before users confirmed them', () => {
  test('keeps them working, but for those that others have made for administrators, and tells their users', async () => {
    await app.sql('delete from mails');
    await app.sql('update api_tokens set told_at = now()');
    const boss = (await people.administrator(app)).user!;
    const user = await createUser(app);
    const made = async (of: typeof user, name: string, createdBy: string) =>
      withToken(app, of, { name, scopes: LOOKUP, createdBy });
    const of = {
      member: await made(user, 'Of a member', admin.user!.username),
      own: await made(boss, 'Own', boss.username.toUpperCase()),
      made: await made(boss, 'Made', admin.user!.username),
      rotated: await made(boss, 'Rotated', boss.username),
    };
    await app.sql(
      `insert into log_entries (user_id, username, kind, details, subject_type, subject_id, created_at)
       values (?, 'x', 'API_TOKEN_ROTATED', 'Gave the API token “Rotated” a new secret', 'USER', ?, now())`,
      [admin.user!.id, boss.id],
    );
    await app.sql(`update api_tokens set expires_at = now() + interval '367 days' where id = ?`, [of.member.id]);
    const migration = migrationsOf(app.orm).find(({ name }) => name === '2026-12-05-51-confirm-tokens')!;
    await migration.up();
    for (const sql of migration.getQueries()) if (/^update/.test(String(sql))) await app.sql(String(sql));
    expect(
      await answered(
        [
          [of.member, 200],
          [of.own, 200],
          [of.made, 401],
          [of.rotated, 401],
        ],
        async (as) => (await makes(as)).statusCode,
      ),
    ).toEqual([
      [of.member, 200],
      [of.own, 200],
      [of.made, 401],
      [of.rotated, 401],
    ]);
    const [{ days } = {}] = await app.sql(
      `select extract(day from expires_at - now())::int as days from api_tokens where id = ?`,
      [of.member.id],
    );
    expect(days).toBeLessThan(366);
    while (await tellOfTokens(app.system, {}));
    const [told] = await mailsTo(user.username);
    expect(told?.text).toContain('There are API tokens in your name');
    expect((await mailsTo(boss.username))[0]?.text).toMatch(/Made \(…\S+\): lookup; by \S+; has ended/);
    expect(await app.sql('select recipient from mails')).toHaveLength(2);
  });
});
