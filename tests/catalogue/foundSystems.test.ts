import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, sharedApp, startApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { act } from '../support/sheets';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const locksmith = sharedPerson(app, 'locksmith');

const run = async (text: string, variables: object, as: Person = admin) => {
  const { data, errors } = await app.graph(text, variables, as);
  return { data, error: errors?.[0] };
};
const twelve = (values: string[]) => [...values, ...Array(12 - values.length).fill('')];
/** 1x of each row. */
const depths = (values: string[]) => [...values.flatMap((one) => [one, '']), ...Array(16 - values.length * 2).fill('')];
const DSD_421 = {
  dsd: '421',
  unit: 'inch',
  datum: 'shoulder',
  spacing: twelve(['.315', '.413', '.512', '.610', '.709', '.807']),
  depthValues: depths(['.295', '.276', '.256', '.236']),
};
const DSD_420 = {
  ...DSD_421,
  dsd: '420',
  spacing: twelve(['.098', '.197', '.295', '.394', '.492', '.591']),
  depthValues: depths(['.258', '.238', '.218', '.199']),
};

beforeEach(async () => {
  await app.sql('delete from models');
  await app.sql('delete from key_systems');
  await app.sql('delete from makes');
});

const SUGGESTED = `query { suggestedKeySystems { total items { modelId modelsCount models dsd spacing depth { oneX }
  near { keySystemId name modelsCount differences { label value other } } } } }`;
const suggested = async () => (await run(SUGGESTED, {})).data?.suggestedKeySystems;
const make = (input: object) =>
  run('mutation ($input: MakeKeySystemInput!) { makeKeySystem(input: $input) { id name modelsCount dsd } }', { input });

describe('suggested systems', () => {
  test('are models with equal measures and no system, the largest group first, with what nearly equals them', async () => {
    const kawasaki = await createMake(app, { displayName: 'Kawasaki' });
    for (const year of [1991, 1992, 1993]) await createModel(app, kawasaki, { name: 'Z 750', year, ...DSD_421 });
    for (const year of [1979, 1980]) await createModel(app, kawasaki, { name: 'Z 1000', year, ...DSD_420 });
    // One wrong digit, and nothing to be a system of.
    const wrong = depths(['.295', '.276', '.265', '.236']);
    await createModel(app, kawasaki, { name: 'Z 900', year: 1991, ...DSD_421, depthValues: wrong });
    for (const year of [2001, 2002]) await createModel(app, kawasaki, { name: 'Blank', year, ilco: 'X1' });
    const { total, items } = await suggested();
    expect([total, items.map(({ dsd, modelsCount, models }: any) => [dsd, modelsCount, models])]).toEqual([
      2,
      [
        ['421', 3, ['Kawasaki Z 750']],
        ['420', 2, ['Kawasaki Z 1000']],
      ],
    ]);
    expect(items[0]).toMatchObject({
      spacing: DSD_421.spacing,
      near: [
        {
          keySystemId: null,
          name: 'Kawasaki Z 900',
          modelsCount: 1,
          differences: [{ label: 'Depth 3 1X', value: '.256', other: '.265' }],
        },
      ],
    });
    expect(items[1].near).toEqual([]);
  });

  test('changes no value of a model that somebody changes meanwhile', async () => {
    const kawasaki = await createMake(app, { displayName: 'Kawasaki' });
    const { id } = await createModel(app, kawasaki, { name: 'Z 750', year: 1991, ...DSD_421 });
    // Somebody else is about to save a key system of this name, for which the new one waits.
    const other = app.orm.em.fork();
    await other.begin();
    await other.execute(
      `insert into key_systems (name, spacing, depth_names, depth_values, created_at, updated_at)
       select 'Kawasaki 421', spacing, depth_names, depth_values, now(), now() from models where id = ?`,
      [id],
    );
    const making = make({ modelId: id, name: 'Kawasaki 421' });
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => app.sql(waits)).not.toEqual([]);
    const save = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';
    expect((await run(save, { input: { id, macs: '4' } })).error).toBeUndefined();
    await other.rollback();
    expect((await making).error?.extensions.code).toBe('CONFLICT');
    expect(await app.sql('select macs, key_system_id from models')).toEqual([{ macs: '4', key_system_id: null }]);
  });

  test('one press makes the system and gives it to all of them, and undo takes it from them', async () => {
    const kawasaki = await createMake(app, { displayName: 'Kawasaki' });
    for (const year of [1991, 1992, 1993]) await createModel(app, kawasaki, { name: 'Z 750', year, ...DSD_421 });
    const [{ modelId }] = (await suggested()).items;
    const { data } = await make({ modelId, name: 'Kawasaki 421' });
    expect(data?.makeKeySystem).toMatchObject({ name: 'Kawasaki 421', modelsCount: 3, dsd: '421' });
    expect((await suggested()).total).toBe(0);
    const history = await app.sql(
      `select distinct changes->0->>'label' as label, changes->0->>'after' as after, jsonb_array_length(changes) as fields
       from model_changes`,
    );
    expect(history).toEqual([{ label: 'Key system', after: 'Kawasaki 421', fields: 1 }]);
    const [staged] = await app.sql('select id from imports');
    await act(app, admin, 'undoImport', String(staged!.id));
    expect((await suggested()).items[0]).toMatchObject({
      modelsCount: 3,
      near: [{ name: 'Kawasaki 421', modelsCount: 0, differences: [] }],
    });
    // The name is taken, and the model may have a system by now.
    expect((await make({ modelId, name: 'kawasaki 421' })).error?.extensions.errors).toEqual({
      name: ['There is a key system with this name already.'],
    });
    const bare = await createModel(app, kawasaki, { name: 'Without measures', ilco: 'X1' });
    expect((await make({ modelId: String(bare.id), name: 'Nothing' })).error?.extensions.errors).toEqual({
      modelId: ['The model has no measures to make a key system of.'],
    });
    await make({ modelId, name: 'Another' });
    expect((await make({ modelId, name: 'A third' })).error?.extensions.code).toBe('CONFLICT');
  });
});

describe('identifyKey', () => {
  const IDENTIFY = `query ($cuts: Int, $firstCut: Float, $shallowest: Float, $deepest: Float, $unit: LengthUnit!) {
    identifyKey(cuts: $cuts, firstCut: $firstCut, shallowest: $shallowest, deepest: $deepest, unit: $unit) {
      name dsd fits modelsCount comparisons { label error fits } bikes { make { displayName } name year } } }`;
  const seedSystems = async () => {
    const kawasaki = await createMake(app, { displayName: 'Kawasaki' });
    for (const [name, data] of [
      ['Kawasaki 421', DSD_421],
      ['Kawasaki 420', DSD_420],
    ] as const) {
      const { id } = await createModel(app, kawasaki, { name: `With ${name}`, year: 1991, ...data });
      await createModel(app, kawasaki, { name: `With ${name}`, year: 1985, ...data });
      await make({ modelId: String(id), name });
    }
  };
  const key = { cuts: 6, firstCut: 0.098, shallowest: 0.258, deepest: 0.199, unit: 'INCH' };

  test('ranks systems by the error of each value, in either unit, with their bikes; it opens no sheet', async () => {
    await seedSystems();
    const { data } = await run(IDENTIFY, key, locksmith);
    expect(data?.identifyKey).toHaveLength(1);
    expect(data?.identifyKey[0]).toMatchObject({
      name: 'Kawasaki 420',
      fits: true,
      modelsCount: 2,
      bikes: [{ make: { displayName: 'Kawasaki' }, name: 'With Kawasaki 420', year: 1991 }],
    });
    const inMm = { cuts: 6, firstCut: 2.5, shallowest: 6.6, deepest: 5.05, unit: 'MM' };
    const found = (await run(IDENTIFY, inMm, locksmith)).data?.identifyKey;
    expect(found.map(({ name, fits }: any) => [name, fits])).toEqual([['Kawasaki 420', true]]);
    expect(await app.sql('select model_id from sheet_openings')).toEqual([]);
  });

  test('refuses a key without a length, and values that are none', async () => {
    const refused = (input: object) => run(IDENTIFY, { unit: 'INCH', ...input }, locksmith);
    expect((await refused({ cuts: 6 })).error?.extensions.errors).toEqual({
      firstCut: ['Please enter at least one length: the first cut, the pitch, a distance or a depth.'],
    });
    const wide = `query ($tolerance: Float, $unit: LengthUnit!) {
      identifyKey(firstCut: 0.1, tolerance: $tolerance, unit: $unit) { name } }`;
    for (const [unit, most] of [
      ['INCH', 0.05],
      ['MM', 1.25],
    ] as const) {
      expect((await run(wide, { unit, tolerance: most }, locksmith)).error).toBeUndefined();
      expect((await run(wide, { unit, tolerance: most + 0.001 }, locksmith)).error?.extensions.errors).toEqual({
        tolerance: ['The tolerance may be .05 in or 1.25 mm at most.'],
      });
    }
    expect((await refused({ firstCut: -1 })).error?.extensions.errors).toEqual({
      firstCut: ['The first cut must be a length, e.g. .098 or 2.5.'],
    });
  });

  test('counts the systems that it shows as matches in Jump', async () => {
    await seedSystems();
    const limited = await startApp({ sharing: app, config: { jumpMatchesPerHour: 1 } });
    const member = await people.locksmith(app);
    const ask = async (input: object) => (await limited.graph(IDENTIFY, input, member)).errors?.[0]?.extensions.code;
    try {
      expect(await ask(key)).toBeUndefined();
      // What was seen may be seen again; what was not is refused, whether it exists or not.
      expect(await ask(key)).toBeUndefined();
      expect(await ask({ ...key, firstCut: 0.315, shallowest: 0.295, deepest: 0.236 })).toBe('TOO_MANY_REQUESTS');
      expect(await ask({ ...key, firstCut: 0.4, shallowest: 0.4, deepest: 0.4 })).toBe('TOO_MANY_REQUESTS');
    } finally {
      await limited.close();
    }
  });
});
