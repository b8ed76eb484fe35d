import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { SheetChoice, SheetRow } from '../../server/outside/sheets/sheet';
import { removeLeftSheets, withSheet } from '../../server/outside/sheets/sheetReader';
import { workbookParts, xlsx, zip } from '../support/sheets';

const directory = mkdtempSync(join(tmpdir(), 'motokey-reader-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function read(file: string | Buffer, choice: SheetChoice = {}, name = 'a') {
  const path = join(directory, 'file');
  writeFileSync(path, file);
  return withSheet({ path, name, ...choice }, async (sheet) => {
    const rows: SheetRow[] = [];
    for await (const row of sheet.rows) rows.push(row);
    return { ...sheet, rows, cells: rows.map(({ cells }) => cells) };
  });
}

describe('line ends', () => {
  const ROWS = [
    ['Make', 'ILCO'],
    ['Honda', 'X1'],
    ['Honda', 'X2'],
    ['Honda', 'X3'],
  ];
  const LINES = ROWS.map((row) => row.join(','));
  test.each([
    ['\r\n', '\n', '\n'],
    ['\n', '\r\n', '\r\n'],
    ['\n', '\r', '\r\n'],
    ['\r', '\r\n', '\n'],
    ['\r\r\n', '\r\r\n', '\n'],
    ['\r\n', '\r', '\r'],
  ])('%j, %j and %j end a row each', async (...ends) => {
    const file = LINES.map((line, index) => line + (ends[index] ?? '\r')).join('');
    const { cells, rows } = await read(file);
    expect(cells).toEqual(ROWS);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test('within quotation marks, each is one \\n', async () => {
    const { cells } = await read('Make,Tips\r\nHonda,"one\r\ntwo\rthree\nfour"\nHonda,x');
    expect(cells.slice(1)).toEqual([
      ['Honda', 'one\ntwo\nthree\nfour'],
      ['Honda', 'x'],
    ]);
  });

  test('also where the file is read in two pieces', async () => {
    for (const before of [65_534, 65_535, 65_536]) {
      const tips = 'x'.repeat(before - 'Make,Tips\na,'.length).replace(/.{30000}/g, '$&,');
      const start = `Make,Tips\na,${tips.slice(0, before - 'Make,Tips\na,'.length)}`;
      const { cells, rows } = await read(`${start}\r\nHonda,X1\r\n`);
      expect(cells.at(-1)).toEqual(['Honda', 'X1']);
      // An empty row is left out, but counts.
      expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
    }
  });

  test('in a workbook, too', async () => {
    const sheet = '<row><c t="str"><v>a_x000D_\nb_x000D_c&#13;d&#13;&#10;e</v></c></row>';
    expect((await read(await zip(workbookParts(sheet)))).cells).toEqual([['a\nb\nc\nd\ne']]);
  });
});

describe('a stray value far to the right', () => {
  const at = (reference: string, text: string) => `<c r="${reference}" t="str"><v>${text}</v></c>`;
  const bike = (row: number, far = '') => `<row r="${row}">${at(`A${row}`, 'Honda')}${at(`B${row}`, 'CB')}${far}</row>`;
  const far = `${','.repeat(400)}x`;
  const wide = Array(300).fill('a').join(',');

  test('is left out, and a warning names it', async () => {
    const one = await read(await zip(workbookParts(bike(1) + bike(2, at('XFD2', 'old note')))));
    expect(one).toMatchObject({
      cells: [
        ['Honda', 'CB'],
        ['Honda', 'CB'],
      ],
      warnings: ['1 value past column 300 was left out: “old note” in XFD2.'],
    });
    const two = await read(await zip(workbookParts(bike(1, at('KO1', 'a')) + bike(2, at('KO2', 'b')))));
    expect(two.warnings).toEqual(['2 values past column 300 were left out, the first of them “a” in KO1.']);
    const text = await read(`Make,Model\nHonda,CB\n${far}\n`);
    expect(text).toMatchObject({
      cells: [
        ['Make', 'Model'],
        ['Honda', 'CB'],
      ],
      warnings: ['1 value past column 300 was left out: “x” in OK3.'],
    });
  });

  test('is not one that continues its row', async () => {
    await expect(read(`Make\n${wide},b`)).rejects.toMatchObject({
      fields: { file: ['Row 2 has more than 300 columns.'] },
    });
  });
});

test('cell references in lower case are read', async () => {
  const sheet =
    '<row r="1"><c r="a1" t="str"><v>Make</v></c><c r="c1" t="str"><v>Year</v></c></row>' +
    '<row r="2"><c r="aA2" t="str"><v>x</v></c></row>';
  const parts = workbookParts(sheet);
  const merged = parts['xl/worksheets/sheet1.xml'].replace(
    '</worksheet>',
    '<mergeCells><mergeCell ref="a1:b2"/></mergeCells></worksheet>',
  );
  expect(await read(await zip({ ...parts, 'xl/worksheets/sheet1.xml': merged }))).toMatchObject({
    cells: [
      ['Make', '', 'Year'],
      [...Array(26).fill(''), 'x'],
    ],
    merged: [{ top: 1, left: 0, bottom: 2, right: 1 }],
  });
});

test('the files of a killed process are removed at the next start, those of a running one are not', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  vi.stubEnv('TMPDIR', mkdtempSync(join(directory, 'tmp-')));
  const names = [gone, process.pid, process.ppid].map((pid) => `motokey-sheet-${pid}-abcdef`);
  // As earlier releases named them.
  for (const name of [...names, 'motokey-sheet-abcdef', 'other']) {
    mkdirSync(join(tmpdir(), name));
    writeFileSync(join(tmpdir(), name, 'sheet'), 'x');
  }
  await removeLeftSheets();
  expect(readdirSync(tmpdir()).sort()).toEqual([names[2], 'other']);
  vi.unstubAllEnvs();
});

test('a text that a program guards as a formula is read without it; our own guard stays exact', async () => {
  const { cells } = await read('Make,ILCO\n="0123","=""7"""""""\n="7" , ="8"\n\'="0123",=A1');
  expect(cells.slice(1)).toEqual([
    ['0123', '7"'],
    ['7', '8'],
    ['="0123"', '=A1'],
  ]);
});

describe('the encoding of a text file', () => {
  const bytes = Buffer.from(
    [...'Make,ILCO\nŠkoda,é'].map((sign) => ({ Š: 0x8a, é: 0xe9 })[sign] ?? sign.charCodeAt(0)),
  );

  test('is guessed if it is neither marked nor UTF-8', async () => {
    expect(await read(bytes)).toMatchObject({ encoding: 'windows-1252', encodingGuessed: true });
    expect(await read('Make\né')).toMatchObject({ encoding: 'utf-8', encodingGuessed: false });
    expect(await read(Buffer.from('\uFEFFMake\né', 'utf16le'))).toMatchObject({ encodingGuessed: false });
  });

  test('can be chosen', async () => {
    const { cells, warnings, ...sheet } = await read(bytes, { encoding: 'windows-1251' });
    expect(cells[1]).toEqual(['Љkoda', 'й']);
    expect(warnings).toEqual([]);
    expect(sheet).toMatchObject({
      encoding: 'windows-1251',
      encodingGuessed: false,
      format: 'CSV, commas, windows-1251',
    });
  });

  test('that is chosen must be known, and fit', async () => {
    await expect(read(bytes, { encoding: 'utf-7' })).rejects.toMatchObject({
      fields: { encoding: [expect.stringMatching(/^The encoding “utf-7” is not one of utf-8, /)] },
    });
    await expect(read(bytes, { encoding: 'utf-8' })).rejects.toMatchObject({
      fields: { file: ['The file is not valid utf-8: choose another encoding, or save it as “CSV UTF-8”.'] },
    });
  });
});

/** A workbook with numbers in these formats, one in each column of its only row. */
async function formatted(cells: [value: string | number, format: string, type?: string][]) {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const formats = cells.map(
    ([, format], index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(format)}"/>`,
  );
  const styles = cells.map((_, index) => `<xf numFmtId="${200 + index}"/>`);
  const row = cells.map(([value, , type = 'n'], index) => `<c s="${index}" t="${type}"><v>${value}</v></c>`);
  const parts = workbookParts(`<row>${row.join('')}</row>`, {
    'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
  });
  return read(await zip(parts));
}

describe('a cell is read as the sheet shows it', () => {
  test('numbers in their formats', async () => {
    const cells: [value: string | number, format: string, shown: string][] = [
      [123, '0000', '0123'],
      [501, '"T"00000', 'T00501'],
      [46, '"ID"00', 'ID46'],
      [46, '\\I\\D00', 'ID46'],
      [123_456, '000-000', '123-456'],
      ['0.1', '0.000', '0.100'],
      ['0.10199999999999999', 'General', '0.102'],
      ['0.10199999999999999', '.000', '.102'],
      ['0.10199999999999999', '@', '0.102'],
      [2_004, '#,##0', '2,004'],
      [1_234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
      [12.5, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', '$12.50'],
      ['0.5', '0%', '50%'],
      ['1.5', '# ?/?', '1 1/2'],
      ['0.25', '??/??', '1/4'],
      [12_000, '0.00E+00', '1.20E+04'],
      [-5, '0;[Red]\\-0', '-5'],
      [150, '[<100]0.0;[>=100]0" mm"', '150 mm'],
      ['1.005', '0.00', '1.01'],
      [39_083, 'yyyy', '2007'],
      [39_083, 'yy', '2007'],
      [39_083, '[$-409]yyyy;@', '2007'],
      [39_083, '"MY "yyyy', '2007'],
    ];
    const { rows } = await formatted(cells.map(([value, format]) => [value, format]));
    expect(rows).toEqual([{ number: 1, cells: cells.map(([, , shown]) => shown) }]);
  });

  test('texts in formats for texts', async () => {
    const { cells } = await formatted([
      ['12', '"T"@', 'str'],
      ['12', '0;0;0;"T"@', 'str'],
      ['12', '@', 'str'],
      ['12', '0000', 'str'],
    ]);
    expect(cells).toEqual([['T12', 'T12', '12', '12']]);
  });

  test('a day is read as its date and marked, a time as shown', async () => {
    const { rows } = await formatted([
      [46_085, 'd-mmm'],
      [46_085, 'mmm-yy'],
      ['46085.5', 'm/d/yy h:mm'],
      ['0.5', 'h:mm'],
      [1, '0'],
      ['2026-03-04T00:00:00', 'd-mmm', 'd'],
      ['2026-03-04', 'General', 'd'],
      ['2026-03-04', 'yyyy', 'd'],
    ]);
    expect(rows).toEqual([
      {
        number: 1,
        cells: ['2026-03-04', '2026-03-04', '2026-03-04', '12:00', '1', '2026-03-04', '2026-03-04', '2026'],
        dates: [0, 1, 2, 3, 5, 6],
      },
    ]);
  });

  test('the formats that every workbook has', async () => {
    const ids = [0, 1, 2, 3, 4, 9, 10, 11, 12, 14, 22, 20, 49];
    const styles = `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const row = ids.map((_, index) => `<c s="${index}"><v>1234.5</v></c>`).join('');
    const { cells } = await read(await zip(workbookParts(`<row>${row}</row>`, { 'xl/styles.xml': styles })));
    expect(cells).toEqual([
      [
        '1234.5',
        '1235',
        '1234.50',
        '1,235',
        '1,234.50',
        '123450%',
        '123450.00%',
        '1.23E+03',
        '1234 1/2',
        '1903-05-18',
        '1903-05-18',
        '12:00',
        '1234.5',
      ],
    ]);
  });

  test('a column is named where the sheet shows less than a cell holds, or has a format that is not known', async () => {
    const { cells, columnWarnings } = await formatted([
      ['0.1025', '0.00'],
      [5, ';;;'],
      [7, '[DBNum1]0'],
      ['secret', ';;;', 'str'],
      ['0.30000000000000004', '0.0'],
      ['0.125', '0%'],
      [8, '"unclosed'],
    ]);
    expect(cells).toEqual([['0.10', '', '7', '', '0.3', '13%', '8']]);
    const digits = (shown: string, held: string) =>
      `1 cell has more digits than the sheet shows, and was read as shown (“${shown}” for “${held}”).`;
    const unknown = (shown: string, format: string) =>
      `1 cell has a number format that is not known here, and was read without it (“${shown}”, format “${format}”).`;
    const hidden = (held: string) =>
      `1 cell has a value that the sheet does not show, and was read as empty (such as “${held}”).`;
    expect(columnWarnings).toEqual([
      { column: 0, message: digits('0.10', '0.1025') },
      { column: 1, message: hidden('5') },
      { column: 2, message: unknown('7', '[DBNum1]0') },
      { column: 3, message: hidden('secret') },
      { column: 5, message: digits('13%', '0.125') },
      { column: 6, message: unknown('8', '"unclosed') },
    ]);
  });
});

describe('a workbook', () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (...values: string[]) => `<row>${values.map(text).join('')}</row>`;

  test('is read whatever its parts are called', async () => {
    const relationship = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
    const file = await zip({
      '_rels/.rels': `<Relationships>${relationship('a', 'officeDocument', '/Book/main%20part.xml')}</Relationships>`,
      'book/main part.xml': '<x:workbook><x:sheets><x:sheet name="One" r:id="s"/></x:sheets></x:workbook>'.replaceAll(
        'x:',
        '',
      ),
      'book/_rels/main part.xml.rels': `<Relationships>${relationship('s', 'worksheet', '../Data/1.xml')}${relationship('t', 'sharedStrings', 'texts.xml')}${relationship('f', 'styles', './Formats.xml')}</Relationships>`,
      'data/1.XML':
        '<worksheet><sheetData><row><c t="s"><v>0</v></c><c s="0"><v>7</v></c></row></sheetData></worksheet>',
      'book/texts.xml': '<sst><si><t>Honda</t></si></sst>',
      'book/formats.xml':
        '<a><numFmts><numFmt numFmtId="200" formatCode="000"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></a>',
    });
    expect((await read(file)).cells).toEqual([['Honda', '007']]);
  });

  test('is read in any encoding of XML, with all kinds of text', async () => {
    const xml =
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>A<![CDATA[ & ]]>&lt;&#x160;<!-- no -->koda</t></is></c><c t="str"><v><![CDATA[é]]></v></c><c><is><t>7</t></is></c></row></sheetData></worksheet>';
    const given: [string, Buffer][] = [
      ['UTF-8', Buffer.from(xml)],
      ['UTF-16', Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le')],
      ['ISO-8859-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, 'latin1')],
    ];
    for (const [encoding, sheet] of given) {
      const file = await zip({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': sheet });
      expect((await read(file)).cells, encoding).toEqual([['A & <Škoda', 'é', '7']]);
    }
    const wrong = await zip({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': Buffer.from(xml, 'latin1') });
    await expect(read(wrong)).rejects.toMatchObject({ fields: { file: ['The workbook is broken or not complete.'] } });
  });

  test('tells its merged ranges and hidden columns before its rows, and which rows are hidden', async () => {
    const sheet = `<worksheet><cols><col min="-4" max="0" hidden="1"/><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/></cols><sheetData>${row('Make')}
      <row hidden="1">${text('Honda')}</row><row ht="0">${text('Kawasaki')}</row><row ht="12">${text('Suzuki')}</row></sheetData>
      <mergeCells><mergeCell ref="A1:B2"/><x:mergeCell  a="b" ref='AA10:AB11'></x:mergeCell></mergeCells></worksheet>`;
    const path = join(directory, 'merged');
    writeFileSync(path, await zip({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': sheet }));
    const hidden = await withSheet({ path, name: 'a' }, async ({ merged, hiddenColumns, rows }) => {
      expect(merged).toEqual([
        { top: 1, left: 0, bottom: 2, right: 1 },
        { top: 10, left: 26, bottom: 11, right: 27 },
      ]);
      expect(hiddenColumns).toEqual([1, 2, 4]);
      const hidden: unknown[] = [];
      for await (const row of rows) hidden.push(row.hidden ?? false);
      return hidden;
    });
    expect(hidden).toEqual([false, true, true, false]);
  });

  test('may have a blank in its last column', async () => {
    const blank =
      '<row r="1"><c r="A1" t="str"><v>Make</v></c><c r="XFD1" t="inlineStr"><is><t xml:space="preserve"> \u00A0</t></is></c></row>';
    expect((await read(await zip(workbookParts(blank)))).cells).toEqual([['Make']]);
  });

  describe('of several sheets', () => {
    const book = (sheets: Record<string, unknown[][]>, hidden: string[] = []) =>
      xlsx([], (first, workbook) => {
        workbook.removeWorksheet(first.id);
        for (const [name, rows] of Object.entries(sheets))
          workbook.addWorksheet(name, { state: hidden.includes(name) ? 'hidden' : 'visible' }).addRows(rows);
      });
    const DATA = [
      ['Make', 'Model'],
      ['Honda', 'CB'],
    ];
    const suits = (first: readonly SheetRow[]) => first.filter(({ cells }) => cells.includes('Make')).length;
    const chosen = async (file: Buffer, choice: SheetChoice = { suits }) => (await read(file, choice)).sheet;

    test('all are listed, and the one that suits best is read', async () => {
      const file = await book({ Instructions: [['How to']], Lists: DATA, Data: [...DATA, ['Make']], Notes: [] }, [
        'Lists',
      ]);
      const { sheets, sheet, warnings } = await read(file, { suits });
      expect(sheets).toEqual([
        { name: 'Instructions', hidden: false },
        { name: 'Lists', hidden: true },
        { name: 'Data', hidden: false },
        { name: 'Notes', hidden: false },
      ]);
      expect(sheet).toBe('Data');
      expect(warnings).toEqual(['The sheet “Data” was read; the workbook has 3 more.']);
    });

    test('if none suits, the first visible one with rows; else the first', async () => {
      expect(await chosen(await book({ Empty: [], Hidden: DATA, One: [['x']], Two: [['y']] }, ['Hidden']))).toBe('One');
      expect(await chosen(await book({ One: [['x']], Two: DATA }), {})).toBe('One');
      expect(await chosen(await book({ A: [], B: [] }))).toBe('A');
    });

    test('one can be chosen, also a hidden one', async () => {
      const file = await book({ One: [['x']], Two: [['y']], Products: DATA }, ['Two']);
      expect(await chosen(file)).toBe('Products');
      expect((await read(file, { sheet: 'Two', suits })).cells).toEqual([['y']]);
      await expect(read(file, { sheet: 'Three' })).rejects.toMatchObject({
        fields: { sheet: ['There is no sheet “Three” in this file.'] },
      });
    });

    test('a sheet that cannot be read does not keep the others from being read', async () => {
      const parts = workbookParts('<row><c r="XFD1"><v>1</v></c></row>');
      const two = parts['xl/workbook.xml'].replace('</sheets>', '<sheet name="Two" sheetId="2" r:id="rId2"/></sheets>');
      const links = parts['xl/_rels/workbook.xml.rels'].replace(
        '</R',
        '<Relationship Id="rId2" Type="/worksheet" Target="2.xml"/></R',
      );
      const file = await zip({
        ...parts,
        'xl/workbook.xml': two,
        'xl/_rels/workbook.xml.rels': links,
        'xl/2.xml': `<worksheet><sheetData>${row('Make')}</sheetData></worksheet>`,
      });
      expect(await chosen(file)).toBe('Two');
    });
  });
});
