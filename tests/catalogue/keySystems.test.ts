import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM_DATA } from '../../server/catalogue/keyData';
import { type Person, startApp, type TestApp } from '../support/app';
import { createMake, day } from '../support/factories';
import { people } from '../support/people';

let app: TestApp;
let admin: Person;
let locksmith: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await people.administrator(app);
  locksmith = await people.locksmith(app);
  await createMake(app, { id: 53, displayName: 'Honda' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from models');
  await app.sql('delete from key_systems');
});

const SYSTEM = 'id name hpc dsd unit macs spacing depth { name oneX twoX } checkedBy checkedAt modelsCount version';
const run = (text: string, variables: object, as = admin) => app.graph(text, variables, as);
const save = async (input: object, as = admin) => {
  const { data, errors } = await run(
    `mutation ($input: KeySystemInput!) { saveKeySystem(input: $input) { ${SYSTEM} } }`,
    { input },
    as,
  );
  return { system: data?.saveKeySystem, error: errors?.[0] };
};
const remove = async (input: object) => {
  const { errors } = await run('mutation ($input: DeleteKeySystemInput!) { deleteKeySystem(input: $input) { id } }', {
    input,
  });
  return errors?.[0];
};
const saveModel = async (input: object) => {
  const { data, errors } = await run(
    'mutation ($input: ModelInput!) { saveModel(input: $input) { id version hpc macs spacing keySystem { id name } history(limit: 1) { items { changes { label before after } } } } }',
    { input },
  );
  return { model: data?.saveModel, error: errors?.[0], told: data?.saveModel?.history.items[0]?.changes };
};
const cmc37 = {
  name: 'Honda CMC37',
  hpc: 'CMC37',
  dsd: '406',
  unit: 'inch',
  macs: '2',
  spacing: ['.118', '.216'],
  depth: [{ name: '1', oneX: '.300', twoX: '' }],
};
const bike = { makeId: '53', name: 'CBR600RR', year: 2007 };

/** Models that do not have the values of their key system: there are none, whatever was done. */
const unlike = () =>
  app.sql(
    `select m.id from models m join key_systems s on s.id = m.key_system_id
     where ${[...new Set(SYSTEM_DATA.map(({ column }) => `m.${column} is distinct from s.${column}`))].join(' or ')}`,
  );

describe('a key system', () => {
  test('is saved, read, listed and deleted', async () => {
    const { system } = await save({ ...cmc37, checked: true });
    expect(system).toMatchObject({
      ...cmc37,
      spacing: ['.118', '.216', ...Array(10).fill('')],
      depth: expect.any(Array),
    });
    expect(system).toMatchObject({ checkedBy: admin.user?.username, modelsCount: 0, version: 1 });
    await save({ ...cmc37, name: 'Kawasaki 9', dsd: '50', hpc: '', spacing: ['1'] });
    const list = async (args: string) => {
      const { data, errors } = await run(`{ keySystems(${args}) { total items { name } } }`, {});
      expect(errors).toBeUndefined();
      return data?.keySystems.items.map(({ name }: { name: string }) => name);
    };
    expect(await list('sortBy: DSD')).toEqual(['Kawasaki 9', 'Honda CMC37']);
    for (const sort of ['NAME', 'HPC', 'POSITIONS', 'DEPTHS', 'MODELS', 'CHECKED', 'UPDATED_AT'])
      expect(await list(`sortBy: ${sort}`)).toHaveLength(2);
    expect(await list('filter: { text: "cmc" }')).toEqual(['Honda CMC37']);
    expect(await list('filter: { checked: false }')).toEqual(['Kawasaki 9']);
    expect(await list('filter: { used: true }')).toEqual([]);
    expect(await list('filter: { used: false }')).toHaveLength(2);
    expect(await remove({ id: system.id, version: 2 })).toMatchObject({ extensions: { code: 'CONFLICT' } });
    expect(await remove({ id: system.id, version: 1 })).toBeUndefined();
  });

  test('has a name of its own, and the rules of key data', async () => {
    await save(cmc37);
    expect((await save({ name: 'honda cmc37' })).error?.extensions.errors).toEqual({ name: [expect.any(String)] });
    const { error } = await save({ name: 'X', unit: 'ell', spacing: Array(13).fill('1') });
    expect(Object.keys(error?.extensions.errors ?? {}).sort()).toEqual(['spacing', 'unit']);
    expect((await save({})).error?.extensions.errors).toMatchObject({ name: [expect.any(String)] });
  });

  test('is copied with what the input leaves out', async () => {
    const { system } = await save(cmc37);
    const { system: copy } = await save({ copyOf: system.id, name: 'Honda CMC37 (2)', macs: '3' });
    expect(copy).toMatchObject({ hpc: 'CMC37', dsd: '406', macs: '3', version: 1 });
  });

  test('tells its history, and whose check it was', async () => {
    const { system } = await save({ ...cmc37, checked: true });
    const { system: other } = await save({ id: system.id, version: 1, macs: '3' });
    expect(other).toMatchObject({ checkedBy: '', checkedAt: null, version: 2 });
    const { data } = await run(
      'query ($id: ID!) { keySystemHistory(id: $id) { total items { created username changes { label before after } } } }',
      { id: system.id },
    );
    expect(data?.keySystemHistory).toMatchObject({ total: 2, items: [{ created: false }, { created: true }] });
    expect(data?.keySystemHistory.items[0].changes).toEqual([
      { label: 'MACS', before: '2', after: '3' },
      { label: 'Checked by', before: `${admin.user?.username}, ${day(0)}`, after: '' },
    ]);
    expect((await save({ id: system.id, version: 1, notes: 'x' })).error?.extensions.code).toBe('CONFLICT');
  });
});

describe('a model with a key system', () => {
  test('has its values, from the first or later', async () => {
    const { system } = await save(cmc37);
    const { model } = await saveModel({ ...bike, hpc: 'other', keySystemId: system.id });
    expect(model).toMatchObject({ hpc: 'CMC37', macs: '2', keySystem: { id: system.id, name: 'Honda CMC37' } });
    const { model: own } = await saveModel({ ...bike, year: 2008, hpc: 'other' });
    expect(own.keySystem).toBeNull();
    const { model: linked, told } = await saveModel({ id: own.id, keySystemId: system.id });
    expect(linked).toMatchObject({ hpc: 'CMC37', keySystem: { id: system.id } });
    expect(told).toContainEqual({ label: 'HPC', before: 'other', after: 'CMC37' });
    expect(told).toContainEqual({ label: 'Key system', before: '', after: 'Honda CMC37' });
    expect(await remove({ id: system.id })).toMatchObject({
      message: '2 models have the key system Honda CMC37: give them another, or own values, first.',
      extensions: { code: 'CONFLICT' },
    });
    expect((await saveModel({ id: own.id, keySystemId: '999999' })).error?.extensions.errors).toHaveProperty(
      'keySystemId',
    );
    expect(await unlike()).toEqual([]);
  });

  test('keeps it from being deleted, also as its last model', async () => {
    const { system } = await save(cmc37);
    const { model } = await saveModel({ ...bike, keySystemId: system.id });
    expect(await remove({ id: system.id })).toMatchObject({
      message: '1 model has the key system Honda CMC37: give it another, or own values, first.',
      extensions: { code: 'CONFLICT' },
    });
    await saveModel({ id: model.id, keySystemId: null });
    expect(await remove({ id: system.id })).toBeUndefined();
  });

  test('gets values of its own when one of them is changed, or when asked for', async () => {
    const { system } = await save(cmc37);
    const { model } = await saveModel({ ...bike, keySystemId: system.id });
    const { model: kept } = await saveModel({ id: model.id, name: 'CBR600F', hpc: 'CMC37' });
    expect(kept.keySystem).toEqual({ id: system.id, name: 'Honda CMC37' });
    const { model: changed, told } = await saveModel({ id: model.id, macs: '4' });
    expect(changed).toMatchObject({ hpc: 'CMC37', macs: '4', keySystem: null });
    expect(told).toEqual([
      { label: 'MACS', before: '2', after: '4' },
      { label: 'Key system', before: 'Honda CMC37', after: '' },
    ]);
    await saveModel({ id: model.id, keySystemId: system.id });
    const { model: own, told: toldOwn } = await saveModel({ id: model.id, keySystemId: null });
    expect(own).toMatchObject({ hpc: 'CMC37', macs: '2', keySystem: null });
    expect(toldOwn).toEqual([{ label: 'Key system', before: 'Honda CMC37', after: '' }]);
  });

  test.each(['form', 'listing'])('gets them over REST in the %s naming, also by an old client', async (naming) => {
    const { system } = await save(cmc37);
    const { model } = await saveModel({ ...bike, keySystemId: system.id });
    const path = `/products/${model.id}?naming=${naming}`;
    const product = (await app.rest('GET', path, { as: admin })).json();
    expect(product).toMatchObject({ hpc: 'CMC37', macs: '2' });
    const { images: _images, version: _version, ...old } = product;
    const linked = async () =>
      (await app.sql('select key_system_id from models where id = ?', [model.id]))[0]?.key_system_id;
    expect((await app.rest('POST', path, { as: admin, body: { ...old, model: 'CBR600F' } })).statusCode).toBe(200);
    expect(await linked()).toBe(Number(system.id));
    expect((await app.rest('POST', path, { as: admin, body: { ...old, hpc: 'CMC38' } })).statusCode).toBe(200);
    expect(await linked()).toBeNull();
  });

  test('shows members its name and values, and administrators its notes and how many models have it', async () => {
    const { system } = await save({ ...cmc37, notes: 'From the van' });
    const { model } = await saveModel({ ...bike, keySystemId: system.id });
    const read = (fields: string, as: Person) =>
      run(`query ($id: ID!) { model(id: $id) { keySystem { ${fields} } } }`, { id: model.id }, as);
    const shown = await read('id name hpc macs spacing depth { oneX }', locksmith);
    expect(shown.errors).toBeUndefined();
    expect(shown.data?.model.keySystem).toMatchObject({ name: 'Honda CMC37', hpc: 'CMC37', macs: '2' });
    expect((await read('id notes modelsCount', admin)).data?.model.keySystem).toMatchObject({
      notes: 'From the van',
      modelsCount: 1,
    });
  });
});

test('a write that names a key system whose values the model does not have leaves it with its own', async () => {
  const { system } = await save(cmc37);
  const { model } = await saveModel({ ...bike, keySystemId: system.id });
  await app.sql(`update key_systems set itl = 'x' where id = ?`, [system.id]);
  const { model: saved } = await saveModel({ id: model.id, name: 'CBR600F' });
  expect(saved.keySystem).toBeNull();
});
