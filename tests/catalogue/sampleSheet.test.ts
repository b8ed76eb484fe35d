import { beforeAll, expect, test } from 'vitest';
import { ModelImage } from '../../server/catalogue/images/modelImage.entity';
import { type Person, sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { png } from '../support/pictures';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
/** Two models with a picture each. */
const models: { id: number; hash: string }[] = [];
beforeAll(async () => {
  const make = await createMake(app, { displayName: 'Honda' });
  for (const [year, colour] of [
    [2007, '#2b3f8c'],
    [2008, '#d8b65c'],
  ] as const) {
    const { id } = await createModel(app, make, { name: 'CBR600RR', year, ilco: `X${year}` });
    const uploaded = await app.upload('MODEL', await png(colour), admin);
    const hash: string = uploaded.data?.uploadImage.hash;
    const em = app.orm.em.fork();
    em.create(ModelImage, { model: id, position: 0, hash, width: 1200, height: 800 });
    await em.flush();
    models.push({ id, hash });
  }
});

const SHEET = '{ sampleSheet { id name year ilco make { displayName } images { url thumbnailUrl } } }';
const sheet = async (as?: Person) => {
  const { data, errors } = await app.graph(SHEET, {}, as);
  expect(errors).toBeUndefined();
  return data?.sampleSheet;
};
const show = (modelId: number | string, shown: boolean, as: Person = admin) =>
  app.graph(
    'mutation ($input: ShowSampleSheetInput!) { showSampleSheet(input: $input) { id } }',
    { input: { modelId: String(modelId), shown } },
    as,
  );
const imageStatus = async (path: string) => (await app.app.inject({ url: path })).statusCode;

test('a visitor reads the sheet that an administrator shows, one at a time, and nothing of others', async () => {
  const [one, other] = models as [(typeof models)[0], (typeof models)[0]];
  expect(await sheet()).toBeNull();
  expect(await imageStatus(`/images/sample/${one.hash}.webp`)).toBe(404);

  await show(one.id, true);
  await show(one.id, true);
  expect(await sheet()).toEqual({
    id: String(one.id),
    name: 'CBR600RR',
    year: 2007,
    ilco: 'X2007',
    make: { displayName: 'Honda' },
    images: [{ url: `/images/sample/${one.hash}.webp`, thumbnailUrl: `/images/sample/${one.hash}-100.webp` }],
  });
  expect(await imageStatus(`/images/sample/${one.hash}.webp`)).toBe(200);
  expect(await imageStatus(`/images/sample/${other.hash}.webp`)).toBe(404);
  // At its usual path it is still for members.
  expect(await imageStatus(`/images/models/${one.hash}.webp`)).toBe(401);

  await show(other.id, true);
  expect((await sheet()).year).toBe(2008);
  expect(await imageStatus(`/images/sample/${one.hash}.webp`)).toBe(404);
  // Another one is shown, so this changes nothing.
  await show(one.id, false);
  expect((await sheet()).year).toBe(2008);
  await show(other.id, false);
  expect(await sheet()).toBeNull();

  const lines = await app.sql(
    `select kind, details, subject_id from log_entries where details like '%visitors' order by id`,
  );
  expect(lines).toEqual([
    {
      kind: 'MODEL_UPDATED',
      details: 'Started showing the sheet of Honda CBR600RR 2007 to visitors',
      subject_id: one.id,
    },
    {
      kind: 'MODEL_UPDATED',
      details: 'Started showing the sheet of Honda CBR600RR 2008 to visitors',
      subject_id: other.id,
    },
    {
      kind: 'MODEL_UPDATED',
      details: 'Stopped showing the sheet of Honda CBR600RR 2008 to visitors',
      subject_id: other.id,
    },
  ]);
});

test('what leads further than the sheet stays refused to visitors', async () => {
  await show(models[0]!.id, true);
  for (const field of ['history', 'otherKeys']) {
    const { data, errors } = await app.graph(`{ sampleSheet { ilco ${field} { __typename } } }`);
    expect([field, errors?.[0]?.extensions.code]).toEqual([field, 'UNAUTHENTICATED']);
    expect(data?.sampleSheet).toEqual({ ilco: 'X2007', [field]: null });
  }
  // It takes no id, also not in disguise.
  const { errors } = await app.graph(`{ sampleSheet(id: ${models[1]!.id}) { id } }`);
  expect(errors?.[0]?.message).toContain('Unknown argument');
});

test('no budget counts it', async () => {
  const member = await people.locksmith(app);
  await show(models[0]!.id, true);
  expect((await sheet(member)).ilco).toBe('X2007');
  // This one is counted, and written first.
  await app.graph(`{ model(id: ${models[1]!.id}) { ilco } }`, {}, member);
  const opened = () => app.sql('select model_id from sheet_openings where user_id = ?', [member.user!.id]);
  await expect.poll(opened).toEqual([{ model_id: models[1]!.id }]);
});

test('only administrators choose it, and only a model that exists; a deleted model is shown no longer', async () => {
  const locksmith = await people.locksmith(app);
  expect((await show(models[0]!.id, true, locksmith)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect((await show(999_999, true)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  await show(models[0]!.id, true);
  await app.graph(`mutation { deleteModel(input: { id: ${models[0]!.id} }) { id } }`, {}, admin);
  expect(await sheet()).toBeNull();
});
