import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { measureForm } from '../../server/catalogue/measureForm';
import { migrationsOf } from '../../server/database';
import { sharedApp } from '../support/app';
import { createKeySystem, createMake, createModel, createUser } from '../support/factories';
import { sharedPerson } from '../support/people';
import { act, checkedImport, csv, rowsOf, sendSheet, xlsx } from '../support/sheets';

/* docs/rules.md, "Measures". */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const member = sharedPerson(app, 'locksmith');
let honda: Make;
beforeEach(async () => {
  await app.sql('truncate models, makes, imports, log_entries, key_systems, own_sheets, corrections, verdicts cascade');
  honda = await createMake(app, { id: 53, displayName: 'Honda' });
});

const graph = async (document: string, variables: object = {}, as = admin) => {
  const { data, errors } = await app.graph(document, variables, as);
  expect(errors).toBeUndefined();
  return data!;
};
const FIELDS = 'id version unit width spacing depth { oneX twoX } keyDataHash checkedBy keySystem { id }';
const save = async (input: object) =>
  (await graph(`mutation ($input: ModelInput!) { saveModel(input: $input) { ${FIELDS} } }`, { input })).saveModel;
const created = (input: object = {}) => save({ makeId: String(honda.id), name: 'CB 500', year: 2001, ...input });
const read = async (id: string) => (await graph(`query ($id: ID!) { model(id: $id) { ${FIELDS} } }`, { id })).model;
const saveSystem = async (input: object) =>
  (
    await graph(`mutation ($input: KeySystemInput!) { saveKeySystem(input: $input) { id width spacing version } }`, {
      input,
    })
  ).saveKeySystem;
const told = async (id: string) =>
  (
    await graph(
      'query ($id: ID!) { model(id: $id) { history(limit: 1) { items { changes { label before after } } } } }',
      {
        id,
      },
    )
  ).model.history.items[0].changes.map(({ label, before, after }: any) => `${label}: ${before} → ${after}`);
const filled = (...values: string[]) => [...values, ...Array(12 - values.length).fill('')];

describe('the form of a measure', () => {
  test('is the one of its unit', () => {
    const forms: [unit: string, form: string, ...texts: string[]][] = [
      ['inch', '.098', '.098', '0.098', '.0980', '00.098', ' 0,098 ', '０．０９８'],
      ['inch', '.100', '.1', '0.1', '.100'],
      ['inch', '1.125', '1.125', '01.1250'],
      ['inch', '1.000', '1', '1.', '1.0'],
      ['inch', '.2756', '.2756', '0.27560'],
      ['inch', '.000', '0', '0.000'],
      ['mm', '7.49', '7.49', '7,49', '07.490'],
      ['mm', '7.00', '7', '7.0', '7.00'],
      ['mm', '0.85', '.85', '0.850'],
      ['mm', '2.525', '2.525'],
      ['', '.098', '.098', '0.098'],
      ['', '7.50', '7.5', '7.500'],
      // Thousandths of an inch, and hundredths of a millimetre, without a point.
      ['inch', '98', '98', '098', '98.0'],
      ['inch', '157.5', '157.5'],
      ['mm', '749', '749', '749.0'],
      ['', '276', '0276'],
    ];
    const wrong = forms.flatMap(([unit, form, ...texts]) =>
      texts
        .filter((text) => measureForm(text, unit) !== form)
        .map((text) => [unit, text, measureForm(text, unit), form]),
    );
    expect(wrong).toEqual([]);
    const kept = [
      '',
      '.',
      ',',
      '.098 in',
      '.098"',
      '-.098',
      '1.2.3',
      '1e2',
      '1/8',
      '.09x',
      'none',
      '0.098 (worn)',
      '½',
    ];
    for (const unit of ['', 'inch', 'mm']) expect(kept.map((text) => measureForm(text, unit))).toEqual(kept);
  });

  const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'00123459'), maxLength: max });
  const written = fc.tuple(digits(4), fc.constantFrom('.', ',', ''), digits(6)).map((parts) => parts.join(''));
  const texts = fc.oneof(written, fc.string({ unit: fc.constantFrom(...'0129.,- x０．'), maxLength: 6 }));
  const units = fc.constantFrom('', 'inch', 'mm');

  test('is final, and equal for equal numbers only', () => {
    const numberOf = (text: string) => Number(text.replace(',', '.'));
    fc.assert(
      fc.property(written, written, units, (one, other, unit) => {
        const form = measureForm(one, unit);
        expect(measureForm(form, unit)).toBe(form);
        if (!/\d/.test(one) || !/\d/.test(other)) return;
        expect(form === measureForm(other, unit)).toBe(numberOf(one) === numberOf(other));
        expect(numberOf(form)).toBe(numberOf(one));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is made in PostgreSQL as here', async () => {
    const sample = fc.sample(fc.tuple(texts, units), { numRuns: 2_000, seed: 10 });
    const formed = await app.sql<{ form: string }>(
      `select measure_form(one->>0, one->>1) as form from jsonb_array_elements(?) with ordinality as t (one, at) order by at`,
      [JSON.stringify(sample)],
    );
    expect(formed.map(({ form }) => form)).toEqual(sample.map(([text, unit]) => measureForm(text, unit)));
  });
});

describe('the same measure in another spelling', () => {
  const measures = { unit: 'inch', width: '.330', spacing: ['.098', '.100'], depth: [{ oneX: '.276', twoX: '' }] };
  const asSpreadsheet = { spacing: ['0.098', '0.1'], depth: [{ oneX: '0.2760' }], width: '0.33' };

  test('is stored in its form, and has the same digest', async () => {
    const first = await created(measures);
    const second = await created({ ...measures, ...asSpreadsheet, year: 2002 });
    expect(second).toMatchObject({ width: '.330', spacing: filled('.098', '.100'), keyDataHash: first.keyDataHash });
    expect(second.depth[0]).toEqual({ oneX: '.276', twoX: '' });
    const other = await created({ ...measures, spacing: ['.099'], year: 2003 });
    expect(other.keyDataHash).not.toBe(first.keyDataHash);
  });

  test('is no change by a form, on REST and by a bulk change: the check, the key system and the history stay', async () => {
    const { id: keySystemId } = await saveSystem({ name: 'One', ...measures });
    const { id } = await created({ keySystemId, checked: true });
    const before = await read(id);
    const same = { ...before, version: expect.any(Number) };
    expect(await save({ id, ...asSpreadsheet })).toEqual(same);
    const body = { number1: 0.098, number2: '0.1', num1: '00.276', width: '0,33' };
    expect((await app.rest('POST', `/products/${id}`, { as: admin, body })).statusCode).toBe(200);
    expect(await read(id)).toEqual(same);
    const { setModelField } = await graph(
      `mutation ($id: ID!) { setModelField(input: { selection: { ids: [$id] }, field: "spacing2", value: "0.1" }) { totals { changed unchanged } } }`.replace(
        '"spacing2"',
        'SPACING_2',
      ),
      { id },
    );
    expect(setModelField.totals).toEqual({ changed: 0, unchanged: 1 });
    expect(await saveSystem({ id: keySystemId, spacing: ['0.098', '0.100'], width: '.33' })).toMatchObject({
      spacing: filled('.098', '.100'),
    });
    expect(await app.sql('select id from key_system_changes where not created')).toEqual([]);
    expect(await app.sql('select id from model_changes where not created')).toEqual([]);
  });

  test('is no change by an import, from CSV and from a workbook', async () => {
    await created({ ...measures, checked: true, macs: '2', sides: '1' });
    const head = [
      'Make',
      'Model',
      'Year',
      'Spacing 1',
      'Spacing 2',
      'Depth 1 1X',
      'Blade width',
      'MACS',
      'Sides',
      'Unit',
    ];
    const rows = [
      ['Honda', 'CB 500', '2001.0', '0.098', '0.1', '0.276', '0.33', '2.0', '1.0', 'Inches'],
      ['Honda', 'CB 500', '2001', '"0,098"', '"0,1"', '"0,276"', '"0,33"', '02', '1', 'in'],
    ];
    for (const row of rows) {
      const checked = await checkedImport(app, admin, [head, row].map((cells) => cells.join(',')).join('\n'));
      expect([checked.totals, (await rowsOf(app, admin, checked.id)).items]).toMatchObject([
        { unchanged: 1 },
        [{ changes: [] }],
      ]);
      expect(checked.warnings).toContainEqual(
        expect.stringMatching(/Spacing 1.*, .*Blade width.*: measures such as “0[.,]098” are recorded in one form/),
      );
    }
    const numbers = ['Honda', 'CB 500', 2001, 0.098, 0.1, 0.276, 0.33, 2, 1, 'inch'];
    expect((await checkedImport(app, admin, await xlsx([head, numbers]), { name: 'a.xlsx' })).totals).toMatchObject({
      unchanged: 1,
    });
    const real = await checkedImport(app, admin, csv([head.slice(0, 4), ['Honda', 'CB 500', '2001', '0.0990']]));
    const [{ changes }] = (await rowsOf(app, admin, real.id)).items;
    expect(changes).toContainEqual({ label: 'Spacing 1', before: '.098', after: '.099' });
  });

  test('is the same in a list of key systems', async () => {
    await saveSystem({ name: 'One', dsd: '406', unit: 'mm', spacing: ['2.50', '5.00'] });
    const list = [
      ['DSD', 'Unit', 'Space 1', 'Space 2', 'Depth 1'],
      ['406', 'mm', '2.5', '5', ''],
    ];
    const query = `mutation ($file: Upload!) { checkKeySystems(input: { file: $file }) { totals { unchanged } items { changes { label after } } } }`;
    const { data } = await sendSheet(app, admin, query, csv(list), 'list.csv');
    expect(data.checkKeySystems).toMatchObject({ totals: { unchanged: 1 } });
  });

  test('is the same value in a verdict, a correction and an own value', async () => {
    const { id } = await created(measures);
    const verdict = `mutation ($input: SaveVerdictInput!) { saveVerdict(input: $input) { own { field worked } } }`;
    const said = { modelId: id, verdicts: [{ field: 'SPACING_1', worked: true, value: '0.098' }] };
    expect((await graph(verdict, { input: said }, member)).saveVerdict.own).toEqual([
      { field: 'SPACING_1', worked: true },
    ]);
    const wrong = { modelId: id, verdicts: [{ field: 'SPACING_1', worked: false, found: '0.0980' }] };
    const { errors } = await app.graph(verdict, { input: wrong }, member);
    expect(errors?.[0]?.extensions.errors).toEqual({ verdicts: ['The sheet already says this: .098.'] });
    const { saveOwnValue } = await graph(
      `mutation ($id: ID!) { saveOwnValue(input: { modelId: $id, field: SPACING_2, value: "0.1010" }) { value } }`,
      { id },
      member,
    );
    expect(saveOwnValue).toEqual({ value: '.101' });
    const { createCorrection } = await graph(
      `mutation ($id: ID!) { createCorrection(input: { modelId: $id, make: "Honda", model: "CB 500", year: 2001, email: "a@example.com",
         comment: "Wrong", proposals: [{ field: WIDTH, proposed: "0.34" }] }) { id } }`,
      { id },
      member,
    );
    expect(await app.sql('select proposals from corrections where id = ?', [createCorrection.id])).toMatchObject([
      { proposals: [{ reported: '.330', proposed: '.340' }] },
    ]);
  });
});

test('with another unit, the measures that are given get its form, and the others stay byte for byte', async () => {
  const measures = { unit: 'inch', width: '.500', spacing: ['.098', '1.5', 'open'] };
  const inInch = { unit: 'inch', width: '.500', spacing: filled('.098', '1.500', 'open') };
  const { id } = await created(measures);
  expect(await save({ id, unit: 'mm' })).toMatchObject({ ...inInch, unit: 'mm' });
  // The same number is no change, whatever form it is in.
  expect(await save({ id, spacing: ['.098', '1.50', 'open'] })).toMatchObject({ ...inInch, unit: 'mm' });
  await save({ id, unit: 'inch' });
  expect(await save({ id, unit: 'mm', width: '.5', spacing: ['.098', null, 'open'] })).toMatchObject({
    unit: 'mm',
    width: '0.50',
    spacing: filled('0.098', '1.500', 'open'),
  });
  expect(await told(id)).toEqual(['Unit: inch → mm', 'Blade width: .500 → 0.50', 'Spacing 1: .098 → 0.098']);
  const checked = await checkedImport(
    app,
    admin,
    csv([
      ['Make', 'Model', 'Year', 'Unit', 'Blade width', 'Spacing 1'],
      ['Honda', 'CB 500', '2001', 'inch', '0.5', '0.098'],
    ]),
  );
  await act(app, admin, 'applyImport', checked.id);
  expect(await read(id)).toMatchObject(inInch);
  await act(app, admin, 'undoImport', checked.id);
  expect(await read(id)).toMatchObject({ unit: 'mm', width: '0.50', spacing: filled('0.098', '1.500', 'open') });

  const { id: keySystemId } = await saveSystem({ name: 'One', ...measures });
  await save({ id, keySystemId });
  await saveSystem({ id: keySystemId, unit: 'mm' });
  expect(await read(id)).toMatchObject({ ...inInch, unit: 'mm', keySystem: { id: keySystemId } });
});

describe('the migration of stored measures', () => {
  const migrate = async () => {
    const migration = migrationsOf(app.orm).find(({ name }) => name === '2026-12-04-20-measures')!;
    await migration.up();
    for (const sql of migration.getQueries()) if (!/^create function/.test(String(sql))) await app.sql(String(sql));
  };
  const feed = () => app.sql('select kind, id, xid::text, changed_at from catalogue_feed order by kind, id');

  test('gives them their form and tells nobody; what was done before can still be undone', async () => {
    const old = {
      unit: 'inch',
      width: '0.33',
      spacing: filled('0.098', '0.1', 'open'),
      depthValues: ['0.276', ...Array(15).fill('')],
    };
    const formed = { width: '.330', spacing: filled('.098', '.100', 'open') };
    const system = await createKeySystem(app, { name: 'Old', ...old });
    const model = await createModel(app, honda, { name: 'Old', year: 2001, ...old, keySystem: system.id } as object);
    const inMm = await createModel(app, honda, { name: 'Old', year: 2002, unit: 'mm', spacing: filled('7', '.5') });
    const own = await createUser(app);
    await app.sql(
      `insert into model_changes (model_id, username, source, created, changes, created_at)
       values (?, 'x', 'form', false, '[{"field": "spacing1", "label": "Spacing 1", "before": "0.0970", "after": "0.098"}]', now())`,
      [model.id],
    );
    await app.sql(
      `insert into verdicts (client_id, username, model_id, field, value, worked, found, blank, tool, remark, said_at)
       values (?, 'x', ?, 'spacing1', '0.098', true, null, '', '', '', now()), (?, 'x', ?, 'spacing1', '.0980', false, '0.1', '', '', '', now() + interval '1 s')`,
      [own.client.id, model.id, own.client.id, model.id],
    );
    await app.sql(
      `with sheet as (insert into own_sheets (client_id, model_id, username, created_at, updated_at) values (?, ?, 'x', now(), now()) returning id)
       insert into own_values (sheet_id, field, value, username, updated_at) select id, f, '0.1', 'x', now() from sheet, unnest(array['width', 'tips']) f`,
      [own.client.id, model.id],
    );
    await app.sql(
      `insert into corrections (username, email, make, model, year, comment, target_id, disputed, proposals, created_at) values
       ('x', 'x@example.com', 'Honda', 'Old', 2001, '', ?, 'width', '[{"field": "width", "reported": "0.33", "proposed": "0.34", "applied": false}]', now())`,
      [model.id],
    );
    const before = await feed();
    await migrate();
    await migrate();
    expect(await feed()).toEqual(before);
    const stored = (id: number) =>
      app.sql('select width, spacing, version, key_system_id from models where id = ?', [id]);
    expect(await stored(model.id)).toEqual([{ ...formed, version: 1, key_system_id: system.id }]);
    expect(await stored(inMm.id)).toMatchObject([{ spacing: filled('7.00', '0.50') }]);
    expect(await app.sql('select width, spacing, version from key_systems')).toEqual([{ ...formed, version: 1 }]);
    expect(await app.sql('select value, found from verdicts order by said_at')).toEqual([
      { value: '0.098', found: null },
      { value: '.098', found: '.100' },
    ]);
    expect(await app.sql('select field, value from own_values order by field')).toEqual([
      { field: 'tips', value: '0.1' },
      { field: 'width', value: '.100' },
    ]);
    expect(await app.sql('select proposals from corrections')).toMatchObject([
      { proposals: [{ reported: '.330', proposed: '.340' }] },
    ]);
    // The index and the other triggers are in force again.
    expect(await app.sql(`select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal`)).toEqual([]);

    const [change] = await app.sql<{ id: number }>('select id from model_changes where model_id = ?', [model.id]);
    await graph(
      `mutation ($id: ID!, $changeId: ID!) { restoreModel(input: { id: $id, changeId: $changeId }) { id } }`,
      {
        id: String(model.id),
        changeId: String(change!.id),
      },
    );
    expect(await stored(model.id)).toMatchObject([{ spacing: filled('.097', '.100', 'open') }]);
  });
});
