import { beforeEach, describe, expect, test } from 'vitest';
import { changedBySpreadsheet, isNoValue } from '../../server/catalogue/changes/sheet/check/noValues';
import { yearsOf } from '../../server/catalogue/changes/sheet/check/years';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { spreadsheetError } from '../../server/inputs/sheetUpload';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import {
  act,
  checkedImport,
  checkImport,
  csv,
  mendImport,
  type Row,
  rowsOf,
  type SheetChoice,
  startImport,
  xlsx,
} from '../support/sheets';
import { answered } from '../support/tables';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let honda: Make;
beforeEach(async () => {
  await app.sql('truncate models, makes, imports, log_entries cascade');
  honda = await createMake(app, { displayName: 'Honda' });
});

const HEAD = ['Make', 'Model', 'Year', 'ILCO'];
const checked = (file: string | Buffer, options = {}) => checkedImport(app, admin, file, options);
const rows = async (id: string) => (await rowsOf(app, admin, id)).items;
const start = async (file: string | Buffer, name?: string, choice?: SheetChoice) => {
  const { started, errors } = await startImport(app, admin, file, name, choice);
  return { started, wrong: errors?.[0]?.extensions.errors };
};
const changeOf = (row: any, label: string) => row.changes.find((change: any) => change.label === label)?.after;
const headings = (started: any) => started.columns.map(({ header }: any) => header);
const models = () => app.sql('select name, year, ilco from models order by name, year');

describe('values that are no values', () => {
  const WORDS = ['\\N', 'NULL', 'null', '(null)', '[NULL]', '<null>', 'NaN', 'nan', '<NA>', 'NaT', 'None', 'nil'];
  const MORE = ['undefined', 'n/a', 'N/A', 'NA', 'n.a.', '-', '--', '–', '?', '(none)', '(blank)', '#NaN'];

  test('are not stored, clear no field, and are reported by column with their number', async () => {
    await createModel(app, honda, { name: 'Old', year: 2001, ilco: '3.00', oem: 'keep' });
    const file = csv([
      [...HEAD, 'OEM'],
      ['Honda', 'Old', 2001, 'NaN', ''],
      ['Honda', 'New', 2002, 'NULL', 'null'],
      ['Honda', 'Third', 2003, 'NULL', 'X1'],
    ]);
    const { id, warnings } = await checked(file);
    expect(warnings).toEqual([
      'ILCO: 3 cells say “NaN”, “NULL”, which was read as no value. Models keep their current values there.',
      'OEM: 1 cell says “null”, which was read as no value. Models keep their current values there.',
    ]);
    const [old, fresh] = await rows(id);
    // An empty cell still clears.
    expect(old.changes).toEqual([{ label: 'OEM', before: 'keep', after: '' }]);
    expect(fresh.changes.map(({ label }: any) => label)).toEqual(['Make', 'Model', 'Year']);
    await act(app, admin, 'applyImport', id);
    expect(await models()).toMatchObject([{ ilco: '' }, { ilco: '3.00' }, { ilco: '' }]);
  });

  test('are known in many spellings, also between blanks', () => {
    const words = [...WORDS, ...MORE].flatMap((word) => [word, ` ${word}\t`]);
    expect(words.filter((word) => !isNoValue('ilco', word))).toEqual([]);
  });

  test('are no other texts', () => {
    const words = ['', 'X', '0', 'N', 'NA-1', 'nullo', '1-2', 'none at all'];
    expect(words.filter((word) => isNoValue('ilco', word))).toEqual([]);
  });

  test('“none” is a value where it means that a lock has no wafers', () => {
    expect(['none', 'None'].map((word) => isNoValue('ignition', word))).toEqual([false, true]);
    expect(['none', 'None'].map((word) => isNoValue('ilco', word))).toEqual([true, true]);
  });

  test('refuse the row as a make, model or year; as an ID or sample data they are empty', async () => {
    const file = csv([
      ['ID', ...HEAD, 'Sample'],
      ['NaN', 'NULL', 'CB', 2001, 'X', 'NaN'],
      ['NULL', 'Honda', 'None', 2001, 'X', ''],
      ['', 'Honda', 'NA', 'NULL', 'X', ''],
      ['None', 'Honda', 'NA', 2001, 'X', 'NULL'],
    ]);
    const items = await rows((await checked(file, { createMakes: true })).id);
    expect(items.map(({ problems }: any) => problems)).toEqual([
      [{ column: 'Make', message: '“NULL” is not a make.' }],
      [{ column: 'Model', message: '“None” is not a model.' }],
      [{ column: 'Year', message: expect.any(String) }],
      [],
    ]);
  });

  test('errors are recognised in several languages', () => {
    const errors = ['#REF!', '#N/A', '#NV', '#WERT!', '#¡VALOR!', '#DIV/0!', '#NOMBRE?', 'Err:502', '########'];
    expect(errors.map((error) => spreadsheetError(` ${error}`))).toEqual(errors);
  });

  test('an error refuses the row', async () => {
    const [row] = await rows((await checked(csv([HEAD, ['Honda', 'CB', 2001, '#NV']]))).id);
    const message = 'This cell contains the spreadsheet error #NV.';
    expect(row).toMatchObject({ verdict: 'REFUSED', problems: [{ column: 'ILCO', message }] });
  });
});

describe('what a spreadsheet has changed', () => {
  test('a date or a power of ten is not what was typed', () => {
    const changed = [
      '4-Mar',
      'Mar-04',
      '04. Mrz',
      '3-févr.',
      '4-Mar-26',
      'March 4, 2026',
      '2026-03-04',
      '2003-01-02 00:00:00',
      '3/4/2026',
      '04.03.2026',
      '3.5121E+10',
      '1.2e-05',
    ];
    expect(changed.filter((text) => !changedBySpreadsheet(text, false)?.includes(text))).toEqual([]);
  });

  test('anything else is taken as it is, unless the file says that it is a date', () => {
    const typed = [
      '1-2-3-4-5',
      '1/3/5',
      '3-4',
      'E1-E500',
      '1E5',
      'MARCH',
      'A04',
      '51.00001-51.60000',
      '2004',
      '10.11.12',
      'SET-01',
      'GEN 02',
      'MAR-125',
    ];
    expect(typed.filter((text) => changedBySpreadsheet(text, false) !== null)).toEqual([]);
    expect(typed.filter((text) => !changedBySpreadsheet(text, true)?.includes(text))).toEqual([]);
  });

  test('it may stay as it is in the model, and is mended by hand; texts may have dates', async () => {
    await createModel(app, honda, { name: 'Old', year: 2001, ilco: '4-Mar' });
    const file = csv([
      [...HEAD, 'Tips'],
      ['Honda', 'Old', 2001, '4-Mar', '2026-03-04'],
      ['Honda', 'New', 2001, '4-Mar', '4-Mar'],
    ]);
    const { id } = await checked(file);
    const [old, fresh] = await rows(id);
    expect(old.changes).toEqual([{ label: 'Tips', before: '', after: '2026-03-04' }]);
    expect(fresh.problems).toEqual([
      {
        column: 'ILCO',
        message: 'A spreadsheet has made the date 4-Mar of this, perhaps from 3-4 or 1-2-3: write what it was.',
      },
    ]);
    await mendImport(app, admin, id, { rows: [{ number: 3, cells: [{ column: 3, value: '3-4' }] }] });
    const mapping = HEAD.map((_, column) => ({ column, field: ['MAKE', 'MODEL', 'YEAR', 'ILCO'][column]! }));
    await checkImport(app, admin, { id, columns: [] }, { mapping });
    expect(changeOf((await rows(id))[1], 'ILCO')).toBe('3-4');
  });
});

describe('the years of a row', () => {
  const years = (from: number, to: number) => ({
    years: Array.from({ length: to - from + 1 }, (_, index) => from + index),
  });

  test('are one, several, or a range that may be open', async () => {
    const read: [string, object][] = [
      ['2004', years(2004, 2004)],
      ['2004.0', years(2004, 2004)],
      ['2,004', years(2004, 2004)],
      ['1998-2003', years(1998, 2003)],
      ['1998 – 2003', years(1998, 2003)],
      ['1998-03', years(1998, 2003)],
      ['98-03', years(1998, 2003)],
      ['’98-’03', years(1998, 2003)],
      ['1999 to 2001', years(1999, 2001)],
      ['1999 thru 2001', years(1999, 2001)],
      ['1999..2001', years(1999, 2001)],
      ['2001/02', years(2001, 2002)],
      ['2001/2002', years(2001, 2002)],
      ['2004, 2006', { years: [2004, 2006] }],
      ['2006; 04 & 05', { wrong: expect.any(String) }],
      ['2004 and 2006-2008', { years: [2004, 2006, 2007, 2008] }],
      ['2004, 05, 07', { years: [2004, 2005, 2007] }],
      ['05-', { from: 2005, until: null }],
      ['1996+', { from: 1996, until: null }],
      ['1996 on', { from: 1996, until: null }],
      ['1996 - present', { from: 1996, until: null }],
      ['since 1996', { from: 1996, until: null }],
      ['pre 1993', { from: null, until: 1992 }],
      ['pre-84', { from: null, until: 1983 }],
      ['before 1993', { from: null, until: 1992 }],
      ['up to 1990', { from: null, until: 1990 }],
      ['-1990', { from: null, until: 1990 }],
      ['All', { from: null, until: null }],
      ['all years', { from: null, until: null }],
    ];
    expect(await answered(read, yearsOf)).toEqual(read);
  });

  test('are refused with a reason if they are not clear', async () => {
    const unclear = [
      '',
      '1899',
      '98',
      '1899-1903',
      '2003-1998',
      '1998/2003',
      'pre 1900',
      'pre',
      '-1',
      '1998-2003, 2005+',
      '2004-03-01',
      '2004 (late)',
      '1-2',
      '1998-9999',
      '9999+',
      // Thousands of ranges in each cell kept the whole server waiting for seconds.
      Array(120).fill('1950-2020').join(', '),
    ].map((text) => [text, { wrong: expect.stringMatching(/\.$/) }] as const);
    expect(await answered(unclear, yearsOf)).toEqual(unclear);
  });

  test('each becomes a row of its own, which is checked, applied and undone like any other', async () => {
    await createModel(app, honda, { name: 'Range', year: 1999, ilco: 'X90' });
    await createModel(app, honda, { name: 'Range', year: 2000, ilco: 'X1' });
    const file = csv([HEAD, ['Honda', 'Range', '1998-2001', 'X90'], ['Honda', 'Range', '2001, 2002', 'X2']]);
    const { id, totals, rowCount } = await checked(file);
    expect(rowCount).toBe(2);
    expect(totals).toMatchObject({ rows: 6, new: 3, changed: 1, unchanged: 1, duplicates: 1 });
    expect((await rows(id)).map(({ number, year, verdict }: any) => [number, year, verdict].join(' '))).toEqual([
      '2 1998 NEW',
      '2 1999 UNCHANGED',
      '2 2000 CHANGED',
      '2 2001 NEW',
      '3 2001 DUPLICATE',
      '3 2002 NEW',
    ]);
    const result = await app.app.inject({
      url: `/imports/${id}/result.csv`,
      headers: { cookie: `session=${admin.token}` },
    });
    expect(result.body.split('\r\n').slice(1, 3)).toEqual([
      'Honda,Range,1998-2001,X90,"new (1998, 2001), unchanged (1999), changed (2000)",',
      'Honda,Range,"2001, 2002",X2,"duplicate (2001), new (2002)",2001: Row 2 is for the same model.',
    ]);
    await act(app, admin, 'applyImport', id);
    expect((await models()).map(({ year, ilco }) => `${year} ${ilco}`)).toEqual([
      '1998 X90',
      '1999 X90',
      '2000 X90',
      '2001 X90',
      '2002 X2',
    ]);
    const { done } = await act(app, admin, 'undoImport', id);
    expect(done?.undone).toMatchObject({ restored: 1, deleted: 3, left: 0 });
    expect(await models()).toHaveLength(2);
  });

  test('many are applied in several batches, each once', async () => {
    const file = csv([HEAD, ...Array.from({ length: 40 }, (_, at): Row => ['Honda', `M${at}`, '1950-2009', 'X'])]);
    const { id, totals } = await checked(file);
    expect(totals).toMatchObject({ rows: 2_400, new: 2_400 });
    await act(app, admin, 'applyImport', id);
    expect(await models()).toHaveLength(2_400);
  });

  test.each([
    ['more than 100,000 rows', 900, ''],
    ['long texts', 20, 'x'.repeat(10_000)],
  ])('%s are refused', async (_what, count, tips) => {
    const bikes = Array.from({ length: count }, (_, at): Row => ['Honda', `M${at}`, '1900-2020', tips]);
    const file = csv([['Make', 'Model', 'Year', 'Tips'], ...bikes]);
    const { started } = await start(file);
    const { errors, code } = await checkImport(app, admin, started);
    expect(code).toBe('BAD_USER_INPUT');
    expect(errors?.[0].message).toMatch(/more than 100,000 rows or too much text/);
  });

  test('a row is mended in one place, and checked again', async () => {
    const file = csv([HEAD, ['Honda', 'Range', '1998-2000', '4-Mar'], ['Honda', 'Open', '1996+', 'X']]);
    const { id, totals, warnings } = await checked(file);
    expect(totals).toMatchObject({ rows: 4, refused: 4 });
    expect(warnings).toEqual([]);
    expect((await rows(id)).at(-1)).toMatchObject({
      year: '1996+',
      problems: [{ column: 'Year', message: expect.stringContaining('The last year after 1996 is missing') }],
    });
    const cells = [
      { column: 2, value: '1998, 1999' },
      { column: 3, value: '3-4' },
    ];
    const { mended } = await mendImport(app, admin, id, { rows: [{ number: 2, cells }] });
    expect(mended.mended).toBe(1);
    const started = { id, columns: mended.columns };
    const again = await checkImport(app, admin, started, { openUntil: 1997 });
    expect(again.checked).toMatchObject({ openUntil: 1997, totals: { rows: 4, new: 4, refused: 0 } });
    expect((await rows(id)).map(({ number, year }: any) => `${number} ${year}`)).toEqual([
      '2 1998',
      '2 1999',
      '3 1996',
      '3 1997',
    ]);
  });

  test('two columns have the first and the last; an empty last one is asked for', async () => {
    for (const [first, last] of [
      ['Year from', 'Year to'],
      ['From', 'To'],
      ['First year', 'Last year'],
    ]) {
      const file = csv([
        ['Make', 'Model', first!, last!],
        ['Honda', 'A', 1998, 2003],
        ['Honda', 'B', 98, '03'],
        ['Honda', 'C', 1998, 1998],
        ['Honda', 'D', 1998, ''],
        ['Honda', 'E', 2003, 1998],
        ['Honda', 'F', 1998, 'present'],
      ]);
      const { id, totals, columns } = await checked(file);
      expect(columns.map(({ field }: any) => field)).toEqual(['MAKE', 'MODEL', 'YEAR', 'LAST_YEAR']);
      expect(totals).toMatchObject({ new: 13, refused: 3 });
      const { checked: open } = await checkImport(app, admin, { id, columns }, { openUntil: 2000 });
      expect(open.totals).toMatchObject({ new: 19, refused: 1 });
    }
  });

  test('as the trade writes them, each is a row of its own; what an open range does not say is asked for', async () => {
    const written = ['1996+', '1986-1991', '1992', 'pre 1993', 'pre-84', '2004, 2006', 'All'];
    const file = csv([HEAD, ...written.map((text, at): Row => ['Honda', `M${at}`, text, 'X'])]);
    const { id, columns, totals } = await checked(file);
    expect(totals).toMatchObject({ new: 9, refused: 4 });
    const told = (await rows(id)).flatMap(({ problems }: any) => problems.map(({ message }: any) => message));
    expect(told).toEqual([
      'The last year after 1996 is missing: enter it, or choose the year in which open ranges end.',
      'The first year up to 1992 is missing: enter it, or choose the year in which open ranges begin.',
      'The first year up to 1983 is missing: enter it, or choose the year in which open ranges begin.',
      'The first and the last year are missing: enter them, or choose the years in which open ranges begin and end.',
    ]);
    const again = await checkImport(app, admin, { id, columns }, { openFrom: 1982, openUntil: 1998 });
    expect(again.checked).toMatchObject({ openFrom: 1982, openUntil: 1998, totals: { refused: 0 } });
    await act(app, admin, 'applyImport', id);
    const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const made = await app.sql('select name, array_agg(year order by year) as years from models group by 1 order by 1');
    expect(made.map(({ years }) => years)).toEqual([
      span(1996, 1998),
      span(1986, 1991),
      [1992],
      span(1982, 1992),
      span(1982, 1983),
      [2004, 2006],
      span(1982, 1998),
    ]);
  });

  test('a row of a bike’s other key has none of its names, unlike a footer', async () => {
    const file = csv([
      [...HEAD, 'Locks'],
      ['Honda', 'CB', 2001, 'X265', 'All'],
      ['', '', '', 'HD74', 'Luggage'],
      ['', '', '', '', 'Source: the rack'],
    ]);
    const items = await rows((await checked(file, { fillDown: ['MAKE', 'MODEL', 'YEAR'] })).id);
    expect(items.map(({ model, year }: any) => `${model} ${year}`)).toEqual(['CB 2001', 'CB 2001', ' ']);
  });

  test('an empty first year of two columns is asked for, and a range in two columns is filled down as one', async () => {
    const file = csv([
      ['Make', 'Model', 'Year from', 'Year to'],
      ['Honda', 'A', '', 1993],
      ['Honda', 'B', 1998, 2000],
      ['', 'C', '', ''],
    ]);
    const options = { openFrom: 1992, openUntil: 2010, fillDown: ['MAKE', 'YEAR'] };
    const { id } = await checked(file, options);
    expect((await rows(id)).map(({ model, year }: any) => `${model} ${year}`)).toEqual([
      'A 1992',
      'A 1993',
      'B 1998',
      'B 1999',
      'B 2000',
      'C 1998',
      'C 1999',
      'C 2000',
    ]);
  });

  test('a row with an ID has one year', async () => {
    const { id } = await createModel(app, honda, { name: 'CB', year: 2001 });
    const [row] = await rows(
      (
        await checked(
          csv([
            ['ID', 'Year'],
            [id, '2001-2003'],
          ]),
        )
      ).id,
    );
    expect(row.problems).toEqual([{ column: 'Year', message: 'A row with an ID changes one model: give one year.' }]);
  });
});

describe('several models in a cell', () => {
  test('are a row for each of them and of the years, if the administrator says so', async () => {
    await createModel(app, honda, { name: 'Hornet', year: 1999, ilco: 'X265' });
    const file = csv([
      HEAD,
      ['Honda', 'CBR 600RR, CBR 900, Hornet', '1998, 1999', 'X265'],
      ['', '', 2001, 'HD75'],
      ['Honda', 'Z 750 / S', 2001, 'X84'],
      ['Honda', 'VTX 1,300', 2001, 'X84'],
      ['Honda', 'GL 1500;\nVT 750, ', 2001, 'X84'],
      ['Honda', 'CB 400, 500', 2001, 'X84'],
    ]);
    const { id, columns, totals, warnings } = await checked(file, { fillDown: ['MAKE', 'MODEL'] });
    expect(columns[1]).toMatchObject({ lists: 3, list: 'CBR 600RR, CBR 900, Hornet' });
    // One model, until the administrator says otherwise.
    expect(totals).toMatchObject({ rows: 7, new: 7 });
    expect(warnings).toContainEqual(
      'Model: 4 cells say “CBR 600RR, CBR 900, Hornet”, “GL 1500; VT 750,”, “CB 400, 500”, which was read as one model. Several models in a cell can be divided at the commas.',
    );
    const options = { fillDown: ['MAKE', 'MODEL'], splitModels: true };
    const again = await checkImport(app, admin, { id, columns }, options);
    expect(again.checked).toMatchObject({ splitModels: true, totals: { rows: 15, new: 14, unchanged: 1 } });
    expect(again.checked.warnings).toContainEqual(
      'Model: 1 cell says “CB 400, 500”, in which a model is only a number: check that its name is complete.',
    );
    expect((await rows(id)).map(({ number, model, year }: any) => `${number} ${model} ${year}`)).toEqual([
      '2 CBR 600RR 1998',
      '2 CBR 600RR 1999',
      '2 CBR 900 1998',
      '2 CBR 900 1999',
      '2 Hornet 1998',
      '2 Hornet 1999',
      '3 CBR 600RR 2001',
      '3 CBR 900 2001',
      '3 Hornet 2001',
      '4 Z 750 / S 2001',
      '5 VTX 1,300 2001',
      '6 GL 1500 2001',
      '6 VT 750 2001',
      '7 CB 400 2001',
      '7 500 2001',
    ]);
    const result = await app.app.inject({
      url: `/imports/${id}/result.csv`,
      headers: { cookie: `session=${admin.token}` },
    });
    expect(result.body.split('\r\n')[1]).toContain(
      'new (CBR 600RR 1998, CBR 600RR 1999, CBR 900 1998, CBR 900 1999, Hornet 1998), unchanged (Hornet 1999)',
    );
    await act(app, admin, 'applyImport', id);
    expect(await models()).toHaveLength(15);
    const { done } = await act(app, admin, 'undoImport', id);
    expect(done?.undone).toMatchObject({ deleted: 14, left: 0 });
  });

  test('a close name is replaced alone, in all cells that list it', async () => {
    await createModel(app, honda, { name: 'CBR600RR', year: 1999 });
    const file = csv([
      HEAD,
      ['Honda', 'Hornet, CBR600R', 2001, 'X'],
      ['Honda', 'cbr600r; CBR600RR', 2002, 'X'],
      ['Honda', 'CBR600R', 2003, 'X'],
    ]);
    const { id, columns, near } = await checked(file, { splitModels: true });
    expect(near).toMatchObject([{ name: 'CBR600R', rows: 3, near: ['CBR600RR'] }]);
    const names = [{ field: 'MODEL', makeId: near[0].makeId, from: 'CBR600R', to: 'CBR600RR' }];
    const first = { number: 4, cells: [{ column: 1, value: 'CBR 1000' }] };
    expect((await mendImport(app, admin, id, { rows: [first] })).mended.near).toMatchObject([{ rows: 2 }]);
    const { mended } = await mendImport(app, admin, id, { names });
    expect(mended).toMatchObject({ mended: 3, near: [] });
    await checkImport(app, admin, { id, columns }, { splitModels: true });
    expect((await rows(id)).map(({ model, verdict }: any) => `${model} ${verdict}`)).toEqual([
      'Hornet NEW',
      'CBR600RR NEW',
      'CBR600RR NEW',
      'CBR600RR DUPLICATE',
      'CBR 1000 NEW',
    ]);
  });

  test('a row with an ID has one model, with its comma; a row of too many is refused', async () => {
    const { id } = await createModel(app, honda, { name: 'CB', year: 2001 });
    const many = Array.from({ length: 20 }, (_, at) => `M${at}`).join(',');
    const file = csv([
      ['ID', 'Make', 'Model', 'Year'],
      [id, 'Honda', 'CB, Four', 2001],
      ['', 'Honda', many, '1930-1999'],
      ['', 'Honda', 'CB, 4-Mar', 2001],
    ]);
    const [one, two, three] = await rows((await checked(file, { splitModels: true })).id);
    expect(changeOf(one, 'Model')).toBe('CB, Four');
    expect(two.problems).toEqual([{ column: null, message: 'This row stands for 1400 models: divide it.' }]);
    expect(three.problems).toMatchObject([{ column: 'Model', message: expect.stringContaining('the date 4-Mar') }]);
  });
});

describe('blanks and cards', () => {
  test('two names of one blank are recorded with a slash; Jump finds both', async () => {
    await createModel(app, honda, { name: 'Same', year: 2001, ilco: 'X265 - HD109' });
    const file = csv([
      ['Make', 'Model', 'Year', 'Key Blanks', 'JMA'],
      ['Honda', 'CBR 600RR', 2004, 'X265 - HD109', 'HOND-31D'],
      ['Honda', 'Hornet', 2004, 'HD117-P', 'HOND-31D – with chip'],
      ['Honda', 'Same', 2001, 'X265 = HD109', ''],
    ]);
    const { id, columns, warnings } = await checked(file);
    expect(columns[3].field).toBe('ILCO');
    expect(warnings).toEqual([
      '“Key Blanks” does not say whose blanks these are: it was matched with ILCO. Choose another maker if they are not.',
      'Key Blanks: 2 cells say “X265 - HD109”, “X265 = HD109”: two names of one blank, which are recorded with a slash, such as X265 / HD109.',
    ]);
    const items = await rows(id);
    expect(items.map((row: any) => [changeOf(row, 'ILCO'), changeOf(row, 'JMA')])).toEqual([
      ['X265 / HD109', 'HOND-31D'],
      ['HD117-P', 'HOND-31D – with chip'],
      [undefined, undefined],
    ]);
    await act(app, admin, 'applyImport', id);
    for (const text of ['X265', 'HD109']) {
      const { data } = await app.graph(`{ jump(text: "${text}") { name value } }`, {}, admin);
      expect(data?.jump).toEqual([
        { name: 'CBR 600RR', value: text },
        { name: 'Same', value: text },
      ]);
    }
  });

  test('a column of blanks gives way to one that names its maker', async () => {
    const { started } = await start(
      csv([
        ['Make', 'Model', 'Year', 'Blank', 'ILCO'],
        ['Honda', 'CB', 2001, 'A', 'B'],
      ]),
    );
    expect(started.columns.map(({ field }: any) => field).slice(3)).toEqual([null, 'ILCO']);
  });

  test('code cards of blank makers in HPC are told of', async () => {
    const file = csv([
      ['Make', 'Model', 'Year', 'HPC'],
      ['Honda', 'A', 2001, '148'],
      ['Honda', 'B', 2001, 'CMC37'],
      ['Honda', 'C', 2001, '160'],
    ]);
    expect((await checked(file)).warnings).toEqual([
      expect.stringMatching(/^HPC: 2 cells say “148”, “160”\. HPC’s cards for motorcycles are CMC/),
    ]);
  });
});

describe('where the data is', () => {
  const BIKE = ['Honda', 'CB', 2001, 'X84'];
  const junk = (count: number) => Array.from({ length: count }, (_, at) => [`Branch ${at}`, 'Town', 'Phone', 'Fax']);

  test.each([14, 60])('headings below %d rows of other things', async (count) => {
    const { started } = await start(csv([...junk(count), HEAD, BIKE]));
    expect(headings(started)).toEqual(HEAD);
    expect(started).toMatchObject({ rowCount: 1, reading: { headingRow: count + 1 } });
    expect(started.warnings).toEqual([
      `Rows 1 to ${count} were read as titles: the headings were read from row ${count + 1}.`,
    ]);
  });

  test('headings in two rows', async () => {
    const file = csv([
      ['Price list'],
      ['Make', 'Model', 'Year', 'Spacings', '', '', 'Depth 1', ''],
      ['', '', '', '1', '2', '3', '1x', '2x'],
      ['Honda', 'CB', 2001, '.1', '.2', '.3', '.4', '.5'],
    ]);
    const { started } = await start(file);
    expect(headings(started)).toEqual([
      'Make',
      'Model',
      'Year',
      'Spacing 1',
      'Spacing 2',
      'Spacing 3',
      'Depth 1 1x',
      'Depth 1 2x',
    ]);
    expect(started.columns.map(({ field }: any) => field).slice(3)).toEqual([
      'SPACING_1',
      'SPACING_2',
      'SPACING_3',
      'DEPTH_1_1X',
      'DEPTH_1_2X',
    ]);
    expect(started).toMatchObject({ rowCount: 1, reading: { headingRow: 2 } });
    expect(started.warnings).toEqual(['Row 1 was read as a title: the headings were read from rows 2 and 3.']);
  });

  test('groups of headings above the row that says what the columns are', async () => {
    const file = csv([
      ['Vehicle', '', '', 'Spacing', ''],
      ['Make', 'Model', 'Year', '1', '2'],
      ['Honda', 'CB', 2001, '.1', '.2'],
    ]);
    expect(headings((await start(file)).started)).toEqual(['Make', 'Model', 'Year', 'Spacing 1', 'Spacing 2']);
  });

  test('headings can be chosen by their row', async () => {
    const file = csv([HEAD, BIKE, ['Marke', 'Typ', 'Jahr'], ['Honda', 'CB', 2002]]);
    const { started } = await start(file, 'a.csv', { headingRow: 3 });
    expect(headings(started)).toEqual(['Marke', 'Typ', 'Jahr']);
    expect(started).toMatchObject({ rowCount: 1, reading: { headingRow: 3 } });
    expect((await start(file, 'a.csv', { headingRow: 9 })).wrong).toEqual({
      headingRow: ['Row 9 is empty: it has no headings.'],
    });
    expect((await start(file, 'a.csv', { headingRow: 0 })).wrong).toEqual({ headingRow: [expect.any(String)] });
  });

  test('repeated headings are left out', async () => {
    const { started } = await start(csv([HEAD, BIKE, HEAD.map((text) => text.toUpperCase()), BIKE]));
    expect(started).toMatchObject({
      rowCount: 2,
      warnings: ['The headings are repeated in 1 row, which is left out.'],
    });
  });

  test('a column without a heading can be mapped', async () => {
    const { started } = await start(csv([HEAD, [...BIKE, 'HOND-1'], [...BIKE, '', '', 'x']]));
    expect(started.columns.slice(4)).toMatchObject([
      { index: 4, header: '', sample: ['HOND-1'] },
      { index: 5, header: '', sample: [] },
      { index: 6, header: '', sample: ['x'] },
    ]);
    const mapping = ['MAKE', 'MODEL', 'YEAR', 'ILCO', 'OEM'].map((field, column) => ({ column, field }));
    const { checked: done } = await checkImport(app, admin, started, { mapping });
    expect(changeOf((await rows(done.id))[0], 'OEM')).toBe('HOND-1');
  });

  test('empty makes and models are filled down when asked, not across makes; a lone make heads a group', async () => {
    await createMake(app, { displayName: 'Suzuki' });
    const file = csv([
      HEAD,
      ['Honda', 'CB', 2001, 'X1'],
      ['', '', 2002, 'X2'],
      ['', 'VFR', 2003, 'X3'],
      ['Suzuki', '', '', ''],
      ['', 'GS', 2004, 'X4'],
      ['Suzuki', '', 2005, 'X5'],
      ['Honda', '', 2006, 'X6'],
      ['', '', '', 'Total 6'],
    ]);
    const { started } = await start(file);
    const plain = await checkImport(app, admin, started);
    expect(plain.checked).toMatchObject({
      totals: { rows: 8, new: 1, refused: 7 },
      warnings: [
        'Make: missing in 3 rows. It can be filled down from the row above.',
        'Model: missing in 4 rows. It can be filled down from the row above.',
      ],
    });
    const { checked: filled } = await checkImport(app, admin, started, { fillDown: ['MAKE', 'MODEL'] });
    expect(filled).toMatchObject({ fillDown: ['MAKE', 'MODEL'], totals: { rows: 7, new: 5, refused: 2 } });
    expect(filled.warnings).toEqual([
      '4 rows got empty cells filled from the row above.',
      'Rows with only a make were read as headings of the rows below: 5.',
    ]);
    expect((await rows(started.id)).map(({ number, make, model }: any) => `${number} ${make} ${model}`)).toEqual([
      '2 Honda CB',
      '3 Honda CB',
      '4 Honda VFR',
      '6 Suzuki GS',
      '7 Suzuki GS',
      '8 Honda ',
      '9  ',
    ]);
    const { code } = await checkImport(app, admin, started, { fillDown: ['ILCO'] });
    expect(code).toBe('BAD_USER_INPUT');
  });

  test('a make that is merged over several rows belongs to each of them', async () => {
    const file = await xlsx(
      [HEAD, BIKE, ['', 'CB', 2002, 'X'], ['', 'CB', 2003, 'X'], ['', 'CB', 2004, 'X']],
      (sheet) => sheet.mergeCells('A2:A4'),
    );
    const { id, totals, warnings } = await checked(file, { name: 'a.xlsx' });
    expect(totals).toMatchObject({ new: 3, refused: 1 });
    expect(warnings).toEqual([
      'Merged cells: their value was filled down into 2 rows.',
      'Make: missing in 1 row. It can be filled down from the row above.',
    ]);
    expect((await rows(id))[2]).toMatchObject({ make: 'Honda', year: '2003' });
  });

  test('the sheet with the headings is found; another can be chosen', async () => {
    const file = await xlsx([['How to fill in this workbook'], ['Version 2']], (_sheet, book) => {
      book.addWorksheet('Dashboard').addRows([
        ['Figure', 'Value', 'Note'],
        ['Vehicles', 3, 'x'],
      ]);
      book.addWorksheet('Key data').addRows([HEAD, BIKE]);
      book.addWorksheet('Lists', { state: 'hidden' }).addRows([
        [...HEAD, 'OEM'],
        [...BIKE, 'x'],
      ]);
    });
    const { started } = await start(file, 'a.xlsx');
    expect(headings(started)).toEqual(HEAD);
    expect(started.reading).toMatchObject({
      sheet: 'Key data',
      sheets: [
        { name: 'Sheet1', hidden: false },
        { name: 'Dashboard', hidden: false },
        { name: 'Key data', hidden: false },
        { name: 'Lists', hidden: true },
      ],
      encoding: null,
    });
    const { started: lists } = await start(file, 'a.xlsx', { sheet: 'Lists' });
    expect(headings(lists)).toEqual([...HEAD, 'OEM']);
    expect((await start(file, 'a.xlsx', { sheet: 'Nothing' })).wrong).toEqual({ sheet: [expect.any(String)] });
  });

  test('hidden rows and columns are reported', async () => {
    const file = await xlsx(
      [
        [...HEAD, 'Helper'],
        [...BIKE, 'a'],
        ['Honda', 'CB', 2002, 'X', 'b'],
      ],
      (sheet) => {
        sheet.getRow(3).hidden = true;
        sheet.getColumn(5).hidden = true;
      },
    );
    const { started } = await start(file, 'a.xlsx');
    expect(started.warnings).toEqual([
      'Hidden rows were also read: 3 (1 row).',
      'Hidden columns were also read: Helper.',
    ]);
  });

  test('the encoding can be chosen', async () => {
    const file = Buffer.from('Make,Model,Year\nHonda,\xa9koda,2001\n', 'latin1');
    const { started } = await start(file);
    expect(started.reading).toMatchObject({ encoding: 'windows-1252', encodingGuessed: true });
    const { started: chosen } = await start(file, 'a.csv', { encoding: 'iso-8859-2' });
    expect(chosen.columns[1].sample).toEqual(['Škoda']);
    expect(chosen.reading).toMatchObject({ encoding: 'iso-8859-2', encodingGuessed: false });
  });
});
