import { beforeAll, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { differenceOf } from '../../server/feedback/verdicts/difference';
import { type Person, sharedApp } from '../support/app';
import { createClient, createKeySystem, createMake, createModel, createUser } from '../support/factories';
import { people, signedIn } from '../support/people';
import { act } from '../support/sheets';

/* docs/rules.md, "Verdicts and disputes". */

const app = sharedApp();
let admin: Person;
let make: Make;
let one: Person;
let other: Person;
beforeAll(async () => {
  [admin, one, other] = await Promise.all([people.administrator(app), people.locksmith(app), people.locksmith(app)]);
  make = await createMake(app, { displayName: 'Honda' });
});

const EVIDENCE = `id worked lastWorkedAt fields { field source worked wrong found { value companies difference } }
  own { state field worked found blank tool remark username company }`;
const SAY = `mutation ($input: SaveVerdictInput!) { saveVerdict(input: $input) { ${EVIDENCE} } }`;
const TAKE_BACK = `mutation ($modelId: ID!, $fields: [KeyDataField!]) {
  deleteVerdict(input: { modelId: $modelId, fields: $fields }) { ${EVIDENCE} } }`;
const LIST = `query ($filter: CorrectionFilter) { corrections(limit: 100, filter: $filter) { items {
  id disputed username comment state target { id } proposals { field reported proposed current stale } } } openCorrections }`;
const SETTLE = `mutation ($id: ID!, $value: String, $fields: [KeyDataField!]!, $modelVersion: Int, $toKeySystem: Boolean! = false) {
  applyCorrection(input: { id: $id, value: $value, fields: $fields, modelVersion: $modelVersion, toKeySystem: $toKeySystem }) {
    state proposals { field reported proposed applied current } } }`;
const DECLINE =
  'mutation ($id: ID!, $reason: String!) { declineCorrection(input: { id: $id, reason: $reason }) { state } }';

const spacingOf = (...values: string[]) => [...values, ...Array(12 - values.length).fill('')];
const sheet = (more: object = {}) =>
  createModel(app, make, { silca: 'HD75', ilco: 'X138', unit: 'inch', spacing: spacingOf('.098', '.258'), ...more });

async function say(as: Person, model: Model, verdicts: object[], more: object = {}) {
  const input = { modelId: String(model.id), verdicts, ...more };
  const { data, errors } = await app.graph(SAY, { input }, as);
  expect(errors).toBeUndefined();
  return data!.saveVerdict;
}
const refused = async (as: Person, model: Model, verdicts: object[], more: object = {}) => {
  const { errors } = await app.graph(SAY, { input: { modelId: String(model.id), verdicts, ...more } }, as);
  return errors![0]!.extensions;
};
const worked = (field: string) => ({ field, worked: true });
const wrong = (field: string, found: string | null = null) => ({ field, worked: false, found });
const evidence = async (model: Model, as = one) => {
  const document = `query ($modelId: ID!) { evidence(modelId: $modelId) { ${EVIDENCE} } }`;
  const { data, errors } = await app.graph(document, { modelId: String(model.id) }, as);
  expect(errors).toBeUndefined();
  return data!.evidence;
};
const takeBack = async (as: Person, model: Model, fields?: string[]) =>
  (await app.graph(TAKE_BACK, { modelId: String(model.id), fields }, as)).data!.deleteVerdict;
/** The disputes of a model. */
const disputes = async (model: Model, filter: object = {}) => {
  const { data } = await app.graph(LIST, { filter: { disputed: true, ...filter } }, admin);
  return data!.corrections.items.filter(
    ({ target }: { target: { id: string } | null }) => target?.id === String(model.id),
  );
};
const codeOf = ({ errors }: { errors?: readonly { extensions: { code?: unknown } }[] }) => errors?.[0]?.extensions.code;
const save = async (model: Model, input: object) => {
  const { errors } = await app.graph(
    'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
    { input: { id: String(model.id), ...input } },
    admin,
  );
  expect(errors).toBeUndefined();
};
const mailsTo = (recipient: string) =>
  app.sql<{ subject: string; text: string }>('select subject, text from mails where recipient = ? order by id', [
    recipient,
  ]);
/** A staged change of many models. */
async function staged(name: string, input: object): Promise<{ id: string }> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await app.graph(
    `mutation ($input: ${type}!) { ${name}(input: $input) { id } }`,
    { input },
    admin,
  );
  expect(errors).toBeUndefined();
  return data![name];
}
const of = ({ id }: Model) => ({ ids: [String(id)] });
/** Another member of the same company. */
const colleagueOf = async ({ user }: Person) => {
  const client = { id: user!.client.id } as Awaited<ReturnType<typeof createClient>>;
  return signedIn(app, await createUser(app, { client }));
};

describe('saveVerdict', () => {
  test('counts companies for each value, and tells the company what it said', async () => {
    const model = await sheet();
    await say(one, model, [worked('ILCO'), worked('SPACING_2')], { blank: 'X138', tool: 'Triton', remark: 'Easy' });
    const found = await say(other, model, [worked('SPACING_2'), wrong('ILCO', ' X221 ')]);
    expect(found).toEqual({
      id: String(model.id),
      worked: 2,
      lastWorkedAt: expect.any(String),
      fields: [
        { field: 'ILCO', source: '', worked: 1, wrong: 1, found: [{ value: 'X221', companies: 1, difference: null }] },
        { field: 'SPACING_2', source: '', worked: 2, wrong: 0, found: [] },
      ],
      own: [
        {
          ...{ state: 'OPEN', field: 'ILCO', worked: false, found: 'X221', blank: '', tool: '', remark: '' },
          username: other.user!.username,
          company: expect.any(String),
        },
        expect.objectContaining({ state: null, field: 'SPACING_2', worked: true }),
      ],
    });
    const { own } = await evidence(model);
    expect(own).toMatchObject([
      { field: 'ILCO', worked: true, blank: 'X138', tool: 'Triton', remark: 'Easy' },
      { field: 'SPACING_2', worked: true },
    ]);
    expect((await evidence(model, admin)).own).toEqual([]);
  });

  test('has one verdict of a company on a value: saying it again replaces it, by whomever of the company', async () => {
    const model = await sheet();
    await say(one, model, [wrong('SPACING_2', '.238')]);
    const again = await say(await colleagueOf(one), model, [worked('SPACING_2')]);
    expect(again.fields).toMatchObject([{ field: 'SPACING_2', worked: 1, wrong: 0 }]);
    // Nobody disputes it any more.
    expect(await disputes(model)).toEqual([]);
    await say(one, model, [wrong('SPACING_2', '.239')]);
    await say(one, model, [wrong('SPACING_2', '.240')]);
    expect(await disputes(model)).toMatchObject([{ proposals: [{ reported: '.258', proposed: '.240' }] }]);
    expect(await app.sql('select found from verdicts where model_id = ?', [model.id])).toEqual([{ found: '.240' }]);
  });

  test('shows both sides with the difference, the most frequent first', async () => {
    const model = await sheet();
    const third = await people.locksmith(app);
    await say(one, model, [wrong('SPACING_2', '.239')]);
    await say(other, model, [wrong('SPACING_2', '.238')]);
    const { fields } = await say(third, model, [wrong('SPACING_2', '.238'), wrong('SILCA')]);
    expect(fields).toEqual([
      { field: 'SILCA', source: '', worked: 0, wrong: 1, found: [{ value: null, companies: 1, difference: null }] },
      {
        ...{ field: 'SPACING_2', source: '', worked: 0, wrong: 3 },
        found: [
          { value: '.238', companies: 2, difference: '.020 less' },
          { value: '.239', companies: 1, difference: '.019 less' },
        ],
      },
    ]);
    // The dispute proposes what most have found.
    const [, spacing] = (await disputes(model)).toReversed();
    expect(await disputes(model)).toHaveLength(2);
    expect([spacing, ...(await disputes(model))].map(({ comment }) => comment)).toContain('Spacing 2: .258 → .238');
  });

  test('names the source of a value of a key system', async () => {
    const system = await createKeySystem(app, { name: 'With a source', macs: '2', source: 'HPC manual' });
    const model = await createModel(app, make);
    await save(model, { keySystemId: String(system.id) });
    const { fields } = await say(one, model, [wrong('MACS', '3')]);
    expect(fields).toMatchObject([{ field: 'MACS', source: 'HPC manual' }]);
  });

  test('is done once, however often it is sent', async () => {
    const model = await sheet();
    const sentId = crypto.randomUUID();
    await Promise.all([
      say(one, model, [wrong('ILCO', 'X221')], { sentId }),
      say(one, model, [wrong('ILCO', 'X221')], { sentId }),
    ]);
    await say(one, model, [worked('ILCO')]);
    // What arrives late does not replace what was said after it.
    const late = await say(one, model, [wrong('ILCO', 'X221')], { sentId });
    expect(late.fields).toMatchObject([{ field: 'ILCO', worked: 1, wrong: 0 }]);
  });

  test('joins one dispute, also when many companies say it at the same time', async () => {
    const model = await sheet();
    const companies = await Promise.all(Array.from({ length: 5 }, () => people.locksmith(app)));
    await Promise.all(companies.map((company) => say(company, model, [wrong('ILCO', 'X221')])));
    expect(await disputes(model)).toHaveLength(1);
    expect((await evidence(model)).fields).toMatchObject([{ wrong: 5, found: [{ value: 'X221', companies: 5 }] }]);
  });

  test('refuses what says nothing, what does not fit, and what is about a value that has changed', async () => {
    const model = await sheet();
    const problem = async (verdicts: object[]) => (await refused(one, model, verdicts)).errors;
    expect(await problem([])).toEqual({ verdicts: ['Choose at least one value.'] });
    expect(await problem([worked('ILCO'), wrong('ILCO')])).toEqual({
      verdicts: ['There is more than one verdict on a value.'],
    });
    expect(await problem([worked('JMA')])).toEqual({ verdicts: ['The sheet does not say JMA.'] });
    expect(await problem([wrong('ILCO', 'X138')])).toEqual({ verdicts: ['The sheet already says this: X138.'] });
    expect(await problem([{ ...worked('ILCO'), found: 'X1' }])).toEqual({
      verdicts: ['ILCO cannot have worked if something else was found.'],
    });
    expect(await problem([wrong('UNIT', 'miles')])).toEqual({
      verdicts: ['The Unit that was found must be inch or mm, or empty.'],
    });
    const changed = await refused(one, model, [{ ...worked('ILCO'), value: 'X1' }]);
    expect(changed.code).toBe('CONFLICT');
    expect(await say(one, model, [{ ...worked('ILCO'), value: 'X138' }])).toMatchObject({ worked: 1 });
    expect((await refused(one, { id: 999_999 } as Model, [worked('ILCO')])).code).toBe('NOT_FOUND');
  });
});

describe('deleteVerdict', () => {
  test('takes back some or all, and with the last one the dispute', async () => {
    const model = await sheet();
    await say(one, model, [wrong('ILCO', 'X221'), worked('SILCA'), worked('SPACING_1')]);
    await say(other, model, [wrong('ILCO', 'X222')]);
    expect(await takeBack(one, model, ['ILCO'])).toMatchObject({
      fields: [{ field: 'ILCO', wrong: 1 }, { field: 'SILCA' }, { field: 'SPACING_1' }],
    });
    expect(await disputes(model)).toMatchObject([{ proposals: [{ proposed: 'X222' }] }]);
    expect((await takeBack(one, model)).fields).toMatchObject([{ field: 'ILCO', wrong: 1 }]);
    expect((await takeBack(other, model)).fields).toEqual([]);
    expect(await disputes(model)).toEqual([]);
  });
});

describe('a verdict is about a value', () => {
  /** Each way to change a value of the model. */
  const ways: [string, (model: Model) => Promise<unknown>][] = [
    ['the form', (model) => save(model, { ilco: 'X221' })],
    [
      'REST',
      async (model) => {
        const body = { company_detail_id: make.id, model: model.name, year: model.year, ilco: 'X221' };
        const answer = await app.rest('POST', `/products/${model.id}`, { as: admin, body });
        expect(answer.statusCode).toBe(200);
      },
    ],
    ['the database', (model) => app.sql(`update models set ilco = 'X221' where id = ?`, [model.id])],
  ];
  test.each(ways)('a change by %s resets it, and only it', async (_name, change) => {
    const model = await sheet();
    await say(one, model, [worked('ILCO'), worked('SILCA')]);
    await say(other, model, [wrong('ILCO', 'X222')]);
    await change(model);
    expect(await evidence(model)).toMatchObject({ worked: 1, fields: [{ field: 'SILCA', worked: 1 }] });
    // The report still waits, so that whoever sent it is told.
    expect(await disputes(model)).toMatchObject([{ state: 'OPEN', proposals: [{ stale: true, current: 'X221' }] }]);
    // The new value can be disputed, too.
    await say(other, model, [wrong('ILCO', 'X222')]);
    expect(await disputes(model)).toHaveLength(2);
  });

  test('a change of many models resets it, and its undo brings it back', async () => {
    const model = await sheet();
    await say(one, model, [worked('ILCO')]);
    const { id } = await staged('setModelField', { field: 'ILCO', value: 'X221', selection: of(model) });
    await act(app, admin, 'applyImport', id);
    expect(await evidence(model)).toMatchObject({ worked: 0, lastWorkedAt: null, fields: [], own: [] });
    // What was said of the value between is another verdict.
    await say(one, model, [wrong('ILCO', 'X222')]);
    await act(app, admin, 'undoImport', id);
    expect(await evidence(model)).toMatchObject({ worked: 1, own: [{ field: 'ILCO', worked: true }] });
  });

  test('the deletion of the model, too', async () => {
    const model = await sheet();
    await say(one, model, [worked('SILCA'), wrong('ILCO', 'X221')]);
    const { id } = await staged('deleteModels', { selection: of(model) });
    await act(app, admin, 'applyImport', id);
    expect(await app.sql('select id from models where id = ?', [model.id])).toEqual([]);
    await act(app, admin, 'undoImport', id);
    expect((await evidence(model)).fields).toMatchObject([{ wrong: 1 }, { worked: 1 }]);
    expect(await disputes(model)).toMatchObject([{ state: 'OPEN', proposals: [{ stale: false }] }]);
  });

  test('a change of the key system resets it in all models', async () => {
    const system = await createKeySystem(app, { name: 'Reset', macs: '2' });
    const model = await createModel(app, make);
    await save(model, { keySystemId: String(system.id) });
    await say(one, model, [worked('MACS')]);
    const document = 'mutation ($input: KeySystemInput!) { saveKeySystem(input: $input) { id } }';
    const { errors } = await app.graph(document, { input: { id: String(system.id), macs: '3' } }, admin);
    expect(errors).toBeUndefined();
    expect((await evidence(model)).fields).toEqual([]);
  });
});

describe('many verdicts', () => {
  const FIELDS = ['ILCO', 'SILCA', 'SPACING_1', 'SPACING_2'];
  const inbox = async () =>
    (
      await app.graph(
        '{ corrections(limit: 100, onceForSheet: true) { items { id alsoDisputed company { id } target { id } } } }',
        {},
        admin,
      )
    ).data!.corrections.items;

  test('are limited by their values, 200 an hour', async () => {
    const [model, member] = [await sheet(), await people.locksmith(app)];
    await say(member, model, [worked('ILCO'), worked('SILCA'), worked('SPACING_1')]);
    const key = `verdicts of ${member.user!.id}`;
    expect(await app.sql('select count from attempts where key = ?', [key])).toEqual([{ count: 3 }]);
    await app.sql('update attempts set count = 198 where key = ?', [key]);
    expect(await refused(member, model, [worked('ILCO'), worked('SILCA'), worked('SPACING_1')])).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await say(member, model, [worked('ILCO'), worked('SILCA')]);
  });

  test('are one line of the inbox for a sheet, and an administrator can decline all of a company', async () => {
    const [model, shared] = [await sheet(), await sheet()];
    const busy = await people.locksmith(app);
    const counted = async () => (await app.graph('{ openCorrections }', {}, admin)).data!.openCorrections;
    const before = await counted();
    await say(
      busy,
      model,
      FIELDS.map((field) => wrong(field)),
    );
    for (const as of [busy, other]) await say(as, shared, [wrong('ILCO', 'X221')]);
    const input = { email: 'anybody@example.com', make: 'Honda', model: model.name, year: 2007, comment: 'Wrong' };
    await app.graph('mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }', { input }, busy);
    expect(await disputes(model)).toHaveLength(4);
    expect(await counted()).toBe(before + 3);
    const lines = (await inbox()).slice(0, 3);
    const company = { id: String(busy.user!.client.id) };
    expect(lines).toMatchObject([
      { alsoDisputed: 0, company },
      { alsoDisputed: 0, company: null, target: { id: String(shared.id) } },
      { alsoDisputed: 3, company, target: { id: String(model.id) } },
    ]);
    const next = (id: string) => app.graph(`{ nextOpenCorrection(id: "${id}") { id } }`, {}, admin);
    const [first, second, third] = lines;
    expect((await next(first.id)).data).toEqual({ nextOpenCorrection: { id: second.id } });
    expect((await next(second.id)).data).toEqual({ nextOpenCorrection: { id: third.id } });
    const decline = (as: Person) =>
      app.graph(
        `mutation ($input: DeclineCorrectionsOfInput!) { declineCorrectionsOf(input: $input) { declined } }`,
        { input: { clientId: company.id, reason: 'Nonsense' } },
        as,
      );
    expect(codeOf(await decline(busy))).toBe('FORBIDDEN');
    expect((await decline(admin)).data!.declineCorrectionsOf).toEqual({ declined: 5 });
    expect((await decline(admin)).data!.declineCorrectionsOf).toEqual({ declined: 0 });
    // What another company says too stays open.
    expect(await disputes(shared)).toMatchObject([{ state: 'OPEN' }]);
    expect((await evidence(model)).fields).toMatchObject(FIELDS.map(() => ({ wrong: 0 })));
    expect(await mailsTo('anybody@example.com')).toEqual([]);
    expect(await mailsTo(busy.user!.username)).toMatchObject([{ text: expect.stringContaining('Nonsense') }]);
    const [line] = await app.sql('select details from log_entries order by id desc limit 1');
    expect(line!.details).toMatch(/^Declined all open corrections of .* \(5\): Nonsense$/);
  });
});

describe('settling a dispute', () => {
  test('writes one of the values, tells every reporter, and shows it among their corrections', async () => {
    const model = await sheet();
    const third = await people.locksmith(app);
    await say(one, model, [wrong('SPACING_2', '.238')]);
    await say(other, model, [wrong('SPACING_2', '.239')]);
    await say(third, model, [worked('SPACING_2')]);
    const [{ id }] = await disputes(model);
    const { data, errors } = await app.graph(SETTLE, { id, fields: ['SPACING_2'], value: ' .239 ' }, admin);
    expect(errors).toBeUndefined();
    expect(data!.applyCorrection).toEqual({
      state: 'APPLIED',
      proposals: [{ field: 'SPACING_2', reported: '.258', proposed: '.239', applied: true, current: '.239' }],
    });
    for (const { user } of [one, other]) {
      const [mail, ...more] = (await mailsTo(user!.username)).filter(({ text }) => text.includes(model.name));
      expect(more).toEqual([]);
      expect(mail!.subject).toBe(`Your report of Honda ${model.name} 2007`);
      expect(mail!.text).toContain(`you told us that Spacing 2 of Honda ${model.name} 2007 is wrong.`);
      expect(mail!.text).toContain('Spacing 2: .258 → .239');
    }
    expect(await mailsTo(third.user!.username)).toEqual([]);
    const mine = async (as: Person) =>
      (await app.graph('{ myCorrections(limit: 100) { items { id state disputed } } }', {}, as)).data!.myCorrections
        .items;
    expect(await mine(one)).toContainEqual({ id, state: 'APPLIED', disputed: 'SPACING_2' });
    expect(await mine(other)).toContainEqual({ id, state: 'APPLIED', disputed: 'SPACING_2' });
    expect(await mine(third)).toEqual([]);
    expect((await evidence(model)).fields).toEqual([]);
    const [log] = await app.sql('select details from log_entries where username = ? order by id desc limit 1', [
      admin.user!.username,
    ]);
    expect(log!.details).toBe(
      `Applied the dispute ${id} about Spacing 2 of Honda ${model.name} 2007\nSpacing 2: .258 → .239`,
    );
    // It stays there when the company says that the new value worked.
    await say(one, model, [worked('SPACING_2')]);
    expect(await mine(one)).toContainEqual({ id, state: 'APPLIED', disputed: 'SPACING_2' });
  });

  test('declined, the value is no longer disputed until somebody says it again', async () => {
    const model = await sheet();
    await say(one, model, [wrong('ILCO', 'X221')]);
    const [{ id }] = await disputes(model);
    expect((await app.graph(DECLINE, { id, reason: 'X138 is right.' }, admin)).errors).toBeUndefined();
    const { fields, own } = await evidence(model);
    expect(fields).toMatchObject([{ field: 'ILCO', wrong: 0, found: [] }]);
    expect(own).toMatchObject([{ state: 'DECLINED' }]);
    const mail = (await mailsTo(one.user!.username)).at(-1)!;
    expect(mail.text).toContain('Thank you for your report. It has been declined for this reason:');
    expect(mail.text).toContain('X138 is right.');
    await say(one, model, [wrong('ILCO', 'X221')]);
    expect(await disputes(model, { state: 'OPEN' })).toHaveLength(1);
  });

  test('writes into the key system, or gives the model a value of its own', async () => {
    const system = await createKeySystem(app, { name: 'Disputed', macs: '2' });
    const [first, second] = [await createModel(app, make), await createModel(app, make)];
    for (const model of [first, second]) await save(model, { keySystemId: String(system.id) });
    await say(one, first, [wrong('MACS', '3')]);
    const systems = async (disputed: boolean) =>
      (
        await app.graph(
          'query ($filter: KeySystemFilter) { keySystems(limit: 100, filter: $filter) { items { id } } }',
          { filter: { disputed } },
          admin,
        )
      ).data!.keySystems.items.map(({ id }: { id: string }) => Number(id));
    expect(await systems(true)).toContain(system.id);
    expect(await systems(false)).not.toContain(system.id);
    const [{ id }] = await disputes(first);
    const { errors } = await app.graph(SETTLE, { id, fields: ['MACS'], toKeySystem: true }, admin);
    expect(errors).toBeUndefined();
    expect(await app.sql('select macs from models where id in (?, ?)', [first.id, second.id])).toEqual([
      { macs: '3' },
      { macs: '3' },
    ]);
    expect(await systems(true)).not.toContain(system.id);
  });

  test('happens once, also when two administrators decide at the same time', async () => {
    const model = await sheet();
    await say(one, model, [wrong('ILCO', 'X221')]);
    const [{ id }] = await disputes(model);
    const answers = await Promise.all([
      app.graph(SETTLE, { id, fields: ['ILCO'] }, admin),
      app.graph(SETTLE, { id, fields: ['ILCO'], value: 'X222' }, admin),
      app.graph(DECLINE, { id, reason: 'No' }, admin),
    ]);
    expect(answers.map((answer) => codeOf(answer) ?? 'done').toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'done']);
  });

  test('refuses a value that does not fit, and a chosen value for a correction that somebody sent', async () => {
    const model = await sheet();
    await say(one, model, [wrong('UNIT')]);
    const [{ id }] = await disputes(model);
    const refuse = async (variables: object) =>
      (await app.graph(SETTLE, { id, fields: ['UNIT'], ...variables }, admin)).errors![0]!.extensions.errors;
    expect(await refuse({})).toEqual({ fields: ['The right value of Unit is not known.'] });
    expect(await refuse({ value: 'miles' })).toEqual({ value: ['The Unit must be inch or mm, or empty.'] });
    const [sent] = await app.sql<{ id: number }>(
      `insert into corrections (username, email, make, model, year, comment, created_at)
       values ('x', 'x', 'x', 'x', 2000, 'x', now()) returning id`,
    );
    expect(await refuse({ id: String(sent!.id), fields: [], value: 'mm' })).toEqual({
      value: ['This value is not disputed.'],
    });
  });
});

describe('who sees what', () => {
  test('administrators see the companies on both sides; members only numbers', async () => {
    const model = await sheet();
    await say(one, model, [wrong('ILCO', 'X221')], { blank: 'X221', tool: 'Triton', remark: 'Does not go in' });
    await say(other, model, [worked('ILCO')]);
    const [{ id }] = await disputes(model);
    const sides = async (as: Person, worked: boolean) =>
      app.graph(
        `query ($id: ID!, $worked: Boolean!) { disputeVerdicts(id: $id, worked: $worked) { total items {
          company username found blank tool remark } } }`,
        { id, worked },
        as,
      );
    expect((await sides(admin, false)).data!.disputeVerdicts).toEqual({
      total: 1,
      items: [
        {
          company: expect.stringMatching(/^Client /),
          username: one.user!.username,
          ...{ found: 'X221', blank: 'X221', tool: 'Triton', remark: 'Does not go in' },
        },
      ],
    });
    expect((await sides(admin, true)).data!.disputeVerdicts.items).toMatchObject([{ username: other.user!.username }]);
    expect(codeOf(await sides(one, false))).toBe('FORBIDDEN');
    expect(JSON.stringify(await evidence(model, other))).not.toContain(one.user!.username);
  });

  test('whoever joins a dispute does not learn who began it', async () => {
    const model = await sheet();
    await say(one, model, [wrong('ILCO', 'X221')]);
    await say(other, model, [wrong('ILCO', 'X221')]);
    const { data, errors } = await app.graph(
      '{ myCorrections { items { disputed username email target { id } } } }',
      {},
      other,
    );
    expect(errors).toBeUndefined();
    expect(data!.myCorrections.items[0]).toEqual({
      disputed: 'ILCO',
      username: other.user!.username,
      email: other.user!.username,
      target: { id: String(model.id) },
    });
  });

  test('values that were found count as an opened sheet; how often it worked does not', async () => {
    const model = await sheet();
    await say(one, model, [worked('ILCO')]);
    const reader = await signedIn(app, await createUser(app, { sheetsPerHour: 1, sheetsPerDay: 1 }));
    const opened = await sheet();
    const read = (model: Model) =>
      app.graph('query ($id: ID!) { model(id: $id) { ilco } }', { id: String(model.id) }, reader);
    expect((await read(opened)).errors).toBeUndefined();
    expect(await evidence(model, reader)).toMatchObject({ worked: 1 });
    await say(one, model, [wrong('ILCO', 'X221')]);
    const query = 'query ($modelId: ID!) { evidence(modelId: $modelId) { fields { found { value } } } }';
    expect(codeOf(await app.graph(query, { modelId: String(model.id) }, reader))).toBe('TOO_MANY_REQUESTS');
  });

  test('the lists find what is disputed', async () => {
    const model = await sheet({ name: 'Disputed bike' });
    const calm = await sheet({ name: 'Disputed bike' });
    await say(one, model, [wrong('ILCO', 'X221')]);
    const ids = async (document: string, variables: object) =>
      Object.values((await app.graph(document, variables, admin)).data!)[0].items.map(({ id }: { id: string }) =>
        Number(id),
      );
    const models = (disputed: boolean) =>
      ids('query ($filter: ModelFilter) { models(filter: $filter) { items { id } } }', {
        filter: { disputed, name: 'Disputed bike' },
      });
    const search = (disputed: boolean) =>
      ids('query ($disputed: Boolean) { searchModels(model: "Disputed bike", disputed: $disputed) { items { id } } }', {
        disputed,
      });
    for (const list of [models, search]) {
      expect(await list(true)).toEqual([model.id]);
      expect(await list(false)).toEqual([calm.id]);
    }
    // Corrections and disputes are in one list, and the sidebar counts both.
    const counted = async () => (await app.graph(LIST, {}, admin)).data!.openCorrections;
    const before = await counted();
    await takeBack(one, model);
    expect(await models(true)).toEqual([]);
    expect(await counted()).toBe(before - 1);
  });
});

describe('what becomes of a company', () => {
  test('its verdicts are deleted with it, and disputes that only it had', async () => {
    const [model, shared] = [await sheet(), await sheet()];
    const gone = await people.locksmith(app);
    await say(gone, model, [wrong('ILCO', 'X221')]);
    for (const as of [gone, one]) await say(as, shared, [wrong('ILCO', 'X221')]);
    await app.sql('delete from users where id = ?', [gone.user!.id]);
    expect(await disputes(model)).toHaveLength(1);
    await app.sql('delete from clients where id = ?', [gone.user!.client.id]);
    expect(await disputes(model)).toEqual([]);
    expect((await evidence(shared)).fields).toMatchObject([{ wrong: 1 }]);
  });

  test('merged, two companies have one verdict on a value: the newer one', async () => {
    const model = await sheet();
    const [from, into] = [await people.locksmith(app), await people.locksmith(app)];
    await say(from, model, [wrong('ILCO', 'X221'), worked('SILCA')]);
    await say(into, model, [worked('ILCO')]);
    await say(from, model, [worked('SPACING_1')]);
    await say(into, model, [wrong('SPACING_1', '.100')]);
    const { errors } = await app.graph(
      'mutation ($input: MergeClientsInput!) { mergeClients(input: $input) { id } }',
      { input: { fromId: String(from.user!.client.id), intoId: String(into.user!.client.id) } },
      admin,
    );
    expect(errors).toBeUndefined();
    expect((await evidence(model, from)).own).toMatchObject([
      { field: 'ILCO', worked: true },
      { field: 'SILCA', worked: true },
      { field: 'SPACING_1', worked: false },
    ]);
    expect((await disputes(model)).map(({ disputed }: { disputed: string }) => disputed)).toEqual(['SPACING_1']);
  });
});

test.each([
  ['.258', '.238', '.020 less'],
  ['.258', '.2605', '.0025 more'],
  ['0.5', '1', '0.5 more'],
  ['2,50', '2.54', '0.04 more'],
  ['258', '238', '20 less'],
  ['.258', '.258', null],
  ['.258', '.2580', null],
  ['about .2', '.238', null],
  ['', '.238', null],
])('the difference of %s and %s is %s', (here, found, difference) => {
  expect(differenceOf(here, found)).toBe(difference);
});
