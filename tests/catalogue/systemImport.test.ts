import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readMeasure } from '../../server/catalogue/changes/systems/sheet/measures';
import { type Person, startApp, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';
import { act, checkedImport, csv, type Row, rowsOf, sendSheet } from '../support/sheets';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await people.administrator(app);
});
afterAll(() => app.close());
beforeEach(() => app.sql('truncate models, makes, imports, log_entries, key_systems cascade'));

const TOTALS = 'totals { new changed unchanged refused }';
const check = async (rows: Row[], variables: object = {}) => {
  const query = `mutation ($file: Upload!, $verdict: ImportVerdict, $page: Int! = 1) {
    checkKeySystems(input: { file: $file, verdict: $verdict, page: $page }) { ${TOTALS} warnings digest total
      items { number verdict name id problems changes { label before after } } } }`;
  const { data, errors, code } = await sendSheet(app, admin, query, csv(rows), 'list.csv', variables);
  return { ...data?.checkKeySystems, errors, code };
};
const bring = async (rows: Row[], digest: string) => {
  const query = `mutation ($file: Upload!, $digest: String!) {
    importKeySystems(input: { file: $file, digest: $digest }) { new changed unchanged refused } }`;
  const { data, code } = await sendSheet(app, admin, query, csv(rows), 'list.csv', { digest });
  return { totals: data?.importKeySystems, code };
};
/** Checks and imports a list. */
const imported = async (rows: Row[]) => bring(rows, (await check(rows)).digest);
const systems = async () => {
  const { data } = await app.graph(
    `{ keySystems(limit: 100) { items { id name dsd itl hpc unit datum source spacing depth { name oneX } version } } }`,
    {},
    admin,
  );
  return data?.keySystems.items.map(({ spacing, depth, ...rest }: any) => ({
    ...rest,
    spacing: spacing.filter(Boolean).join(' '),
    depth: depth.flatMap(({ name, oneX }: any) => (oneX ? [`${name}=${oneX}`] : [])).join(' '),
  }));
};

const HPC_HEAD = ['DSD', 'Used for', 'Card', 'Gauge', ...Array.from({ length: 14 }, (_, at) => `Space ${at + 1}`)];
const DEPTHS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A'].map((name) => `Depth ${name}`);
const hpc = (dsd: string, use: string, card: string, spaces: string[], depths: Record<string, string>): Row => [
  ...[dsd, use, card, 'Shoulder'],
  ...Array.from({ length: 14 }, (_, at) => spaces[at] ?? ''),
  ...DEPTHS.map((heading) => depths[heading.slice(6)] ?? ''),
];
const FIVE = ['.098', '.197', '.295', '.394', '.492'];
const HONDA = hpc('406', 'Honda 1983 on', 'CMC37', FIVE, { 1: '.276', 2: '.244', 3: '.213' });
const LIST = [
  [...HPC_HEAD, ...DEPTHS],
  HONDA,
  hpc('420', 'Kawasaki 1979 on', 'CMC50', [...FIVE, '.591'], { 1: '.258', 2: '.238', 3: '.218', 4: '.199' }),
  hpc('421', 'Kawasaki 1979 on', '', ['.315', '.413', '.512'], { 0: '.295', A: '.236' }),
];

test('what has no column stays: positions, depths, and 2x beside 1x', async () => {
  await app.graph(
    `mutation { saveKeySystem(input: { name: "Honda", dsd: "406", unit: "inch", spacing: [".098", ".197", ".295"],
      depth: [{ name: "1", oneX: ".276", twoX: ".200" }, { name: "2", oneX: ".244", twoX: ".190" }, { name: "3", oneX: ".213" }] }) { id } }`,
    {},
    admin,
  );
  const list = [
    ['DSD', 'Space 2', 'Depth 2', 'Depth 4'],
    ['406', '.198', '.245', '.182'],
  ];
  const { items } = await check(list);
  const told = items[0].changes.map(({ label, before, after }: any) => `${label}: ${before} → ${after}`);
  expect(told).toEqual([
    'Spacing 2: .197 → .198',
    'Depth 4 name:  → 4',
    'Depth 2 1X: .244 → .245',
    'Depth 4 1X:  → .182',
  ]);
  // Our own complete sheet names each measure.
  const own = await check([
    ['DSD', 'Spacing 3', 'Depth 2 2X'],
    ['406', '.296', '.191'],
  ]);
  expect(own.items[0].changes).toMatchObject([
    { label: 'Spacing 3', before: '.295', after: '.296' },
    { label: 'Depth 2 2X', before: '.190', after: '.191' },
  ]);
});

describe('measures of a list', () => {
  const inches = { isMetric: false, hasThousandths: false };
  test.each([
    ['098', '.098'],
    ['0.098', '.098'],
    ['.098', '.098'],
    ['1250', '1.250'],
    ['0.000', ''],
    ['000', ''],
    ['0', ''],
    ['-', ''],
    ['.276"', '.276'],
  ])('%s is %j', (text, value) => expect(readMeasure(text, inches)).toEqual({ value }));

  test('two digits are thousandths only in a list that has them, and millimetres stay', () => {
    expect(readMeasure('98', { ...inches, hasThousandths: true })).toEqual({ value: '.098' });
    expect(readMeasure('98', inches)).toEqual({ wrong: expect.stringContaining('may be thousandths') });
    expect(readMeasure('10', { isMetric: true, hasThousandths: false })).toEqual({ value: '10' });
    expect(readMeasure('two', inches)).toEqual({ wrong: '“two” is not a measure.' });
  });

  test('a text that is too long for one is none', () => {
    expect(readMeasure('1'.repeat(300), { ...inches, isMetric: true })).toEqual({
      wrong: `“${'1'.repeat(50)}” is not a measure.`,
    });
  });
});

describe('a list of key systems', () => {
  test('of HPC becomes key systems, which are seen before anything is written', async () => {
    const { totals, items, warnings, digest } = await check(LIST);
    expect(totals).toEqual({ new: 3, changed: 0, unchanged: 0, refused: 0 });
    expect(warnings).toEqual([]);
    // Two of the same name are told apart by their numbers.
    expect(items.map(({ name }: any) => name)).toEqual([
      'Honda 1983 on',
      'Kawasaki 1979 on',
      'Kawasaki 1979 on, DSD 421',
    ]);
    expect(items[0].changes).toContainEqual({ label: 'Spacing 3', before: '', after: '.295' });
    expect(await systems()).toEqual([]);
    expect((await bring(LIST, digest)).totals).toMatchObject({ new: 3 });
    expect(await systems()).toMatchObject([
      {
        name: 'Honda 1983 on',
        dsd: '406',
        hpc: 'CMC37',
        unit: 'inch',
        datum: 'shoulder',
        source: 'list.csv, row 2',
        spacing: FIVE.join(' '),
        depth: '1=.276 2=.244 3=.213',
      },
      { dsd: '420', spacing: '.098 .197 .295 .394 .492 .591', depth: '1=.258 2=.238 3=.218 4=.199' },
      { dsd: '421', hpc: '', spacing: '.315 .413 .512', depth: '0=.295 A=.236' },
    ]);
    const log = await app.sql(`select details from log_entries where kind = 'IMPORT_APPLIED'`);
    expect(log).toEqual([{ details: 'Imported key systems from list.csv: 3 new, 0 changed, 0 refused' }]);
    // The same list again changes nothing.
    expect((await check(LIST)).totals).toEqual({ new: 0, changed: 0, unchanged: 3, refused: 0 });
  });

  test('of ITL has thousandths without a point, also all in one cell; 0.000 is empty', async () => {
    const rows: Row[] = [
      ['A list of systems'],
      ['ITL no.', 'Name', 'Spaces', 'Depths'],
      ['1204', 'Honda', '098 197 295 0.000', '1=276 2=244 3=213'],
      ['1205', '', '98, 197', '258 238'],
    ];
    expect((await imported(rows)).totals).toMatchObject({ new: 2 });
    expect(await systems()).toMatchObject([
      { name: 'Honda', itl: '1204', spacing: '.098 .197 .295', depth: '1=.276 2=.244 3=.213', unit: 'inch' },
      { name: 'ITL 1205', spacing: '.098 .197', depth: '1=.258 2=.238' },
    ]);
  });

  test('refuses what does not fit, with the reason, and imports the rest', async () => {
    const thirteen = Array.from({ length: 13 }, (_, at) => `.${100 + at * 50}`);
    const nine = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at, `.${300 - at * 10}`]));
    const rows = [
      LIST[0]!,
      hpc('900', 'Long', '', thirteen, {}),
      hpc('901', 'Deep', '', [], nine),
      hpc('902', 'Odd', '', ['98', 'x'], {}),
      HONDA,
      hpc('406', 'Again', '', [], {}),
      hpc('', '', '', ['.1'], {}),
    ];
    const { totals, items } = await check(rows, { verdict: 'REFUSED' });
    expect(totals).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 5 });
    expect(items.map(({ problems }: any) => problems)).toEqual([
      ['It has 13 spaces: a key system has at most 12.'],
      ['It has 9 depths: a key system has at most 8.'],
      [expect.stringContaining('98 may be thousandths'), '“x” is not a measure.'],
      ['Row 5 is for the same key system.'],
      ['The name field is required.'],
    ]);
    expect((await imported(rows)).totals).toMatchObject({ new: 1, refused: 5 });
  });

  test('refuses what the form would refuse, and a name that another row has', async () => {
    const rows: Row[] = [
      ['DSD', 'Name', 'Source', 'Space 1', 'Depths'],
      ['406', 'Honda', '', '.098', ''],
      ['', 'Honda', '', '.099', ''],
      ['407', 'L'.repeat(256), '', '.098', ''],
      ['408', 'Kawasaki', 'S'.repeat(256), '.098', ''],
      ['409', 'Suzuki', '', '.098', `${'N'.repeat(256)}=.276`],
    ];
    const { items } = await check(rows, { verdict: 'REFUSED' });
    expect(items.map(({ number, problems }: any) => [number, problems])).toEqual([
      [3, ['There is a key system Honda already.']],
      [4, ['The name may not have more than 255 characters.']],
      [5, ['The source may not have more than 255 characters.']],
      [6, ['The depth is at most eight rows of texts of 255 characters.']],
    ]);
    expect((await imported(rows)).totals).toMatchObject({ new: 1, refused: 4 });
  });

  test('changes what it says, keeps names, and leaves systems with models to their form', async () => {
    await imported(LIST);
    const [honda, , deep] = await systems();
    const make = await createMake(app, { displayName: 'Honda' });
    const { id } = await createModel(app, make, { name: 'CB', year: 2001 });
    await app.sql(`update models set key_system_id = ? where id = ?`, [honda.id, id]);
    const rows: Row[] = [
      ['DSD', 'Name', 'Card', 'Space 1', 'Space 2', 'Space 3', 'Colour'],
      ['406', 'Other', 'CMC37', '.099', '.197', '.295', ''],
      ['421', 'Other', 'CMC51A', '.315', '.413', '.512', ''],
    ];
    const { items, warnings, digest } = await check(rows);
    expect(warnings).toEqual(['Left out, as their headings are not recognised: Colour.']);
    expect(items[0]).toMatchObject({
      verdict: 'REFUSED',
      id: honda.id,
      problems: ['1 model has this key system: change it in its form, which shows what becomes of its models.'],
    });
    expect(items[1]).toMatchObject({
      verdict: 'CHANGED',
      name: 'Kawasaki 1979 on, DSD 421',
      changes: [{ label: 'HPC', before: '', after: 'CMC51A' }],
    });
    // Somebody changes it meanwhile.
    await app.sql('update key_systems set version = version + 1 where id = ?', [deep.id]);
    expect((await bring(rows, digest)).code).toBe('CONFLICT');
    expect((await imported(rows)).totals).toEqual({ new: 0, changed: 1, unchanged: 0, refused: 1 });
    const { data } = await app.graph(
      'query ($id: ID!) { keySystemHistory(id: $id) { items { created username changes { label after } } } }',
      { id: deep.id },
      admin,
    );
    expect(data?.keySystemHistory.items[0]).toEqual({
      created: false,
      username: admin.user?.username,
      changes: [{ label: 'HPC', after: 'CMC51A' }],
    });
  });

  test('says source and check, as lists of models do', async () => {
    const head = ['Name', 'DSD', 'Space 1', 'Depth 1', 'Source', 'Checked by', 'Checked at'];
    const row = (dsd: string, ...check: string[]): Row => [`System ${dsd}`, dsd, '.098', '.276', ...check];
    const rows = [head, row('1', 'HPC', 'Ann', '2020-02-03'), row('2', 'ITL', '', ''), row('3', '', '', '2020-02-03')];
    const checked = await check(rows);
    expect(checked.totals).toMatchObject({ new: 2, refused: 1 });
    expect(checked.items[0].changes).toContainEqual({ label: 'Checked by', before: '', after: 'Ann, 2020-02-03' });
    expect(checked.items[2].problems).toEqual(['It says when it was checked, but not by whom.']);
    await bring(rows, checked.digest);
    expect(await app.sql('select source, checked_by, checked_at from key_systems where dsd = ?', ['1'])).toEqual([
      { source: 'HPC', checked_by: 'Ann', checked_at: '2020-02-03 00:00:00+00' },
    ]);
    expect((await check(rows)).totals).toMatchObject({ unchanged: 2 });
    // The same check says nothing new: it ends with the value.
    const other = [head, [...row('1', 'HPC', 'Ann', '2020-02-03').with(2, '.099')]];
    expect((await check(other)).items[0].changes).toContainEqual({
      label: 'Checked by',
      before: 'Ann, 2020-02-03',
      after: '',
    });
  });

  test('is answered in pages, and what is no such list is refused', async () => {
    const rows = [LIST[0]!, ...Array.from({ length: 25 }, (_, at) => hpc(String(at), `System ${at}`, '', FIVE, {}))];
    const { items, total } = await check(rows, { page: 2 });
    expect([items.length, total]).toEqual([5, 25]);
    const { errors } = await check([
      ['Make', 'Model', 'Year'],
      ['Honda', 'CB', 2001],
    ]);
    expect(errors[0].extensions.errors.file[0]).toMatch(/^No column has positions or depths/);
  });
});

describe('the key system of a model', () => {
  const HEAD = ['Make', 'Model', 'Year', 'Key system', 'Spacing 1'];
  beforeEach(async () => {
    await imported([LIST[0]!, HONDA]);
    await createMake(app, { displayName: 'Honda' });
  });
  const linked = () =>
    app.sql(`select m.name, m.spacing[1] as first, s.name as system from models m
      left join key_systems s on s.id = m.key_system_id order by m.name`);

  test('is linked by its name where the measures agree; where they do not, the row says so', async () => {
    const file = csv([
      HEAD,
      ['Honda', 'A', 2001, 'honda 1983 on', '.098'],
      ['Honda', 'B', 2001, 'Honda 1983 on', ''],
      ['Honda', 'C', 2001, 'Honda 1983 on', '.100'],
      ['Honda', 'D', 2001, 'Nobody’s', '.100'],
      ['Honda', 'E', 2001, '', '.100'],
    ]);
    const { id, totals } = await checkedImport(app, admin, file);
    expect(totals).toMatchObject({ new: 5, refused: 0 });
    const { items } = await rowsOf(app, admin, id);
    expect(items.map(({ problems }: any) => problems)).toEqual([
      [],
      [],
      [
        {
          column: 'Key system',
          message:
            'Honda 1983 on has other values: Spacing 1 is .098 there and .100 here. The model has values of its own.',
        },
      ],
      [{ column: 'Key system', message: 'There is no key system Nobody’s. The model has values of its own.' }],
      [],
    ]);
    expect(items[1].changes).toContainEqual({ label: 'Spacing 2', before: '', after: '.197' });
    await act(app, admin, 'applyImport', id);
    const system = 'Honda 1983 on';
    expect(await linked()).toEqual([
      { name: 'A', first: '.098', system },
      { name: 'B', first: '.098', system },
      { name: 'C', first: '.100', system: null },
      { name: 'D', first: '.100', system: null },
      { name: 'E', first: '.100', system: null },
    ]);
    // Own values part a model from it, with a line in the preview; undoing links it again.
    const own = await checkedImport(
      app,
      admin,
      csv([
        ['Make', 'Model', 'Year', 'Spacing 1'],
        ['Honda', 'A', 2001, '.111'],
      ]),
    );
    expect((await rowsOf(app, admin, own.id)).items[0].changes).toContainEqual({
      label: 'Key system',
      before: system,
      after: '',
    });
    await act(app, admin, 'applyImport', own.id);
    expect((await linked())[0]).toMatchObject({ first: '.111', system: null });
    await act(app, admin, 'undoImport', own.id);
    expect((await linked())[0]).toMatchObject({ first: '.098', system });
  });

  test('is in complete exports, which come back unchanged', async () => {
    const { id } = await checkedImport(app, admin, csv([HEAD, ['Honda', 'A', 2001, 'Honda 1983 on', '']]));
    await act(app, admin, 'applyImport', id);
    const download = async (query: string) =>
      (
        await app.app.inject({
          url: `/api/products/download?format=csv${query}`,
          headers: { cookie: `session=${admin.token}` },
        })
      ).body;
    const complete = await download('&complete=true');
    expect(complete.split('\r\n')[0]).toContain(',Key system,Sample data');
    expect(complete).toContain(',Honda 1983 on,');
    expect(await download('')).not.toContain('Key system');
    expect((await checkedImport(app, admin, complete)).totals).toMatchObject({ rows: 1, unchanged: 1 });
  });

  test('an import is checked again if the key system has changed since', async () => {
    const { id } = await checkedImport(app, admin, csv([HEAD, ['Honda', 'A', 2001, 'Honda 1983 on', '']]));
    await app.sql(`update key_systems set spacing[1] = '.099'`);
    expect((await act(app, admin, 'applyImport', id)).code).toBe('CONFLICT');
    expect(await linked()).toEqual([]);
  });
});
