import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, sharedApp, startApp, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import {
  act,
  catalogue,
  checkedImport,
  csv,
  type Row,
  rowsOf,
  startImport,
  workbookParts,
  xlsx,
  zip,
} from '../support/sheets';
import { faultsOf } from '../support/tables';

let app: TestApp;
let admin: Person;
// Its own directory, because other tests briefly leave files in the system's.
const temporary = mkdtempSync(join(tmpdir(), 'motokey-sheets-test-'));
beforeAll(async () => {
  vi.stubEnv('TMPDIR', temporary);
  app = await startApp();
  admin = await people.administrator(app);
  await createModel(app, await createMake(app, { displayName: 'Škoda Ö' }), { name: 'Čeština', year: 2004, ilco: 'é' });
});
afterAll(async () => {
  await app.close();
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});

const SHEET = [
  ['Make', 'Model', 'Year', 'ILCO'],
  ['Škoda Ö', 'Čeština', 2004, 'é'],
];
const LATIN = csv([
  ['Make', 'Model', 'Year', 'ILCO'],
  ['Škoda Ö', 'Žižka', 2004, 'é €'],
]);
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
const NUMBERS =
  'This is an Apple Numbers file. In Numbers, choose File, Export To, Excel (on a phone or in a browser: Export or Download a Copy), and upload that.';
const spooled = () => readdirSync(temporary).filter((name) => name.startsWith('motokey-sheet-'));

describe('a sheet in any format', () => {
  const text = csv(SHEET);
  test.each<[string, string | Buffer, string]>([
    ['UTF-8', text, 'CSV, commas, UTF-8'],
    ['UTF-8 with a BOM', `\uFEFF${text}`, 'CSV, commas, UTF-8'],
    ['UTF-16 LE', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'CSV, commas, UTF-16'],
    ['UTF-16 BE', utf16be(text), 'CSV, commas, UTF-16'],
    ['UTF-16 LE without a BOM', Buffer.from(text, 'utf16le'), 'CSV, commas, UTF-16 without a byte-order mark'],
    ['UTF-16 BE without a BOM', utf16be(text).subarray(2), 'CSV, commas, UTF-16 without a byte-order mark'],
    ['semicolons', csv(SHEET, { delimiter: ';' }), 'CSV, semicolons, UTF-8'],
    ['pipes', csv(SHEET, { delimiter: '|' }), 'CSV, pipes, UTF-8'],
    [
      'pipes below a title with commas',
      `Keys, blanks, codes\n\n${csv(SHEET, { delimiter: '|' })}`,
      'CSV, pipes, UTF-8',
    ],
    ['tabs', csv(SHEET, { delimiter: '\t', end: '\n' }), 'CSV, tabs, UTF-8'],
    ['Excel’s separator line', `sep=;\r\n${csv(SHEET, { delimiter: ';' })}`, 'CSV, semicolons, UTF-8'],
    [
      'semicolons with quoted commas',
      `"Make";"Model";"Year";"ILCO, the, code"\nŠkoda Ö;Čeština;2004;é`,
      'CSV, semicolons, UTF-8',
    ],
    ['old Macintosh line endings', csv(SHEET, { end: '\r' }), 'CSV, commas, UTF-8'],
    ['surrounding empty lines and cells', `\r\n,,,\r\n${csv(SHEET)},,,,,\r\n\r\n`, 'CSV, commas, UTF-8'],
  ])('%s', async (_what, file, format) => {
    const checked = await checkedImport(app, admin, file);
    expect(checked.format).toBe(format);
    expect(checked.totals).toMatchObject({ rows: 1, unchanged: 1 });
  });

  test('windows-1252 is detected and reported', async () => {
    // The characters between 80 and 9F, which Latin-1 does not have: Š ž €.
    const codes: Record<string, number> = { Š: 0x8a, Ž: 0x8e, ž: 0x9e, '€': 0x80 };
    const bytes = Buffer.from([...LATIN].map((sign) => codes[sign] ?? sign.charCodeAt(0)));
    const { id, format, warnings } = await checkedImport(app, admin, bytes);
    expect(format).toBe('CSV, commas, windows-1252');
    expect(warnings).toEqual(['The file is not UTF-8 and was read as windows-1252: check its accented letters.']);
    const { items } = await rowsOf(app, admin, id);
    expect(items[0]).toMatchObject({ verdict: 'NEW', make: 'Škoda Ö', model: 'Žižka' });
    expect(items[0].changes.at(-1).after).toBe('é €');
  });

  test('UTF-16 without a BOM is reported', async () => {
    const { warnings } = await checkedImport(app, admin, Buffer.from(text, 'utf16le'));
    expect(warnings).toEqual([
      'The file was read as UTF-16 without a byte-order mark: check that the letters are right.',
    ]);
  });

  test('the delimiter is detected from all lines, even if a few have many commas', async () => {
    const file =
      'Make;Model;Year;Spacing 1;Tips\nHonda;A;2004;0,1;a, b, c, d, e, f, g\nHonda;B;2004;0,2;h, i, j, k, l, m';
    expect((await checkedImport(app, admin, file)).columns.map(({ header }: any) => header)).toEqual(
      'Make Model Year Spacing=1 Tips'.split(' ').map((word) => word.replace('=', ' ')),
    );
  });

  describe('titles above the headings', () => {
    const warning = (rows: string, at: number) => `${rows}: the headings were read from row ${at}.`;
    const one = (at: number) => warning('Row 1 was read as a title', at);
    const bike = ['Škoda Ö', 'Čeština', 2004, 'é'];
    test.each<[what: string, rows: Row[], first: number, warnings: string[]]>([
      ['none', SHEET, 2, []],
      ['one', [['Price list 2026'], ...SHEET], 3, [one(2)]],
      ['one, and an empty row', [['Price list 2026'], [], ...SHEET], 4, [one(3)]],
      [
        'two, with a date in the next cell',
        [['', 'Keys', '2026-01-01'], ['valid from today'], ...SHEET],
        4,
        [warning('Rows 1 to 2 were read as titles', 3)],
      ],
      [
        'one, above unknown headings',
        [['Preisliste'], ['Marke', 'Baureihe', 'Baujahr'], bike.slice(0, 3)],
        3,
        [one(2)],
      ],
      ['none, with unknown headings', [['Marke', 'Baureihe'], bike.slice(0, 2)], 2, []],
      [
        'none, with only one column',
        [['Make'], ['Honda'], ['Suzuki', 'x']],
        2,
        ['Columns with values but no heading: column B. Choose their fields, or leave them out.'],
      ],
      [
        'none, if a lower row looks like headings',
        [['Hersteller', 'Typ', 'Jahr'], bike.slice(0, 3), ['Make', 'Model', 2004]],
        2,
        [],
      ],
    ])('%s', async (_what, rows, first, warnings) => {
      for (const file of [csv(rows), csv(rows, { delimiter: ';' }), await xlsx(rows)]) {
        const { started } = await startImport(app, admin, file, typeof file === 'string' ? 'a.csv' : 'a.xlsx');
        expect(started.warnings).toEqual(warnings);
        const [numbered] = await app.sql('select min(number) as first from import_rows where import_id = ?', [
          started.id,
        ]);
        expect(numbered?.first).toBe(first);
      }
    });
  });

  test('a workbook with merged cells, formulas, rich text, a second sheet and its own XML prefixes', async () => {
    const file = await xlsx([...SHEET, ['Škoda Ö', 'B', 2005, '']], (sheet, book) => {
      sheet.getCell('D2').value = { formula: '"é"', result: 'é' };
      sheet.getCell('D3').value = { formula: 'A1' } as never;
      sheet.getCell('B2').value = { richText: [{ text: 'Češ' }, { font: { bold: true }, text: 'tina' }] };
      sheet.addRow(['Škoda Ö', 'C', 2006, 'merged']);
      sheet.mergeCells('D4:E5');
      book.addWorksheet('Notes').addRow(['nothing']);
    });
    const { id, warnings } = await checkedImport(app, admin, file, { name: 'a.xlsx' });
    expect(warnings).toEqual([
      'The sheet “Sheet1” was read; the workbook has 1 more.',
      '1 cell is a formula: its last computed value was read.',
      '1 formula has no computed value and was read as empty: open and save the file once.',
    ]);
    expect((await rowsOf(app, admin, id)).items.map((row: any) => [row.number, row.verdict, row.model])).toEqual([
      [2, 'UNCHANGED', 'Čeština'],
      [3, 'NEW', 'B'],
      [4, 'NEW', 'C'],
    ]);
  });

  test('the sheet named Products is used, whatever its position', async () => {
    const file = await xlsx([['Readme']], (_sheet, book) => book.addWorksheet('products').addRows(SHEET));
    expect((await checkedImport(app, admin, file, { name: 'a.xlsx' })).format).toBe('Excel workbook, sheet “products”');
  });

  test('a workbook from other programs: no references, prefixes, phonetic readings, dates since 1904', async () => {
    const cells = (...texts: string[]) =>
      texts.map((text) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`).join('');
    const parts = workbookParts(
      `<x:row>${cells('Make', 'Model', 'Year', 'Tips')}</x:row>
       <x:row><x:c t="inlineStr"><x:is><x:r><x:t>Škoda</x:t></x:r><x:r><x:t xml:space="preserve"> Ö</x:t></x:r><x:rPh><x:t>SKODA</x:t></x:rPh></x:is></x:c>
       ${cells('_x0041_ &lt;&#66;&gt;')}<x:c><x:v>2.004E3</x:v></x:c><x:c s="1"><x:v>100</x:v></x:c></x:row>`,
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      },
    );
    parts['xl/workbook.xml'] = parts['xl/workbook.xml'].replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    parts['xl/worksheets/sheet1.xml'] = parts['xl/worksheets/sheet1.xml'].replace(
      '<worksheet ',
      '<worksheet xmlns:x="y" ',
    );
    const { id } = await checkedImport(app, admin, await zip(parts), { name: 'a.xlsx' });
    const { items } = await rowsOf(app, admin, id);
    expect(items[0]).toMatchObject({ verdict: 'NEW', make: 'Škoda Ö', model: 'A <B>', year: '2004' });
    expect(items[0].changes.at(-1)).toMatchObject({ label: 'Tips', after: '1904-04-10' });
  });
});

describe('a file that cannot be imported', async () => {
  const good = await xlsx(SHEET);
  const parts = workbookParts('<row r="1"><c r="A1" t="str"><v>Make</v></c></row>');
  const many = (count: number, cell = 'x') => Array.from({ length: count }, () => cell);
  const bad: [what: string, file: string | Buffer, message: string, name?: string][] = [
    ['nothing', '', 'The file is empty.'],
    ['white space', ' \r\n\r\n ', 'The file is empty.'],
    ['only a BOM', '\uFEFF', 'The file is empty.'],
    ['only headings', 'Make,Model,Year\r\n', 'The file has headings but no rows below them.'],
    ['an empty workbook', await xlsx([]), 'The file is empty.'],
    [
      'random bytes',
      Buffer.concat([Buffer.from([1]), randomBytes(4_000), Buffer.alloc(1)]),
      'This is not a text file: it is neither .csv nor .xlsx.',
    ],
    [
      'possible UTF-16 without a BOM',
      Buffer.from(`${'製造'.repeat(40)}, ${'製造'.repeat(40)}\n`.repeat(9), 'utf16le'),
      'This may be UTF-16 without a byte-order mark: choose its encoding, or save it as “CSV UTF-8”.',
    ],
    ['a PDF', '%PDF-1.7\n', 'This is neither .csv nor .xlsx.'],
    [
      'an old .xls',
      Buffer.from('d0cf11e0a1b11ae100', 'hex'),
      'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx or .csv, without a password, and upload that.',
    ],
    [
      'a text file named .xlsx',
      csv(SHEET),
      'This is not an Excel workbook, although its name ends in .xlsx.',
      'a.xlsx',
    ],
    ['a zip that is not a workbook', await zip({ 'a.txt': 'a' }), 'This is a zip file, but not a workbook.'],
    [
      'a text document',
      await zip({
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="/officeDocument" Target="word/document.xml"/></Relationships>',
        'word/document.xml': '<document><body/></document>',
      }),
      'This is a zip file, but not a workbook.',
    ],
    [
      'an OpenDocument spreadsheet, whatever its name',
      await zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
      'This is an OpenDocument spreadsheet. Save it as .xlsx or .csv and upload that.',
      'a.xlsx',
    ],
    [
      'an OpenDocument text',
      await zip({ mimetype: 'application/vnd.oasis.opendocument.text' }),
      'This is an OpenDocument file, but not a spreadsheet.',
    ],
    ['a Numbers file', await zip({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': 'x' }), NUMBERS],
    ['a Numbers file of a folder', await zip({ 'Index.zip': 'x', 'preview.jpg': 'x' }), NUMBERS],
    [
      'a large Numbers file',
      await zip(Object.fromEntries(many(2_001).map((_, at) => [`p${at}`, '']))),
      NUMBERS,
      'a.numbers',
    ],
    ['a folder that a browser packed', await zip({ 'a.numbers/Index.zip': 'x' }), NUMBERS, 'a.numbers.zip'],
    [
      'a binary workbook',
      await zip({ 'xl/workbook.bin': 'x' }),
      'This is a binary Excel workbook (.xlsb). Save it as .xlsx or .csv and upload that.',
    ],
    [
      'a web page named .xls',
      '\uFEFF\n<html><table><tr><td>Make</td></tr></table></html>',
      'This is a web page or an XML file, whatever its name says. Open it in a spreadsheet, save it as .xlsx or .csv and upload that.',
      'a.xls',
    ],
    ['half a workbook', good.subarray(0, good.length / 2), 'The workbook is broken or not complete.'],
    ['a workbook with damaged bytes', damaged(good), 'The workbook is broken or not complete.'],
    [
      'broken XML',
      await zip({ ...parts, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }),
      'The workbook is broken or not complete.',
    ],
    [
      'a workbook without its sheet',
      await zip({ ...parts, 'xl/_rels/workbook.xml.rels': '<Relationships/>' }),
      'The workbook has no sheet.',
    ],
    [
      'a missing shared string',
      await zip(workbookParts('<row r="1"><c r="A1" t="s"><v>7</v></c></row>')),
      'The workbook is broken or not complete.',
    ],
    [
      'a billion laughs',
      await zip({
        ...parts,
        'xl/worksheets/sheet1.xml': `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><worksheet>&c;</worksheet>`,
      }),
      'The workbook is broken or not complete.',
    ],
    [
      'a zip bomb',
      await zip(workbookParts(' '.repeat(60_000_000))),
      'The workbook unpacks to far more data than a sheet of 100,000 rows.',
    ],
    [
      'a zip of 3,000 parts',
      await zip(Object.fromEntries(many(3_000).map((_, index) => [`p${index}`, '']))),
      'The workbook has too many parts.',
    ],
    [
      'a cell of a million letters',
      await zip(workbookParts(`<row><c t="str"><v>${'xy z'.repeat(250_000)}</v></c></row>`)),
      'A cell has more than 32,767 characters.',
    ],
    ['1,000 columns', csv([many(1_000)]), 'Row 1 has more than 300 columns.'],
    ['1,000 columns in a workbook', await xlsx([many(1_000)]), 'Row 1 has more than 300 columns.'],
    ['100,001 rows', `Make\n${many(100_001).join('\n')}`, 'The sheet has more than 100,000 rows: split it.'],
    [
      'a cell that is too long',
      csv([...SHEET, ['a', 'b', 'c', 'x'.repeat(32_768)]]),
      'Row 3, column 4 has more than 32,767 characters.',
    ],
    ['an open quotation mark', 'Make,Model\n"Honda,CB\nHonda,CB', 'A quotation mark opened in row 2 is never closed.'],
    [
      'a quotation mark that encloses the rest of the file',
      `Make,Model\n"${many(500_000, 'Honda').join('\n')}`,
      'Row 2 is too long: perhaps a quotation mark in it is not closed.',
    ],
  ];

  test('is refused with a reason, and nothing is kept', { timeout: 120_000 }, async () => {
    const cases = bad.map(([what, ...one]) => [what, one] as const);
    const faults = await faultsOf(cases, async ([file, message, name]) => {
      const before = [await catalogue(app), await app.sql('select count(*) from imports'), spooled()];
      const { started, code, errors } = await startImport(app, admin, file, name);
      expect(started ?? null).toBeNull();
      expect(errors?.[0]?.extensions.errors).toEqual({ file: [message] });
      const isOfAnotherKind = /^This is (neither|an Apple|an OpenDocument|an old Excel|a binary Excel|a web page)/.test(
        message,
      );
      expect(code).toBe(isOfAnotherKind ? 'UNSUPPORTED_MEDIA_TYPE' : 'BAD_USER_INPUT');
      expect([await catalogue(app), await app.sql('select count(*) from imports'), spooled()]).toEqual(before);
    });
    expect(faults).toEqual({});
  });

  test('a file of more than 50 MB is refused', async () => {
    const { code, errors } = await startImport(app, admin, Buffer.alloc(50_000_001, 'x'));
    expect([code, errors[0].extensions.errors]).toEqual([
      'PAYLOAD_TOO_LARGE',
      { file: ['The file is larger than 50 MB.'] },
    ]);
    expect(spooled()).toEqual([]);
  });

  test('the limit for a picture is still 10 MB', async () => {
    const answer = await app.upload('MODEL', Buffer.alloc(10_000_001), admin);
    expect(answer.errors?.[0]?.extensions.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('a locksmith’s file is refused without being read', async () => {
    const { code } = await startImport(app, await people.locksmith(app), csv(SHEET));
    expect(code).toBe('FORBIDDEN');
  });
});

/** The same file with some bytes of its content changed. */
function damaged(file: Buffer): Buffer {
  const bytes = Buffer.from(file);
  for (let at = 60; at < bytes.length - 1_000; at += 97) bytes[at]! ^= 0xff;
  return bytes;
}

test('sheets that one administrator uploads at once are read one after the other; a fourth has to wait', async () => {
  const read = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => startImport(app, admin, csv(SHEET), `${name}.csv`)),
  );
  const refused = read.filter(({ started }) => !started);
  expect(refused.map(({ code }) => code)).toEqual(['TOO_MANY_REQUESTS']);
});

test('duplicate or blank headings are reported and can be mapped by hand', async () => {
  const { started } = await startImport(app, admin, 'Make,Model,Year,Tips,Note,Note,\nŠkoda Ö,Čeština,2004,a,b,c,d');
  expect(started.warnings).toEqual([
    'Columns with values but no heading: column G. Choose their fields, or leave them out.',
    'Several columns have the heading “note”: check how they are mapped.',
  ]);
  expect(started.columns).toHaveLength(7);
  expect(started.columns[6]).toMatchObject({ header: '', sample: ['d'], field: null });
});

describe('the demo catalogue', () => {
  const demo = sharedApp({ demo: true });
  const person = sharedPerson(demo, 'administrator');
  let csvFile: string;
  beforeAll(async () => {
    csvFile = (await demo.rest('GET', '/products/download?format=csv&complete=true', { as: person })).body;
  });

  test('imports from a complete .xlsx with every row unchanged', async () => {
    // Of one make: the next test reads all of them from a smaller file.
    const path = '/products/download?format=xlsx&complete=true&company_id=53';
    const { rawPayload } = await demo.rest('GET', path, { as: person });
    const { totals } = await checkedImport(demo, person, rawPayload, { name: 'products-complete.xlsx' });
    expect(totals.rows).toBeGreaterThan(1_000);
    expect(totals).toEqual({
      rows: totals.rows,
      new: 0,
      changed: 0,
      unchanged: totals.rows,
      refused: 0,
      duplicates: 0,
      deleted: 0,
      stale: 0,
    });
  });

  test('imports from its complete .csv with every row unchanged except the edited cells', async () => {
    const state = async () =>
      new Map((await demo.sql('select * from models order by id')).map((row) => [row.id as number, row]));
    const before = await state();
    const lines = csvFile.split('\r\n');
    const edit = (line: number, column: string, value: string) => {
      const at = lines[0]!.replace('\uFEFF', '').split(',').indexOf(column);
      const cells = lines[line]!.split(',');
      cells[at] = value;
      lines[line] = cells.join(',');
      return Number(cells[0]);
    };
    // Lines of the file without a comma in the cells before the tips.
    const plain = lines.findIndex((line, index) => index > 5_000 && !line.includes('"'));
    const first = edit(1, 'ILCO', 'EDITED');
    const second = edit(plain, 'Depth 8 2X', '.999');
    const { id, totals } = await checkedImport(demo, person, lines.join('\r\n'));
    expect(totals).toEqual({
      rows: before.size,
      new: 0,
      changed: 2,
      unchanged: before.size - 2,
      refused: 0,
      duplicates: 0,
      deleted: 0,
      stale: 0,
    });
    await act(demo, person, 'applyImport', id);
    const after = await state();
    const changed = [...after].filter(([id, row]) => row.version !== before.get(id)!.version).map(([id]) => id);
    expect(changed.sort()).toEqual([first, second].sort());
    const differing = (id: number) =>
      Object.keys(after.get(id)!).filter((key) => String(after.get(id)![key]) !== String(before.get(id)![key]));
    expect(differing(first)).toEqual(['ilco', 'updated_at', 'version', 'search_text']);
    expect(differing(second)).toEqual(['depth_values', 'updated_at', 'version', 'search_text']);
    expect(after.get(second)!.depth_values[15]).toBe('.999');
  });
});
