import { open } from 'node:fs/promises';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { yieldingToRequests } from '../../server/catalogue/export/exportRows';
import { snapshotStream } from '../../server/catalogue/export/exportStream';
import { KEY_DATA, keyDatum } from '../../server/catalogue/keyData';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Commit } from '../../server/gate/operation';
import { guardedCell, unguardedCell } from '../../server/outside/sheets/formulaCells';
import { Spool } from '../../server/outside/spool';
import { Traffic } from '../../server/process/traffic';
import { SEED } from '../hostile/corpus';
import { sharedApp, silent } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import { checkedImport, readWorkbook } from '../support/sheets';

fc.configureGlobal({ seed: SEED });

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let make: Make;
beforeAll(async () => {
  make = await createMake(app, { displayName: 'Müller & Söhne <1>' });
});

const download = (query: string) => app.rest('GET', `/products/download?${query}`, { as: admin });

/** Texts that are difficult for spreadsheets, XML or CSV. */
const ODD = {
  ilco: '=HYPERLINK("http://evil.example","X")',
  jma: '00123',
  jet: '-.015',
  silca: '+1-555',
  oem: "'=already guarded",
  codeSeries: '@SUM(A1)',
  transponder: 'ÄÖÜ ß € 摩托车 ключ',
  accuReader: '🏍️🔑 \u{1F6F5}',
  lishi: '<b>&amp; "quoted" \'single\'</b>',
  ignition: '_x000D_ and _x41_',
  gasCap: '  spaces around  ',
  seatAux: ']]> --> <!-- ',
  hpc: '1e5',
  itl: '\ttab first',
  dsd: '2001-02-03',
  pakaPunch: 'a,b;c\td',
  tips: 'first line\nsecond, "quoted" line\n\n=third',
  tips2: 'carriage\r\nreturn\rand\u2028separator',
};
/** As an input would have stored them. */
const STORED = Object.fromEntries(Object.entries(ODD).map(([name, text]) => [name, keyDatum(name).chosen(text)]));
const SPACING = ['.102', '=1+1', '+3', '-4.5', '-4.5.6', '007', '', '', '', '', '', 'last'];

const HEADINGS = [
  'Company Detail,Model,YEAR,ILCO,JMA,JET,SILCA,OEM',
  Array.from({ length: 12 }, (_, index) => `Spacing ${index + 1}`),
  Array.from({ length: 8 }, (_, row) => `Depth ${row + 1} 1X,Depth ${row + 1} 2X`),
  'Tips,Tips',
]
  .flat()
  .join(',')
  .split(',');

/** The texts of each `product` element, by element name. */
function parseXml(xml: string) {
  const products: Record<string, string>[] = [];
  const names: string[] = [];
  let at = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (name === 'product') products.push({});
    at = name;
    if (products.length === 1 && name !== 'product') names.push(name);
    const product = products.at(-1);
    if (product && name !== 'product') product[name] = '';
  });
  parser.on('text', (text) => {
    const product = products.at(-1);
    if (product && at in product) product[at] += text;
  });
  parser.on('closetag', () => {
    at = '';
  });
  parser.write(xml).close();
  return { products, names };
}

describe('the documented columns', () => {
  beforeAll(async () => {
    const depthValues = Array.from({ length: 16 }, (_, index) => `d${index}`);
    await createModel(app, make, { name: 'CB 500', year: 2004, ...ODD, spacing: SPACING, depthValues });
  });
  afterAll(() => app.sql('delete from models'));

  test('products.csv has exactly these, with formulas escaped and everything else unchanged', async () => {
    const { body, headers } = await download('format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(body.startsWith('\uFEFF')).toBe(true);
    const [head, ...lines] = body.slice(1).split('\r\n');
    expect(head).toBe(HEADINGS.join(','));
    expect(lines.join('\r\n')).toBe(
      `${[
        'Müller & Söhne <1>,CB 500,2004',
        `"'=HYPERLINK(""http://evil.example"",""X"")",00123,-.015,'+1-555,''=already guarded`,
        `.102,'=1+1,+3,-4.5,'-4.5.6,007,,,,,,last`,
        Array.from({ length: 16 }, (_, index) => `d${index}`).join(','),
        `"first line\nsecond, ""quoted"" line\n\n'=third","carriage\r\nreturn\rand\u2028separator"`,
      ].join(',')}\r\n`,
    );
  });

  test('products.xlsx has one sheet Products with unchanged texts and a numeric year', async () => {
    const { rawPayload } = await download('format=xlsx');
    const { name, rows } = await readWorkbook(rawPayload);
    expect(name).toBe('Products');
    expect(rows[0]).toEqual(HEADINGS);
    const { ilco, jma, jet, silca, oem, tips, tips2 } = ODD;
    expect(rows[1]?.slice(0, 8)).toEqual(['Müller & Söhne <1>', 'CB 500', 2004, ilco, jma, jet, silca, oem]);
    expect(rows[1]?.slice(8, 20)).toEqual(SPACING);
    // Office Open XML's escape for a carriage return, which exceljs does not decode.
    expect(rows[1]?.slice(-2)).toEqual([tips, tips2.replaceAll('\r', '_x000D_')]);
  });

  test('products.xml is well-formed, with names without spaces and unchanged values', async () => {
    const { body, headers } = await download('format=xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<products>\n<product>')).toBe(true);
    const { products, names } = parseXml(body);
    expect(names).toEqual([...HEADINGS.slice(0, -1).map((heading) => heading.replaceAll(' ', '')), 'Tips2']);
    expect(products[0]).toMatchObject({ ILCO: ODD.ilco, JMA: ODD.jma, Tips: ODD.tips, Spacing12: 'last' });
    expect(products[0]?.Tips2).toBe(ODD.tips2);
    expect(products[0]?.CompanyDetail).toBe('Müller & Söhne <1>');
  });
});

describe('a complete export', () => {
  beforeAll(async () => {
    const depthValues = Array.from({ length: 16 }, (_, index) => (index % 3 ? `'${index}` : ''));
    await createModel(app, make, { name: '=CB', year: 2004, sample: true, ...STORED, spacing: SPACING, depthValues });
    await createModel(app, make, { name: 'Plain', year: 1990 });
  });

  test.each(['csv', 'xlsx'])('as %s holds every field, and imports as unchanged', async (format) => {
    const { rawPayload, headers } = await download(`format=${format}&complete=true`);
    expect(headers['content-disposition']).toBe(`attachment; filename="products-complete.${format}"`);
    const checked = await checkedImport(app, admin, rawPayload, { name: `back.${format}` });
    expect(checked.columns.filter(({ field }: { field: string | null }) => field === null)).toEqual([]);
    expect(checked.columns).toHaveLength(4 + KEY_DATA.length + 5);
    expect(checked.totals).toMatchObject({ rows: 2, new: 0, changed: 0, unchanged: 2, refused: 0, duplicates: 0 });
  });

  test('as XML has a valid element name for every column', async () => {
    const { products } = parseXml((await download('format=xml&complete=true')).body);
    expect(products.map(({ Model, Seataux, Tips2, Sampledata }) => [Model, Seataux, Tips2, Sampledata])).toEqual([
      ['=CB', STORED.seatAux, STORED.tips2, 'yes'],
      ['Plain', '', '', 'no'],
    ]);
  });
});

test('of an empty catalogue is only headings, an empty array, or well-formed XML', async () => {
  await app.sql('delete from models');
  expect((await download('')).json()).toEqual([]);
  expect((await download('format=csv')).body).toBe(`\uFEFF${HEADINGS.join(',')}\r\n`);
  expect((await readWorkbook((await download('format=xlsx')).rawPayload)).rows).toEqual([HEADINGS]);
  expect(parseXml((await download('format=xml')).body).products).toEqual([]);
});

describe('formula escaping', () => {
  /** Texts made mostly of the characters that the rule checks. */
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...`'"=+-@＝＋－＠;\t\r\n1.a `) }),
    fc.double({ noNaN: true }).map(String),
  );

  test('is reversed exactly for any text', () => {
    fc.assert(
      fc.property(texts, (text) => unguardedCell(guardedCell(text)) === text),
      { numRuns: 20_000 },
    );
  });

  test('leaves nothing that a spreadsheet would execute, except plain numbers', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // A spreadsheet that separates by semicolons or tabs splits our cells and ignores our quotation marks.
        const cells = guardedCell(text).split(/[;\t\r\n]/);
        if (/^[\t\r\n]/.test(guardedCell(text))) return false;
        return cells.every((cell) => !/^"*[=+\-@＝＋－＠]/.test(cell) || /^[+-][\d.]+$/.test(cell));
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['\n=1+1', "'\n'=1+1"],
    ['Line\n\n- item\n=1+1', "Line\n\n'- item\n'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['K100;=1+1', "K100;'=1+1"],
    ['K100;"=1+1"', `K100;'"=1+1"`],
    ['1-2;-3+4;5', "1-2;'-3+4;5"],
  ])('guards %j', (text, guarded) => {
    expect(guardedCell(text)).toBe(guarded);
    expect(unguardedCell(guarded)).toBe(text);
  });

  test('takes linear time for a long cell', () => {
    // Would take more than a minute if the expression backtracked over every way to divide the digits.
    for (const long of [`+${'1'.repeat(120_000)}x`, `+1.${'1'.repeat(120_000)}x`, `${"'".repeat(120_000)}x`])
      expect(unguardedCell(guardedCell(long))).toBe(long);
  });

  test.each(['-5', '+5', '-.015', '+0.5', '5', '.102', '-10.', "'quoted", 'a=b', 'a; b', '1;-2;+.5', ''])(
    'keeps %j',
    (text) => {
      expect(guardedCell(text)).toBe(text);
    },
  );
});

describe('a download with a slow reader', () => {
  const commit: Commit = (step) => app.orm.em.fork().transactional(step);
  const log = silent;
  /** 5 MB, more than all buffers together hold. */
  const lines = async function* () {
    for (let n = 0; n < 5_000; n++) yield 'x'.repeat(1_000);
  };

  test('holds no database connection: the file is written first, and arrives unchanged', async () => {
    const ended: string[] = [];
    const watched: Commit = (step) => commit(step).finally(() => ended.push('ended'));
    const { body } = await snapshotStream({ commit: watched, user: { id: 1 }, log }, async () => 1, lines);
    await expect.poll(() => ended).toEqual(['ended']);
    let size = 0;
    for await (const chunk of body) size += chunk.length;
    expect(size).toBe(5_000_000);
  });

  test('ends at the time limit, and the user can start another', async () => {
    const reading = { commit, user: { id: 2 }, log };
    const { body } = await snapshotStream(reading, async () => 1, lines, 200);
    await expect(snapshotStream(reading, async () => 1, lines)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect.poll(() => body.errored?.message).toBe('The download took too long');
    const again = await snapshotStream(reading, async () => 1, lines);
    again.body.destroy();
  });
});

test('a download pauses before each batch while others use the server', async () => {
  let isAlone = true;
  const numbers = async function* () {
    yield* [1, 2, 3];
  };
  const batches = yieldingToRequests({ isAlone: () => isAlone }, numbers());
  const nextAtOnce = () => Promise.race([batches.next(), new Promise((done) => setImmediate(done, 'a pause'))]);
  expect(await nextAtOnce()).toEqual({ value: 1, done: false });
  isAlone = false;
  expect(await nextAtOnce()).toBe('a pause');
  expect(await batches.next()).toEqual({ value: 3, done: false });
});

test('a request is alone until another one comes, and again after a quiet second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const traffic = new Traffic();
  const isAlone = traffic.enter();
  expect(isAlone()).toBe(true);
  traffic.enter();
  vi.advanceTimersByTime(900);
  expect(isAlone()).toBe(false);
  vi.advanceTimersByTime(200);
  expect(isAlone()).toBe(true);
});

describe('a full disk', () => {
  const words =
    'The server cannot store this download: its disk is full or cannot be written. Please tell an administrator.';

  test('is reported by the spool in plain words', async () => {
    const spool = new Spool(await open('/dev/full', 'r+'));
    const pieces = async function* () {
      yield 'a piece';
    };
    await expect(spool.write(pieces())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: words });
    expect(spool.body.errored?.message).toBe(words);
  });

  test('is reported when nothing can be written at all', async () => {
    const { TMPDIR } = process.env;
    // A directory in which nobody, not even root, can create a file.
    process.env.TMPDIR = '/proc/self';
    const answer = await download('format=csv').finally(() => {
      process.env.TMPDIR = TMPDIR;
      if (TMPDIR === undefined) delete process.env.TMPDIR;
    });
    expect([answer.statusCode, answer.json()]).toEqual([503, { message: words }]);
    expect((await download('format=csv')).statusCode).toBe(200);
  });
});
