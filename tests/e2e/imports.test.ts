import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { longWork } from '../../server/outside/postgres/connections';
import { createModel, createUser } from '../support/factories';
import { csv, type Row, xlsx } from '../support/sheets';
import { intercept, PHONE, sharedSite } from '../support/site';

const site = sharedSite();

const admin = (options = {}) => site.openAs('admin@example.com', options);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Rows by result' }).getByRole('link', { name });
/** Searches the page itself, because announced texts are in the live region as well. */
const says = (page: Page, words: string) => page.locator('main').getByText(words).waitFor();
const focusedValue = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
const sql = (statement: string, params?: unknown[]) => site.app.sql(statement, params);
const catalogue = () => sql(`select md5(string_agg(m::text, '' order by id)) as models from models m`);
const total = async () => Number((await sql('select count(*) from models'))[0]?.count);

const sheet = (name: string, rows: Row[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(csv(rows)) });
type File = ReturnType<typeof sheet>;

/** The first models of a complete export, as rows of cells. */
async function completeExport(page: Page, count: number): Promise<string[][]> {
  const response = await page.request.get('/api/products/download?format=csv&complete=true');
  const lines = (await response.text()).replace('\uFEFF', '').split('\r\n');
  return lines.slice(0, count + 1).map((line) => (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map(cellOf));
}
const cellOf = (text: string) =>
  text
    .replace(/,$/, '')
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');

/** Uploads a sheet on the import page, which then opens the import. */
async function bring(page: Page, file: File) {
  await page.goto('/products/import');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.waitForURL('**/products/import/show?id=*');
  await heading(page, 'Map the columns');
}

async function check(page: Page) {
  await button(page, 'Check').click();
  await heading(page, 'Results of the check');
}

async function apply(page: Page) {
  await button(page, 'Apply').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  const words = await dialog.innerText();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  return words;
}

async function saved(page: Page, act: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}

const openExports = async (page: Page) => button(page, 'Export').click();
const exportsOf = (page: Page) => page.getByRole('list', { name: 'Export' });

describe('exports', () => {
  test('an administrator downloads four files, a locksmith with the flag three, and others none', async () => {
    const models = await total();
    const page = await admin();
    await page.goto('/products/list');
    const make = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Honda', exact: true });
    await make.click();
    await openExports(page);
    expect(await make.getAttribute('aria-expanded')).toBe('false');
    expect(await exportsOf(page).getByRole('listitem').allInnerTexts()).toEqual(['Excel', 'CSV', 'XML', 'Complete']);

    const sheet = await saved(page, () => exportsOf(page).getByRole('button', { name: 'CSV' }).click());
    expect(sheet.name).toBe('products.csv');
    expect(sheet.bytes.toString()).toMatch(/^\uFEFFCompany Detail,Model,YEAR,ILCO/);
    await page.getByText(`products.csv downloaded: ${models.toLocaleString('en-US')} models`).waitFor();
    const book = await saved(page, () => exportsOf(page).getByRole('button', { name: 'Excel' }).click());
    expect([book.name, book.bytes.subarray(0, 2).toString()]).toEqual(['products.xlsx', 'PK']);
    await exportsOf(page).getByRole('link', { name: 'Complete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Export' }).waitFor();
    const complete = await saved(page, () => button(page, 'Complete export, CSV').click());
    expect(complete.name).toBe('products-complete.csv');
    expect(complete.bytes.toString()).toMatch(/^\uFEFFID,Company Detail/);

    const user = await createUser(site.app, { databaseDownloadAllowed: true });
    const allowed = await site.openAs(user);
    await allowed.goto('/product?company=53&m=year');
    await openExports(allowed);
    expect(await exportsOf(allowed).getByRole('listitem').allInnerTexts()).toEqual(['Excel', 'CSV', 'XML']);
    const xml = await saved(allowed, () => exportsOf(allowed).getByRole('button', { name: 'XML' }).click());
    expect([xml.name, xml.bytes.toString().split('</product>').length - 1]).toEqual(['products.xml', models]);
    await sql('update users set database_download_allowed = false where id = ?', [user.id]);
    await exportsOf(allowed).getByRole('button', { name: 'CSV' }).click();
    await allowed.getByRole('region', { name: 'Downloads' }).getByRole('alert').waitFor();
    await allowed.reload();
    await allowed.getByRole('button', { name: '2007' }).waitFor();
    expect(await button(allowed, 'Export').count()).toBe(0);
    await allowed.goto('/products/export');
    await allowed.waitForURL('**/product?company=53&m=year');
  });

  test('an incomplete file is not saved, and an error is shown', async () => {
    // The response announces three models, sends one, and disconnects.
    const broken = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-total-rows': '3' });
      response.write('Model\r\nCB 500\r\n');
      setTimeout(() => response.destroy(), 200);
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const { port } = broken.address() as AddressInfo;
    const page = await admin();
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await page.goto('/products/export');
    const panel = page.getByRole('region', { name: 'Downloads' });
    const attempt = async (answer: Parameters<typeof intercept>[2], words: string) => {
      await page.unrouteAll();
      await intercept(page, '**/api/products/download*', answer);
      await button(page, 'Export, CSV').click();
      await panel.getByText(words).waitFor();
      await button(page, 'Dismiss products.csv').click();
      await expect.poll(() => panel.count()).toBe(0);
    };
    const refuse = (status: number, message: string) =>
      attempt((route) => route.fulfill({ status, json: { message } }), message);
    await attempt((route) => route.abort(), 'The server did not respond. Nothing was saved.');
    await attempt(
      (route) => route.continue({ url: `http://127.0.0.1:${port}/` }),
      'The connection was lost. The file is incomplete: nothing was saved.',
    );
    await attempt(
      (route) => route.fulfill({ body: 'Model\r\nCB 500\r\n', headers: { 'x-total-rows': '3' } }),
      'The file is incomplete: nothing was saved.',
    );
    await refuse(403, 'You may not do this.');
    await refuse(429, '3 downloads are running already. Please try again shortly.');
    await refuse(503, 'The database is not responding.');

    await page.unrouteAll();
    await intercept(page, '**/api/products/download*', () => {});
    await button(page, 'Export, CSV').click();
    await button(page, 'Cancel products.csv').click();
    await expect.poll(() => panel.count()).toBe(0);
    expect(downloads).toBe(0);

    await page.unrouteAll();
    await intercept(page, '**/api/products/download*', (route) => route.abort());
    await button(page, 'Export, CSV').click();
    await panel.getByRole('alert').waitFor();
    await page.unrouteAll();
    expect((await saved(page, () => button(page, 'Retry products.csv').click())).name).toBe('products.csv');

    await intercept(page, '**/api/products/download*', (route) =>
      route.fulfill({ status: 401, json: { message: 'Please sign in.' } }),
    );
    await button(page, 'Export, CSV').click();
    await page.waitForURL('**/login');
    await page.context().close();
    broken.close();
  });
});

describe('an administrator at a phone', () => {
  let page: Page;
  beforeAll(async () => {
    page = await admin({ viewport: PHONE });
  });
  afterAll(() => page.context().close());

  test('edits a complete export, imports it, sees it in the lookup, and undoes it', async () => {
    const before = await catalogue();
    const [head, ...rows] = await completeExport(page, 60);
    const at = (heading: string) => head?.indexOf(heading) ?? -1;
    const [one, two] = [rows[3]!, rows[17]!];
    one[at('ILCO')] = 'EDITED 1';
    two[at('Spacing 3')] = '.777';
    two[at('Tips')] = '=1+1, "quoted"';
    await bring(page, sheet('products-complete.csv', [head!, ...rows]));
    await page.reload();
    await heading(page, 'Map the columns');
    expect(await page.getByLabel(/Column A, ID, contains/).inputValue()).toBe('ID');
    await check(page);
    await tab(page, 'Changed').getByText('2').waitFor();
    await tab(page, 'Unchanged').getByText('58').waitFor();
    const list = page.getByRole('list', { name: 'Changed rows' });
    await list.getByText('EDITED 1').waitFor();
    const words = (await list.innerText()).replace(/\s+/g, ' ');
    expect(words).toContain(`Row 5 ${one[at('Company Detail')]} ${one[at('Model')]} ${one[at('YEAR')]} ILCO`);
    expect(words).toContain('Row 19');
    expect(words.match(/EDITED 1|\.777|=1\+1, "quoted"/g)).toHaveLength(3);
    expect(await list.locator('dt').count()).toBe(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.reload();
    await tab(page, 'Changed').getByText('2').waitFor();
    expect(await catalogue()).toEqual(before);

    const asked = await apply(page);
    expect(asked).toContain('Applying it changes 2 models.');
    await heading(page, 'Applied');
    await says(page, '2 models changed.');
    await page.reload();
    await heading(page, 'Applied');

    const [model] = await sql('select * from models where id = ?', [Number(one[at('ID')])]);
    const locksmith = await site.openAs('user@example.com', { viewport: PHONE });
    await locksmith.goto(`/product?company=${model?.make_id}&m=year&value=${model?.year}&id=${model?.id}`);
    await locksmith.getByText('EDITED 1').waitFor();
    await locksmith.context().close();

    await button(page, 'Undo').click();
    await page.getByRole('alertdialog').getByText('restores the earlier values of 2 models').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await heading(page, 'Undone');
    await says(page, '2 models restored.');
    const fields = await sql('select ilco from models where id = ?', [model?.id]);
    expect(fields[0]?.ilco).not.toBe('EDITED 1');

    await page.getByRole('link', { name: 'Imports', exact: true }).click();
    await page.getByRole('link', { name: 'products-complete.csv' }).first().waitFor();
  });

  test('reads another sheet, row of headings and encoding, and fills groups and open years', async () => {
    const rows = [
      ['Valid from today'],
      ['Make', 'Model', 'Year', 'ILCO', 'Ignition'],
      ['Honda', 'Grouped', '1998-2000', 'NULL', '4-Mar'],
      ['', 'Open', '2001+', 'X1', ''],
    ];
    const book = await xlsx(
      [
        ['Make', 'Model', 'Year', 'OEM', 'JMA', 'JET'],
        ['Honda', 'Wrong', 2001],
      ],
      (_sheet, all) => {
        all.addWorksheet('Key data').addRows(rows);
      },
    );
    await bring(page, { name: 'two sheets.xlsx', mimeType: 'application/octet-stream', buffer: book });
    await says(page, 'Read: Sheet “Sheet1” of 2, headings from row 1.');
    const former = page.url();
    await button(page, 'Read another sheet').press('Enter');
    await page.getByLabel('Sheet', { exact: true }).selectOption('Key data');
    await page.getByLabel('Heading row').fill('2');
    await page.getByLabel('Heading row').press('Enter');
    await says(page, 'Read: Sheet “Key data” of 2, headings from row 2.');
    expect(page.url()).not.toBe(former);
    await page.getByLabel('Fill empty cells of Make down from the row above').press('Space');
    await page.getByLabel('Last year of open ranges (1996+)').fill('2002');
    await check(page);
    await says(page, 'ILCO: 1 cell says “NULL”, which was read as no value. Models keep their current values there.');
    await says(page, 'Rows with several years are listed once for each year: 3 rows more than in the file.');
    await tab(page, 'New').getByText('2', { exact: true }).waitFor();
    await tab(page, 'Refused').getByText('3', { exact: true }).waitFor();
    await tab(page, 'Refused').click();
    // The three years of the row are mended in one place.
    const third = page.getByRole('group', { name: 'Row 3', exact: true });
    await third.getByLabel('Ignition').fill('3-4');
    expect(await third.count()).toBe(1);
    await button(page, 'Check again').click();
    await tab(page, 'New').getByText('5', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'New rows' }).getByText('Honda Grouped 1999').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await button(page, 'Change columns').click();
    expect(await page.getByLabel('Last year of open ranges (1996+)').inputValue()).toBe('2002');

    const czech = Buffer.from('Make,Model,Year\nHonda,\xa9koda,2001\n', 'latin1');
    const file = { name: 'czech.csv', mimeType: 'text/csv', buffer: czech };
    await bring(page, file);
    await page.reload();
    await page.getByLabel('Encoding').selectOption('iso-8859-2');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Choose the file and read again').click(),
    ]);
    await chooser.setFiles(file);
    await says(page, 'Škoda');
    // The former readings are deleted.
    const count = () =>
      sql(`select count(*)::int as n from imports where file_name in ('czech.csv', 'two sheets.xlsx')`);
    await expect.poll(count).toEqual([{ n: 2 }]);

    const id = new URL(page.url()).searchParams.get('id');
    await button(page, 'Delete import').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/products/import');
    await page.getByText('Import deleted').waitFor();
    await page.goto(`/products/import/show?id=${id}`);
    await page.getByText('There is no such import.').waitFor();
  });

  test('imports a reference in the shape of the trade’s with nothing retyped', async () => {
    const buffer = await readFile('tests/support/tradeReference.csv');
    await bring(page, { name: 'trade.csv', mimeType: 'text/csv', buffer });
    await says(page, '“Key Blank” does not say whose blanks these are: it was matched with ILCO.');
    for (const field of ['Make', 'Model', 'Year'])
      await page.getByLabel(`Fill empty cells of ${field} down from the row above`).press('Space');
    expect(await page.getByText('12 rows look like it, such as “CBR 600RR, CBR 900, Hornet”.').count()).toBe(1);
    await page.getByLabel('Several models in a cell, separated by commas').press('Space');
    await page.getByLabel('First year of ranges without one (pre 1993, All)').fill('1980');
    await page.getByLabel('Last year of open ranges (1996+)').fill('2006');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await check(page);
    await says(page, 'Rows with several models or years are listed once for each: ');
    await says(page, 'two names of one blank, which are recorded with a slash');
    expect(await tab(page, 'Refused').count()).toBe(0);
    const before = await total();
    const created = Number((await tab(page, 'New').innerText()).replace(/\D/g, ''));
    await apply(page);
    await heading(page, 'Applied');
    expect(await total()).toBe(before + created);
    const [model] = await sql(`select ilco, code_series, locks from models where name = 'CBR 900' and year = 1999
      and how_to_tell = 'Long blade'`);
    expect(model).toEqual({ ilco: 'X265 / HD109', code_series: 'J00-U39', locks: 'All (Except Luggage)' });
  });

  test('imports a list of key systems after a look at what it does', async () => {
    await page.goto('/products/import');
    await page.getByRole('link', { name: 'Import key systems' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import key systems' }).waitFor();
    const list = sheet('systems.csv', [
      ['ITL no.', 'Name', 'Space 1', 'Space 2', 'Space 3', 'Depth 1', 'Depth 2'],
      ['9001', 'Trade one', '098', '197', '0.000', '276', '244'],
      ['9002', 'Trade two', 'wide', '197', '', '276', '244'],
    ]);
    await page.getByLabel('File to import').setInputFiles(list);
    await says(page, 'Importing systems.csv writes 1 new key system, 0 changed. 1 refused row is left out.');
    await tab(page, 'Refused').click();
    await expect.poll(() => page.getByText('Trade one').count()).toBe(0);
    expect(await page.getByText('“wide” is not a measure.').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await button(page, 'Import 1 key system').click();
    await page.waitForURL('**/key-systems/list');
    await page.getByText('1 new key system, 0 changed').waitFor();
    const [system] = await sql(
      `select itl, spacing[1] as first, spacing[3] as third from key_systems where name = 'Trade one'`,
    );
    expect(system).toEqual({ itl: '9001', first: '.098', third: '' });
  });

  test('maps an unknown sheet by hand; refused rows are shown and listed in the result file', async () => {
    const name = 'Foreign';
    const maker = "Nobody's";
    await bring(
      page,
      sheet('somebodys.csv', [
        ['Who', 'What', 'When', 'Which', 'Colour'],
        ['Honda', name, 2004, 'X1', 'red'],
        ['Hnda', `${name} old`, 1850, 'X2', 'red'],
        [maker, name, 2005, 'X3', 'blue'],
        ['honda', name.toUpperCase(), 2004, 'X4', 'blue'],
      ]),
    );
    const column = (letter: string) => page.getByLabel(new RegExp(`^Column ${letter}, `));
    await page.getByText('Still needed: Make, Model and Year, or the ID.').waitFor();
    await button(page, 'Check').click();
    await page.getByText('Choose the column that contains the make, or the ID.').waitFor();
    await column('E').selectOption('MAKE');
    await column('A').selectOption('MAKE');
    await says(page, 'Make is taken from column E, which is left out now.');
    expect(await column('E').inputValue()).toBe('');
    await column('B').selectOption('MODEL');
    await column('C').selectOption('YEAR');
    await column('D').selectOption('ILCO');
    await page.getByText('4 of 5 columns are used, 1 left out.').waitFor();
    await check(page);
    await page
      .getByText(`2 makes of this file are not in the catalogue, so their rows are refused: Hnda and ${maker}.`)
      .waitFor();
    await tab(page, 'Refused').click();
    await page.waitForURL('**show=refused');
    await page.getByRole('list', { name: 'Refused rows' }).getByText(`There is no make ${maker}.`).waitFor();

    // A refused row is mended on the page, stored with the import, and checked without a new file.
    const third = page.getByRole('group', { name: 'Row 3', exact: true });
    await third.getByText('There is no make Hnda.').waitFor();
    await third.getByLabel('When · Year').fill('2006');
    await third.getByRole('button', { name: 'Yes: Honda in row 3' }).press('Enter');
    await third.getByText('Edited, not yet checked').waitFor();
    expect(await focusedValue(page)).toBe('Honda');
    await says(page, '1 edited row is saved with the import.');
    await page.getByText(`1 make of this file is not in the catalogue, so its rows are refused: ${maker}.`).waitFor();
    await page.reload();
    await third.getByText('Edited, not yet checked').waitFor();
    await third.getByText('In the file: 1850').waitFor();
    expect(await third.getByLabel('When · Year').inputValue()).toBe('2006');
    expect(await button(page, 'Apply').count()).toBe(0);
    await third.getByLabel('Which · ILCO').fill('X2 mended');
    await button(page, 'Check again').click();
    await tab(page, 'Refused').getByText('1', { exact: true }).waitFor();
    await tab(page, 'New').getByText('2').waitFor();
    await tab(page, 'Duplicates').click();
    await page.getByText('Row 2 is for the same model.').waitFor();
    const result = await saved(page, () => button(page, 'Result file').click());
    expect(result.name).toBe('somebodys-result.csv');
    expect(result.bytes.toString()).toContain(`There is no make ${maker}.`);

    await button(page, 'Change columns').click();
    await heading(page, 'Map the columns');
    await page.reload();
    await heading(page, 'Map the columns');
    await page.getByText(`According to the last check: ${maker}.`).waitFor();
    await page.getByText('Create missing makes').click();
    await check(page);
    await tab(page, 'New').getByText('3').waitFor();
    const asked = await apply(page);
    expect(asked).toContain('Applying it creates 3 new models.');
    expect(asked).toContain(`1 missing make is created: ${maker}.`);
    expect(asked).toContain('1 duplicate is left out.');
    await says(page, '3 models created.');
    const made = await sql('select name, year, ilco from models where name ilike ? order by year', [`${name}%`]);
    expect(made).toEqual([
      { name, year: 2004, ilco: 'X1' },
      { name, year: 2005, ilco: 'X3' },
      { name: `${name} old`, year: 2006, ilco: 'X2 mended' },
    ]);
    await sql(`update models set jma = 'SINCE', version = version + 1 where name = ? and year = 2005`, [name]);
    await button(page, 'Undo').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await heading(page, 'Undone');
    await says(page, '2 models deleted again');
    await says(page, '1 model was not reverted');
    await page.getByRole('listitem').getByText(`${maker} ${name} 2005`, { exact: true }).first().waitFor();
  });
});

test('a bad file shows the reason, and an upload can be cancelled: neither changes anything', async () => {
  const before = await catalogue();
  const imports = await sql('select count(*) from imports');
  const page = await admin();
  await page.goto('/products/import');
  const empty = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) };
  await page.locator('input[type=file]').setInputFiles(empty);
  await page.getByRole('alert').getByText('The file is empty.').waitFor();
  await button(page, 'Choose a file').waitFor();
  expect(await catalogue()).toEqual(before);
  expect(await sql('select count(*) from imports')).toEqual(imports);

  // An upload can be cancelled, and following a link asks before it aborts the upload.
  await intercept(page, '**/graphql', (route) =>
    route.request().postData()?.includes('StartImport') ? undefined : route.continue(),
  );
  await page.locator('input[type=file]').setInputFiles(sheet('slow.csv', [['Make'], ['Honda']]));
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await page.getByRole('alertdialog').getByText('It would have to be uploaded again.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await button(page, 'Cancel').click();
  await button(page, 'Choose a file').waitFor();
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await page.waitForURL('**/userlogs');
});

describe('with its own model', () => {
  const rows = (ilco: string): Row[] => [
    ['Make', 'Model', 'Year', 'ILCO'],
    ['Honda', 'Own', 2001, ilco],
  ];
  let page: Page;
  beforeAll(async () => {
    page = await admin();
    await createModel(site.app, { id: 53 } as Make, { name: 'Own', year: 2001 });
  });
  afterEach(() => page.unrouteAll());
  afterAll(() => page.context().close());

  test('what has changed since the check is checked again; a lost answer or leaving the page ends nothing', async () => {
    await bring(page, sheet('own.csv', rows('A1')));
    await check(page);
    await sql(`update models set jma = 'NEWER', version = version + 1 where name = 'Own'`);
    await apply(page);
    await page.getByText(/^The catalogue has changed since this import was checked/).waitFor();
    await button(page, 'Check again').click();
    await expect.poll(() => button(page, 'Check again').count()).toBe(0);
    await heading(page, 'Results of the check');

    await sql(`create function wait() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(7); return new; end $$`);
    await sql(
      `create trigger wait before update on models for each row when (new.name = 'Own') execute function wait()`,
    );
    const em = site.app.orm.em.fork();
    await longWork(() => em.begin());
    await em.execute('select pg_advisory_xact_lock(7)');
    let isLost = false;
    await intercept(page, '**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation ApplyImport')) return route.continue();
      await route.fetch();
      await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' });
      isLost = true;
    });
    await apply(page);
    await heading(page, 'Applying the import');
    await expect.poll(() => isLost).toBe(true);
    const own = page.url();
    await page.getByRole('link', { name: 'Imports', exact: true }).click();
    await page.getByText(/^Applying · \d+ %$/).waitFor();
    await page.getByRole('link', { name: 'own.csv' }).first().click();
    await heading(page, 'Applying the import');
    const other = await admin({ viewport: PHONE });
    await other.goto(own);
    await heading(other, 'Applying the import');
    await em.rollback();
    for (const shown of [page, other]) {
      await heading(shown, 'Applied');
      await says(shown, '1 model changed.');
      expect(await shown.getByRole('alert').count()).toBe(0);
    }
    await sql('drop trigger wait on models');
  });

  test('a task shows its progress and its failure where it was started, also later, and can be retried', async () => {
    await bring(page, sheet('own.csv', rows('A3')));
    const id = Number(new URL(page.url()).searchParams.get('id'));
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    // As on the server: the lock shows that a task is running, the row shows its progress.
    const work = longWork(() =>
      site.app.orm.em.fork().transactional(async (em) => {
        await em.execute('select pg_advisory_xact_lock(1838, ?)', [id]);
        await sql(`update imports set progress = '{"task":"check","done":300,"total":1200}' where id = ?`, [id]);
        await done;
      }),
    );
    await expect
      .poll(async () => (await sql('select progress from imports where id = ?', [id]))[0]?.progress)
      .toBeTruthy();
    await page.reload();
    await heading(page, 'Checking every row');
    await page.getByText('300 of 1,200 rows').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('300');
    await page.goto('/products/import');
    await page.getByText('Checking · 25 %').waitFor();
    await page.goBack();
    await page.getByText('300 of 1,200 rows').waitFor();
    finish();
    await work;
    await heading(page, 'Map the columns');
    // As after a crash: the lock is gone, but the task is not finished.
    const interrupted = page.getByRole('alert').getByText('The server was interrupted before this import was checked.');
    await interrupted.waitFor();
    await page.goto('/products/import');
    await page.getByText('Checking interrupted').waitFor();
    await page.goBack();
    await button(page, 'Retry').click();
    await heading(page, 'Results of the check');
    expect(await interrupted.count()).toBe(0);

    await sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    const broken = `create trigger fail before update on models for each row when (new.name = 'Own') execute function fail()`;
    await sql(broken);
    await apply(page);
    const alert = page.getByRole('alert').getByText('A server error occurred. Please try again later.');
    await alert.waitFor();
    await heading(page, 'Results of the check');
    await page.reload();
    await alert.waitFor();
    await page.goto('/products/import');
    await page.getByText('Applying failed').waitFor();
    await page.goBack();
    await alert.waitFor();
    await sql('drop trigger fail on models');
    await button(page, 'Retry').click();
    await heading(page, 'Applied');
    expect(await alert.count()).toBe(0);
    await sql(broken);
    await button(page, 'Undo').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await alert.waitFor();
    await heading(page, 'Applied');
    await sql('drop trigger fail on models');
    await button(page, 'Retry').click();
    await heading(page, 'Undone');
  });

  test('everything works with the keyboard alone', async () => {
    /** Tabs to the element with this name, and presses it. */
    const press = async (name: string, key = 'Enter') => {
      const isThere = () =>
        page.evaluate((wanted) => {
          const { activeElement } = document;
          return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent) === wanted;
        }, name);
      for (let tabs = 0; tabs < 200 && !(await isThere()); tabs += 1) await page.keyboard.press('Tab');
      expect(await isThere(), name).toBe(true);
      await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.goto('/products/list');
    await page.getByRole('link', { name: 'Import' }).first().waitFor();
    await press('Export');
    expect((await saved(page, () => press('CSV'))).name).toBe('products.csv');
    await press('Import');
    await page.waitForURL('**/products/import');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose a file')]);
    await chooser.setFiles(sheet('own.csv', rows('A4')));
    await heading(page, 'Map the columns');
    await press('Column D, ILCO, contains', 'End');
    await press('Check');
    await expect.poll(focused).toBe('Results of the check');
    await press('Apply');
    await page.getByRole('alertdialog').waitFor();
    await expect.poll(focused).toBe('Cancel');
    await press('Apply');
    await expect.poll(focused).toBe('Applied');
    const [model] = await sql(`select ilco, tips2 from models where name = 'Own'`);
    expect(model).toMatchObject({ tips2: 'A4' });
  });
});
