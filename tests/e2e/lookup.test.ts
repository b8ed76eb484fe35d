import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { createModel, createUser, PASSWORD } from '../support/factories';
import { DESK, intercept, PHONE, sharedSite, violations, watchShift } from '../support/site';

const site = sharedSite();

/** The sections and labels of docs/look.md, "Sheet", in their order. */
const LABELS = [
  ['Primary Key Blank', 'ILCO', 'JMA', 'JET', 'SILCA', 'OEM'],
  ['CODE SERIES', 'TRANSPONDER', 'ACCUREADER', 'LISHI'],
  ['Wafer Position', 'Ignition', 'Gas cap', 'Seat/aux'],
  ['Key Cutting Information', 'HPC card', 'ITL no.', 'DSD (HPC)', 'PAK-A-PUNCH'],
  ['Spacing', 'Depth', '1x', '2x', 'Tips', 'Tips 2', 'Product Images'],
].flat();

async function seeCbr600rr(page: Page) {
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet.getByText('Sample data: do not cut from it').waitFor();
  await sheet.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();
  const text = await sheet.innerText();
  let place = -1;
  for (const label of LABELS) {
    place = text.toLowerCase().indexOf(label.toLowerCase(), place + 1);
    expect(place, label).toBeGreaterThan(-1);
  }
  const [model] = await site.app.sql(`select * from models where make_id = 53 and name = 'CBR600RR' and year = 2007`);
  for (const column of ['code_series', 'transponder', 'ignition', 'gas_cap', 'seat_aux', 'hpc', 'dsd', 'datum']) {
    expect(text).toContain(model?.[column]);
  }
  for (const blank of String(model?.ilco).split(' / ')) expect(text).toContain(blank);
  for (const value of [...model!.spacing, ...model!.depth_values].filter(Boolean)) expect(text).toContain(value);
  await expect.poll(() => page.title()).toBe('Honda CBR600RR (2007) · Motokey');
  // The live region announces it to screen readers.
  await page.locator('[aria-live]').filter({ hasText: 'Honda CBR600RR 2007 loaded' }).waitFor({ state: 'attached' });
}

/**
 * Types a bitting and a measured depth, reads the cut list in either unit, and goes from the drawing to the table and back. None
 * of it is sent, except which unit they read.
 */
async function drawTheKey(page: Page) {
  const sent: string[] = [];
  page.on('request', (request) => {
    const isUnit = request.postData()?.includes('ChooseLengthUnit');
    if (!isUnit && !request.url().includes('/assets/')) sent.push(request.url());
  });
  const sheet = page.getByRole('region', { name: 'Key data' });
  const cut = (text: string) => sheet.getByRole('img', { name: text });
  await cut('5 positions, .098 to .492 from the shoulder; 3 depths, .276 to .213 (1x). Without cuts.').waitFor();
  await sheet.getByLabel('Bitting').fill('1-3-2-9');
  await sheet.getByText('Depth 9 is not one of 1, 2, 3.').waitFor();
  await sheet.getByLabel('Bitting').fill('13231');
  await sheet.getByLabel('Direction').selectOption('bow to tip');
  await cut('Cut from bow to tip: 1, 3, 2, 3, 1.').waitFor();
  await sheet.getByLabel('Measured depth').fill('.250');
  await sheet.getByText('Nearest depth: 2 (.244, 1x), measured 0.006 more.').waitFor();

  const second = sheet.getByRole('table', { name: 'Cut list' }).getByRole('row').nth(2);
  await expect.poll(() => second.innerText()).toMatch(/^2\s+\.197\s+5\.00 mm\s+3\s+\.213\s+5\.41 mm$/);
  const files = { CSV: '.csv', 'SVG 1:1': '.svg', 'DXF 1:1': '.dxf' };
  for (const [name, ending] of Object.entries(files)) {
    const [file] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name }).click()]);
    expect(file.suggestedFilename()).toBe(`cut-list-honda-cbr600rr-2007${ending}`);
  }
  const units = sheet.getByRole('group', { name: 'inch / mm' });
  await units.getByRole('radio', { name: 'mm' }).check();
  await expect.poll(() => second.innerText()).toMatch(/^2\s+5\.00\s+\.197 in\s+3\s+5\.41\s+\.213 in$/);
  await cut('The key, drawn in mm: 5 positions, 2.49 to 12.50 from the shoulder').waitFor();
  const rows = sheet.getByRole('table', { name: 'Spacing' }).getByRole('row');
  expect(await rows.nth(2).innerText()).toMatch(/^2\s+5\.00 mm\s+\.197 in$/);
  const chosen = page.waitForResponse((response) => response.request().postData()?.includes('"INCH"') ?? false);
  await units.getByRole('radio', { name: 'inch' }).check();
  expect(await (await chosen).json()).toMatchObject({ data: { chooseLengthUnit: { lengthUnit: 'INCH' } } });

  await sheet.getByRole('radio', { name: 'Position 1: .098' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => sheet.locator('[data-highlighted]').first().innerText()).toContain('.197');
  await sheet.getByRole('table', { name: 'Spacing' }).getByRole('rowheader', { name: '3', exact: true }).click();
  await expect.poll(() => sheet.getByRole('radio', { name: 'Position 3: .295' }).isChecked()).toBe(true);
  expect(sent.filter((url) => !url.startsWith('blob:'))).toEqual([]);
}

/** The lines of a job sheet to fill in. */
const LINES = ['Customer', 'Plate', 'Proof of ownership', 'Key code', 'Cuts', 'Date', 'Technician'];

describe('a locksmith at a desk', () => {
  test('finds a Honda by year', async () => {
    // Their own user, because the unit that they choose stays.
    const page = await site.openAs(await createUser(site.app));
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
    expect(new URL(page.url()).search).toMatch(/company=53&m=year&value=2007&id=\d+/);
    await page.reload();
    await seeCbr600rr(page);
    await drawTheKey(page);

    await page.goto('/product?company=53&m=year');
    const filter = page.getByRole('searchbox', { name: 'Filter years and models' });
    await filter.fill('cbr600');
    // The matching models are expanded below their years.
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).nth(5).waitFor();
    expect(await page.getByRole('link', { name: 'CBF600' }).count()).toBe(0);
    await filter.fill('600rr 07');
    await filter.press('Enter');
    await seeCbr600rr(page);
  });

  test('finds a Honda by model, from another make, through the sidebar', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await sidebar.getByRole('button', { name: 'Yamaha' }).click();
    await sidebar.getByRole('list', { name: 'Yamaha' }).getByRole('link', { name: 'By Year' }).click();
    await page.getByRole('heading', { level: 1, name: 'Yamaha' }).waitFor();
    const current = sidebar.locator('[aria-current="page"]');
    expect(await current.count()).toBe(1);
    expect(await current.innerText()).toBe('By Year');
    await page.getByRole('searchbox', { name: 'Filter years' }).fill('20');
    const items = page.locator('main [data-heading]');
    await items.first().click();
    await page.locator('main [data-models] a').first().waitFor();

    await sidebar.getByRole('searchbox', { name: 'Find a make' }).fill('hond');
    await sidebar.getByRole('list', { name: 'Honda' }).getByRole('link', { name: 'By Model' }).click();
    await page.waitForURL('**/product?company=53&m=model');
    const model = page.getByRole('button', { name: 'CBR600RR', exact: true });
    await model.waitFor();
    // What was typed and opened in the other list is not here.
    const filter = page.getByRole('searchbox', { name: 'Filter models' });
    expect(await filter.inputValue()).toBe('');
    expect(await page.locator('main [data-panel], main [aria-expanded=true]').count()).toBe(0);
    await filter.fill('cbr600rr');
    await model.click();
    await page.getByRole('link', { name: '2007' }).click();
    await seeCbr600rr(page);
  });

  test('enlarges an image, and Esc gives the focus back', async () => {
    const page = await site.openAs('user@example.com');
    const [model] = await site.app.sql('select model_id from model_images limit 1');
    await page.goto(`/product?company=53&m=year&id=${model?.model_id}`);
    const thumbnail = page.getByRole('button', { name: /Enlarge image 1/ });
    await thumbnail.click();
    const image = page.getByRole('dialog').getByRole('img');
    await image.waitFor();
    expect(await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(
      600,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => thumbnail.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('moves through the years, compares two, and nothing jumps', async () => {
    const page = await site.openAs('user@example.com');
    const [first] = await site.app.sql(
      `select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    const shift = await watchShift(page);
    // The URL has another make: the sheet is shown with the list of its own make.
    await page.goto(`/product?company=2&m=year&value=1999&id=${first?.id}`);
    await page.waitForURL(`**/product?company=53&m=year&value=2007&id=${first?.id}`);
    await page.getByRole('heading', { level: 1, name: 'Honda CBR600RR (2007)' }).waitFor();
    const sheet = page.getByRole('region', { name: 'Key data' });
    const years = sheet.getByRole('navigation', { name: 'Years of Honda CBR600RR' });
    expect(await years.locator('[aria-current]').innerText()).toMatch(/2007.*B/s);
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
    expect(await shift()).toBeLessThanOrEqual(0.02);
    // Above the fold: everything that is needed to cut.
    for (const name of ['Spacing', 'Depth']) {
      const box = await sheet.getByRole('table', { name }).boundingBox();
      expect(box!.y + box!.height).toBeLessThanOrEqual(800);
    }

    await page.keyboard.press('ArrowLeft');
    await sheet.getByRole('heading', { name: 'Honda CBR600RR (2006)' }).waitFor();
    expect(await years.locator('[aria-current]').innerText()).toMatch(/2006.*A/s);
    await page.keyboard.press('ArrowRight');
    await sheet.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter years' }).press('ArrowLeft');

    await sheet.getByRole('button', { name: 'Compare' }).click();
    const table = sheet.getByRole('table', { name: 'Comparison' });
    await table.getByRole('columnheader', { name: '2006' }).waitFor();
    expect(new URL(page.url()).searchParams.get('id')).toBe(String(first?.id));
    expect(await table.getByRole('row', { name: 'ILCO' }).innerText()).toMatch(/Different\s+HON70MH-SI.*X265/s);
    expect(await table.getByRole('row', { name: 'Transponder' }).innerText()).toContain('Only 2007');
    // On paper it is the comparison, not the list beside it.
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => table.getByRole('row', { name: 'ILCO' }).isVisible()).toBe(true);
    expect(await page.getByRole('searchbox', { name: 'Filter years' }).isVisible()).toBe(false);
    for (const format of ['Letter', 'A4']) {
      const pages = (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g);
      expect(pages?.length).toBeLessThanOrEqual(2);
    }
    expect(await page.locator('[data-job-sheet]').count()).toBe(0);
    await expect
      .poll(async () => (await site.app.sql(`select details from log_entries where kind = 'SHEET_PRINTED'`)).length)
      .toBeGreaterThanOrEqual(2);
    await page.emulateMedia({ media: 'screen' });
    await sheet.getByLabel('Compare with').selectOption({ label: '2008 (key data B)' });
    await sheet.getByText('No differences: all key data is the same.').waitFor();
    await page.goBack();
    await table.getByRole('columnheader', { name: '2006' }).waitFor();

    // A link to a sheet that is gone names no other year.
    await page.goto(`/product?company=53&m=year&value=2007&id=${first?.id}&compare=999999`, { waitUntil: 'load' });
    await sheet.getByText('There is no such model.').waitFor();
    expect(await sheet.getByLabel('Compare with').inputValue()).toBe('');
    await sheet.getByLabel('Compare with').selectOption({ label: '2006 (key data A)' });
    await table.getByRole('columnheader', { name: '2006' }).waitFor();
    await sheet.getByRole('button', { name: 'Close comparison' }).click();
    await table.waitFor({ state: 'hidden' });
    await seeCbr600rr(page);
  });

  test('moves through the keys of a bike by tabs, which the address and the years keep', async () => {
    const key = (year: number, locks: string, ilco: string) =>
      createModel(site.app, { id: 53 } as Make, { name: 'ZZ Twin', year, locks, ilco, howToTell: `By ${ilco}` });
    const [all, luggage] = [await key(2007, 'All (except luggage)', 'TWIN-1'), await key(2007, 'Luggage', 'TWIN-2')];
    const [older] = [await key(2006, 'Luggage', 'TWIN-4'), await key(2006, 'All (except luggage)', 'TWIN-3')];
    const page = await site.openAs('user@example.com');
    const idOf = () => Number(new URL(page.url()).searchParams.get('id'));
    const sheet = page.getByRole('region', { name: 'Key data' });
    const tab = (name: string) => sheet.getByRole('tab', { name, selected: true });
    await page.goto(`/product?company=53&m=year&value=2007&id=${all.id}`);
    await tab('Key 1: All (except luggage)').waitFor();
    const panel = sheet.getByRole('tabpanel', { name: 'Key 1: All (except luggage)' });
    await panel.getByText('By TWIN-1').waitFor();
    await panel.getByText('Not known').waitFor();
    // In the list, the second of two equal entries has the locks.
    await page.getByRole('link', { name: 'ZZ Twin', exact: true }).waitFor();
    await page.getByRole('link', { name: 'ZZ Twin Luggage' }).waitFor();

    await tab('Key 1: All (except luggage)').focus();
    await page.keyboard.press('ArrowRight');
    await tab('Key 2: Luggage').waitFor();
    await sheet.getByText('By TWIN-2').waitFor();
    expect(idOf()).toBe(luggage.id);
    expect(await tab('Key 2: Luggage').evaluate((one) => one === document.activeElement)).toBe(true);
    await sheet.getByRole('navigation', { name: 'Years of Honda ZZ Twin' }).getByRole('link', { name: '2006' }).click();
    await tab('Key 1: Luggage').waitFor();
    expect(idOf()).toBe(older!.id);
    await page.goBack();
    await tab('Key 2: Luggage').waitFor();
    await sheet.getByRole('button', { name: 'Compare' }).click();
    await sheet.getByRole('row', { name: 'ILCO' }).getByText('TWIN-4').waitFor();
  });

  test('lets a seat lock’s cuts narrow an ignition, on bikes counted from either end', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`));
    const row = (name: string) => page.getByRole('group', { name, exact: true });
    const known = (lock: string) => row(lock).getByLabel('Known cuts');
    const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
    const remain = page.getByRole('status').filter({ hasText: /keys? remains?/ });

    for (const [bike, first, cuts, [recorded, ...counts]] of [
      ['Cagiva Elefant 900', 'shoulder', { 'Seat/aux': '132' }, ['16 keys remain.', '12 with MACS 2', '2 with MACS 1']],
      // The depths of this one are called 4, 3, 2, 1 from the shallowest.
      ['Moto Guzzi 850 T5', 'tip', { 'Seat/aux': '132' }, ['12 with MACS 2', '2 with MACS 1']],
      [
        'Aprilia Pegaso 650',
        'tip',
        { 'Gas cap': '1½1½3½3½', 'Seat/aux': '1½ 3½' },
        ['64 keys remain.', '30 with MACS 2', '2 with MACS 1'],
      ],
      [
        'Benelli BN 302',
        'shoulder',
        { 'Gas cap': '2343', 'Seat/aux': '321' },
        ['4 keys remain.', '3 with MACS 2', '2 with MACS 1'],
      ],
    ] as const) {
      await page.getByRole('combobox', { name: 'Find a bike, blank or code' }).fill(bike);
      await page
        .getByRole('listbox', { name: 'Results' })
        .getByRole('option')
        .filter({ hasText: bike })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: bike }).waitFor();
      await page.getByRole('button', { name: 'Partial key' }).click();
      await page.getByText(`Position 1 is nearest the ${first}`).waitFor();
      for (const [lock, text] of Object.entries(cuts)) await known(lock).fill(text);
      await expect.poll(() => remain.innerText(), { message: bike }).toContain(recorded);
      for (const count of counts) {
        await page.getByLabel('MACS', { exact: true }).selectOption(count.slice(-1));
        await expect.poll(() => remain.innerText(), { message: bike }).toContain(count);
      }
    }

    // The last bike: what one lock says stands in the others, and contradictions are named.
    await expect.poll(() => cell('Ignition, position 2').getAttribute('placeholder')).toBe('3');
    await known('Seat/aux').fill('421');
    await page.getByText('the cap says 3, the seat says 4 at position 4').waitFor();
    await known('Seat/aux').fill('');
    // By keyboard alone, from cell to cell: what is typed into one goes on in the next.
    await cell('Seat/aux, position 4').focus();
    await page.keyboard.type('321');
    await page.keyboard.press('ArrowLeft');
    expect(await cell('Seat/aux, position 5').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await cell('Ignition, position 5').evaluate((input) => input === document.activeElement)).toBe(true);
    await cell('Measured, position 7').fill('6.6');
    await row('Measured').getByText('1½').waitFor();
    await expect.poll(() => remain.innerText()).toBe('2 keys remain without MACS, 2 with MACS 1.');
    const keys = page.getByRole('list', { name: 'Blank 1' }).getByRole('listitem');
    await expect.poll(() => keys.locator('span').allInnerTexts()).toEqual(['2-3-4-3-2-1-1', '2-3-4-3-2-1-2']);
    await page.getByRole('button', { name: 'Draw 2-3-4-3-2-1-2' }).click();
    expect(await page.getByLabel('Bitting').inputValue()).toBe('2-3-4-3-2-1-2');
    await page.getByRole('table', { name: 'Cut list' }).waitFor({ state: 'attached' });
    await page.getByRole('checkbox', { name: '2-3-4-3-2-1-1 tried' }).check();
    await expect.poll(() => remain.innerText()).toBe('1 key remains without MACS, 1 with MACS 1 (1 key tried).');

    // In this tab only: kept across a reload, sent nowhere, and gone at sign-out.
    const address = page.url();
    await page.reload();
    await expect.poll(() => remain.innerText()).toContain('(1 key tried)');
    expect(await known('Gas cap').inputValue()).toBe('2343');
    expect(page.url()).toBe(address);
    expect(sent.filter((one) => /\b2343\b|2-3-4-3|1½|1%C2%BD|partialKey/.test(one))).toEqual([]);
    const kept = () =>
      page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }).includes('partialKey'));
    expect(await kept()).toBe(true);
    await page.getByRole('button', { name: 'user@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(kept).toBe(false);
  });

  test('slides an item open when it is pressed, but not when a link opens it', async () => {
    const page = await site.openAs('user@example.com', { reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      addEventListener('transitionrun', ({ target, propertyName }) => {
        if (propertyName !== 'grid-template-rows') return;
        document.documentElement.dataset.slid = (target as HTMLElement).querySelector('ul')?.ariaLabel ?? '';
      });
    });
    const slid = () => page.evaluate(() => document.documentElement.dataset.slid);
    await page.goto('/product?company=53&m=model&value=CBR600RR', { waitUntil: 'load' });
    await page.getByRole('link', { name: '2007', exact: true }).waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await slid()).toBeUndefined();
    await page.getByRole('button', { name: 'CB 500S', exact: true }).click();
    await expect.poll(slid).toBe('CB 500S');
  });

  test('prints a job sheet, which is logged: one light page with everything on it', async () => {
    const page = await site.openAs('user@example.com', { colorScheme: 'dark' });
    const [shown] = await site.app.sql(
      `select m.id, count(i.id)::int as pictures from models m join model_images i on i.model_id = m.id
       where make_id = 53 and name = 'CBR600RR' and year = 2007 group by m.id`,
    );
    await page.goto(`/product?company=53&m=year&value=2007&id=${shown?.id}`);
    await seeCbr600rr(page);
    // Headless Chromium prints nothing, so this records that the page printed, which it does once its pictures have loaded.
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    const [before] = await site.app.sql('select coalesce(max(id), 0) as id from log_entries');
    await page.getByRole('textbox', { name: 'Bitting' }).fill('1-3-2-3-1');
    expect(await page.getByRole('checkbox', { name: 'Print it on the job sheet' }).isChecked()).toBe(true);
    await page.keyboard.press('Control+p');
    await page.locator('[data-printed]').waitFor();
    const logged = () =>
      site.app.sql(`select details from log_entries where kind = 'SHEET_PRINTED' and id > ?`, [before?.id]);
    await expect.poll(logged).toEqual([{ details: 'Printed the sheet of Honda CBR600RR 2007' }]);
    for (const format of ['Letter', 'A4']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(pdf.match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(shown?.pictures);
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    }
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('[data-job-sheet]');
    const text = await paper.innerText();
    for (const word of ['HON70MH-SI', 'J00-U39', '1-3-2-3-1', 'Cut list', '.492', '12.50', '5.41', ...LINES])
      expect(text).toContain(word);
    // No number of a blank breaks off.
    const numbers = await paper.locator('[data-blanks] dd > span').all();
    expect(numbers.length).toBeGreaterThanOrEqual(5);
    for (const number of numbers) {
      const rows = await number.evaluate(
        (one) =>
          one.getBoundingClientRect().height / one.parentElement!.firstElementChild!.getBoundingClientRect().height,
      );
      expect(rows).toBe(1);
    }
    expect(await paper.locator('[data-tips]').evaluate((one) => getComputedStyle(one).columnCount)).toBe('auto');
    expect(text).toMatch(/printed by user@example\.com · \d\d\/\d\d\/\d{4}, \d\d:\d\d · record version \d+/);
    const looks = await paper.evaluate((sheet) => {
      const cut = (one: Element) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
      return {
        cut: [sheet, ...sheet.querySelectorAll('div')].filter(cut).length,
        across: getComputedStyle(sheet, '::after').content,
        text: getComputedStyle(sheet).color,
        page: getComputedStyle(document.getElementById('root') as HTMLElement).display,
        back: getComputedStyle(document.documentElement).backgroundColor,
      };
    });
    expect(looks).toEqual({
      cut: 0,
      across: '"Sample data: do not cut from it"',
      text: 'rgb(20, 28, 36)',
      page: 'none',
      back: 'rgba(0, 0, 0, 0)',
    });
    expect(await violations(page)).toEqual([]);

    // However long the tips are, only their end is cut off.
    await page.emulateMedia({ media: 'screen' });
    await site.app.sql(`update models set tips2 = repeat('Cut from the bow. ', 500) where id = ?`, [shown?.id]);
    await page.reload();
    await seeCbr600rr(page);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await paper.getByText('The tips are shortened here').waitFor();
    const end = (part: Locator) => part.last().evaluate((one) => one.getBoundingClientRect().bottom);
    const last = await end(paper.locator('[data-tips]'));
    expect(last).toBeLessThanOrEqual((await paper.locator('footer').boundingBox())!.y);
    for (const part of ['td', 'figure', 'img', 'dl']) {
      expect(await end(paper.locator(`> div ${part}`)), part).toBeLessThan(last);
    }

    // Nor does a long name take the room of the measures, or cut off the year.
    const rename = (name: string) => site.app.sql('update models set name = ? where id = ?', [name, shown?.id]);
    await rename('Wide'.repeat(60));
    await page.emulateMedia({ media: 'screen' });
    await page.reload();
    await page.getByText('Tap a cut').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const heading = paper.locator('h1');
    await heading.getByText(/^Honda Wide/).waitFor();
    expect((await heading.boundingBox())!.height).toBeLessThan(90);
    const year = await heading.evaluate((one) => {
      const text = document.createRange();
      text.selectNodeContents(one.lastChild as Node);
      const [inner, outer] = [text, one].map((part) => part.getBoundingClientRect());
      return { text: String(text).trim(), right: inner!.right - outer!.right, below: inner!.bottom - outer!.bottom };
    });
    expect(year.text).toBe('2007');
    expect(year.right).toBeLessThanOrEqual(1);
    expect(year.below).toBeLessThanOrEqual(1);
    await rename('CBR600RR');
  });

  test('shows a cached sheet at once, without waiting for its refresh', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
    await page.getByRole('link', { name: 'CBF600', exact: true }).click();
    await page.getByRole('heading', { name: /CBF600/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
  });

  test('finds the sheets opened last and the pinned ones again, here and on a phone', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    const main = page.getByRole('main');
    const names = (list: string, of = main) => of.getByRole('list', { name: list }).getByRole('listitem');
    await page.goto('/product?company=53&m=year');
    await main.getByText('Its key data shows here.').waitFor();
    await page.getByRole('button', { name: '2007' }).click();
    for (const name of ['CBF600', 'CBR600RR', 'CBF1000']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByText(`Honda ${name} 2007 loaded`).waitFor({ state: 'attached' });
      if (name === 'CBF1000') break;
      await page.keyboard.press('p');
      await main.getByRole('button', { name: 'Unpin' }).waitFor();
    }
    // A prefetched sheet is not a recent one, and in a field P is just a letter.
    const ahead = page.waitForResponse((response) => response.request().headers().purpose === 'prefetch');
    await page.getByRole('list', { name: '2007' }).getByRole('link').last().focus();
    await (await ahead).finished();
    await page.getByRole('searchbox', { name: 'Filter years' }).press('p');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'By Year' }).click();
    await expect
      .poll(() => names('Pinned').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Honda CBR600RR \(2007\)\s+Unpin$/),
        expect.stringMatching(/^Honda CBF600 \(2007\)\s+Unpin$/),
      ]);
    expect(await names('Recent').allInnerTexts()).toEqual([
      expect.stringMatching(/^Honda CBF1000 \(2007\)\s+\d\d:\d\d$/),
    ]);

    await page.getByRole('button', { name: 'Unpin Honda CBR600RR (2007)' }).click();
    await expect.poll(() => names('Recent').allInnerTexts()).toHaveLength(2);
    const sheets = page.getByRole('group', { name: 'Pinned and recent sheets' });
    expect(await sheets.evaluate((group) => group === document.activeElement)).toBe(true);
    await site.app.sql(`delete from models where make_id = 53 and name = 'CBF600' and year = 2007`);
    await site.app.sql(
      `insert into recent_sheets (user_id, model_id, opened_at)
       select ?, id, now() - interval '1 day' from models where make_id = 2 order by id limit 4`,
      [user.id],
    );
    const phone = await site.openAs(user, { viewport: PHONE });
    await phone.goto('/product?company=53&m=year');
    await phone.getByText('“Find” lists all of them.').waitFor();
    expect(await names('Recent', phone.getByRole('main')).count()).toBe(3);
    const deleted = names('Pinned', phone.getByRole('main'));
    await deleted.getByText('Deleted').waitFor();
    expect(await deleted.locator('s').innerText()).toBe('Honda CBF600 (2007)');
    // Jump lists it as well, and its keys skip it.
    await page.keyboard.press('/');
    const rows = page.getByRole('listbox', { name: 'Recent sheets' }).getByRole('option');
    await expect.poll(() => rows.first().innerText()).toMatch(/^Honda CBF600\s+2007 · Pinned · Deleted$/);
    await page.keyboard.press('ArrowDown');
    expect(await rows.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await violations(page)).toEqual([]);
    expect(await violations(phone)).toEqual([]);
    await phone.getByRole('link', { name: 'Honda CBR600RR (2007)' }).click();
    await seeCbr600rr(phone);
    await phone.getByRole('link', { name: 'Back to the list' }).click();
    await phone.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
  });

  test('is shown what is missing or failed, and can retry', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53');
    await page.getByText('Missing company ID or mode').waitFor();
    await page.goto('/product?m=year');
    await page.getByText('Missing company ID or mode').waitFor();
    await page.goto('/product?company=999&m=year');
    await page.getByRole('alert').filter({ hasText: 'There is no such make.' }).waitFor();
    await page.goto('/product?company=53&m=year&id=99999999');
    await page.getByRole('alert').filter({ hasText: 'There is no such model.' }).waitFor();
    for (const name of ['Pin', 'Print']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Report a correction' }).count()).toBe(0);

    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'By Model' }).first().click();
    await page.getByRole('alert').filter({ hasText: 'No connection. Error fetching list' }).waitFor();
    // With the connection it loads by itself.
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor();

    // A part of the page whose chunk is not loaded yet, not even by an earlier test.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    await page.context().setOffline(true);
    await page.keyboard.press('/');
    const failure = page.getByRole('alert').filter({ hasText: 'No connection. The search did not load.' });
    await failure.waitFor();
    expect(await page.getByRole('button', { name: 'CBR600RR', exact: true }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await failure.waitFor({ state: 'detached' });

    // The link to a screen that needs the connection is disabled.
    expect(await page.getByRole('link', { name: 'Make Payment' }).isDisabled()).toBe(true);
    // The script of this screen has not loaded yet.
    const correction = page.getByRole('navigation').getByRole('link', { name: 'Correction' });
    await correction.click();
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor();
    await correction.click();
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
    // The screen opens by itself, too.
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Correction' }).waitFor();
  });

  test('cannot select text or open the context menu, but can type and send corrections', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const rules = (at: string) =>
      page.evaluate((selector) => {
        const element = document.querySelector(selector) as HTMLElement;
        return {
          select: getComputedStyle(element).userSelect,
          menu: element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
        };
      }, at);
    expect(await rules('h1')).toEqual({ select: 'none', menu: false });
    expect(await rules('input')).toEqual({ select: expect.not.stringMatching('none'), menu: true });
  });

  test('shows the newest count of a blank, though an earlier answer is late; what waits is not sent as another user', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    await page.goto('/van');
    let late = Promise.withResolvers<void>();
    let sent = 0;
    await intercept(page, '**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'SaveVanBlanks') return route.fallback();
      sent += 1;
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    const scan = async (...blanks: string[]) => {
      await page.getByLabel('Scan or type a blank').focus();
      for (const typed of blanks) {
        await page.keyboard.type(typed);
        await page.keyboard.press('Enter');
      }
    };
    const added = page.getByRole('list', { name: 'Just added' }).getByRole('listitem');
    await scan('X265', 'X265', 'X265');
    await expect.poll(() => added.innerText()).toMatch(/Saving…/);
    await page.evaluate(() => fetch('/healthz'));
    expect(sent).toBe(1);
    late.resolve();
    await expect.poll(() => added.innerText()).toMatch(/^X265\s+\+3 · 3 in the van/);

    late = Promise.withResolvers();
    await scan('X84', 'X84');
    await expect.poll(() => sent).toBe(4);
    await page.getByRole('button', { name: user.username }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const colleague = await createUser(site.app, { client: user.client });
    await page.getByLabel('Email').fill(colleague.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('link', { name: 'Blanks in the van' }).click();
    late.resolve();
    await scan('HD75');
    await expect.poll(() => added.innerText()).toMatch(/^HD75\s+\+1 · 1 in the van/);
    const stored = await site.app.sql('select name, count from van_blanks where client_id = ? order by id', [
      user.client.id,
    ]);
    expect(stored).toEqual([
      { name: 'X265', count: 3 },
      { name: 'X84', count: 1 },
      { name: 'HD75', count: 1 },
    ]);
  });

  test('counts the blanks in the van, which the sheet names', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    await page.goto('/product?company=53&m=year');
    await page.getByRole('link', { name: 'Blanks in the van' }).click();
    await page.getByText('Write down which blanks are in the van').waitFor();
    expect(await violations(page)).toEqual([]);

    // A scanner types fast, and ends with Enter or with two line ends.
    const field = page.getByLabel('Scan or type a blank');
    await field.focus();
    for (const typed of ['X265', 'X84', 'x-265', '', 'X265']) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
    }
    const added = page.getByRole('list', { name: 'Just added' }).getByRole('listitem');
    await expect
      .poll(() => added.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^X265\s+\+3 · 3 in the van/),
        expect.stringMatching(/^X84\s+\+1 · 1 in the van/),
      ]);
    await page.getByRole('heading', { name: 'Blanks in the van (2)' }).waitFor();
    await page.getByRole('button', { name: 'Undo X265' }).click();
    // What only a scan has put there goes again.
    await page.getByRole('button', { name: 'Undo X84' }).click();
    await page.getByRole('heading', { name: 'Blanks in the van (1)' }).waitFor();

    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByLabel('List', { exact: true }).fill('Blank;Number\nHD75;2\nhd-75 1');
    await page.getByText('Line 1: It has no whole number.').waitFor();
    expect(await page.getByRole('list', { name: 'Will be added' }).innerText()).toMatch(/^HD75\s+\+3$/);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add 1 blank' }).click();
    // A message would cover the user's icon on a phone.
    const dismiss = (text: string) =>
      page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Dismiss' }).click();
    await dismiss('Added 3: 1 blank.');

    const count = page.getByLabel('Number of X265');
    const stored = async (name: string) =>
      (await site.app.sql('select count from van_blanks where client_id = ? and name = ?', [user.client.id, name]))[0]
        ?.count;
    await page.getByRole('button', { name: 'One X265 more' }).click();
    await page.getByRole('button', { name: 'One X265 more' }).click();
    await expect.poll(() => stored('X265')).toBe(4);
    await site.app.sql('update van_blanks set count = 6, version = version + 1 where client_id = ? and name = ?', [
      user.client.id,
      'X265',
    ]);
    await count.fill('9');
    await count.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Somebody has counted X265 meanwhile: 6 in the van.' }).waitFor();
    await expect.poll(() => count.inputValue()).toBe('6');
    await count.fill('3');
    await count.press('Enter');
    await expect.poll(() => stored('X265')).toBe(3);

    // An answer that does not come: sent again, it counts once.
    let isLost = true;
    await intercept(page, '**/graphql', async (route) => {
      if (isLost && route.request().postDataJSON().operationName === 'SaveVanBlanks') {
        isLost = false;
        await route.fetch();
        return route.abort();
      }
      return route.continue();
    });
    await page.getByRole('button', { name: 'One HD75 less' }).click();
    const unsaved = page.getByRole('alert').filter({ hasText: 'Not saved yet: HD75 −1.' });
    await unsaved.getByRole('button', { name: 'Retry' }).click();
    await unsaved.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Number of HD75').inputValue()).toBe('2');
    expect(await stored('HD75')).toBe(2);

    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove HD75' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Blanks in the van (1)' }).waitFor();
    await dismiss('HD75 removed');
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    const [model] = await site.app.sql(`select id from models where ilco = 'X265 / HD109' and make_id = 53 limit 1`);
    await page.goto(`/product?company=53&m=year&id=${model!.id}`);
    const sheet = page.getByRole('region', { name: 'Key data' });
    await sheet.getByText('3 in the van: X265').waitFor();
    expect(await violations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Used one' }).click();
    await sheet.getByText('2 in the van: X265').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await sheet.getByText('3 in the van: X265').waitFor();
    await site.app.sql('update van_blanks set count = 0 where client_id = ?', [user.client.id]);
    await page.reload();
    await sheet.getByText('None in the van').waitFor();
  });

  test('is redirected from administrators’ screens to the lookup, with a message', async () => {
    const page = await site.openAs('user@example.com');
    for (const path of [
      '/clients',
      '/clients/list',
      '/company-details/list',
      '/users/list',
      '/userlogs',
      '/products/list',
    ]) {
      await page.goto(path);
      await page.waitForURL('**/product?company=53&m=year');
      await page
        .getByRole('status')
        .filter({ hasText: /administrators/ })
        .waitFor();
    }
  });
});

describe('a locksmith with a phone', () => {
  test('opens the sidebar as a drawer, finds a Honda, and Back returns to the row', async () => {
    const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true });
    await page.goto('/product?company=53&m=model');
    await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('list', { name: 'Honda' }).getByRole('link', { name: 'By Year' }).tap();
    await drawer.waitFor({ state: 'hidden' });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused, { message: 'the heading has the focus' }).toBe('Honda');
    await page.waitForURL('**/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).tap();
    const row = page.getByRole('link', { name: 'CBR600RR', exact: true });
    await row.tap();
    await seeCbr600rr(page);
    expect(await row.isVisible()).toBe(false);
    await page.goBack();
    await row.waitFor();
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await row.evaluate((link) => link.getBoundingClientRect().top < innerHeight)).toBe(true);
  });

  test('from the start to the sheet of a Yamaha R6 of 2007 by thumb: three taps and two flings', async () => {
    const page = await site.openAs(await createUser(site.app), { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto('/product?company=53&m=year', { waitUntil: 'load' });
    const devtools = await page.context().newCDPSession(page);
    let taps = 0;
    let flings = 0;
    const inSight = (target: Locator) =>
      target.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 56 && bottom <= document.querySelector('[role=search]')!.getBoundingClientRect().top;
      });
    /** A finger on the letters moves the list to one of them. */
    const fling = async (rail: Locator, letter: string, to: Locator) => {
      const { x = 0, y = 0, height = 0 } = (await rail.getByText(letter, { exact: true }).boundingBox()) ?? {};
      const points = [{ x: x + 4, y: y + height / 2 }];
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points });
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect.poll(() => inSight(to)).toBe(true);
      flings++;
    };
    const tap = async (target: Locator) => {
      await target.waitFor();
      expect(await inSight(target)).toBe(true);
      await target.tap();
      taps++;
    };
    const main = page.getByRole('main');
    const makes = main.getByRole('list', { name: 'All makes' });
    await makes.waitFor();
    // Each make has its icon, which has loaded where it is in sight.
    const icon = makes.getByRole('listitem').first().locator('img');
    await expect.poll(() => icon.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    expect(await icon.evaluate((img: HTMLImageElement) => [img.width, img.height, img.loading])).toEqual([
      40,
      40,
      'lazy',
    ]);

    const rail = main
      .locator('[aria-hidden=true]')
      .filter({ hasText: /^A.*Z$/ })
      .first();
    const yamaha = makes.getByRole('link', { name: 'Yamaha' });
    await fling(rail, 'Y', yamaha);
    await tap(yamaha);
    await page.getByRole('heading', { level: 1, name: 'Yamaha' }).waitFor();
    const year = page.getByRole('button', { name: '2007', exact: true });
    await year.waitFor();
    await fling(main.locator('[aria-hidden=true]').filter({ hasText: /90$/ }).first(), '’00', year);
    await tap(year);
    const r6 = page.getByRole('link', { name: 'YZF-R6', exact: true });
    await r6.waitFor();
    await page.mouse.wheel(0, await r6.evaluate((link) => link.getBoundingClientRect().top - 300));
    await expect.poll(() => inSight(r6)).toBe(true);
    // The open year stays in view.
    expect(Math.round((await year.boundingBox())!.y)).toBeGreaterThanOrEqual(56);
    await tap(r6);
    await page.getByRole('heading', { name: 'Yamaha YZF-R6 (2007)' }).waitFor();
    expect({ taps, flings }).toEqual({ taps: 3, flings: 2 });
  });

  test('types into the frame of the page before its code has loaded', async () => {
    const page = await site.openAs('user@example.com');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/product?company=53&m=year', { waitUntil: 'commit' });
    const field = page.getByLabel('Find a bike, blank or code');
    await field.pressSequentially('HD1');
    const before = await field.boundingBox();
    resolve();
    await page.getByRole('combobox', { name: 'Find a bike, blank or code' }).waitFor();
    await page.keyboard.type('09');
    await page.getByRole('option').filter({ hasText: 'ILCO HD109' }).first().waitFor();
    const { x, height } = (await field.boundingBox())!;
    expect({ x, height }).toEqual({ x: before?.x, height: before?.height });
  });

  test('opens a pinned sheet from the frame before the code has loaded; nobody else sees it there', async () => {
    const user = await createUser(site.app);
    await site.app.sql(
      `insert into recent_sheets (user_id, model_id, opened_at, pinned_at)
       select ?, id, now(), now() from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
      [user.id],
    );
    const page = await site.openAs(user, { viewport: PHONE });
    const link = page.getByRole('main').getByRole('link', { name: 'Honda CBR600RR (2007)' });
    await page.goto('/product?company=53&m=year');
    const place = await link.boundingBox();
    const openFrame = async (path = '/product?company=53&m=year') => {
      const code = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await code.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByLabel('Find a bike, blank or code').waitFor();
      return code;
    };
    const code = await openFrame();
    expect(await link.boundingBox()).toEqual(place);
    expect(await violations(page)).toEqual([]);
    await link.click();
    await page.waitForURL(/&id=\d+$/, { waitUntil: 'commit' });
    code.resolve();
    await seeCbr600rr(page);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Lookup' }).waitFor();

    // Another list does not begin with the sheets.
    (await openFrame('/product?company=53&m=model')).resolve();
    expect(await link.count()).toBe(0);

    // As if somebody else had signed in while no page was open.
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify({ ...stored, id: '1' }));
    });
    (await openFrame()).resolve();
    expect(await link.count()).toBe(0);
  });

  test('finds the row of a linked sheet in the list', async () => {
    const [model] = await site.app.sql(
      `select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true });
    await page.goto(`/product?company=53&m=model&value=CBR600RR&id=${model?.id}`);
    await seeCbr600rr(page);
    await page.getByRole('link', { name: 'Back to the list' }).tap();
    const row = page.locator(`main [data-model="${model?.id}"]`);
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
    const { top, bottom } = await row.evaluate((link) => link.getBoundingClientRect().toJSON());
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(PHONE.height);
  });

  test('breaks long texts instead of scrolling sideways', async () => {
    const [model] = await site.app.sql(
      `select id from models where make_id = 53 and name = 'CBR600RR' and year = 2006`,
    );
    await site.app.sql(`update models set spacing[1] = '${'9'.repeat(40)}', tips2 = '${'w'.repeat(255)}',
      tips = 'See https://www.example.com/honda/cbr600rr/hiss-registration-procedure.html' where id = ${model?.id}`);
    const page = await site.openAs('user@example.com', { viewport: PHONE });
    await page.goto(`/product?company=53&m=year&value=2006&id=${model?.id}`);
    await page.getByText('hiss-registration').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  test.each([390, 320])(
    'with letters twice as large reads the header at %i px: nothing overlaps or is cut off',
    async (width) => {
      const page = await site.openAs('user@example.com', { viewport: { width, height: 844 }, hasTouch: true });
      await page.goto('/product?company=53&m=year&value=2007');
      await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const faults = await page.evaluate(() => {
        const parts = [...document.querySelectorAll<HTMLElement>('header :is(a, button), [role=search] button')].filter(
          (part) => part.checkVisibility(),
        );
        const boxes = parts.map((part) => part.getBoundingClientRect());
        const name = (at: number) => parts[at]?.textContent || parts[at]?.ariaLabel;
        const found: string[] = [];
        for (const [at, box] of boxes.entries()) {
          const bar = parts[at]!.closest('header, [role=search]')!.getBoundingClientRect();
          if (box.left < 0 || box.right > innerWidth) found.push(`${name(at)} is beside the window`);
          if (box.top < bar.top - 0.5 || box.bottom > bar.bottom + 0.5)
            found.push(`${name(at)} is higher than its bar`);
          if (parts[at]!.scrollWidth > parts[at]!.clientWidth + 1) found.push(`${name(at)} is cut off`);
          for (const [other, second] of boxes.entries())
            if (other > at && box.left < second.right && second.left < box.right)
              if (box.top < second.bottom && second.top < box.bottom) found.push(`${name(at)} is on ${name(other)}`);
        }
        const { scrollWidth } = document.documentElement;
        return { count: parts.length, found, scrollWidth };
      });
      expect(faults).toEqual({ count: 4, found: [], scrollWidth: width });
    },
  );

  test('has large enough touch targets', async () => {
    const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto('/product?company=53&m=year&value=2007');
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
    // Otherwise rows outside the window would not be laid out.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('li { content-visibility: visible !important }');
      document.adoptedStyleSheets.push(sheet);
    });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main button, main a, main input, header button')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.getBoundingClientRect().height < 47.5)
        .map((element) => element.outerHTML.slice(0, 200)),
    );
    expect(small).toEqual([]);

    // All that is needed to cut is within one and a half screens, and the bar leads to the rest.
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).tap();
    await seeCbr600rr(page);
    const depth = await page.getByRole('table', { name: 'Depth' }).boundingBox();
    expect(depth!.y + depth!.height).toBeLessThanOrEqual(PHONE.height * 1.5);
    const bar = page.getByRole('navigation', { name: 'Sections' });
    await bar.getByRole('link', { name: 'Product Images' }).tap();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
    expect((await bar.boundingBox())!.y).toBe(56);
  });
});

test('twelve positions are in sight, and a finger chooses among them by moving across the drawing', async () => {
  const [model] = await site.app.sql(
    `update models set spacing = (select array_agg('.' || lpad((40 + 50 * n)::text, 3, '0') order by n) from generate_series(1, 12) as n)
     where make_id = 53 and name = 'CBF1000' and year = 2007 returning id`,
  );
  const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto(`/product?company=53&m=year&value=2007&id=${model!.id}`);
  const spacing = page.getByRole('table', { name: 'Spacing' });
  const end = () => spacing.evaluate((table) => table.getBoundingClientRect().bottom + scrollY);
  await expect.poll(() => spacing.getByRole('rowheader').count()).toBe(12);
  expect(await end()).toBeLessThanOrEqual(PHONE.height * 1.5);
  expect(await violations(page)).toEqual([]);

  const drawing = page.getByRole('radiogroup', { name: 'Positions in the drawing' });
  await drawing.scrollIntoViewIfNeeded();
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove', position: number) => {
    const {
      x = 0,
      y = 0,
      width = 0,
    } = (await drawing
      .getByRole('radio')
      .nth(position - 1)
      .boundingBox()) ?? {};
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + width / 2, y: y + 60 }] });
  };
  await touch('touchStart', 2);
  for (const position of [4, 6, 8]) await touch('touchMove', position);
  await expect.poll(() => spacing.locator('[data-highlighted] th').innerText()).toBe('8');
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await drawing.getByRole('radio', { checked: true }).getAttribute('aria-label')).toContain('Position 8');

  await page.setViewportSize(DESK);
  await page.getByRole('list', { name: '2007' }).waitFor();
  expect(await end()).toBeLessThanOrEqual(DESK.height - 20);

  // On paper the cuts are on their line, and no value of the cut list is wider than its column.
  await page.getByLabel('Bitting', { exact: true }).fill('1-2-3-1-2-3-1-2-3-1-2-3');
  await page.getByRole('table', { name: 'Cut list' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-job-sheet]');
  await paper.getByRole('heading', { name: 'Cut list' }).waitFor();
  const tooLarge = await paper.evaluate((sheet) =>
    [...sheet.querySelectorAll('footer dd, td')]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 || one.clientHeight > (one.parentElement as Element).clientHeight + 1,
      )
      .map((one) => one.textContent),
  );
  expect(tooLarge).toEqual([]);
});

describe('the keyboard alone', () => {
  test('signs in and reaches the key data', async () => {
    const user = await createUser(site.app);
    const page = await site.open();
    await page.goto('/login');
    await page.getByLabel('Email').waitFor();
    /** Tabs until the focus is on the element with the accessible name `name`. */
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 200; presses++) {
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement | null;
          const label = (element as HTMLInputElement | null)?.labels?.[0]?.innerText;
          return label ?? element?.getAttribute('aria-label') ?? element?.innerText ?? '';
        });
        if (name.test(focused.trim())) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`The focus never reached ${name}`);
    };
    await tabTo(/^Email$/);
    await page.keyboard.type(user.username);
    await tabTo(/^Password$/);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '2007' }).waitFor();
    await page.keyboard.press('Tab');
    await tabTo(/^Filter years and models$/);
    await page.keyboard.type('2007');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
    // The list is one tab stop, and letters move inside it.
    await tabTo(/^2007$/);
    await page.keyboard.type('cbr600rr');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('CBR600RR');
    await page.keyboard.press('Enter');
    await seeCbr600rr(page);
  });

  test('gets to the sheet by eighteen Tabs, in the order of the screen', async () => {
    const page = await site.openAs('user@example.com');
    const [model] = await site.app.sql(
      `select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    await page.goto(`/product?company=53&m=model&value=CBR600RR&id=${model!.id}`, { waitUntil: 'load' });
    await page.getByRole('region', { name: 'Key data' }).getByText('Product Images').waitFor();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement) return '';
        return activeElement.getAttribute('aria-label') ?? (activeElement as HTMLElement).innerText.trim();
      });
    // The browser would begin at the row that was scrolled into view.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    const stops = [await focused()];
    while (stops.at(-1) !== 'Key data' && stops.length < 300) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
    }
    expect(stops).toEqual([
      ...['Skip to content', 'Motokey', 'Find a bike, blank or code', 'user@example.com'],
      ...['Correction', 'Find a make', 'By Model', 'Identify a key', 'Blanks in the van', 'Our sheets', "What's new"],
      ...['Payments', 'Make Payment'],
      ...['By Year', 'By Model', 'Filter models and years', '2007', 'Key data'],
    ]);
  });

  test('opens help beside a term; Escape closes it, and nothing else has happened', async () => {
    const page = await site.openAs('user@example.com');
    const [model] = await site.app.sql(
      `select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    await page.goto(`/product?company=53&m=model&value=CBR600RR&id=${model!.id}`, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    const sheet = page.getByRole('region', { name: 'Key data' });
    await sheet.getByText('Years with the same letter have the same key data.').waitFor();
    const button = sheet.getByRole('button', { name: 'Help: MACS' });
    await button.focus();
    await page.keyboard.press('Enter');
    const help = page.getByRole('dialog', { name: 'MACS' });
    await help.getByText('the largest step allowed').waitFor();
    await expect.poll(() => help.evaluate((dialog) => dialog === document.activeElement)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);

    // Each label and heading keeps its name.
    await sheet.getByRole('heading', { name: 'Spacing', exact: true }).waitFor();
    expect(await sheet.getByLabel('Direction').count()).toBe(1);
    // A finger beside the sheet of a phone closes it, and does not reach the value below.
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'Back to the list' }).waitFor();
    await sheet.getByText('Years with the same letter have the same key data.').waitFor();
    await sheet.getByRole('button', { name: 'Help: Wafer positions' }).click();
    const wafers = page.getByRole('dialog', { name: 'Wafer positions' });
    await wafers.getByRole('img', { name: /^A key with seven positions/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.mouse.click(195, 200);
    await wafers.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);

    await sheet.getByRole('button', { name: 'Help: MACS' }).click();
    await help.getByRole('link', { name: 'All help topics' }).click();
    await page.waitForURL('**/help#macs');
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('MACS');
    expect(await violations(page)).toEqual([]);
  });

  test('moves in the menu’s makes, which are one stop, and opens one', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'By Year' }).waitFor();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());
    await menu.getByRole('searchbox', { name: 'Find a make' }).focus();
    const go = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused();
    };
    expect(await go('Tab')).toBe('By Year');
    expect(await go('ArrowUp')).toBe('Honda');
    expect(await go('Home')).toBe('Adly');
    expect(await go('End')).toBe('Zontes');
    expect(await go('y', 'a')).toBe('Yamaha');
    // From here Tab leaves the makes, and Shift+Tab comes back to the same one.
    expect(await go('Tab')).toBe('Identify a key');
    expect(await go('Shift+Tab')).toBe('Yamaha');
    expect(await go('Enter', 'ArrowDown', 'ArrowDown')).toBe('By Model');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Yamaha' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('moves between items with the arrow keys, Home and End', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const first = page.locator('[data-heading]').first();
    await first.focus();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());
    const newest = Number(await focused());
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(String(newest - 1));
    await page.keyboard.press('End');
    expect(await focused()).toBe('1990');
    await page.keyboard.press('Home');
    expect(await focused()).toBe(String(newest));

    // Another page loaded in this tab starts at its top.
    await page.keyboard.press('End');
    await page.goto('/product?company=53&m=model');
    await page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('follows the menu’s links: again without a new history entry, with Ctrl as the browser does', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await link('By Model').click();
    await page.waitForURL('**/product?company=53&m=model');
    const entries = await page.evaluate(() => history.length);
    await link('By Model').click();
    // Headless Chromium does not always open the tab, so this is about the click that would open it.
    await page.evaluate(() =>
      addEventListener(
        'click',
        (click) => {
          document.title = click.defaultPrevented ? 'followed here' : 'left to the browser';
        },
        { once: true },
      ),
    );
    await link('By Year').click({ modifiers: ['ControlOrMeta'] });
    expect(await page.title()).toBe('left to the browser');
    expect(await page.evaluate(() => [location.search, history.length])).toEqual(['?company=53&m=model', entries]);
  });

  test('skips to the content, and finds the focus on the heading after a navigation', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    await page.getByRole('heading', { level: 1, name: 'Honda' }).waitFor();
    await page.getByRole('link', { name: 'By Model' }).first().click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Honda' }).waitFor();
    await page.locator('body').press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).innerText)).toMatch(/skip/i);
  });
});

describe('an administrator', () => {
  test('lands on the client list, copies a blank, and keeps text selection and the context menu', async () => {
    const page = await site.openAs('admin@example.com', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/');
    await page.waitForURL('**/clients/list');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'Adly' }).waitFor();
    expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
    // On paper a list is a whole table without menus and buttons, however narrow the paper is.
    await page.getByRole('link', { name: 'Harbour Lock & Key' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 960 });
    const onPaper = ['table', 'header', 'aside', 'main .mk-button'].map((part) =>
      page.locator(part).first().isVisible(),
    );
    expect(await Promise.all(onPaper)).toEqual([true, false, false, false]);
    await page.setViewportSize(DESK);
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/products/list');
    await page.getByRole('checkbox').nth(1).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
    await page.getByRole('button', { name: /Copy/ }).first().click();
    const [model] = await site.app.sql(
      `select ilco from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    expect(model?.ilco).toContain(await page.evaluate(() => navigator.clipboard.readText()));
    // As on a page that did not come over HTTPS.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: /Copy/ }).first().click();
    await page.getByTitle('The browser did not allow copying').waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    // Its measures are those of its key system, which are shown, not edited.
    await page.getByRole('button', { name: 'Give this model its own values' }).waitFor();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await seeCbr600rr(page);
    expect(await page.evaluate(() => getComputedStyle(document.body).userSelect)).not.toBe('none');
    const prevented = await page.evaluate(
      () => !document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    expect(prevented).toBe(false);
  });
});
