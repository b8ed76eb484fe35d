import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MergedCells } from '../../server/catalogue/changes/sheet/file/mergedCells';
import { modelsIn, replaceModel } from '../../server/catalogue/changes/sheet/modelLists';
import { readMeasure } from '../../server/catalogue/changes/systems/sheet/measures';
import { suggestedFields } from '../../server/catalogue/export/sheetColumns';
import { AppError } from '../../server/errors';
import type { Sheet } from '../../server/outside/sheets/sheet';
import { SheetProcess } from '../../server/outside/sheets/sheetProcess';
import { withSheet } from '../../server/outside/sheets/sheetReader';
import { workbookParts, zip } from '../support/sheets';
import { faultsOf } from '../support/tables';

/* Files that are made to exhaust whoever reads them. Each costs its own reading only. */

const directory = mkdtempSync(join(tmpdir(), 'motokey-bombs-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The number of rows, or why the file cannot be read. */
async function read(file: string | Buffer, name = 'bomb.xlsx'): Promise<number | string> {
  const path = join(directory, 'file');
  writeFileSync(path, file);
  try {
    return await withSheet({ path, name }, rowCount);
  } catch (error) {
    if (error instanceof AppError) return error.fields?.file?.[0] ?? error.message;
    throw error;
  }
}

async function rowCount({ rows }: Sheet): Promise<number> {
  let count = 0;
  for await (const _ of rows) count += 1;
  return count;
}

const HEADINGS = '<row><c t="str"><v>Make</v></c></row>';
const sheet = (xml: string) =>
  zip(workbookParts(HEADINGS, { 'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>` }));
const sharedText = (text: string, cells: number) =>
  zip(
    workbookParts(
      Array.from({ length: cells / 100 }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`).join(''),
      { 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` },
    ),
  );
const numbers = (count: number, start: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => start(index)).join('');

/** Opened elements. Their names vary, so that the file is not refused for being packed too well. */
const nested = (count: number) => numbers(count, (index) => `<${'abcdefgh'[(index * index * 7 + (index >> 5)) % 8]}>`);

const TOO_DEEP = 'The workbook’s elements are nested too deeply.';
const TOO_MUCH_AT_ONCE = 'The workbook has a tag or a comment of more than 500,000 characters.';
const UNPACKED = 'The workbook unpacks to far more data than a sheet of 100,000 rows.';
const TOO_LONG = 'A cell has more than 32,767 characters.';
const TOO_MANY_PARTS = 'The workbook has too many parts.';

describe('a workbook', () => {
  test('that unpacks or nests too much is refused with a reason', async () => {
    const bombs: [what: string, file: () => Promise<Buffer>, message: string][] = [
      ['of 500,000 nested elements', () => sheet(nested(500_000)), TOO_DEEP],
      [
        'nested in its shared texts',
        () => zip(workbookParts(HEADINGS, { 'xl/sharedStrings.xml': nested(500_000) })),
        TOO_DEEP,
      ],
      [
        'nested in its list of sheets',
        () => zip({ ...workbookParts(HEADINGS), 'xl/workbook.xml': nested(500_000) }),
        TOO_DEEP,
      ],
      [
        'of 200,000 attributes in a tag',
        () => sheet(`<a ${numbers(200_000, (index) => `a${index}="" `)}/>`),
        TOO_MUCH_AT_ONCE,
      ],
      ['with an attribute of 50 million characters', () => sheet(`<a b="${'c'.repeat(50_000_000)}"/>`), UNPACKED],
      ['with a name of 5 million characters', () => sheet(`<${'a'.repeat(5_000_000)}/>`), TOO_MUCH_AT_ONCE],
      ['with a comment of 5 million characters', () => sheet(`<!--${'a'.repeat(5_000_000)}-->`), TOO_MUCH_AT_ONCE],
      ['of many comments', () => sheet('<!---->'.repeat(1_000_000)), TOO_MUCH_AT_ONCE],
      ['with an instruction of 5 million characters', () => sheet(`<?a ${'a'.repeat(5_000_000)}?>`), TOO_MUCH_AT_ONCE],
      ['with a text of 5 million characters between tags', () => sheet('a'.repeat(5_000_000)), TOO_MUCH_AT_ONCE],
      ['with a cell of 300,000 entities', () => sheet(`<c><v>${'&amp;'.repeat(300_000)}</v></c>`), TOO_LONG],
      [
        'with a cell of many CDATA sections',
        () => sheet(`<c><v>${'<![CDATA[aaaa]]>'.repeat(300_000)}</v></c>`),
        TOO_LONG,
      ],
      [
        'with a rich text of a million runs',
        () => sheet(`<c t="inlineStr"><is>${'<r><t>abc</t></r>'.repeat(300_000)}</is></c>`),
        TOO_LONG,
      ],
      ['whose 10,000 cells share one long text', () => sharedText('x'.repeat(32_767), 10_000), UNPACKED],
      [
        'whose format makes 255 characters of each number',
        () =>
          zip(
            workbookParts('<row><c s="0"><v>1</v></c></row>'.repeat(100_000), {
              'xl/styles.xml': `<a><numFmt numFmtId="200" formatCode="&quot;${'x'.repeat(250)}&quot;0"/><cellXfs><xf numFmtId="200"/></cellXfs></a>`,
            }),
          ),
        UNPACKED,
      ],
      [
        'of 200,000 merged ranges',
        () => sheet(numbers(200_000, (at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`)),
        'The sheet has more than 100,000 merged ranges: save it as .csv.',
      ],
      [
        'of 100,000 number formats',
        () =>
          zip(
            workbookParts(HEADINGS, {
              'xl/styles.xml': `<a>${numbers(100_000, (at) => `<numFmt numFmtId="${at}" formatCode="0"/>`)}</a>`,
            }),
          ),
        'The workbook has too many number formats: save it as .csv.',
      ],
      [
        'of a million cell styles',
        () =>
          zip(
            workbookParts(HEADINGS, {
              'xl/styles.xml': `<cellXfs>${'<xf numFmtId="1"/>'.repeat(1_000_000)}</cellXfs>`,
            }),
          ),
        'The workbook has too many number formats: save it as .csv.',
      ],
      [
        'of 100,000 sheets',
        () =>
          zip({
            ...workbookParts(HEADINGS),
            'xl/workbook.xml': `<a>${'<sheet name="a" id="rId1"/>'.repeat(100_000)}</a>`,
          }),
        TOO_MANY_PARTS,
      ],
      [
        'of 100,000 relationships',
        () =>
          zip({
            ...workbookParts(HEADINGS),
            '_rels/.rels': `<a>${numbers(100_000, (at) => `<Relationship Id="${at}" Target="${at}"/>`)}</a>`,
          }),
        TOO_MANY_PARTS,
      ],
      [
        'that is none, with a large type',
        () => zip({ mimetype: 'a'.repeat(5_000_000) }),
        'This is a zip file, but not a workbook.',
      ],
    ];
    const faults = await faultsOf(
      bombs.map(([what, ...one]) => [what, one] as const),
      async ([file, message]) => expect(await read(await file())).toBe(message),
    );
    expect(faults).toEqual({});
  });

  test('of 3 million columns that are hidden is read', async () => {
    expect(
      await read(
        await sheet(
          `<cols>${'<col min="1" max="16384" hidden="1"/>'.repeat(100_000)}</cols><sheetData>${HEADINGS}</sheetData>`,
        ),
      ),
    ).toBe(1);
  });
});

// More than a set can hold ends the process that reads it.
test('a workbook that hides a billion columns before the first is read', async () => {
  const hidden = '<cols><col min="-1000000000" max="16384" hidden="1"/></cols>';
  expect(await read(await sheet(`${hidden}<sheetData>${HEADINGS}</sheetData>`))).toBe(1);
});

describe('the process of a reading', () => {
  const path = join(directory, 'large');
  const data = { path, name: 'large.xlsx', encoding: null };
  beforeAll(async () => {
    const texts = numbers(1_000_000, (at) => `<si><t>${at}</t></si>`);
    writeFileSync(path, await zip(workbookParts(HEADINGS, { 'xl/sharedStrings.xml': `<sst>${texts}</sst>` })));
  });

  test.each([
    ['memory', { megabytes: 16, milliseconds: 60_000 }],
    ['time', { megabytes: 256, milliseconds: 100 }],
  ])('that needs too much %s ends with a reason; the next one reads the file', async (what, limits) => {
    const reader = new SheetProcess(data, undefined, limits);
    const reading = reader.ask('open').finally(() => reader.end());
    const file = [`Reading this file takes too much ${what}: split it, or save a workbook as .csv.`];
    await expect(reading).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { file } });
    expect(await withSheet(data, rowCount)).toBe(1);
  });

  test('of a caller who leaves ends', async () => {
    const path = join(directory, 'long');
    writeFileSync(path, `Make\n${'Honda\n'.repeat(90_000)}`);
    const leaving = new AbortController();
    const reading = withSheet({ path, name: 'a.csv', signal: leaving.signal }, async ({ rows }) => {
      for await (const _ of rows) leaving.abort();
    });
    await expect(reading).rejects.toThrow('The request was cancelled.');
  });
});

describe('a text file', () => {
  test('of a quoted cell of 49 MB is refused', async () => {
    expect(await read(`Make\n"${'a'.repeat(49_000_000)}"`, 'a.csv')).toMatch(/^Row 2 is too long/);
  });

  test('of a line of 49 MB is refused', async () => {
    expect(await read('a'.repeat(49_000_000), 'a.csv')).toMatch(/^Row 1 is too long/);
  });

  test('of many empty columns has no rows', async () => {
    expect(await read(`${','.repeat(1_900_000)}\n`.repeat(8), 'a.csv')).toBe(0);
  });

  test.each([
    ['in one line', ','.repeat(49_000_000)],
    ['in many lines of one row', `${','.repeat(1_900_000)}"\n"`.repeat(25)],
  ])('of 49 million empty columns %s is refused', async (_where, text) => {
    expect(await read(text, 'a.csv')).toMatch(/^Row 1 is too long/);
  });

  test('of 1.9 million columns is refused', async () => {
    expect(await read(`${'a,'.repeat(900_000)}\n`, 'a.csv')).toBe('Row 1 has more than 300 columns.');
  });

  test('of 49 million lines is refused', async () => {
    const message = 'The sheet has more than 1,048,576 rows: split it.';
    expect(await read('\r'.repeat(49_000_000), 'a.csv')).toBe(message);
    expect(await read(await sheet('<row/>'.repeat(1_100_000)))).toBe(message);
  });
});

test('a long text that belongs to many rows is not filled down into all of them', () => {
  const rows = 100_000;
  const merged = [0, 1, 2].flatMap((left) => [
    { top: 2, left, bottom: rows, right: left },
    { top: 2, left, bottom: rows, right: 299 },
  ]);
  const cells = new MergedCells(merged);
  const text = 'x'.repeat(32_767);
  cells.fill({ number: 2, cells: [text, text, text] });
  const fillAll = () => {
    for (let number = 3; number <= rows; number += 1) cells.fill({ number, cells: [] });
  };
  expect(fillAll).toThrow('The given data was invalid.');
  expect(cells.filled).toBeLessThan(1_000);
});

test('long texts in the place of headings are compared with none', () => {
  const long = [`number${'0'.repeat(32_000)}x`, `a${' '.repeat(32_000)}x`];
  expect(suggestedFields(Array.from({ length: 300 }, (_, index) => long[index % 2]!))).toEqual(Array(300).fill(null));
});

test('cells of nothing but blanks between two models, and measures of as many digits, take no time', () => {
  const cell = `CB 500;${' '.repeat(32_750)}CB 600`;
  for (let row = 0; row < 300; row += 1) expect(modelsIn(cell)).toEqual(['CB 500', 'CB 600']);
  expect(replaceModel('CB 500 ;\t CB 600 , CB 1,300', 'cb 600', '$& CB')).toBe('CB 500 ;\t $& CB , CB 1,300');
  for (let row = 0; row < 300; row += 1)
    expect(readMeasure(`${'1'.repeat(32_750)}x`, { isMetric: true, hasThousandths: false })).toHaveProperty('wrong');
});
