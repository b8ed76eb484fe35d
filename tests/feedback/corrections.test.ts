import { beforeAll, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { type Person, sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';

const app = sharedApp();
let locksmith: Person;
let admin: Person;
let make: Make;
beforeAll(async () => {
  [locksmith, admin] = await Promise.all([people.locksmith(app), people.administrator(app)]);
  make = await createMake(app, { displayName: 'Honda' });
});

const CREATE = `mutation ($input: CorrectionInput!) { createCorrection(input: $input) {
  id state username email reason decidedAt target { id } proposals { field label reported proposed current stale applied } } }`;
const SHOW = `query ($id: ID!) { correction(id: $id) {
  id state reason comment target { id version } proposals { field reported proposed current stale applied } } }`;
const APPLY = `mutation ($id: ID!, $fields: [KeyDataField!]!, $modelVersion: Int, $alsoModelIds: [ID!], $toKeySystem: Boolean! = false) {
  applyCorrection(input: { id: $id, fields: $fields, modelVersion: $modelVersion, alsoModelIds: $alsoModelIds, toKeySystem: $toKeySystem }) { id state decidedAt proposals { field applied current } } }`;
const DECLINE =
  'mutation ($id: ID!, $reason: String!) { declineCorrection(input: { id: $id, reason: $reason }) { state reason } }';
const SAVE = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id version silca } }';

const inputFor = (model: Model, more: object = {}) => ({
  email: 'bench@example.com',
  make: 'Honda',
  model: model.name,
  year: model.year,
  comment: 'SILCA: HD75 → HD109',
  ...more,
});
async function send(input: object, as = locksmith) {
  const { data, errors } = await app.graph(CREATE, { input }, as);
  expect(errors).toBeUndefined();
  return data!.createCorrection;
}
const silca = (proposed: string) => ({ field: 'SILCA', proposed });
const mailsTo = (recipient: string) =>
  app.sql<{ subject: string; text: string }>('select subject, text from mails where recipient = ? order by id', [
    recipient,
  ]);

describe('createCorrection', () => {
  test('stores the current value with the proposed one, under the signed-in user', async () => {
    const model = await createModel(app, make, { silca: 'HD75' });
    const sent = await send(inputFor(model, { proposals: [silca(' HD109 ')] }));
    expect(sent).toMatchObject({
      state: 'OPEN',
      username: locksmith.user!.username,
      email: 'bench@example.com',
      target: { id: String(model.id) },
      proposals: [
        {
          field: 'SILCA',
          label: 'SILCA',
          reported: 'HD75',
          proposed: 'HD109',
          current: 'HD75',
          stale: false,
          applied: false,
        },
      ],
    });
  });

  test('is made once, however often it is sent with the same id of its sender', async () => {
    const model = await createModel(app, make);
    const sentId = crypto.randomUUID();
    const input = inputFor(model, { sentId });
    const [one, other] = await Promise.all([send(input), send(input)]);
    expect(other.id).toBe(one.id);
    expect((await send({ ...input, comment: 'Changed meanwhile' })).id).toBe(one.id);
    const { errors } = await app.graph(CREATE, { input: { ...input, sentId: 'mine' } }, locksmith);
    expect(errors![0]!.extensions.errors).toEqual({ sentId: ['The id of what is sent must be a UUID.'] });
    // Another user's ids are their own.
    expect((await send(input, await people.locksmith(app))).id).not.toBe(one.id);
    // What was refused may be sent again.
    const refused = inputFor(model, { sentId: crypto.randomUUID(), comment: '' });
    expect((await app.graph(CREATE, { input: refused }, locksmith)).errors).toHaveLength(1);
    expect((await send({ ...refused, comment: 'Now' })).id).not.toBe(one.id);
    // Each id leaves a row behind, so they are counted.
    await app.sql(`update attempts set count = 1000 where key = ?`, [`writes sent by ${locksmith.user!.id}`]);
    const many = await app.graph(CREATE, { input: inputFor(model, { sentId: crypto.randomUUID() }) }, locksmith);
    expect(many.errors![0]!.extensions.code).toBe('TOO_MANY_REQUESTS');
    await app.sql('delete from attempts');
  });

  test('keeps a field that is only known to be wrong, which cannot be applied', async () => {
    const model = await createModel(app, make, { silca: 'HD75', jma: 'HOND-24' });
    const proposals = [{ field: 'SILCA' }, { field: 'ILCO', proposed: null }, { field: 'JMA', proposed: '' }];
    const sent = await send(inputFor(model, { proposals }));
    expect(sent.proposals).toMatchObject([
      { field: 'SILCA', reported: 'HD75', proposed: null },
      { field: 'ILCO', reported: '', proposed: null },
      { field: 'JMA', reported: 'HOND-24', proposed: '' },
    ]);
    const refused = await app.graph(APPLY, { id: sent.id, fields: ['SILCA'] }, admin);
    expect(refused.errors![0]!.extensions.errors).toEqual({ fields: ['The right value of SILCA is not known.'] });
    const { errors } = await app.graph(APPLY, { id: sent.id, fields: ['JMA'] }, admin);
    expect(errors).toBeUndefined();
    expect(await app.sql('select silca, jma from models where id = ?', [model.id])).toEqual([
      { silca: 'HD75', jma: '' },
    ]);
  });

  test('finds the model only if one matches, or the id selects one of them', async () => {
    const first = await createModel(app, make, { name: 'Twin', year: 2010 });
    const second = await createModel(app, make, { name: 'Twin', year: 2010 });
    expect((await send(inputFor(first))).target).toBeNull();
    expect((await send(inputFor(first, { modelId: String(second.id) }))).target.id).toBe(String(second.id));
    // An id counts only if make, name and year match its model.
    const other = await createModel(app, make);
    expect((await send(inputFor(other, { modelId: String(second.id) }))).target.id).toBe(String(other.id));
    expect((await send(inputFor(other, { make: 'Not a make' }))).target).toBeNull();
  });

  test('names missing and invalid fields', async () => {
    const blank = { email: '', make: ' ', model: '', year: 2007, comment: '\n' };
    const empty = await app.graph(CREATE, { input: blank }, locksmith);
    const required = {
      make: ['The make field is required.'],
      model: ['The model field is required.'],
    };
    expect(empty.errors![0]!.extensions.errors).toEqual({
      ...required,
      email: ['The email id field is required.'],
      comment: ['The comment field is required.'],
    });
    // The graph refuses absent fields earlier. REST reports them with these texts.
    const absent = await app.graph(CREATE, { input: {} }, locksmith);
    expect(absent.errors!.map(({ extensions }) => extensions.code)).toEqual(Array(5).fill('BAD_USER_INPUT'));
    expect(absent.errors![0]!.extensions.errors).toBeUndefined();
    const rest = await app.rest('POST', '/corrections', { as: locksmith, body: {} });
    expect(rest.json().errors).toEqual({
      ...required,
      email_id: ['The email id field is required.'],
      year: ['The year field is required.'],
      corrections: ['The comment field is required.'],
    });
    const model = await createModel(app, make);
    for (const [wrong, field] of [
      [{ email: 'no address' }, 'email'],
      [{ year: 1850 }, 'year'],
      [{ comment: 'x'.repeat(10_001) }, 'comment'],
      [{ proposals: [silca('a'), silca('b')] }, 'proposals'],
      [{ proposals: [silca('a'.repeat(256))] }, 'proposals'],
    ] as const) {
      const { errors } = await app.graph(CREATE, { input: inputFor(model, wrong) }, locksmith);
      expect(Object.keys(errors![0]!.extensions.errors!)).toEqual([field]);
    }
  });
});

describe('applyCorrection', () => {
  test('writes the chosen values to the model, logs it, mails the sender and records the change', async () => {
    const model = await createModel(app, make, { silca: 'HD75', jma: 'HOND-24', depthValues: Array(16).fill('1') });
    const proposals = [
      silca('HD109'),
      { field: 'JMA', proposed: 'HOND-31' },
      { field: 'DEPTH_2_1X', proposed: '.110' },
    ];
    const { id } = await send(inputFor(model, { email: 'rider@example.com', proposals }));
    const { target } = (await app.graph(SHOW, { id }, admin)).data!.correction;
    const variables = { id, fields: ['SILCA', 'DEPTH_2_1X'], modelVersion: target.version };
    const { data, errors } = await app.graph(APPLY, variables, admin);
    expect(errors).toBeUndefined();
    expect(data!.applyCorrection).toMatchObject({
      state: 'APPLIED',
      decidedAt: expect.any(String),
      proposals: [
        { field: 'SILCA', applied: true, current: 'HD109' },
        { field: 'JMA', applied: false, current: 'HOND-24' },
        { field: 'DEPTH_2_1X', applied: true, current: '.110' },
      ],
    });
    const [row] = await app.sql('select silca, jma, depth_values, version from models where id = ?', [model.id]);
    expect(row).toMatchObject({ silca: 'HD109', jma: 'HOND-24', version: target.version + 1 });
    expect(row!.depth_values.slice(0, 4)).toEqual(['1', '1', '.110', '1']);
    const [mail] = await mailsTo('rider@example.com');
    expect(mail!.subject).toBe(`Your correction of Honda ${model.name} ${model.year}`);
    expect(mail!.text).toContain('SILCA: HD75 → HD109\nDepth 2 1X: 1 → .110');
    const [log] = await app.sql('select details from log_entries where username = ? order by id desc limit 1', [
      admin.user!.username,
    ]);
    expect(log!.details).toContain(`Applied the correction ${id} of Honda`);
    const history = await app.graph(
      'query ($id: ID!) { model(id: $id) { history { total items { source username created changes { label before after } } } } }',
      { id: String(model.id) },
      admin,
    );
    expect(history.data!.model.history).toEqual({
      total: 1,
      items: [
        {
          source: 'CORRECTION',
          username: admin.user!.username,
          created: false,
          changes: [
            { label: 'SILCA', before: 'HD75', after: 'HD109' },
            { label: 'Depth 2 1X', before: '1', after: '.110' },
          ],
        },
      ],
    });
  });

  test('writes the values into other years with the same key data, all or none', async () => {
    const year = (more: object) => createModel(app, make, { name: 'Years', silca: 'HD75', ...more });
    const [one, same, other] = [
      await year({ year: 2007 }),
      await year({ year: 2008 }),
      await year({ year: 2009, jma: 'HOND-24' }),
    ];
    const elsewhere = await createModel(app, await createMake(app), { name: 'Years', silca: 'HD75', year: 2008 });
    const input = inputFor(one, { email: 'years@example.com', proposals: [silca('HD109')] });
    const { id } = await send(input);
    const apply = (...models: Model[]) =>
      app.graph(APPLY, { id, fields: ['SILCA'], alsoModelIds: models.map((model) => String(model.id)) }, admin);
    const values = () =>
      app.sql('select silca from models where id in (?, ?, ?, ?) order by id', [
        one.id,
        same.id,
        other.id,
        elsewhere.id,
      ]);
    for (const wrong of [other, elsewhere, { id: 999_999 } as Model]) {
      expect((await apply(same, wrong)).errors![0]!.extensions.code).toBe('CONFLICT');
    }
    expect((await values()).map((row) => row.silca)).toEqual(['HD75', 'HD75', 'HD75', 'HD75']);
    expect((await apply(same, one, same)).errors).toBeUndefined();
    expect((await values()).map((row) => row.silca)).toEqual(['HD109', 'HD109', 'HD75', 'HD75']);
    const [mail] = await mailsTo('years@example.com');
    expect(mail!.text).toContain('SILCA: HD75 → HD109\nAlso in 2008, which had the same key data.');
    const changes = await app.sql('select source from model_changes where model_id = ?', [same.id]);
    expect(changes).toEqual([{ source: 'correction' }]);
  });

  test('writes a value of a key system into the system and all its models, or into this model alone', async () => {
    const { data } = await app.graph(
      'mutation { saveKeySystem(input: { name: "Honda CMC37", macs: "2", checked: true }) { id } }',
      {},
      admin,
    );
    const keySystemId = data!.saveKeySystem.id;
    const [one, two] = [await createModel(app, make, { year: 2007 }), await createModel(app, make, { year: 2008 })];
    const save = (input: object) => app.graph(SAVE, { input }, admin);
    for (const { id } of [one, two]) await save({ id: String(id), keySystemId });
    const proposals = [{ field: 'MACS', proposed: '3' }, silca('HD109')];
    const { id } = await send(inputFor(one, { email: 'macs@example.com', proposals }));
    const shown = await app.graph(
      'query ($id: ID!) { correction(id: $id) { target { version } proposals { keySystem { name modelsCount } } } }',
      { id },
      admin,
    );
    expect(shown.data!.correction.proposals).toEqual([
      { keySystem: { name: 'Honda CMC37', modelsCount: 2 } },
      { keySystem: null },
    ]);
    const modelVersion = shown.data!.correction.target.version;
    const apply = (id: string, more: object) =>
      app.graph(APPLY, { id, fields: ['MACS', 'SILCA'], modelVersion, ...more }, admin);
    expect((await apply(id, { toKeySystem: true, modelVersion: 1 })).errors![0]!.extensions.code).toBe('CONFLICT');
    expect((await apply(id, { toKeySystem: true })).errors).toBeUndefined();
    const now = () =>
      app.sql('select macs, silca, key_system_id as system from models where id in (?, ?) order by id', [
        one.id,
        two.id,
      ]);
    const system = Number(keySystemId);
    expect(await now()).toEqual([
      { macs: '3', silca: 'HD109', system },
      { macs: '3', silca: '', system },
    ]);
    expect(await app.sql('select macs, checked_by from key_systems')).toEqual([{ macs: '3', checked_by: '' }]);
    const [mail] = await mailsTo('macs@example.com');
    expect(mail!.text).toContain('MACS: 2 → 3\nIn the key system Honda CMC37, with 2 models.\nSILCA: — → HD109');
    expect(await app.sql(`select state from imports where kind = 'key_system'`)).toEqual([{ state: 'applied' }]);

    const again = await send(inputFor(two, { proposals: [{ field: 'MACS', proposed: '4' }] }));
    expect((await app.graph(APPLY, { id: again.id, fields: ['MACS'] }, admin)).errors).toBeUndefined();
    expect(await now()).toMatchObject([
      { macs: '3', system },
      { macs: '4', system: null },
    ]);
  });

  test('changes no key system that the model has just lost', async () => {
    const saved = await app.graph('mutation { saveKeySystem(input: { name: "Lost", macs: "2" }) { id } }', {}, admin);
    const keySystemId = saved.data!.saveKeySystem.id;
    const model = await createModel(app, make, { year: 2007 });
    const save = (input: object) => app.graph(SAVE, { input: { id: String(model.id), ...input } }, admin);
    await save({ keySystemId });
    const { id } = await send(inputFor(model, { proposals: [{ field: 'MACS', proposed: '3' }] }));
    const other = app.orm.em.fork();
    await other.begin();
    await other.execute('select from key_systems where id = ? for no key update', [keySystemId]);
    const applying = app.graph(APPLY, { id, fields: ['MACS'], toKeySystem: true }, admin);
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => app.sql(waits)).not.toEqual([]);
    expect((await save({ keySystemId: null })).errors).toBeUndefined();
    await other.rollback();
    expect((await applying).errors![0]!.extensions.code).toBe('CONFLICT');
    expect(await app.sql('select macs from key_systems where id = ?', [keySystemId])).toEqual([{ macs: '2' }]);
  });

  test('marks stale proposals, and refuses if the model has changed since it was read', async () => {
    const model = await createModel(app, make, { silca: 'HD75' });
    const { id } = await send(inputFor(model, { proposals: [silca('HD109')] }));
    const seen = (await app.graph(SHOW, { id }, admin)).data!.correction.target.version;
    await app.graph(SAVE, { input: { id: String(model.id), silca: 'HD80' } }, admin);
    const refused = await app.graph(APPLY, { id, fields: ['SILCA'], modelVersion: seen }, admin);
    expect(refused.errors![0]!.extensions.code).toBe('CONFLICT');
    const { correction } = (await app.graph(SHOW, { id }, admin)).data!;
    expect(correction).toMatchObject({
      state: 'OPEN',
      proposals: [{ reported: 'HD75', current: 'HD80', stale: true, applied: false }],
    });
  });

  test('happens once, also when two administrators decide at the same time', async () => {
    const model = await createModel(app, make, { silca: 'HD75' });
    const { id } = await send(inputFor(model, { email: 'once@example.com', proposals: [silca('HD109')] }));
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => app.graph(APPLY, { id, fields: ['SILCA'] }, admin)),
      ...Array.from({ length: 4 }, () => app.graph(DECLINE, { id, reason: 'No' }, admin)),
    ]);
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'done');
    expect(codes.toSorted()).toEqual([...Array(7).fill('CONFLICT'), 'done']);
    expect(await mailsTo('once@example.com')).toHaveLength(1);
  });

  test('accepts no fields, to close it by hand, and refuses a field that was not proposed', async () => {
    const model = await createModel(app, make);
    const { id } = await send(inputFor(model));
    const wrong = await app.graph(APPLY, { id, fields: ['SILCA'] }, admin);
    expect(wrong.errors![0]!.extensions.errors).toEqual({ fields: ['This value was not proposed.'] });
    const { data } = await app.graph(APPLY, { id, fields: [] }, admin);
    expect(data!.applyCorrection.state).toBe('APPLIED');
  });

  test('refuses if the model has been deleted', async () => {
    const model = await createModel(app, make);
    const { id } = await send(inputFor(model, { proposals: [silca('HD109')] }));
    await app.graph('mutation ($id: ID!) { deleteModel(input: { id: $id }) { id } }', { id: String(model.id) }, admin);
    const { correction } = (await app.graph(SHOW, { id }, admin)).data!;
    expect(correction).toMatchObject({ target: null, proposals: [{ current: null, stale: false }] });
    const { errors } = await app.graph(APPLY, { id, fields: ['SILCA'] }, admin);
    expect(errors![0]!.extensions.code).toBe('CONFLICT');
  });
});

test('declineCorrection › requires a reason, and mails it to the sender', async () => {
  const model = await createModel(app, make);
  const { id } = await send(inputFor(model, { email: 'declined@example.com' }));
  const without = await app.graph(DECLINE, { id, reason: ' ' }, admin);
  expect(without.errors![0]!.extensions.errors).toEqual({ reason: ['The reason field is required.'] });
  const { data } = await app.graph(DECLINE, { id, reason: 'HD109 does not turn.' }, admin);
  expect(data!.declineCorrection).toEqual({ state: 'DECLINED', reason: 'HD109 does not turn.' });
  expect((await mailsTo('declined@example.com'))[0]!.text).toContain('HD109 does not turn.');
});

test('a mail about a correction contains nothing that the sender wrote', async () => {
  const evil = 'URGENT: pay at https://evil.example';
  const email = 'victim@example.com';
  const { id } = await send({ email, make: evil, model: evil, year: 2007, comment: evil });
  await app.graph(DECLINE, { id, reason: 'There is no such model.' }, admin);
  const [mail] = await mailsTo(email);
  expect(mail!.subject).toBe('Your correction');
  expect(mail!.text).toContain('There is no such model.');
  expect(mail!.text).not.toContain('evil');
  const input = { email: '"a\r\nb"@example.com', make: 'Honda', model: 'CB', year: 2007, comment: 'Wrong' };
  const { errors } = await app.graph(CREATE, { input }, locksmith);
  expect(errors![0]!.extensions.errors!.email).toEqual(['The email id must be a valid email address.']);
});

test('createCorrection is limited to 200 an hour for a user', async () => {
  const busy = await people.locksmith(app);
  await app.sql(`insert into attempts values (?, 200, now() + interval '1 hour')`, [`corrections of ${busy.user!.id}`]);
  const { errors } = await app.graph(CREATE, { input: inputFor(await createModel(app, make)) }, busy);
  expect(errors![0]!.extensions.code).toBe('TOO_MANY_REQUESTS');
});

test('lists › filter by state, sort, count, and show a user’s own', async () => {
  const other = await people.locksmith(app);
  const model = await createModel(app, make, { name: 'Zebra' });
  const first = await send(inputFor(model), other);
  const second = await send(inputFor(model), other);
  await app.graph(DECLINE, { id: first.id, reason: 'No' }, admin);
  const mine = await app.graph('{ myCorrections { total items { id state reason } } }', {}, other);
  expect(mine.data!.myCorrections).toEqual({
    total: 2,
    items: [
      { id: second.id, state: 'OPEN', reason: '' },
      { id: first.id, state: 'DECLINED', reason: 'No' },
    ],
  });
  const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
    `select count(*)::int as count from corrections where state = 'open'`,
  );
  const { data } = await app.graph(
    `{ openCorrections corrections(filter: { state: OPEN }, sortBy: MODEL, dir: DESC, limit: 1) { total items { id } } }`,
    {},
    admin,
  );
  expect(data).toEqual({ openCorrections: count, corrections: { total: count, items: [{ id: second.id }] } });
});
