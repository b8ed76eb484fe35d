import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { createModel, createUser, PASSWORD } from '../support/factories';
import { DESK, intercept, PHONE, sharedSite, violations } from '../support/site';

const site = sharedSite();

/** axe looks at the menu in accessibility.test.ts; its makes take as long as the rest of a page. */
const MENU = 'nav[aria-label=Main]';
const jump = (page: Page) => page.getByRole('combobox', { name: 'Find a bike, blank or code' });
const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);

/** The layout shift since the page was loaded. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    // The observer is called before later timers with what was recorded before.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
    return shift;
  });

/** The sections and labels of docs/look.md, "Sheet", in their order. */
const LABELS = [
  ['Primary Key Blank', 'ILCO', 'JMA', 'JET', 'SILCA', 'OEM'],
  ['CODE SERIES', 'TRANSPONDER', 'ACCUREADER', 'LISHI'],
  ['Wafer Position', 'Ignition', 'Gas cap', 'Seat/aux'],
  ['Key Cutting Information', 'HPC card', 'ITL no.', 'DSD (HPC)', 'PAK-A-PUNCH'],
  ['Spacing', 'Depth', '1x', '2x', 'Tips', 'Tips 2', 'Product Images'],
].flat();

/** Waits for all of this sheet. */
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

test('has all key data, draws the key in either unit without sending what is typed, and enlarges its pictures', async () => {
  // Their own user, because the unit that they choose stays.
  const page = await site.openAs(await createUser(site.app));
  const [model] = await site.app.sql(`select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`);
  await page.goto(`/product?company=53&m=year&value=2007&id=${model?.id}`);
  await seeCbr600rr(page);
  await drawTheKey(page);

  const thumbnail = page.getByRole('button', { name: /Enlarge image 1/ });
  await thumbnail.click();
  const image = page.getByRole('dialog').getByRole('img');
  await image.waitFor();
  const width = await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));
  expect(width).toBeGreaterThan(600);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(thumbnail)).toBe(true);
});

test('moves through the years, compares two, and nothing jumps', async () => {
  const page = await site.openAs('user@example.com');
  const [first] = await site.app.sql(`select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`);
  // The URL has another make: the sheet is shown with the list of its own make.
  await page.goto(`/product?company=2&m=year&value=1999&id=${first?.id}`, { waitUntil: 'load' });
  await page.waitForURL(`**/product?company=53&m=year&value=2007&id=${first?.id}`);
  await page.getByRole('heading', { level: 1, name: 'Honda CBR600RR (2007)' }).waitFor();
  const sheet = page.getByRole('region', { name: 'Key data' });
  const years = sheet.getByRole('navigation', { name: 'Years of Honda CBR600RR' });
  expect(await years.locator('[aria-current]').innerText()).toMatch(/2007.*B/s);
  await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
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
  const [last] = await site.app.sql('select coalesce(max(id), 0) as id from log_entries');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => table.getByRole('row', { name: 'ILCO' }).isVisible()).toBe(true);
  expect(await page.getByRole('searchbox', { name: 'Filter years' }).isVisible()).toBe(false);
  for (const format of ['Letter', 'A4']) {
    const pages = (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g);
    expect(pages?.length).toBeLessThanOrEqual(2);
  }
  expect(await page.locator('[data-job-sheet]').count()).toBe(0);
  const logged = () =>
    site.app.sql(`select details from log_entries where kind = 'SHEET_PRINTED' and id > ?`, [last?.id]);
  await expect.poll(async () => (await logged()).length).toBeGreaterThanOrEqual(2);
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
  await sheet.getByRole('table', { name: 'Spacing' }).waitFor();
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
    await jump(page).fill(bike);
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
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }).includes('partialKey'));
  expect(await kept()).toBe(true);
  await page.getByRole('button', { name: 'user@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(kept).toBe(false);
});

test('prints a job sheet, which is logged: one light page with everything on it', async () => {
  const page = await site.openAs('user@example.com');
  await page.emulateMedia({ colorScheme: 'dark' });
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
  expect(await violations(page, MENU)).toEqual([]);

  // However long the tips are, only their end is cut off. Nor does a long name take the room of the measures, or cut off the year.
  await page.emulateMedia({ media: 'screen' });
  const rename = (name: string) =>
    site.app.sql(`update models set tips2 = repeat('Cut from the bow. ', 500), name = ? where id = ?`, [
      name,
      shown?.id,
    ]);
  await rename('Wide'.repeat(60));
  await page.reload();
  await page.getByText('Tap a cut').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await paper.getByText('The tips are shortened here').waitFor();
  const end = (part: Locator) => part.last().evaluate((one) => one.getBoundingClientRect().bottom);
  const last = await end(paper.locator('[data-tips]'));
  expect(last).toBeLessThanOrEqual((await paper.locator('footer').boundingBox())!.y);
  for (const part of ['td', 'figure', 'img', 'dl']) {
    expect(await end(paper.locator(`> div ${part}`)), part).toBeLessThan(last);
  }
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

test('twelve positions are in sight on a phone, at a desk and on paper; a finger chooses among them by moving across the drawing', async () => {
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
  const depth = (await page.getByRole('table', { name: 'Depth' }).boundingBox())!;
  expect(depth.y + depth.height).toBeLessThanOrEqual(PHONE.height * 1.5);
  // The bar leads to the rest.
  const bar = page.getByRole('navigation', { name: 'Sections' });
  await bar.getByRole('link', { name: 'Product Images' }).tap();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect((await bar.boundingBox())!.y).toBe(56);

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

test('opens help beside a term by keyboard; Escape closes it, and nothing else has happened', async () => {
  const page = await site.openAs('user@example.com');
  const [model] = await site.app.sql(`select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`);
  await page.goto(`/product?company=53&m=model&value=CBR600RR&id=${model!.id}`);
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet.getByText('Years with the same letter have the same key data.').waitFor();
  const button = sheet.getByRole('button', { name: 'Help: MACS' });
  await button.focus();
  await page.keyboard.press('Enter');
  const help = page.getByRole('dialog', { name: 'MACS' });
  await help.getByText('the largest step allowed').waitFor();
  await expect.poll(() => help.evaluate((dialog) => dialog === document.activeElement)).toBe(true);
  expect(await violations(page, MENU)).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);

  // Each label and heading keeps its name.
  await sheet.getByRole('heading', { name: 'Spacing', exact: true }).waitFor();
  expect(await sheet.getByLabel('Direction').count()).toBe(1);
  // A finger beside the sheet of a phone closes it, and does not reach the value below.
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'Back to the list' }).waitFor();
  expect(await sheet.getByText('Years with the same letter have the same key data.').isVisible()).toBe(true);
  await sheet.getByRole('button', { name: 'Help: Wafer positions' }).click();
  const wafers = page.getByRole('dialog', { name: 'Wafer positions' });
  await wafers.getByRole('img', { name: /^A key with seven positions/ }).waitFor();
  expect(await violations(page, MENU)).toEqual([]);
  await page.mouse.click(195, 200);
  await wafers.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);

  await sheet.getByRole('button', { name: 'Help: MACS' }).click();
  await help.getByRole('link', { name: 'All help topics' }).click();
  await page.waitForURL('**/help#macs');
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('MACS');
});

test('used-up budgets are shown in place of the sheet and of Jump’s hits, and administrators see both', async () => {
  const user = await createUser(site.app);
  const [model] = await site.app.sql(`select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`);
  const open = (interval: string, count: number) =>
    site.app.sql(
      `insert into sheet_openings (user_id, model_id, opened_at, last_at)
       select ?, id, now() - ?::interval, now() from models where id <> ? order by id limit ?`,
      [user.id, interval, model!.id, count],
    );
  await open('59 minutes', 300);
  await open('5 hours', 20);

  await site.app.sql(`insert into jump_matches values (?, date_trunc('hour', now()), 1000)`, [user.id]);

  const page = await site.openAs(user);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.postDataJSON().operationName === 'Model') asked += 1;
  });
  await page.goto(`/product?company=53&m=year&value=2007&id=${model!.id}`);
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet
    .getByText(/^You have used your budget of 300 sheets an hour\. You can open more at \d\d:\d\d, in a minute\.$/)
    .waitFor();

  await site.app.sql(`update sheet_openings set opened_at = opened_at - interval '1 hour' where user_id = ?`, [
    user.id,
  ]);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await sheet.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();
  // Before Retry, it has not asked again by itself.
  expect(asked).toBe(2);

  await jump(page).fill('HD109');
  await page.getByText(/^You have seen 1000 matches of blanks and codes this hour\. You can search for more/).waitFor();
  expect(await violations(page, MENU)).toEqual([]);
  // Names are free.
  await jump(page).fill('cbr600');
  await page.getByRole('option').filter({ hasText: 'CBR600RR' }).waitFor();

  await page.context().close();
  const admin = await site.openAs('admin@example.com');
  await admin.goto(`/users/edit?id=${user.id}`);
  await admin.getByText(/^Sheets opened: \d in the last hour, 32\d in the last 24 hours$/).waitFor();
  await admin.goto(`/access?user=${encodeURIComponent(user.username)}`);
  await admin.getByRole('combobox', { name: 'Access' }).selectOption('Found in Jump');
  await admin.getByRole('heading', { level: 1, name: 'Access List (1)' }).waitFor();
  expect(await admin.getByText('Found 1000 blanks, part numbers or codes in Jump within the hour').count()).toBe(1);
});

describe('the blanks in the van', () => {
  test('have their newest count, though an earlier answer is late; what waits is not sent as another user', async () => {
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

  test('are counted, and named by the sheet', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    await page.goto('/product?company=53&m=year');
    await page.getByRole('link', { name: 'Blanks in the van' }).click();
    await page.getByText('Write down which blanks are in the van').waitFor();

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
    expect(await violations(page, MENU)).toEqual([]);
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
    expect(await violations(page, MENU)).toEqual([]);
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
    expect(await violations(page, MENU)).toEqual([]);
    await sheet.getByRole('button', { name: 'Used one' }).click();
    await sheet.getByText('2 in the van: X265').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await sheet.getByText('3 in the van: X265').waitFor();
    await site.app.sql('update van_blanks set count = 0 where client_id = ?', [user.client.id]);
    await page.reload();
    await sheet.getByText('None in the van').waitFor();
  });
});
