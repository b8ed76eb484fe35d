import { beforeEach, describe, expect, test } from 'vitest';
import { removeOldChanges } from '../../server/catalogue/changes/change.operations';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { longWork } from '../../server/outside/postgres/connections';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import {
  act,
  catalogue,
  cellsOf,
  checkedImport,
  checkImport,
  csv,
  mendImport,
  rowsOf,
  startImport,
  xlsx,
} from '../support/sheets';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let honda: Make;
beforeEach(async () => {
  await app.sql('truncate models, makes, imports, log_entries cascade');
  honda = await createMake(app, { displayName: 'Honda', fullName: 'Honda Motor Company' });
});

const checked = (file: string | Buffer, options = {}) => checkedImport(app, admin, file, options);
const rows = (id: string, options = {}) => rowsOf(app, admin, id, options);
const apply = (id: string, version?: number) => act(app, admin, 'applyImport', id, version);
const undo = (id: string) => act(app, admin, 'undoImport', id);
const models = () => app.sql('select id, name, year, ilco, tips, spacing[1] as s1, version from models order by id');
const save = (input: object) =>
  app.graph('mutation ($input: ModelInput!) { saveModel(input: $input) { id version } }', { input }, admin);
const logged = async () => (await app.sql('select details from log_entries order by id')).map(({ details }) => details);

describe('startImport', () => {
  test('reads the columns with samples and suggestions, without changing the catalogue', async () => {
    const before = await catalogue(app);
    const file = csv([
      ['Manufacturer', 'MODEL_NAME', 'model year', 'code-series', 'Colour', 'Depth 2 1x', 'SPACING3', 'Tips', 'tips'],
      ['Honda', 'CB 500', 2004, 'A1-A9', 'red', '.100', '.200', 'one', 'two'],
      ['Honda', 'CB 500', 2005, '', 'blue', '', '', '', ''],
    ]);
    const { started } = await startImport(app, admin, file, 'my sheet.csv');
    expect(started).toMatchObject({
      fileName: 'my sheet.csv',
      username: admin.user?.username,
      format: 'CSV, commas, UTF-8',
      state: 'MAPPING',
      rowCount: 2,
      warnings: [],
      totals: null,
      resultUrl: null,
    });
    expect(started.columns.map(({ field }: { field: string }) => field)).toEqual([
      'MAKE',
      'MODEL',
      'YEAR',
      'CODE_SERIES',
      null,
      'DEPTH_2_1X',
      'SPACING_3',
      'TIPS',
      'TIPS2',
    ]);
    expect(started.columns[4]).toEqual({
      index: 4,
      header: 'Colour',
      sample: ['red', 'blue'],
      field: null,
      suggested: false,
      empty: 0,
      lists: 0,
      list: null,
    });
    expect(started.columns[0]).toMatchObject({ sample: ['Honda', 'Honda'], suggested: true });
    expect(await catalogue(app)).toBe(before);
    const listed = await app.graph('{ imports { total items { id fileName } } }', {}, admin);
    expect(listed.data?.imports).toEqual({ total: 1, items: [{ id: started.id, fileName: 'my sheet.csv' }] });
  });

  test.each([
    [
      'the form’s REST names',
      'company_detail,model,year,number1,number12,num1,num16,code_series',
      'MAKE MODEL YEAR SPACING_1 SPACING_12 DEPTH_1_1X DEPTH_8_2X CODE_SERIES',
    ],
    ['the listing’s REST names', 'company_detail,model,year,num1,num12', 'MAKE MODEL YEAR SPACING_1 SPACING_12'],
    [
      'the graph’s names',
      'make,name,year,codeSeries,pakaPunch,seatAux,SPACING_4,DEPTH_3_2X',
      'MAKE MODEL YEAR CODE_SERIES PAKA_PUNCH SEAT_AUX SPACING_4 DEPTH_3_2X',
    ],
    ['a duplicate heading only once', 'Make,Model,Year,ILCO,Ilco', 'MAKE MODEL YEAR ILCO null'],
  ])('recognises %s', async (_what, headings, fields) => {
    const { started } = await startImport(app, admin, `${headings}\nHonda,CB,2004,1,2`);
    expect(started.columns.map(({ field }: { field: string }) => String(field)).join(' ')).toBe(fields);
  });
});

describe('checkImport', () => {
  test('reports the outcome of each row, field by field, without changing the catalogue', async () => {
    const cb = await createModel(app, honda, { name: 'CB 500', year: 2004, ilco: 'X84', tips: 'old' });
    await createModel(app, honda, { name: 'CB 600', year: 2004, ilco: 'X84' });
    await createModel(app, honda, { name: 'Twin', year: 2004 });
    await createModel(app, honda, { name: 'Twin', year: 2004 });
    const before = await catalogue(app);
    const file = csv([
      ['Make', 'Model', 'Year', 'ILCO', 'Tips'],
      ['honda', 'cb 500', 2004, 'X99', ''],
      ['Honda Motor Company', 'CB 600', '2004.0', 'X84', ''],
      ['Honda', 'New one', 2005, 'X1', 'a tip'],
      ['Honda', 'NEW ONE', 2005, 'X2', ''],
      ['Honda', 'Twin', 2004, '', ''],
      ['Hnoda', 'CB 500', 2004, '', ''],
      ['', '', 'soon', 'x'.repeat(256), 'bell \u0007'],
      ['Honda', 'CB', 1899, '#REF!', ''],
    ]);
    const { id, totals, missingMakes, state } = await checked(file);
    expect(state).toBe('CHECKED');
    expect(totals).toMatchObject({ rows: 8, new: 1, changed: 1, unchanged: 1, refused: 3, duplicates: 2 });
    expect(missingMakes).toEqual(['Hnoda']);
    const { items, total } = await rows(id);
    expect(total).toBe(8);
    expect(items[0]).toEqual({
      number: 2,
      verdict: 'CHANGED',
      make: 'honda',
      model: 'cb 500',
      year: '2004',
      modelId: String(cb.id),
      problems: [],
      changes: [
        { label: 'ILCO', before: 'X84', after: 'X99' },
        { label: 'Tips', before: 'old', after: '' },
      ],
    });
    expect(items[1]).toMatchObject({ verdict: 'UNCHANGED', changes: [] });
    expect(items[2].changes.map((change: object) => Object.values(change).join('|'))).toEqual([
      'Make||Honda',
      'Model||New one',
      'Year||2005',
      'ILCO||X1',
      'Tips||a tip',
    ]);
    const problems = items
      .slice(3)
      .map((row: any) => [row.number, row.verdict, ...row.problems.map((one: any) => `${one.column}: ${one.message}`)]);
    expect(problems).toEqual([
      [5, 'DUPLICATE', 'null: Row 4 is for the same model.'],
      [6, 'DUPLICATE', expect.stringMatching(/^null: 2 models match, with the IDs \d+, \d+: choose one by its ID\.$/)],
      [7, 'REFUSED', 'Make: There is no make Hnoda.'],
      [
        8,
        'REFUSED',
        'Make: The make field is required.',
        'Model: The model field is required.',
        expect.stringMatching(/^Year: The year must be a whole number from 1900 to \d{4}\.$/),
        'ILCO: The ILCO may not have more than 255 characters.',
        'Tips: This contains characters that cannot be stored.',
      ],
      [
        9,
        'REFUSED',
        expect.stringContaining('Year: The year must be'),
        'ILCO: This cell contains the spreadsheet error #REF!.',
      ],
    ]);
    expect((await rows(id, { verdict: 'REFUSED' })).total).toBe(3);
    expect(await catalogue(app)).toBe(before);
  });

  test('an ID allows renaming a model and moving it to another make; an unknown ID is refused', async () => {
    const suzuki = await createMake(app, { displayName: 'Suzuki' });
    const model = await createModel(app, honda, { name: 'CB', year: 2004, ilco: 'X84' });
    const file = csv([
      ['ID', 'Make', 'Model', 'Year'],
      [model.id, 'Suzuki', 'GS', 2005],
      [999_999, 'Suzuki', 'GS', 2005],
      ['x', 'Suzuki', 'GS', 2005],
    ]);
    const { id } = await checked(file);
    const { items } = await rows(id);
    expect(items[0].changes).toEqual([
      { label: 'Make', before: 'Honda', after: 'Suzuki' },
      { label: 'Model', before: 'CB', after: 'GS' },
      { label: 'Year', before: '2004', after: '2005' },
    ]);
    expect(items.slice(1).map((row: any) => row.problems[0].message)).toEqual([
      'There is no model with the ID 999999.',
      'The ID must be the number of a model.',
    ]);
    await apply(id);
    const [moved] = await app.sql('select make_id, name, year, ilco, version from models');
    expect(moved).toEqual({ make_id: suzuki.id, name: 'GS', year: 2005, ilco: 'X84', version: 2 });
  });

  test('an unmapped column keeps its field, a mapped empty cell clears it; sample data is not cleared', async () => {
    await createModel(app, honda, { name: 'CB', year: 2004, ilco: 'X84', jma: 'J', sample: true });
    const { started } = await startImport(app, admin, 'Make,Model,Year,ILCO,JMA,Sample\nHonda,CB,2004,,,');
    const mapping = [0, 1, 2, 3, 5].map((column) => ({
      column,
      field: ['MAKE', 'MODEL', 'YEAR', 'ILCO', 'JMA', 'SAMPLE'][column],
    }));
    await checkImport(app, admin, started, { mapping });
    await apply(started.id);
    expect(await app.sql('select ilco, jma, sample from models')).toEqual([{ ilco: '', jma: 'J', sample: true }]);
  });

  test.each([
    [
      'no make',
      [
        [1, 'MODEL'],
        [2, 'YEAR'],
      ],
      'Choose the column that contains the make, or the ID.',
    ],
    [
      'a duplicate field',
      [
        [0, 'MAKE'],
        [1, 'MODEL'],
        [2, 'YEAR'],
        [3, 'YEAR'],
      ],
      'Two columns are mapped to Year.',
    ],
    [
      'a duplicate column',
      [
        [0, 'MAKE'],
        [1, 'MODEL'],
        [2, 'ILCO'],
        [2, 'YEAR'],
      ],
      'The column Year is mapped twice.',
    ],
    [
      'an unknown column',
      [
        [0, 'MAKE'],
        [1, 'MODEL'],
        [2, 'YEAR'],
        [9, 'ILCO'],
      ],
      'There is no column 9.',
    ],
  ])('a mapping with %s is refused', async (_what, pairs, message) => {
    const { started } = await startImport(app, admin, 'Make,Model,Year,ILCO\nHonda,CB,2004,');
    const mapping = (pairs as [number, string][]).map(([column, field]) => ({ column, field }));
    const { code, errors } = await checkImport(app, admin, started, { mapping });
    expect(code).toBe('BAD_USER_INPUT');
    expect(errors?.[0]?.extensions.errors).toEqual({ mapping: [message] });
  });
});

describe('applyImport', () => {
  const FILE = csv([
    ['Make', 'Model', 'Year', 'ILCO', 'Spacing 1', 'Tips'],
    ['Honda', 'CB 500', 2004, 'X99', '.100', "it’s “odd” \\ ? $1 ' 🏍"],
    ['Honda', 'New', 2005, '007', '.200', ''],
    ['Tesla', 'Bike', 2020, '', '', ''],
    ['Honda', '', 2005, '', '', ''],
  ]);

  test('writes new and changed models with history, creates makes, skips refused rows, and is logged', async () => {
    const cb = await createModel(app, honda, { name: 'CB 500', year: 2004, ilco: 'X84', jma: 'kept' });
    const { id, totals } = await checked(FILE, { createMakes: true });
    expect(totals).toEqual({
      rows: 4,
      new: 2,
      changed: 1,
      unchanged: 0,
      refused: 1,
      duplicates: 0,
      deleted: 0,
      stale: 0,
    });
    const { done } = await apply(id);
    expect(done).toMatchObject({ state: 'APPLIED', appliedAt: expect.any(String), progress: null });
    const written = await models();
    expect(written).toEqual([
      { id: cb.id, name: 'CB 500', year: 2004, ilco: 'X99', tips: "it’s “odd” \\ ? $1 ' 🏍", s1: '.100', version: 2 },
      { id: expect.any(Number), name: 'New', year: 2005, ilco: '007', tips: '', s1: '.200', version: 1 },
      { id: expect.any(Number), name: 'Bike', year: 2020, ilco: '', tips: '', s1: '', version: 1 },
    ]);
    expect(await app.sql('select jma, cardinality(spacing) as n from models where id = ?', [cb.id])).toEqual([
      { jma: 'kept', n: 12 },
    ]);
    expect(await logged()).toEqual([`Imported sheet.csv (import ${id}): 2 new models, 1 changed, 1 new makes`]);
    const history = async (of: number) =>
      (
        await app.graph(
          'query ($id: ID!) { model(id: $id) { history { items { source created username changes { label before after } } } } }',
          { id: of },
          admin,
        )
      ).data?.model.history.items;
    expect(await history(cb.id)).toEqual([
      {
        source: 'IMPORT',
        created: false,
        username: admin.user?.username,
        changes: [
          { label: 'ILCO', before: 'X84', after: 'X99' },
          { label: 'Tips', before: '', after: "it’s “odd” \\ ? $1 ' 🏍" },
          { label: 'Spacing 1', before: '', after: '.100' },
        ],
      },
    ]);
    expect((await history(written[2]!.id))[0]).toMatchObject({ source: 'IMPORT', created: true });
    expect((await rows(id, { verdict: 'NEW' })).items[1].modelId).toBe(String(written[2]!.id));
    const found = await app.graph('{ searchModels(keyword: "007") { total } }', {}, admin);
    expect(found.data?.searchModels.total).toBe(1);
    // One change of an import can be undone by itself, like any other.
    const [change] = await app.sql('select id from model_changes where model_id = ?', [cb.id]);
    await app.graph(
      'mutation ($input: RestoreModelInput!) { restoreModel(input: $input) { id } }',
      { input: { id: cb.id, changeId: change!.id } },
      admin,
    );
    expect((await models())[0]?.ilco).toBe('X84');
  });

  test('CONFLICT if a model was changed, deleted or created since the check; works after another check', async () => {
    const cb = await createModel(app, honda, { name: 'CB 500', year: 2004, ilco: 'X84' });
    const { id, columns } = await checked(FILE, { createMakes: true });
    await save({ id: cb.id, jma: 'meanwhile' });
    const before = await catalogue(app);
    expect(await apply(id)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Check the import again'),
    });
    expect(await catalogue(app)).toBe(before);
    await checkImport(app, admin, { id, columns }, { createMakes: true });
    await save({ makeId: honda.id, name: 'new', year: 2005 });
    expect((await apply(id)).code).toBe('CONFLICT');
    await checkImport(app, admin, { id, columns }, { createMakes: true });
    expect((await apply(id)).done?.state).toBe('APPLIED');

    const again = await checked(
      csv([
        ['Make', 'Model', 'Year', 'ILCO'],
        ['Honda', 'CB 500', 2004, 'X1'],
      ]),
    );
    await app.sql('delete from models where id = ?', [cb.id]);
    expect((await apply(again.id)).code).toBe('CONFLICT');
  });

  test('stores texts that are special in SQL, JSON or JavaScript unchanged, and exports them unchanged', async () => {
    const nasty = [
      "What? ?? '; drop table models; --x",
      `\\ \\' \\u0027 \\"' ''`,
      '$1 $& $$ %s :name',
      `{"a": ["b"]} <b>&amp;</b>`,
      'ünïcödé 🏍️ line',
      '__proto__',
    ];
    const model = (await createModel(app, honda, { name: 'CB?', year: 2001, ilco: "before ?'" })).id;
    const made = nasty.map((text, index) => ['Honda', `M${index} ${text}`, 2004, text, `${text}\n${text}`]);
    const sheet = [['Make', 'Model', 'Year', 'ILCO', 'Tips'], ['Honda', 'CB?', 2001, nasty[0]!, nasty[1]!], ...made];
    const { id, totals } = await checked(csv(sheet));
    expect(totals).toMatchObject({ new: nasty.length, changed: 1, refused: 0 });
    await apply(id);
    expect((await models()).map(({ name, ilco, tips }) => [name, ilco, tips])).toEqual([
      ['CB?', nasty[0], nasty[1]],
      ...nasty.map((text, index) => [`M${index} ${text}`, text, `${text}\n${text}`]),
    ]);
    await undo(id);
    expect((await models()).map(({ id, ilco }) => [id, ilco])).toEqual([[model, "before ?'"]]);
  });

  test('is all or nothing', async () => {
    const lines = Array.from({ length: 2_500 }, (_, index) => ['Honda', `M ${index}`, 2005, 'x']);
    const { id } = await checked(csv([['Make', 'Model', 'Year', 'ILCO'], ...lines, ['Other', 'Last', 2005, '']]), {
      createMakes: true,
    });
    const before = await catalogue(app);
    await app.sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await app.sql(
      `create trigger fail before insert on models for each row when (new.name = 'M 2400') execute function fail()`,
    );
    expect((await apply(id)).code).toBe('INTERNAL_SERVER_ERROR');
    expect(await catalogue(app)).toBe(before);
    expect(await app.sql('select count(*)::int as n from model_changes')).toEqual([{ n: 0 }]);
    const { data } = await app.graph('query ($id: ID!) { import(id: $id) { state progress { done } } }', { id }, admin);
    expect(data?.import).toEqual({ state: 'CHECKED', progress: null });
    await app.sql('drop trigger fail on models; drop function fail');
    expect((await apply(id)).done?.state).toBe('APPLIED');
    expect(await models()).toHaveLength(2_501);
  });

  test('shows others its progress while it runs, and runs once however many requests arrive', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => ['Honda', `M ${index}`, 2005]);
    const { id } = await checked(csv([['Make', 'Model', 'Year'], ...lines]));
    // Stops the import halfway until the test has read its progress.
    await app.sql(`create function wait() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(7); return new; end $$`);
    await app.sql(
      `create trigger wait before insert on models for each row when (new.name = 'M 2500') execute function wait()`,
    );
    const em = app.orm.em.fork();
    await longWork(() => em.begin());
    await em.execute('select pg_advisory_xact_lock(7)');
    const applying = apply(id);
    const progress = async () =>
      (await app.graph('query ($id: ID!) { import(id: $id) { state progress { task done total } } }', { id }, admin))
        .data?.import;
    await expect
      .poll(progress)
      .toEqual({ state: 'CHECKED', progress: { task: 'APPLY', done: expect.any(Number), total: 3_000 } });
    expect((await apply(id)).code).toBe('CONFLICT');
    expect((await act(app, admin, 'deleteImport', id)).code).toBe('CONFLICT');
    expect(await models()).toEqual([]);
    await em.rollback();
    expect((await applying).done?.state).toBe('APPLIED');
    expect(await models()).toHaveLength(3_000);
    expect(await progress()).toEqual({ state: 'APPLIED', progress: null });
    await app.sql('drop trigger wait on models; drop function wait');
  });

  test('creates a missing make once, whatever its spelling, unless somebody created it meanwhile', async () => {
    const lines = [
      ['Make', 'Model', 'Year'],
      ['ÉTÉ', 'One', 2005],
      ['été', 'Two', 2005],
      ['Rieju', 'Three', 2005],
      ['Of refused rows alone', 'Four', 1800],
    ];
    const { id, missingMakes } = await checked(csv(lines), { createMakes: true });
    expect(missingMakes).toEqual(['ÉTÉ', 'Rieju']);
    const rieju = await createMake(app, { displayName: 'RIEJU' });
    expect((await apply(id)).done?.state).toBe('APPLIED');
    const made = await app.sql(
      'select display_name, m.make_id, m.name from models m join makes k on k.id = make_id order by m.id',
    );
    const ete = made[0]?.make_id;
    expect(made).toEqual([
      { display_name: 'ÉTÉ', make_id: ete, name: 'One' },
      { display_name: 'ÉTÉ', make_id: ete, name: 'Two' },
      { display_name: 'RIEJU', make_id: rieju.id, name: 'Three' },
    ]);
    expect((await undo(id)).done?.undone).toMatchObject({ deleted: 3, makesDeleted: 1 });
  });

  test('two simultaneous imports of the same new model create it once', async () => {
    const file = csv([
      ['Make', 'Model', 'Year'],
      ['Honda', 'Race', 2005],
    ]);
    const two = [await checked(file), await checked(file)];
    const codes = (await Promise.all(two.map(({ id }) => apply(id)))).map(({ code }) => code);
    expect(codes.sort()).toEqual(['CONFLICT', undefined]);
    expect(await models()).toHaveLength(1);
  });

  test('an import that is unchecked or already applied cannot be applied', async () => {
    const { started } = await startImport(app, admin, FILE);
    expect((await apply(started.id)).code).toBe('CONFLICT');
    expect((await apply('999999')).code).toBe('NOT_FOUND');
    const { id } = await checked(FILE);
    await apply(id);
    expect((await apply(id)).code).toBe('CONFLICT');
    expect((await checkImport(app, admin, { id, columns: started.columns })).code).toBe('CONFLICT');
  });
});

describe('close names', () => {
  const near = async (file: string, options = {}) => {
    const { near } = await checked(file, options);
    return near.map(
      ({ make, name, rows, near }: any) => `${make ? `${make} ` : ''}${name} ×${rows}: ${near.join(', ')}`,
    );
  };

  test('suggests makes for a typo, different punctuation, a longer name or a nickname', async () => {
    for (const displayName of ['Harley-Davidson', 'Kawasaki', 'Yamaha', 'KTM', 'BMW'])
      await createMake(app, { displayName });
    const [kawasaki] = await app.sql(`select id from makes where display_name = 'Kawasaki'`);
    await app.sql(
      `insert into aliases (text, make_id, name, created_at, updated_at) values ('Kwak', ?, '', now(), now()), ('Z', ?, 'Z', now(), now())`,
      [kawasaki!.id, kawasaki!.id],
    );
    const makes = [
      'Hnda',
      'HNDA',
      'HARLEY DAVIDSON',
      'Harley',
      'Yahama',
      'KTN',
      'Kwak',
      'Honda Bikes',
      'Zero',
      'Hyosung',
    ];
    const file = csv([['Make', 'Model', 'Year'], ...makes.map((make): (string | number)[] => [make, 'CB', 2004])]);
    const expected = [
      'Hnda ×2: Honda',
      'HARLEY DAVIDSON ×1: Harley-Davidson',
      'Harley ×1: Harley-Davidson',
      'Yahama ×1: Yamaha',
      'KTN ×1: KTM',
      'Kwak ×1: Kawasaki',
      'Honda Bikes ×1: Honda',
    ];
    expect(await near(file)).toEqual(expected);
    // Makes can still be created: it is only a suggestion.
    expect(await near(file, { createMakes: true })).toEqual(expected);
  });

  test('suggests models of the same make for a typo, but not for a difference that distinguishes models', async () => {
    const suzuki = await createMake(app, { displayName: 'Suzuki' });
    for (const name of ['CBR600RR', 'CB500', 'Gold Wing', 'Shadow 750'])
      await createModel(app, honda, { name, year: 2004 });
    await createModel(app, suzuki, { name: 'Hayabusa', year: 2004 });
    const names = [
      'CBR600R',
      'cbr 600-rr',
      'cbr600rr',
      'CB550',
      'CB50',
      'CB500F',
      'Goldwing',
      'Shadwo 750',
      'Shadow 1100',
      'Hayabsa',
    ];
    const file = csv([['Make', 'Model', 'Year'], ...names.map((name): (string | number)[] => ['honda', name, 2011])]);
    expect(await near(file)).toEqual([
      'Honda CBR600R ×1: CBR600RR',
      'Honda cbr 600-rr ×1: CBR600RR',
      'Honda Goldwing ×1: Gold Wing',
      'Honda Shadwo 750 ×1: Shadow 750',
    ]);
    const { id } = await checked(file);
    const items = await cellsOf(app, admin, id, 'NEW');
    expect(items).toHaveLength(names.length);
    expect(items[0].near).toEqual([{ name: 'CBR600R', near: ['CBR600RR'] }]);
    expect(items[3].near).toEqual([]);
  });
});

describe('mendImport', () => {
  const FILE = csv([
    ['Make', 'Model', 'Year', 'ILCO', 'Mine'],
    ['Hnda', 'One', 2004, 'X1', 'a'],
    ['hnda', 'Two', 207, 'X2', 'b'],
    ['Honda', 'CBR600R', 2011, 'X3', 'c'],
    ['Honda', '', 2005],
  ]);

  test('mended rows are stored with the import, checked again without a file, and applied as mended', async () => {
    await createModel(app, honda, { name: 'CBR600RR', year: 2010 });
    const first = await checked(FILE);
    const { id } = first;
    expect(first.totals).toMatchObject({ new: 1, refused: 3 });
    const before = await catalogue(app);
    const [, two] = await cellsOf(app, admin, id, 'REFUSED');
    expect(two.cells.map(({ value }: { value: string }) => value)).toEqual(['hnda', 'Two', '207', 'X2']);
    expect(two.problems.map(({ index }: { index: number }) => index)).toEqual([2, 0]);
    expect(two.near).toEqual([{ name: 'Hnda', near: ['Honda'] }]);

    const names = [{ field: 'MAKE', from: 'HNDA', to: 'Honda' }];
    const { mended } = await mendImport(app, admin, id, { names });
    expect(mended).toMatchObject({ state: 'CHECKED', mended: 2, totals: first.totals });
    expect(mended.near.map(({ name }: { name: string }) => name)).toEqual(['CBR600R']);
    await mendImport(app, admin, id, {
      rows: [
        { number: 3, cells: [{ column: 2, value: ' 2007' }] },
        {
          number: 5,
          cells: [
            { column: 1, value: 'Four' },
            { column: 3, value: 'X4' },
          ],
        },
      ],
    });
    const model = [{ field: 'MODEL', makeId: String(honda.id), from: 'CBR600R', to: 'CBR600RR' }];
    expect((await mendImport(app, admin, id, { names: model })).mended).toMatchObject({ mended: 4, near: [] });
    const [, again] = await cellsOf(app, admin, id, 'REFUSED');
    expect(again).toMatchObject({ number: 3, mended: true, near: [] });
    expect(again.cells.slice(0, 3)).toEqual([
      { column: 0, value: 'Honda', original: 'hnda' },
      { column: 1, value: 'Two', original: null },
      { column: 2, value: ' 2007', original: '207' },
    ]);

    // Only what was checked is applied.
    expect(await apply(id)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Check the import again'),
    });
    expect(await catalogue(app)).toBe(before);
    const { checked: second } = await checkImport(app, admin, first);
    expect(second).toMatchObject({ mended: 0, near: [], totals: { new: 4, refused: 0 } });
    await apply(id);
    expect((await models()).slice(1).map(({ name, year, ilco }) => [name, year, ilco])).toEqual([
      ['One', 2004, 'X1'],
      ['Two', 2007, 'X2'],
      ['CBR600RR', 2011, 'X3'],
      ['Four', 2005, 'X4'],
    ]);
    expect((await mendImport(app, admin, id, { names })).code).toBe('CONFLICT');
    const result = await app.app.inject({ url: second!.resultUrl, headers: { cookie: `session=${admin.token}` } });
    expect(result.body).toContain('Honda,Two, 2007,X2,b,new,\r\n');
  });

  test('missing and close names are counted again after each mending', async () => {
    const { id } = await checked(
      csv([
        ['Make', 'Model', 'Year'],
        ['Hnda', 'One', 2004],
        ['hnda', 'Two', 2004],
        ['Nobody', 'Three', 2004],
      ]),
    );
    const mend = async (mended: object) => {
      const { mended: now } = await mendImport(app, admin, id, mended);
      return [now.missingMakes, now.near.map(({ name, rows }: { name: string; rows: number }) => [name, rows])];
    };
    const make = (number: number, value: string) => ({ number, cells: [{ column: 0, value }] });
    expect(await mend({ rows: [make(2, 'Honda')] })).toEqual([['hnda', 'Nobody'], [['Hnda', 1]]]);
    expect(await mend({ rows: [make(3, 'Honda'), make(4, 'NULL')] })).toEqual([[], []]);
    expect(await mend({ rows: [make(3, 'Hnoda'), make(4, 'nobody')] })).toEqual([['Hnoda', 'nobody'], []]);
    expect(await mend({ names: [{ field: 'MAKE', from: 'hnoda', to: 'Honda' }] })).toEqual([['nobody'], []]);
  });

  test('a make that heads a group is replaced for the group', async () => {
    const first = await checked(
      csv([
        ['Make', 'Model', 'Year'],
        ['Hnda', '', ''],
        ['', 'One', 2004],
        ['', 'Two', 2004],
      ]),
      { fillDown: ['MAKE'] },
    );
    expect(first).toMatchObject({ missingMakes: ['Hnda'], near: [{ name: 'Hnda' }], totals: { refused: 2 } });
    const names = [{ field: 'MAKE', from: 'Hnda', to: 'Honda' }];
    expect((await mendImport(app, admin, first.id, { names })).mended).toMatchObject({ missingMakes: [], near: [] });
    const { checked: second } = await checkImport(app, admin, first, { fillDown: ['MAKE'] });
    expect(second).toMatchObject({ missingMakes: [], totals: { new: 2, refused: 0 } });
  });

  test('what somebody else has mended and checked meanwhile is not applied unseen', async () => {
    const seen = await checked(FILE);
    const { mended } = await mendImport(app, admin, seen.id, {
      rows: [{ number: 5, cells: [{ column: 1, value: 'Four' }] }],
    });
    expect(mended.version).toBeGreaterThan(seen.version);
    const { checked: now } = await checkImport(app, admin, seen);
    expect(now!.version).toBeGreaterThan(mended.version);
    for (const version of [seen.version, mended.version])
      expect(await apply(seen.id, version)).toEqual({
        code: 'CONFLICT',
        message: 'Somebody else has changed this record since you opened it.',
      });
    expect((await apply(seen.id, now!.version)).done).toMatchObject({ state: 'APPLIED' });
  });

  test('a hundred names are replaced at once, each by the first name given for it', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => [`Maker ${n}`, `Model ${n}`, 2004]);
    const { id } = await checked(csv([['Make', 'Model', 'Year'], ...rows]));
    const names = rows.map(([from], n) => ({
      field: 'MAKE',
      from: String(from).toUpperCase(),
      to: ` Maker ${n + 1} `,
    }));
    app.statements();
    await mendImport(app, admin, id, { names: [...names.slice(1), { ...names[1]!, to: 'Never' }] });
    expect(app.statements().filter(({ sql }) => sql.includes('update import_rows'))).toHaveLength(1);
    expect(
      await app.sql('select make, cells[1] as cell from import_rows where import_id = ? order by number', [id]),
    ).toEqual([
      { make: 'Maker 0', cell: 'Maker 0' },
      ...names.slice(1).map(({ to }) => ({ make: to.trim(), cell: to })),
    ]);
    const [{ details }] = (await app.sql(
      `select details from log_entries where kind = 'IMPORT_MENDED' order by id desc`,
    )) as [{ details: string }];
    expect(details).toMatch(/^Edited the import of .* Names replaced: 100, in 99 cells\. Rows edited: 0$/);
  });

  test('a row that is mended back to its original text has no original cells', async () => {
    const { id } = await checked(FILE);
    const write = (value: string) =>
      mendImport(app, admin, id, { rows: [{ number: 5, cells: [{ column: 1, value }] }] });
    await write('Four');
    await write('');
    expect(await app.sql('select cells, original from import_rows where number = 5')).toEqual([
      { cells: ['Honda', '', '2005'], original: null },
    ]);
  });

  test('an invalid mending is refused, and none of it is stored', async () => {
    const { id, columns } = await checked(FILE);
    const row = (number: number, column: number, value = 'x') => [{ number, cells: [{ column, value }] }];
    const many = Array.from({ length: 101 }, () => row(5, 1)[0]!);
    const name = { field: 'MAKE', from: 'Hnda', to: 'Honda' };
    const before = JSON.stringify(await app.sql('select * from import_rows order by number'));
    for (const [mended, reason] of [
      [{ rows: row(99, 1) }, { rows: ['There is no row 99.'] }],
      [{ rows: row(5, 4) }, { rows: ['The column 4 is not imported.'] }],
      [{ rows: row(5, 9) }, { rows: ['The column 9 is not imported.'] }],
      [{ names: [name], rows: row(99, 1) }, { rows: ['There is no row 99.'] }],
      [{ rows: many }, { rows: ['At most 100 rows at once.'] }],
      [
        { rows: [{ number: 5, cells: many[0]!.cells.concat(many.flatMap(({ cells }) => cells)) }] },
        { rows: ['At most 100 cells of a row at once.'] },
      ],
      [{ rows: row(5, 1, 'x'.repeat(32_768)) }, { rows: ['The cell may not have more than 32767 characters.'] }],
      [{ rows: row(5, 1, 'bell \u0007') }, { rows: ['This contains characters that cannot be stored.'] }],
      [{ names: [{ ...name, field: 'YEAR' }] }, { names: ['Only makes and models can be replaced.'] }],
      [{ names: [{ ...name, to: ' ' }] }, { names: ['The new name field is required.'] }],
    ] as const) {
      const { code, fields } = await mendImport(app, admin, id, mended as object);
      expect([code, fields]).toEqual(['BAD_USER_INPUT', reason]);
    }
    const locksmith = await people.locksmith(app);
    expect((await mendImport(app, locksmith, id, { names: [name] })).code).toBe('FORBIDDEN');
    expect((await mendImport(app, admin, '999999', { names: [name] })).code).toBe('NOT_FOUND');
    expect(JSON.stringify(await app.sql('select * from import_rows order by number'))).toBe(before);
    expect((await checkImport(app, admin, { id, columns })).checked).toMatchObject({ mended: 0 });
  });
});

describe('undoImport', () => {
  test('undoes models that nobody has changed since, and reports the others', async () => {
    const suzuki = await createMake(app, { displayName: 'Suzuki' });
    const one = await createModel(app, honda, { name: 'One', year: 2004, ilco: 'a', jma: 'b', tips: 't' });
    const two = await createModel(app, honda, { name: 'Two', year: 2004, ilco: 'a' });
    const file = csv([
      ['ID', 'Make', 'Model', 'Year', 'ILCO', 'JMA', 'Tips'],
      [one.id, 'Honda', 'One', 2004, 'A', 'B', 'T'],
      [two.id, 'Suzuki', 'Zwei', 2005, 'A', '', ''],
      ['', 'Tesla', 'Kept', 2020, '', '', ''],
      ['', 'BYD', 'Gone', 2020, '', '', ''],
    ]);
    const before = (await models()).map(({ version: _, ...model }) => model);
    const { id } = await checked(file, { createMakes: true });
    await apply(id);
    const kept = (await models()).find(({ name }) => name === 'Kept')!;
    await save({ id: one.id, ilco: 'mine' });
    await save({ id: kept.id, ilco: 'mine' });
    const { done } = await undo(id);
    expect(done).toMatchObject({ state: 'UNDONE', undoneAt: expect.any(String) });
    expect(done.undone).toEqual({
      restored: 2,
      deleted: 1,
      makesDeleted: 1,
      left: 2,
      leftModels: ['Honda One 2004: ILCO', 'Tesla Kept 2020'],
    });
    const after = (await models()).map(({ version: _, ...model }) => model);
    expect(after).toEqual([
      { ...before[0], ilco: 'mine' },
      before[1],
      expect.objectContaining({ name: 'Kept', ilco: 'mine' }),
    ]);
    expect(await app.sql('select make_id from models where id = ?', [two.id])).toEqual([{ make_id: honda.id }]);
    expect((await app.sql('select display_name from makes order by id')).map((make) => make.display_name)).toEqual([
      'Honda',
      suzuki.displayName,
      'Tesla',
    ]);
    const [restored] = await app.sql('select source, changes from model_changes where model_id = ? order by id desc', [
      two.id,
    ]);
    expect(restored?.source).toBe('restore');
    expect(restored?.changes[0]).toEqual({
      field: 'make',
      label: 'Make',
      before: 'Suzuki',
      after: 'Honda',
      storedBefore: String(suzuki.id),
      storedAfter: String(honda.id),
    });
    expect((await logged()).at(-1)).toBe(
      `Undid the import of sheet.csv (import ${id}): 2 models restored, 1 deleted, 2 left unchanged because they had been edited since`,
    );
    expect((await undo(id)).code).toBe('CONFLICT');
  });

  test('works after the rows have been swept; imports that were never applied are swept entirely', async () => {
    await createModel(app, honda, { name: 'One', year: 2004, ilco: 'a' });
    const file = csv([
      ['Make', 'Model', 'Year', 'ILCO'],
      ['Honda', 'One', 2004, 'A'],
      ['Honda', 'Two', 2004, 'B'],
    ]);
    const applied = await checked(file);
    await apply(applied.id);
    const open = await checked(file);
    const sweep = (before: Date) => removeOldChanges(app.system, { before });
    expect(await sweep(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await sweep(new Date(Date.now() + 1_000))).toBe(2);
    expect(await app.sql('select import_id from import_rows')).toEqual([]);
    expect(await app.sql('select id from imports')).toEqual([{ id: Number(applied.id) }]);
    const text = `Deleted the import of ${open.fileName} (import ${open.id}), which had not been applied`;
    expect(await app.sql('select username, user_id, details from log_entries order by id desc limit 1')).toEqual([
      { username: '(system)', user_id: null, details: text },
    ]);
    expect((await act(app, admin, 'deleteImport', open.id)).code).toBe('NOT_FOUND');
    const { done } = await undo(applied.id);
    expect(done).toMatchObject({
      resultUrl: null,
      rowsDeletedAt: expect.any(String),
      undone: { restored: 1, deleted: 1, left: 0 },
    });
    expect(await models()).toMatchObject([{ name: 'One', ilco: 'a' }]);
  });
});

test('deleteImport deletes only imports that were not applied', async () => {
  const file = csv([
    ['Make', 'Model', 'Year'],
    ['Honda', 'One', 2004],
  ]);
  const open = await checked(file);
  const applied = await checked(file);
  await apply(applied.id);
  expect((await act(app, admin, 'deleteImport', open.id)).done?.id).toBe(open.id);
  expect((await act(app, admin, 'deleteImport', applied.id)).code).toBe('CONFLICT');
  expect(await app.sql('select id from imports')).toEqual([{ id: Number(applied.id) }]);
  expect(await app.sql('select distinct import_id from import_rows')).toEqual([{ import_id: Number(applied.id) }]);
});

describe('downloads', () => {
  const get = (path: string, as = admin) => app.app.inject({ url: path, headers: { cookie: `session=${as.token}` } });

  test('the result has the file’s own columns, and each row’s verdict and reasons', async () => {
    const file = csv([
      ['Make', 'Mine', 'Model', 'Year'],
      ['Honda', '=1+1', 'One', 2004],
      ['Hnoda', 'x', '', 2004],
    ]);
    const { resultUrl } = await checked(file);
    const response = await get(resultUrl);
    expect(response.headers['content-disposition']).toBe('attachment; filename="sheet-result.csv"');
    expect(response.body).toBe(
      '\uFEFFMake,Mine,Model,Year,Result,Reason\r\n' +
        "Honda,'=1+1,One,2004,new,\r\n" +
        'Hnoda,x,,2004,refused,Model: The model field is required. Make: There is no make Hnoda.\r\n',
    );
    expect((await get(resultUrl, await people.locksmith(app))).statusCode).toBe(403);
    expect((await get(resultUrl, {})).statusCode).toBe(401);
    expect((await get('/imports/999999/result.csv')).statusCode).toBe(404);
  });

  test.each(['csv', 'xlsx'])(
    'the template (%s) has every heading, and can be imported when filled in',
    async (format) => {
      const response = await get(`/imports/template.${format}`);
      expect(response.statusCode).toBe(200);
      const { code, errors } = await startImport(app, admin, response.rawPayload, `template.${format}`);
      expect([code, errors[0].message]).toEqual(['BAD_USER_INPUT', 'The given data was invalid.']);
      expect(errors[0].extensions.errors).toEqual({ file: ['The file has headings but no rows below them.'] });
      expect((await get(`/imports/template.${format}`, await people.locksmith(app))).statusCode).toBe(403);
    },
  );

  test('there is no other template', async () => {
    expect((await get('/imports/template.pdf')).statusCode).toBe(422);
  });
});

test('a workbook imports like a CSV file: numbers as shown, dates as days, texts unchanged', async () => {
  const file = await xlsx([
    ['Make', 'Model', 'Year', 'ILCO', 'JMA', 'Tips', 'Sample'],
    ['Honda', 'CB', 2004, 0.1 + 0.2, '007', new Date(Date.UTC(2001, 1, 3)), true],
  ]);
  const { id, format } = await checked(file, { name: 'book.xlsx' });
  expect(format).toBe('Excel workbook, sheet “Sheet1”');
  await apply(id);
  expect(await app.sql('select ilco, jma, tips, sample from models')).toEqual([
    { ilco: '0.3', jma: '007', tips: '2001-02-03', sample: true },
  ]);
});
