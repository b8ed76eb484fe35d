import { beforeAll, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { png } from '../support/pictures';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let honda: Make;
beforeAll(async () => {
  honda = await createMake(app, { id: 53, displayName: 'Honda' });
});

const TEXTS =
  'ilco jma jet silca oem codeSeries transponder accuReader lishi ignition gasCap seatAux hpc itl dsd pakaPunch tips tips2'.split(
    ' ',
  );
const FIELDS = `id name year version sample make { id displayName } ${TEXTS.join(' ')} spacing depth { oneX twoX }
  images { id hash url width height }`;
const save = (input: object, as = admin) =>
  app.graph(`mutation ($input: ModelInput!) { saveModel(input: $input) { ${FIELDS} } }`, { input }, as);
const upload = async (colour: string) => (await app.upload('MODEL', await png(colour), admin)).data!.uploadImage;
const errorsOf = (answer: Awaited<ReturnType<typeof save>>) => answer.errors?.[0]?.extensions.errors;
const statusOf = async (url: string) => (await app.app.inject({ url, cookies: { session: admin.token! } })).statusCode;
const NEW = { makeId: '53', name: 'CBR600RR', year: 2007 };

describe('saveModel', () => {
  test('creates a model with all of its key data, which a locksmith then finds', async () => {
    const key = Object.fromEntries(TEXTS.map((field) => [field, `the ${field}`]));
    const spacing = Array.from({ length: 12 }, (_, index) => `.${100 + index}`);
    const depth = Array.from({ length: 8 }, (_, row) => ({ oneX: `1x ${row}`, twoX: `2x ${row}` }));
    const images = [await upload('#e6194b'), await upload('#3cb44b'), await upload('#ffe119')];
    const { data } = await save({ ...NEW, ...key, spacing, depth, images: images.map(({ hash }) => hash) });
    const expected = { ...key, spacing, depth, name: 'CBR600RR', year: 2007, version: 1, sample: false };
    expect(data?.saveModel).toMatchObject({ ...expected, make: { id: '53', displayName: 'Honda' } });
    expect(data?.saveModel.images.map((image: any) => image.hash)).toEqual(images.map(({ hash }) => hash));

    const locksmith = await people.locksmith(app);
    const seen = await app.graph(
      `query ($id: ID!) { model(id: $id) { ${FIELDS} } }`,
      { id: data?.saveModel.id },
      locksmith,
    );
    expect(seen.data?.model).toEqual(data?.saveModel);
    const years = await app.graph('{ lookupValues(makeId: 53, mode: YEAR) }', {}, locksmith);
    expect(years.data?.lookupValues).toContain('2007');
    const [entry] = await app.sql('select details, username from log_entries order by id desc limit 1');
    expect(entry).toEqual({ details: 'Created the model Honda CBR600RR 2007', username: admin.user?.username });
  });

  test('keeps spacing and depth as entered, on one line, whatever the text', async () => {
    const spacing = ['', 'a', 'null', 'NULL', '"', '\\', '\\n', '{}', ',', 'a b', '" "', '🔑'];
    const depth = spacing.slice(0, 8).map((oneX) => ({ oneX, twoX: `${oneX}"` }));
    const entered = spacing.with(0, ' ').with(1, '\u00a0a\u200b').with(9, 'a\tb').with(10, '"\r\n"');
    const { data, errors } = await save({ ...NEW, spacing: entered, depth });
    expect(errors).toBeUndefined();
    const { id } = data!.saveModel;
    const seen = await app.graph(`query ($id: ID!) { model(id: $id) { ${FIELDS} } }`, { id }, admin);
    expect(seen.data?.model).toMatchObject({ spacing, depth });
  });

  test('fills missing positions and rows with empty values', async () => {
    const { data } = await save({ ...NEW, spacing: ['.100'], depth: [{ oneX: 'a', twoX: 'b' }] });
    expect(data?.saveModel.spacing).toEqual(['.100', ...Array(11).fill('')]);
    expect(data?.saveModel.depth).toHaveLength(8);
    expect(data?.saveModel.depth[1]).toEqual({ oneX: '', twoX: '' });
  });

  test('a row of depths keeps its name if the input has none, and rows that the input lacks are empty', async () => {
    const depth = ['A', 'B', 'C'].map((name) => ({ name, oneX: '.100', twoX: '' }));
    const { data } = await save({ ...NEW, depth });
    const { id } = data!.saveModel;
    await save({
      id,
      depth: [
        { oneX: '.200', twoX: '' },
        { name: '', oneX: '.300', twoX: '' },
      ],
    });
    const seen = await app.graph('query ($id: ID!) { model(id: $id) { depth { name oneX } } }', { id }, admin);
    const rows = seen.data?.model.depth.slice(0, 3);
    expect(rows.map(({ name, oneX }: any) => `${name} ${oneX}`)).toEqual(['A .200', ' .300', ' ']);
  });

  test('changes the given fields and keeps the rest, including images', async () => {
    const image = await upload('#4363d8');
    const { id } = (await save({ ...NEW, ilco: 'X1', tips: 'keep', images: [image.hash] })).data!.saveModel;
    const { data } = await save({ id, ilco: '' });
    expect(data?.saveModel).toMatchObject({ ilco: '', tips: 'keep', name: 'CBR600RR', version: 2 });
    expect(data?.saveModel.images).toHaveLength(1);
  });

  test('moves a model to another make', async () => {
    const yamaha = await createMake(app, { displayName: 'Yamaha' });
    const { id } = (await save(NEW)).data!.saveModel;
    const { data } = await save({ id, makeId: yamaha.id });
    expect(data?.saveModel.make.displayName).toBe('Yamaha');
  });

  test('orders, adds and removes images; kept rows keep their ids, unused files are deleted', async () => {
    const [a, b, c] = [await upload('#f58231'), await upload('#911eb4'), await upload('#46f0f0')];
    const first = (await save({ ...NEW, images: [a.hash, b.hash] })).data!.saveModel;
    const { data } = await save({ id: first.id, images: [c.hash, b.hash] });
    expect(data?.saveModel.images.map((image: any) => image.hash)).toEqual([c.hash, b.hash]);
    expect(data?.saveModel.images[1].id).toBe(first.images[1].id);
    expect([await statusOf(a.url), await statusOf(b.url), await statusOf(c.url)]).toEqual([404, 200, 200]);
    const reversed = await save({ id: first.id, images: [b.hash, c.hash] });
    expect(reversed.data?.saveModel.images.map((image: any) => image.hash)).toEqual([b.hash, c.hash]);
    const none = await save({ id: first.id, images: [] });
    expect(none.data?.saveModel.images).toEqual([]);
    expect(await statusOf(b.url)).toBe(404);
  });

  test('copies a model with its images, or with the given ones', async () => {
    const [a, b] = [await upload('#f032e6'), await upload('#bcf60c')];
    const source = (await save({ ...NEW, images: [a.hash, b.hash] })).data!.saveModel;
    const copy = (await save({ ...NEW, name: 'Copy', copyOf: source.id })).data!.saveModel;
    expect(copy.id).not.toBe(source.id);
    expect(copy.images.map((image: any) => image.hash)).toEqual([a.hash, b.hash]);
    const other = (await save({ ...NEW, name: 'Other', copyOf: source.id, images: [b.hash] })).data!.saveModel;
    expect(other.images.map((image: any) => image.hash)).toEqual([b.hash]);
    await app.graph('mutation ($id: ID!) { deleteModel(input: { id: $id }) { id } }', { id: source.id }, admin);
    expect([await statusOf(a.url), await statusOf(b.url)]).toEqual([200, 200]);
  });

  test('marks sample data as checked', async () => {
    const model = await createModel(app, honda, { sample: true });
    expect((await save({ id: model.id, tips: 'x' })).data?.saveModel.sample).toBe(true);
    expect((await save({ id: model.id, sample: false })).data?.saveModel.sample).toBe(false);
  });

  const latest = new Date().getUTCFullYear() + 2;
  test.each([
    [{}, ['makeId', 'name', 'year']],
    [{ ...NEW, name: ' ' }, ['name']],
    [{ ...NEW, name: 'x'.repeat(256) }, ['name']],
    [{ ...NEW, makeId: '999999' }, ['makeId']],
    [{ ...NEW, makeId: 'abc' }, ['makeId']],
    [{ ...NEW, makeId: '' }, ['makeId']],
    [{ ...NEW, year: 1899 }, ['year']],
    [{ ...NEW, year: latest + 1 }, ['year']],
    [{ ...NEW, ilco: 'x'.repeat(256) }, ['ilco']],
    [{ ...NEW, tips: 'x'.repeat(10_001) }, ['tips']],
    [{ ...NEW, spacing: Array(13).fill('') }, ['spacing']],
    [{ ...NEW, spacing: ['x'.repeat(256)] }, ['spacing']],
    [{ ...NEW, depth: Array(9).fill({ oneX: '', twoX: '' }) }, ['depth']],
    [{ ...NEW, depth: [{ oneX: 'a\u0000b', twoX: '' }] }, ['depth']],
    [{ ...NEW, images: ['not a hash'] }, ['images']],
    [{ ...NEW, images: Array.from({ length: 21 }, (_, index) => String(index).padStart(64, '0')) }, ['images']],
    [{ ...NEW, copyOf: '99999' }, ['copyOf']],
  ])('refuses %j', async (input, fields) => {
    const count = async () => (await app.sql('select count(*)::int as n from models'))[0]?.n;
    const before = await count();
    expect(Object.keys(errorsOf(await save(input)) ?? {}).sort()).toEqual(fields);
    expect(await count()).toBe(before);
  });

  test.each([1900, latest])('accepts the year %i', async (year) => {
    expect((await save({ ...NEW, year })).data?.saveModel.year).toBe(year);
  });

  test('detects a stale edit, also if only images changed', async () => {
    const { id } = (await save(NEW)).data!.saveModel;
    const image = await upload('#fabebe');
    await save({ id, version: 1, images: [image.hash] });
    const late = await save({ id, version: 1, ilco: 'late' });
    expect(late.errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect((await save({ id, version: 2, ilco: 'now' })).data?.saveModel.ilco).toBe('now');
  });

  test('accepts one of two simultaneous edits of the same version', async () => {
    const { id } = (await save(NEW)).data!.saveModel;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => save({ id, version: 1, ilco: `${index}` })),
    );
    expect(answers.filter((answer) => answer.data).length).toBe(1);
    const codes = answers.flatMap((answer) => answer.errors?.[0]?.extensions.code ?? []);
    expect(codes).toEqual(Array(5).fill('CONFLICT'));
  });
});

describe('a save with the same make and pictures', () => {
  test('is two statements; the second also writes the history and the log', async () => {
    const model = await createModel(app, honda, { name: 'VFR400', tips: 'Old' });
    app.statements();
    const { data, errors } = await save({ id: model.id, tips: 'New', images: [], makeId: '53' });
    expect(errors).toBeUndefined();
    expect(data!.saveModel).toMatchObject({ tips: 'New', version: 2, make: { displayName: 'Honda' }, images: [] });
    expect(app.statements().filter(({ sql }) => /models/.test(sql))).toHaveLength(2);
    const [row] = await app.sql(
      `select tips, version, (select changes from model_changes where model_id = m.id) as changes,
         (select details from log_entries where subject_id = m.id and kind = 'MODEL_UPDATED') as line
       from models m where id = ${model.id}`,
    );
    expect(row).toEqual({
      tips: 'New',
      version: 2,
      changes: [{ field: 'tips', label: 'Tips', before: 'Old', after: 'New' }],
      line: 'Updated the model Honda VFR400 2007',
    });
  });

  test('waits for a concurrent change of the model, and then compares the versions', async () => {
    const model = await createModel(app, honda, { name: 'VFR750' });
    const { first, second } = await app.orm.em.fork().transactional(async (em) => {
      await em.execute(`update models set version = 2, oem = 'THEIRS' where id = ${model.id}`);
      const first = save({ id: model.id, version: 1, tips: 'Mine' });
      const second = save({ id: model.id, tips: 'Whatever theirs is' });
      await expect
        .poll(() => app.sql(`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`))
        .toHaveLength(2);
      return { first, second };
    });
    expect((await first).errors![0]!.extensions.code).toBe('CONFLICT');
    expect((await second).data!.saveModel).toMatchObject({ oem: 'THEIRS', tips: 'Whatever theirs is', version: 3 });
  });
});

describe('deleteModel', () => {
  test('deletes a model and its images, and logs it', async () => {
    const image = await upload('#008080');
    const { id } = (await save({ ...NEW, images: [image.hash] })).data!.saveModel;
    const remove = () => app.graph('mutation ($id: ID!) { deleteModel(input: { id: $id }) { id } }', { id }, admin);
    expect((await remove()).data?.deleteModel.id).toBe(id);
    expect(await statusOf(image.url)).toBe(404);
    expect((await remove()).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const [entry] = await app.sql('select details from log_entries order by id desc limit 1');
    expect(entry?.details).toBe('Deleted the model Honda CBR600RR 2007');
  });
});

describe('models', () => {
  test('lists a page with makes in at most three statements, in natural order', async () => {
    const make = await createMake(app, { displayName: 'Sorted' });
    for (const name of ['0 CB 1000', '0 CB 50', '0 CB 125']) await createModel(app, make, { name });
    app.statements();
    const { data } = await app.graph(
      '{ models(sortBy: NAME, limit: 3) { total items { name make { displayName } } } }',
      {},
      admin,
    );
    expect(app.statements().filter(({ sql }) => !sql.includes('"sessions"')).length).toBeLessThanOrEqual(3);
    expect(data?.models.items).toEqual(
      ['0 CB 50', '0 CB 125', '0 CB 1000'].map((name) => ({ name, make: { displayName: 'Sorted' } })),
    );
  });

  test.each(['NAME', 'YEAR', 'CREATED_AT'])('sorts by %s both ways', async (sortBy) => {
    const list = async (dir: string) =>
      (await app.graph(`{ models(sortBy: ${sortBy}, dir: ${dir}, limit: 100) { items { id } } }`, {}, admin)).data
        ?.models.items;
    expect(await list('DESC')).toEqual((await list('ASC')).reverse());
  });
});
