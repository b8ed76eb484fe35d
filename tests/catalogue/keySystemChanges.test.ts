import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM_DATA } from '../../server/catalogue/keyData';
import { type Person, startApp, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';
import { act, checkedImport, rowsOf } from '../support/sheets';

let app: TestApp;
let admin: Person;
let other: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await people.administrator(app);
  other = await people.administrator(app);
});
afterAll(() => app.close());

let system: { id: string; version: number };
let ids: number[];
beforeEach(async () => {
  await app.sql('truncate models, key_systems, makes, imports, log_entries cascade');
  const honda = await createMake(app, { id: 53, displayName: 'Honda' });
  ids = [];
  for (const year of [1994, 1995, 1996]) ids.push((await createModel(app, honda, { name: 'CB 500', year })).id);
  const { record } = await save({ name: 'Honda CMC37', hpc: 'CMC37', macs: '2', spacing: ['.118', '.216'] });
  system = { id: record.id, version: record.version };
});

async function run(name: string, type: string, fields: string, input: object, as = admin) {
  const { data, errors } = await app.graph(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`,
    { input },
    as,
  );
  return { record: data?.[name], code: errors?.[0]?.extensions.code, errors: errors?.[0]?.extensions.errors };
}
const STAGED = 'id kind fileName state totals { changed unchanged stale }';
const save = (input: object, as = admin) =>
  run('saveKeySystem', 'KeySystemInput', 'id version macs modelsCount checkedBy', input, as);
const stage = (input: object, as = admin) => run('stageKeySystem', 'StageKeySystemInput', STAGED, input, as);
const set = (input: object) => run('setKeySystem', 'SetKeySystemInput', STAGED, input);
const saveModel = (input: object) => run('saveModel', 'ModelInput', 'id version', input);
const apply = (id: string, as = admin) => act(app, as, 'applyImport', id);
const undo = (id: string) => act(app, admin, 'undoImport', id);
const all = () => ({ modelIds: ids.map(String) });
/** Gives all models the key system. */
async function link(): Promise<string> {
  const { record } = await set({ ...all(), keySystemId: system.id });
  expect((await apply(record.id)).done.totals).toMatchObject({ changed: ids.length });
  return record.id;
}
const linked = async () =>
  (await app.sql('select key_system_id as system from models order by id')).map(({ system }) => system !== null);
const macs = async () => (await app.sql('select macs from models order by id')).map(({ macs }) => macs);
const systemNow = async () => (await app.sql('select macs, notes, version from key_systems'))[0];

/** The linked models that do not have the values of their key system. */
const unlike = () =>
  app.sql(
    `select m.id from models m join key_systems s on s.id = m.key_system_id
     where ${[...new Set(SYSTEM_DATA.map(({ column }) => `m.${column} is distinct from s.${column}`))].join(' or ')}`,
  );

describe('setKeySystem', () => {
  test('shows old → new first, links with the values, and takes both back', async () => {
    await saveModel({ id: ids[1], hpc: 'CMC1' });
    const { record } = await set({ selection: { ids: ids.map(String) }, keySystemId: system.id });
    expect(record).toMatchObject({ kind: 'SET', fileName: 'Set the key system to “Honda CMC37”', state: 'CHECKED' });
    const { items } = await rowsOf(app, admin, record.id);
    expect(items[1].changes).toEqual([
      { label: 'HPC', before: 'CMC1', after: 'CMC37' },
      { label: 'MACS', before: '', after: '2' },
      { label: 'Spacing 1', before: '', after: '.118' },
      { label: 'Spacing 2', before: '', after: '.216' },
      { label: 'Key system', before: '', after: 'Honda CMC37' },
    ]);
    await apply(record.id);
    expect(await linked()).toEqual([true, true, true]);
    expect(await unlike()).toEqual([]);
    expect((await undo(record.id)).done.undone).toMatchObject({ restored: 3, left: 0 });
    expect(await linked()).toEqual([false, false, false]);
    expect(await app.sql('select hpc, macs from models order by id')).toEqual(
      ['', 'CMC1', ''].map((hpc) => ({ hpc, macs: '' })),
    );
  });

  test('gives models values of their own, and the undo gives back the key system if they still have its values', async () => {
    await link();
    const { record } = await set({ filter: { name: 'CB 500' }, keySystemId: null });
    expect(record.fileName).toBe('Give the models values of their own');
    await apply(record.id);
    expect(await linked()).toEqual([false, false, false]);
    await saveModel({ id: ids[0], macs: '5' });
    expect((await undo(record.id)).done.undone).toMatchObject({
      restored: 2,
      leftModels: ['Honda CB 500 1994: Key system'],
    });
    expect(await linked()).toEqual([false, true, true]);
    expect(await unlike()).toEqual([]);
  });

  test('is refused without models or key system, and where the key system has changed since', async () => {
    expect((await set({ keySystemId: system.id })).errors).toHaveProperty('selection');
    expect((await set({ ...all(), keySystemId: '99999' })).errors).toHaveProperty('keySystemId');
    const { record } = await set({ ...all(), keySystemId: system.id });
    await save({ id: system.id, macs: '3' });
    expect(await apply(record.id)).toMatchObject({ code: 'CONFLICT' });
    expect(await linked()).toEqual([false, false, false]);
  });
});

describe('a change of a used key system', () => {
  beforeEach(link);

  test('is previewed, changes all its models with a line in each history, and is taken back as a whole', async () => {
    await saveModel({ id: ids[2], keySystemId: null });
    const { record } = await stage({ ...system, macs: '3', notes: 'Measured', checked: true });
    expect(record).toMatchObject({ kind: 'KEY_SYSTEM', totals: { changed: 2 } });
    expect(record.fileName).toBe('Change the key system Honda CMC37: Notes, MACS, Checked by');
    const { items } = await rowsOf(app, admin, record.id);
    expect(items.map(({ year, changes }: any) => [year, changes])).toEqual(
      ['1994', '1995'].map((year) => [year, [{ label: 'MACS', before: '2', after: '3' }]]),
    );
    expect(await macs()).toEqual(['2', '2', '2']);
    // Models that come and go until it is applied, or change in something else.
    await saveModel({ id: ids[2], keySystemId: system.id });
    await saveModel({ id: ids[0], tips: 'Warm it first' });
    expect((await apply(record.id)).done).toMatchObject({ state: 'APPLIED', totals: { changed: 3 } });
    expect(await macs()).toEqual(['3', '3', '3']);
    expect(await systemNow()).toMatchObject({ macs: '3', notes: 'Measured' });
    expect(await unlike()).toEqual([]);
    const lines = await app.sql('select changes, source from model_changes where import_id = ?', [record.id]);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ source: 'bulk', changes: [{ field: 'macs', before: '2', after: '3' }] });
    expect((await undo(record.id)).done.undone).toMatchObject({ restored: 3, left: 0 });
    expect(await macs()).toEqual(['2', '2', '2']);
    expect(await systemNow()).toMatchObject({ macs: '2', notes: '' });
    expect(await linked()).toEqual([true, true, true]);
  });

  test('is saved at once as an applied change; the undo leaves and names models that got other values since', async () => {
    const { record } = await save({ ...system, macs: '3' });
    expect(record).toMatchObject({ macs: '3', modelsCount: 3 });
    expect(await macs()).toEqual(['3', '3', '3']);
    const [change] = await app.sql(`select id, state, kind from imports where kind = 'key_system'`);
    expect(change).toMatchObject({ state: 'applied' });
    await saveModel({ id: ids[1], hpc: 'CMC38' });
    expect((await undo(change!.id)).done.undone).toMatchObject({
      restored: 2,
      left: 1,
      leftModels: ['Honda CB 500 1995: it no longer has the key system'],
    });
    expect(await macs()).toEqual(['2', '3', '2']);
    expect(await linked()).toEqual([true, false, true]);
    expect(await unlike()).toEqual([]);
  });

  test('leaves in the undo what a later change has made of the key system', async () => {
    const first = (await stage({ ...system, macs: '3', hpc: 'CMC38' })).record;
    await apply(first.id);
    await save({ id: system.id, macs: '4' });
    expect((await undo(first.id)).done.undone).toMatchObject({
      restored: 3,
      leftModels: ['Key system Honda CMC37: MACS'],
    });
    expect(await app.sql('select distinct hpc, macs from models')).toEqual([{ hpc: 'CMC37', macs: '4' }]);
    expect(await unlike()).toEqual([]);
  });

  test('leaves in the undo no check of values that nobody has checked', async () => {
    await save({ id: system.id, checked: true });
    const first = (await stage({ id: system.id, macs: '3' })).record;
    await apply(first.id);
    // Taken back at once, the values are those that were checked.
    await undo(first.id);
    expect(await app.sql('select macs, checked_by from key_systems')).toEqual([
      { macs: '2', checked_by: admin.user?.username },
    ]);
    const second = (await stage({ id: system.id, macs: '3' })).record;
    await apply(second.id);
    await save({ id: system.id, checked: true });
    await undo(second.id);
    expect(await app.sql('select macs, checked_by from key_systems')).toEqual([{ macs: '2', checked_by: '' }]);
    const third = (await stage({ id: system.id, macs: '3', checked: true })).record;
    await apply(third.id);
    await save({ id: system.id, hpc: 'CMC38' });
    await undo(third.id);
    expect(await app.sql('select macs, hpc, checked_by from key_systems')).toEqual([
      { macs: '2', hpc: 'CMC38', checked_by: '' },
    ]);
    const { data } = await app.graph(
      'query ($id: ID!) { keySystemHistory(id: $id) { items { changes { label before after } } } }',
      { id: system.id },
      admin,
    );
    expect(data?.keySystemHistory.items[0].changes).toEqual([{ label: 'MACS', before: '3', after: '2' }]);
  });

  test('tells the second of two administrators, also if one has prepared and the other saved', async () => {
    const answers = await Promise.all([save({ ...system, macs: '3' }), save({ ...system, macs: '4' }, other)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['CONFLICT', undefined]);
    expect((await stage({ ...system, macs: '5' })).code).toBe('CONFLICT');
    const now = { id: system.id, version: (await systemNow())!.version };
    const { record } = await stage({ ...now, macs: '5' });
    await save({ ...now, notes: 'Seen' }, other);
    expect(await apply(record.id)).toMatchObject({ code: 'CONFLICT' });
    expect(await macs()).not.toContain('5');
    expect(await unlike()).toEqual([]);
  });

  test('reaches an open sheet: the catalogue is told', async () => {
    const path = `/products/${ids[0]}`;
    const locksmith = await people.locksmith(app);
    const shown = async () => (await app.rest('GET', path, { as: locksmith })).json().macs;
    expect(await shown()).toBe('2');
    await save({ ...system, macs: '3' });
    expect(await shown()).toBe('3');
  });
});

test('5,000 models follow their key system and are taken back, as one change', async () => {
  await app.sql(
    `insert into models (make_id, name, year, spacing, depth_values, macs, hpc, key_system_id, created_at, updated_at)
     select 53, 'CB ' || n, 2007, s.spacing, s.depth_values, s.macs, s.hpc, s.id, now(), now()
     from key_systems s, generate_series(1, 5000) n`,
  );
  expect(await unlike()).toEqual([]);
  const { record } = await stage({ ...system, macs: '3' });
  const { done } = await apply(record.id);
  expect(done).toMatchObject({ state: 'APPLIED', totals: { changed: 5_000 } });
  expect(await app.sql(`select count(*)::int as count from models where macs = '3'`)).toEqual([{ count: 5_000 }]);
  expect((await undo(record.id)).done.undone).toMatchObject({ restored: 5_000, left: 0 });
  expect(await app.sql(`select count(*)::int as count from models where macs = '2'`)).toEqual([{ count: 5_000 }]);
  expect(await unlike()).toEqual([]);
});

describe('a linked model has the values of its key system, or its own', () => {
  beforeEach(link);

  test('when one field is set in many models: the preview says so, and the undo links them again', async () => {
    const { record } = await run('setModelField', 'SetModelFieldInput', STAGED, {
      selection: { ids: [String(ids[0])] },
      field: 'MACS',
      value: '4',
    });
    expect((await rowsOf(app, admin, record.id)).items[0].changes).toEqual([
      { label: 'MACS', before: '2', after: '4' },
      { label: 'Key system', before: 'Honda CMC37', after: '' },
    ]);
    await apply(record.id);
    expect(await linked()).toEqual([false, true, true]);
    await undo(record.id);
    expect(await linked()).toEqual([true, true, true]);
  });

  test('when a sheet is imported', async () => {
    const sheet = `ID,Tips,MACS\n${ids[0]},Warm it,2\n${ids[1]},Warm it,3`;
    const checked = await checkedImport(app, admin, sheet);
    expect((await rowsOf(app, admin, checked.id)).items[1].changes).toContainEqual({
      label: 'Key system',
      before: 'Honda CMC37',
      after: '',
    });
    await apply(checked.id);
    expect(await linked()).toEqual([true, false, true]);
    await undo(checked.id);
    expect(await linked()).toEqual([true, true, true]);
  });

  test('when an earlier state is restored, and when it is copied or deleted and restored', async () => {
    const { record: model } = await saveModel({ id: ids[0], macs: '4' });
    const [change] = await app.sql('select id from model_changes where model_id = ? order by id desc', [model.id]);
    await run('restoreModel', 'RestoreModelInput', 'id', { id: model.id, changeId: String(change!.id) });
    expect(await linked()).toEqual([true, true, true]);
    const selection = { ids: [String(ids[0])] };
    const copy = (await run('copyModels', 'CopyModelsInput', STAGED, { selection, years: [2001] })).record;
    await apply(copy.id);
    expect(await linked()).toEqual([true, true, true, true]);
    const gone = (await run('deleteModels', 'DeleteModelsInput', STAGED, { selection })).record;
    await apply(gone.id);
    const again = (await run('deleteModels', 'DeleteModelsInput', STAGED, { selection: { ids: [String(ids[1])] } }))
      .record;
    await apply(again.id);
    await undo(again.id);
    expect(await linked()).toEqual([true, true, true]);
    await save({ id: system.id, macs: '3' });
    await undo(gone.id);
    expect(await linked()).toEqual([false, true, true, true]);
    expect(await unlike()).toEqual([]);
  });

  test('when it is restored while its key system, which no model has by then, is changed', async () => {
    const { record } = await run('deleteModels', 'DeleteModelsInput', STAGED, { selection: { ids: ids.map(String) } });
    await apply(record.id);
    const undone = await app.orm.em.fork().transactional(async (em) => {
      await em.execute(`update key_systems set macs = '9' where id = ?`, [system.id]);
      const undoing = undo(record.id);
      const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        union all select from imports where id = ? and undone_at is not null`;
      await expect.poll(() => app.sql(waits, [record.id])).not.toEqual([]);
      return { undoing };
    });
    expect((await undone.undoing).done.undone).toMatchObject({ restored: 3 });
    expect(await linked()).toEqual([false, false, false]);
    expect(await unlike()).toEqual([]);
  });

  test('while it gets the key system and that is changed at the same time, in whatever order', async () => {
    for (let turn = 0; turn < 5; turn++) {
      await saveModel({ id: ids[0], keySystemId: null });
      const { version } = (await systemNow())!;
      const answers = await Promise.all([
        saveModel({ id: ids[0], keySystemId: system.id }),
        save({ id: system.id, version, macs: String(3 + turn) }),
        saveModel({ id: ids[1], keySystemId: system.id }),
        saveModel({ id: ids[2], tips: `Turn ${turn}` }),
      ]);
      expect(answers.map(({ code }) => code).filter((code) => code && code !== 'CONFLICT')).toEqual([]);
      expect(await unlike()).toEqual([]);
    }
    expect(await linked()).toEqual([true, true, true]);
  });

  test('after any sequence of operations', async () => {
    // A linear congruential generator: the same sequence in every run.
    let seed = 34;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const { record: second } = await save({ name: 'Honda 9', macs: '9' });
    const id = () => String(ids[random(ids.length)]);
    const one = () => [system.id, second.id][random(2)];
    const value = () => String(1 + random(9));
    const done: string[] = [];
    const applied = async (answer: { record: any }) => {
      if (!answer.record) return;
      await apply(answer.record.id);
      done.push(answer.record.id);
    };
    const steps = [
      () => saveModel({ id: id(), keySystemId: one() }),
      () => saveModel({ id: id(), keySystemId: null }),
      () => saveModel({ id: id(), macs: value() }),
      () => app.rest('POST', `/products/${id()}`, { as: admin, body: { macs: value() } }),
      () => save({ id: one(), macs: value() }),
      async () => applied(await stage({ id: one(), macs: value(), hpc: value() })),
      async () => applied(await set({ modelIds: [id(), id()], keySystemId: [one(), null][random(2)] })),
      async () =>
        applied(
          await run('setModelField', 'SetModelFieldInput', 'id', {
            selection: { ids: [id()] },
            field: 'MACS',
            value: value(),
          }),
        ),
      async () => done.length > 0 && undo(done.splice(random(done.length), 1)[0]!),
    ];
    for (let step = 0; step < 60; step++) {
      await steps[random(steps.length)]!();
      expect(await unlike(), `step ${step}`).toEqual([]);
    }
  });
});
