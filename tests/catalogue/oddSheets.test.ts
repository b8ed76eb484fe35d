import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../server/outside/sheets/refusal';
import { openSheetFile } from '../../server/outside/sheets/sheetFile';
import { SEED } from '../hostile/corpus';
import { sharedApp } from '../support/app';
import { createMake } from '../support/factories';
import { sharedPerson } from '../support/people';
import { act, checkedImport, checkImport, csv, rowsOf, startImport, workbookParts, zip } from '../support/sheets';

fc.configureGlobal({ seed: SEED });

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
beforeAll(async () => {
  await createMake(app, { displayName: 'Honda' });
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const cell = (text: string, attributes = '') =>
  `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const row = (texts: string[], attributes = '') =>
  `<row ${attributes}>${texts.map((text) => cell(text)).join('')}</row>`;
const HEADINGS = ['Make', 'Model', 'Year', 'ILCO', 'Tips'];
const workbook = (sheetData: string, sheetName = 'One') => {
  const parts = workbookParts(sheetData);
  const renamed = parts['xl/workbook.xml'].replace('name="One"', `name="${escaped(sheetName)}"`);
  return zip({ ...parts, 'xl/workbook.xml': renamed });
};

const countImports = async () => (await app.sql('select count(*)::int as n from imports'))[0]?.n;

/**
 * Takes a file through the import as far as it goes. The file is either refused with a message and nothing is kept, or
 * it can be checked, viewed, downloaded and deleted.
 */
async function bring(file: string | Buffer, name = 'odd.xlsx') {
  const before = await countImports();
  const { started, errors, code } = await startImport(app, admin, file, name);
  if (!started) {
    expect(['BAD_USER_INPUT', 'UNSUPPORTED_MEDIA_TYPE', 'BAD_REQUEST'], JSON.stringify(errors)).toContain(code);
    const words = code === 'BAD_REQUEST' ? errors[0].message : errors[0].extensions.errors.file[0];
    expect(words).toMatch(/^[A-Z].*\.$/);
    expect(await countImports()).toBe(before);
    return { refused: words as string, rows: [] };
  }
  const { checked, errors: wrong } = await checkImport(app, admin, started);
  if (wrong) expect(wrong[0]?.extensions.code, JSON.stringify(wrong)).toBe('BAD_USER_INPUT');
  const rows = (await rowsOf(app, admin, started.id)).items;
  for (const { verdict, problems } of rows) if (verdict === 'REFUSED') expect(problems).not.toEqual([]);
  if (checked) {
    const result = await app.app.inject({ url: checked.resultUrl, headers: { cookie: `session=${admin.token}` } });
    expect(result.statusCode).toBe(200);
  }
  expect((await act(app, admin, 'deleteImport', started.id)).code).toBeUndefined();
  return { started, rows };
}

const directory = mkdtempSync(join(tmpdir(), 'motokey-odd-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Why a workbook cannot be read. Read in this process, because one of its own for each would prove nothing more. */
async function refusalOf(file: Buffer): Promise<string> {
  const path = join(directory, 'file');
  writeFileSync(path, file);
  try {
    const { rows } = await (await openSheetFile(path, 'odd.xlsx')).open(0);
    for await (const _ of rows);
  } catch (error) {
    if (error instanceof Refusal) return error.fields.file?.[0] ?? error.message;
    throw error;
  }
  return 'It was read.';
}

const BIKE = '🏍';
/** A text whose emoji falls on the limit, where it would be split. */
const across = (length: number) => `${'x'.repeat(length - 1)}${BIKE}x`;
const WELL = /^\P{Surrogate}*$/u;

describe('texts that are too long are truncated between characters', () => {
  test('headings, samples, make names and file names', async () => {
    const file = csv([
      ['Make', 'Model', 'Year', across(255), 'Tips'],
      [across(255), 'CB', 2004, across(100), across(100)],
    ]);
    const { started, rows } = await bring(file, `${BIKE}${'x'.repeat(250)}.csv`);
    expect(started.columns[3].header).toBe('x'.repeat(254));
    expect(started.columns[4].sample).toEqual(['x'.repeat(99)]);
    expect(started.fileName).toBe(`${'x'.repeat(250)}.csv`);
    expect(rows[0]).toMatchObject({ verdict: 'REFUSED' });
    const made = csv([HEADINGS, [`${'x'.repeat(253)}${BIKE}`, `${'y'.repeat(253)}${BIKE}`, 2004, '', '']]);
    const { id, totals } = await checkedImport(app, admin, made, { createMakes: true });
    expect(totals).toMatchObject({ new: 1 });
    expect((await act(app, admin, 'applyImport', id)).done?.state).toBe('APPLIED');
    expect((await act(app, admin, 'undoImport', id)).done?.state).toBe('UNDONE');
  });

  test('names of sheets', async () => {
    const sheet = row(HEADINGS) + row(['Honda', 'CB', '2004', '', '']);
    for (const name of ['x'.repeat(300), across(255), across(100), BIKE.repeat(20_000)]) {
      const { started } = await bring(await workbook(sheet, name));
      expect(started.format).toMatch(/^Excel workbook, sheet “.+…?”$/u);
      expect(started.format).toMatch(WELL);
    }
  });
});

describe('characters that cannot be stored', () => {
  const SIGNS = ['_x0000_', '_xD83D_', '_xDC00_', 'a_xD83D_b', '_x0007_', '_xFFFF_', '&#x1F3CD;_xD83D_'];

  test('in a cell of a workbook: the row is refused, and the column named', async () => {
    const bikes = [...SIGNS.map((sign) => `CB ${sign}`), 'CB'].map((name) => row(['Honda', name, '2004', '', '']));
    const { rows } = await bring(await workbook(row(HEADINGS) + bikes.join('')));
    const refused = [{ column: 'Model', message: 'This contains characters that cannot be stored.' }];
    expect(rows.map(({ verdict, problems }: any) => [verdict, problems])).toEqual([
      ...SIGNS.map(() => ['REFUSED', refused]),
      ['NEW', []],
    ]);
  });

  test('two surrogate halves in sequence are one character', async () => {
    const sheet = row(HEADINGS) + row(['Honda', 'CB _xD83C__xDFCD_', '2004', '', '']);
    expect((await bring(await workbook(sheet))).rows[0]).toMatchObject({ verdict: 'NEW', model: `CB ${BIKE}` });
  });

  test('in a make, in a heading and in the name of the sheet', async () => {
    const headings = ['Make', 'Model', 'Year', ...SIGNS.map((sign) => `Mine ${sign}`)];
    const bikes = SIGNS.map((sign) => row([`Honda ${sign}`, 'CB', '2004', sign]));
    const { started, rows } = await bring(await workbook(row(headings) + bikes.join(''), `One ${SIGNS.join(' ')}`));
    for (const { header } of started.columns.slice(3)) expect(header).toMatch(/^Mine (a?)\uFFFD|^Mine &#x1F3CD;\uFFFD/);
    const refused = { verdict: 'REFUSED', problems: [{ column: 'Make' }] };
    expect(rows).toMatchObject(SIGNS.map(() => refused));
  });

  test('a zero byte in an otherwise valid text', async () => {
    const { rows } = await bring('Make,Model,Year,ILCO\0\nHonda,C\0B,2004,\nHonda,CB,2004,', 'odd.csv');
    expect(rows.map(({ verdict }: any) => verdict)).toEqual(['REFUSED', 'NEW']);
  });

  test.each([
    'a\u0001\u0007b.csv',
    'x"; filename*=utf-8\'\'a%00b%07%ED%A0%BD.csv; y="',
    'x"; filename*=utf-8\'\'%F0%9F%8F%8D%0D%0A.csv; y="',
    '../../etc/passwd',
    ' ',
  ])('in the name of the file: %j', async (name) => {
    const { started } = await bring(csv([HEADINGS, ['Honda', 'CB', 2004, '', '']]), name);
    if (started) expect(started.fileName).not.toMatch(/\p{Cc}|\p{Surrogate}/u);
  });
});

describe('references of rows and cells', () => {
  const heading = row(HEADINGS, 'r="1"');
  const bike = (attributes: string, first = '') =>
    `<row ${attributes}>${cell('Honda', first)}${['CB', '2004', '', ''].map((text) => cell(text)).join('')}</row>`;

  test.each([
    ['r="A0"', 'The row after row 1 says that it is row “A0”: open and save the workbook in a spreadsheet program.'],
    ['r="-1"', /row “-1”/],
    ['r="0"', /row “0”/],
    ['r="1.5"', /row “1\.5”/],
    ['r="1e3"', /row “1e3”/],
    ['r="1048577"', /row “1048577”/],
    ['r="99999999999999999999"', /row “9+”/],
    [`r="${'9'.repeat(100)}"`, /row “9{20}…”/],
    ['r="1"', /row “1”/],
    ['r="_xD83D_"', /row “_xD83D_”/],
  ])('a row of %s is refused', async (attributes, message) => {
    expect(await refusalOf(await workbook(heading + bike(attributes)))).toMatch(message);
  });

  test('rows in descending order are refused', async () => {
    expect(await refusalOf(await workbook(heading + bike('r="5"') + bike('r="3"')))).toContain(
      'The row after row 5 says that it is row “3”',
    );
  });

  test.each([
    ['r="A0"', 'Row 2 has a cell “A0”: open and save the workbook in a spreadsheet program.'],
    ['r="1"', /Row 2 has a cell “1”/],
    ['r="-1"', /Row 2 has a cell “-1”/],
    ['r="é1"', /Row 2 has a cell “é1”/],
    ['r="ZZZZZ1"', /Row 2 has a cell “ZZZZZ1”/],
    [`r="${'Z'.repeat(100)}1"`, /Row 2 has a cell “Z{20}…”/],
  ])('a cell of %s is refused', async (attributes, message) => {
    expect(await refusalOf(await workbook(heading + bike('r="2"', attributes)))).toMatch(message);
  });

  test('two cells with the same reference are refused', async () => {
    const twice = `<row r="2">${cell('Honda', 'r="A2"')}${cell('Suzuki', 'r="A2"')}</row>`;
    expect(await refusalOf(await workbook(heading + twice))).toBe('Row 2 has two cells in column 1.');
  });

  test('rows and cells without references count from the previous one, across gaps', async () => {
    const far = `<row>${cell('2004', 'r="C9"')}${cell('Honda', 'r="A9"')}${cell('CB', 'r="B9"')}</row>`;
    const { rows } = await bring(await workbook(row(HEADINGS, 'r="7"') + bike('') + far));
    expect(rows).toMatchObject([
      { number: 8, verdict: 'NEW' },
      { number: 9, verdict: 'DUPLICATE' },
    ]);
  });
});

describe('broken files', () => {
  const sheet = row(HEADINGS) + row(['Honda', 'CB', '2004', '', '']);
  const refusedAs = async (file: string | Buffer, message: string | RegExp, name?: string) =>
    expect((await bring(file, name)).refused).toMatch(message);

  test('a workbook truncated at any point', async () => {
    const whole = await workbook(sheet);
    for (let length = 5; length < whole.length; length += Math.ceil(whole.length / 40))
      expect(await refusalOf(whole.subarray(0, length))).toMatch(
        /^The workbook is broken or not complete\.$|^This is a zip file/,
      );
  });

  test('zip entries with odd names', async () => {
    const parts = workbookParts(sheet);
    for (const odd of ['../../etc/passwd', '/xl/absolute.xml', 'a\0b', 'a\\b', BIKE, '__proto__', 'x'.repeat(60_000)]) {
      await bring(await zip({ ...parts, [odd]: 'x' }));
    }
    for (const target of ['../../../etc/passwd', '\0', BIKE, '', '__proto__', 'x'.repeat(10_000)]) {
      const relations = parts['xl/_rels/workbook.xml.rels'].replace('worksheets/sheet1.xml', escaped(target));
      expect(await refusalOf(await zip({ ...parts, 'xl/_rels/workbook.xml.rels': relations }))).not.toBe(
        'It was read.',
      );
    }
  });

  test('XML with its own or unknown entities, and input that is not XML', async () => {
    for (const inner of [
      '&unknown;',
      '&#x0;',
      '&#xD83D;',
      '&#99999999;',
      '<b',
      '\0',
      '</row></row>',
      '<![CDATA[',
      '<?x',
    ]) {
      const broken = workbookParts(`${row(HEADINGS)}<row><c t="str"><v>${inner}</v></c></row>`);
      await bring(await zip(broken));
    }
    await bring(await workbook(row(HEADINGS) + row(['Honda', 'CB', '2004', 'a & b <c> "d"', ''])));
  });

  test('CSV with stray quotation marks, and too many cells or columns', async () => {
    for (const line of [
      '"',
      '""',
      '"""',
      'a"b',
      '"a"b',
      '"a""',
      'a"",b',
      '"a" ,b',
      '7" disc',
      '"\n"',
      '" "x" "',
      '\'"',
    ]) {
      await bring(`Make,Model,Year,ILCO\nHonda,CB,2004,${line}\nHonda,CB 2,2004,`, 'odd.csv');
    }
    await refusedAs(
      `Make,Model,Year,ILCO\nHonda,CB,2004,${'x'.repeat(1_000_000)}`,
      'Row 2, column 4 has more than 32,767 characters.',
      'odd.csv',
    );
    await refusedAs(`${'Make,'.repeat(300)}Model\nHonda`, 'Row 1 has more than 300 columns.', 'odd.csv');
  });
});

test('any cell content gets a verdict or a reason', async () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '_x0000_',
      '_xD83D_',
      '\0',
      '"',
      "'",
      '=',
      '#REF!',
      '2004',
      'Honda',
      BIKE,
      across(100),
      across(255),
    ),
    fc.constantFrom('1e999', '-0', 'NaN', '__proto__', '\ud83d', '\u2028', '\uFEFF', ';', '|', '\t', '\r'),
  );
  const sheets = fc.array(fc.array(odd, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
  const kinds = fc.constantFrom('csv', 'semicolons', 'xlsx', 'utf16');
  const attributes = fc.constantFrom('', 'r="2"', 'r="B2"', 'r="A0"', 'r=""', 's="1e9"', 't="zz"', 't="s"', 't="d"');
  await fc.assert(
    fc.asyncProperty(kinds, sheets, fc.boolean(), attributes, async (kind, given, headed, attribute) => {
      const rows = headed ? [HEADINGS, ...given] : given;
      if (kind === 'xlsx') {
        // Characters that XML itself forbids would already fail in the parser.
        const xml = (text: string) =>
          text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
        const lines = rows.map((texts) => `<row>${texts.map((text) => cell(xml(text), attribute)).join('')}</row>`);
        await bring(await workbook(lines.join('')));
        return;
      }
      const text = csv(rows, { delimiter: kind === 'semicolons' ? ';' : ',' });
      await bring(kind === 'utf16' ? Buffer.from(`\uFEFF${text}`, 'utf16le') : text, 'odd.csv');
    }),
    { numRuns: 25 },
  );
});

test('rows of long cells are checked and answered all, although few of them are read at a time', async () => {
  const tips = 'x'.repeat(30_000);
  const bikes = Array.from({ length: 120 }, (_, index) => ['Honda', `CB ${index}`, 2004, '', tips]);
  const { id, totals, resultUrl } = await checkedImport(app, admin, csv([HEADINGS, ...bikes]));
  expect(totals).toMatchObject({ rows: 120, refused: 120 });
  const result = await app.app.inject({ url: resultUrl, headers: { cookie: `session=${admin.token}` } });
  const lines = result.body.split('\r\n').filter(Boolean);
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(bikes.map(([, model]) => model));
  await act(app, admin, 'deleteImport', id);
});
