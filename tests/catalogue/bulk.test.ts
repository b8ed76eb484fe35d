import { beforeEach, describe, expect, test } from 'vitest';
import { removeUnusedImages } from '../../server/catalogue/images/image.operations';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import { act, rowsOf, settled } from '../support/sheets';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let honda: Make;
let models: Model[];
beforeEach(async () => {
  await app.sql('truncate models, makes, imports, log_entries, recent_sheets, corrections cascade');
  honda = await createMake(app, { displayName: 'Honda' });
  models = [];
  for (const year of [1994, 1995, 1996]) {
    models.push(await createModel(app, honda, { name: 'CB 500', year, silca: 'HON63', ilco: 'HD75' }));
  }
});

const FIELDS = 'id kind fileName state totals { new changed unchanged duplicates deleted stale } resultUrl';
type Start = 'setModelField' | 'copyModels' | 'deleteModels';
async function start(name: Start, input: object, as = admin) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${FIELDS} } }`;
  const answer = await app.graph(document, { input }, as);
  return { staged: answer.data?.[name], errors: answer.errors?.[0]?.extensions.errors };
}
const all = () => ({ ids: models.map(({ id }) => String(id)) });
const apply = (id: string) => act(app, admin, 'applyImport', id);
const undo = async (id: string) => (await act(app, admin, 'undoImport', id)).done;
const shown = async (id: string) =>
  (await rowsOf(app, admin, id)).items.map(({ verdict, model, year, problems, changes }: any) =>
    [
      verdict,
      model,
      year,
      ...changes.map((c: any) => `${c.label}: ${c.before} → ${c.after}`),
      ...problems.map((p: any) => p.message),
    ].join(' | '),
  );
const silcas = async () => (await app.sql('select silca from models order by id')).map(({ silca }) => silca);
/** All data of the models, except fields that change with every save. */
const everything = async () =>
  JSON.stringify(
    await app.sql(`select to_jsonb(m) - 'version' - 'updated_at' as m,
    (select jsonb_agg(c order by c.id) from model_changes c where c.model_id = m.id) as changes,
    (select jsonb_agg(to_jsonb(i) order by i.id) from model_images i where i.model_id = m.id) as images from models m order by id`),
  );

describe('setModelField', () => {
  test('shows old → new first, applies it with one entry in each history, and takes it back at once', async () => {
    await app.sql(`update models set silca = 'HON70', version = 2 where id = ${models[1]!.id}`);
    const { staged } = await start('setModelField', { selection: all(), field: 'SILCA', value: 'HON70' });
    expect(staged).toMatchObject({ kind: 'SET', fileName: 'Set SILCA to “HON70”', state: 'CHECKED', resultUrl: null });
    expect(await shown(staged.id)).toEqual([
      'CHANGED | CB 500 | 1994 | SILCA: HON63 → HON70',
      'UNCHANGED | CB 500 | 1995',
      'CHANGED | CB 500 | 1996 | SILCA: HON63 → HON70',
    ]);
    expect(await silcas()).toEqual(['HON63', 'HON70', 'HON63']);
    expect((await apply(staged.id)).done).toMatchObject({ state: 'APPLIED' });
    expect(await silcas()).toEqual(['HON70', 'HON70', 'HON70']);
    const history = await app.sql('select model_id, source, changes from model_changes order by id');
    expect(history.map(({ source }) => source)).toEqual(['bulk', 'bulk']);
    expect(await undo(staged.id)).toMatchObject({ state: 'UNDONE', undone: { restored: 2, left: 0 } });
    expect(await silcas()).toEqual(['HON63', 'HON70', 'HON63']);
    const log = await app.sql('select details from log_entries order by id');
    expect(log.map(({ details }) => details)).toEqual([
      `Set SILCA to “HON70” (import ${staged.id}): 0 new models, 2 changed`,
      `Undid “Set SILCA to “HON70”” (import ${staged.id}): 2 models restored, 0 deleted, 0 left unchanged because they had been edited since`,
    ]);
  });

  test('omits and lists models changed or deleted since; undo skips models changed afterwards', async () => {
    const { staged } = await start('setModelField', { selection: all(), field: 'SILCA', value: 'X' });
    await app.sql(`update models set tips = 'new', version = version + 1 where id = ${models[0]!.id}`);
    const { done } = await apply(staged.id);
    expect(done.totals).toMatchObject({ changed: 2, stale: 1 });
    expect(await silcas()).toEqual(['HON63', 'X', 'X']);
    expect((await shown(staged.id))[0]).toMatch(
      /^STALE \| CB 500 \| 1994 .*Somebody has changed or deleted this model/,
    );
    await app.sql(`update models set silca = 'Y', version = version + 1 where id = ${models[2]!.id}`);
    expect((await undo(staged.id)).undone).toMatchObject({
      restored: 1,
      left: 1,
      leftModels: ['Honda CB 500 1996: SILCA'],
    });
    expect(await silcas()).toEqual(['HON63', 'HON63', 'Y']);
  });

  test('takes all that match a filter, and sets makes, the sample mark and empty texts', async () => {
    const bmw = await createMake(app, { displayName: 'BMW' });
    const selection = { filter: { yearFrom: 1995 } };
    for (const [field, value] of [
      ['MAKE', String(bmw.id)],
      ['SAMPLE', 'yes'],
      ['ILCO', ''],
      ['SPACING_2', '.200'],
    ] as const) {
      const { staged } = await start('setModelField', { selection, field, value });
      expect((await apply(staged.id)).done.totals).toMatchObject({ changed: 2 });
    }
    const rows = await app.sql('select make_id, sample, ilco, spacing[2] as two from models order by id');
    expect(rows).toEqual([
      { make_id: honda.id, sample: false, ilco: 'HD75', two: '' },
      { make_id: bmw.id, sample: true, ilco: '', two: '.200' },
      { make_id: bmw.id, sample: true, ilco: '', two: '.200' },
    ]);
  });

  test('warns of models that would equal another one; they are saved if the administrator says so', async () => {
    const { staged } = await start('setModelField', {
      selection: { ids: [String(models[0]!.id)] },
      field: 'YEAR',
      value: '1995',
    });
    expect(await shown(staged.id)).toEqual([
      `DUPLICATE | CB 500 | 1995 | Year: 1994 → 1995 | Already exists (ID ${models[1]!.id}): Honda CB 500 1995.`,
    ]);
    const answer = await app.graph(
      'mutation ($id: ID!) { applyImport(input: { id: $id, anyway: true }) { id } }',
      { id: staged.id },
      admin,
    );
    expect(answer.errors).toBeUndefined();
    expect((await settled(app, admin, staged.id)).totals).toMatchObject({ changed: 1, duplicates: 0 });
    expect(await app.sql(`select count(*)::int as n from models where year = 1995`)).toEqual([{ n: 2 }]);
  });

  test.each([
    [{ field: 'YEAR', value: '1850' }, 'value'],
    [{ field: 'SIDES', value: '3' }, 'value'],
    [{ field: 'ID', value: '1' }, 'value'],
    [{ field: 'MAKE', value: '999' }, 'value'],
    [{ field: 'SAMPLE', value: '' }, 'value'],
    [{ field: 'MODEL', value: ' ' }, 'value'],
    [{ field: 'SILCA', value: 'x', selection: { ids: ['999'] } }, 'selection'],
    [{ field: 'SILCA', value: 'x', selection: { ids: Array(5001).fill('1') } }, 'selection'],
  ])('refuses %#', async (input, field) => {
    expect(await start('setModelField', { selection: all(), ...input })).toMatchObject({
      errors: { [field]: [expect.any(String)] },
    });
  });
});

describe('copyModels', () => {
  test('copies models with their key data and pictures, but not onto others; undo deletes the copies', async () => {
    await app.sql(
      `insert into images (hash, kind, width, height, touched_at) values ('p', 'models', 3, 4, now()) on conflict do nothing`,
    );
    await app.sql(
      `insert into model_images (model_id, position, hash, width, height) values (${models[0]!.id}, 0, 'p', 3, 4)`,
    );
    const before = await everything();
    const { staged } = await start('copyModels', { selection: { ids: all().ids.slice(0, 2) }, years: [1997, 1995] });
    expect(staged).toMatchObject({ fileName: 'Copy to 1995, 1997', totals: { new: 1, duplicates: 3 } });
    expect((await shown(staged.id)).map((row: string) => row.split(' | ').at(-1))).toEqual([
      `Already exists (ID ${models[1]!.id}): Honda CB 500 1995.`,
      'Images:  → 1',
      `Already exists (ID ${models[1]!.id}): Honda CB 500 1995.`,
      'Row 2 creates the same model: Honda CB 500 1997.',
    ]);
    expect((await apply(staged.id)).done).toMatchObject({ state: 'APPLIED', totals: { new: 1 } });
    const [copy] = await app.sql(`select m.year, silca, version, hash, c.source, c.created from models m
      join model_images i on i.model_id = m.id join model_changes c on c.model_id = m.id where m.year = 1997`);
    expect(copy).toEqual({ year: 1997, silca: 'HON63', version: 1, hash: 'p', source: 'bulk', created: true });
    expect((await undo(staged.id)).undone).toMatchObject({ deleted: 1, left: 0 });
    expect(await everything()).toBe(before);
  });
});

describe('deleteModels', () => {
  test('deletes models; undo brings them back with ids, histories, pictures and corrections', async () => {
    const [first] = models;
    await app.sql(
      `insert into images (hash, kind, width, height, touched_at) values ('q', 'models', 3, 4, '2020-01-01')`,
    );
    await app.sql(
      `insert into model_images (model_id, position, hash, width, height) values (${first!.id}, 0, 'q', 3, 4)`,
    );
    await app.graph(
      'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
      { input: { id: String(first!.id), tips: 'a tip' } },
      admin,
    );
    const before = await everything();
    const { staged } = await start('deleteModels', { selection: {} });
    expect(staged).toMatchObject({ kind: 'DELETE', totals: { deleted: 3 } });
    expect((await apply(staged.id)).done.totals).toMatchObject({ deleted: 3, stale: 0 });
    expect(await app.sql('select 1 from models')).toEqual([]);
    await removeUnusedImages(app.system, { before: new Date() });
    expect(await app.sql(`select hash from images where hash = 'q'`)).toHaveLength(1);
    expect((await undo(staged.id)).undone).toMatchObject({ restored: 3, left: 0 });
    expect(await everything()).toBe(before);
    const versions = await app.sql('select version from models order by id');
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 2]);
  });

  test('undo skips models whose make has been deleted, and is refused once the rows have been deleted', async () => {
    const { staged } = await start('deleteModels', { selection: all() });
    await apply(staged.id);
    await app.sql(`delete from makes`);
    expect((await undo(staged.id)).undone).toMatchObject({
      restored: 0,
      left: 3,
      leftModels: expect.arrayContaining(['Honda CB 500 1994: its make has been deleted']),
    });
    const make = await createMake(app, { displayName: 'BMW' });
    const model = await createModel(app, make, { name: 'R 80', year: 1990 });
    const again = await start('deleteModels', { selection: { ids: [String(model.id)] } });
    await apply(again.staged.id);
    await app.sql(`update imports set rows_deleted_at = now()`);
    expect(await act(app, admin, 'undoImport', again.staged.id)).toMatchObject({ code: 'CONFLICT' });
  });
});

test('5,000 models are changed in one batch and taken back', async () => {
  await app.sql(`insert into models (make_id, name, year, spacing, depth_values, created_at, updated_at)
    select ${honda.id}, 'M', 2000, array_fill(''::text, array[12]), array_fill(''::text, array[16]), now(), now()
    from generate_series(1, 4997) n`);
  const { staged } = await start('setModelField', {
    selection: { filter: { makeId: String(honda.id) } },
    field: 'JMA',
    value: 'J',
  });
  expect((await apply(staged.id)).done.totals).toMatchObject({ changed: 5000 });
  expect(await app.sql(`select count(*)::int as n from models where jma = 'J'`)).toEqual([{ n: 5000 }]);
  expect((await undo(staged.id)).undone).toMatchObject({ restored: 5000, left: 0 });
  await createModel(app, honda, { name: 'one more', year: 2000 });
  expect((await start('deleteModels', { selection: {} })).errors).toHaveProperty('selection');
});
