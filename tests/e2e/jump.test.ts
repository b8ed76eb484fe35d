import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createUser } from '../support/factories';
import { DESK, intercept, PHONE, sharedSite, violations } from '../support/site';

const site = sharedSite();

/** axe looks at the menu in accessibility.test.ts; its makes take as long as the rest of a page. */
const MENU = 'nav[aria-label=Main]';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a bike, blank or code' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
/** Waits for the sheet, whose heading has the focus. */
const opened = async (page: Page, name: string) => {
  const heading = page.getByRole('heading', { level: 1, name: `Honda ${name}` });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
};
/** Waits until the page has handled what it was sent before, and has painted it. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))));

test('twelve keystrokes lead from anywhere to a sheet, two more to one of those opened last', async () => {
  const user = await createUser(site.app);
  const page = await site.openAs(user);
  await page.goto('/correction/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('cbr600 07');
  await page.keyboard.press('Enter');
  await opened(page, 'CBR600RR (2007)');
  const url = new URL(page.url());
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ company: '53', m: 'model', value: 'CBR600RR' });

  // The server writes openings in batches.
  await expect.poll(() => site.app.sql('select 1 from recent_sheets where user_id = ?', [user.id])).toHaveLength(1);
  await page.keyboard.press('/');
  const recent = page.getByRole('listbox', { name: 'Recent sheets' }).getByRole('option');
  await expect.poll(() => recent.allInnerTexts()).toEqual([expect.stringMatching(/^Honda CBR600RR\s+2007$/)]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await opened(page, 'CBR600RR (2007)');

  await page.evaluate(() => scrollTo(0, 500));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('A77');
  // Not the answer to "A7", which this series does not cover.
  await expect.poll(() => options(page).allInnerTexts()).toContainEqual(expect.stringContaining('Code series A77'));
  // No text is truncated.
  expect(
    await options(page)
      .locator('span')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)),
  ).toEqual([]);
  // The page keeps its scroll position.
  expect(await page.evaluate(() => scrollY)).toBe(500);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = options(page).nth(1);
  expect(await second.getAttribute('aria-selected')).toBe('true');
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'));
  expect(await second.innerText()).toContain('Code series A77');
  await page.keyboard.press('Escape');
  expect(await options(page).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
  await page.keyboard.press('/');
  await page.keyboard.type('A77');
  await options(page).filter({ hasText: 'Code series A77' }).first().waitFor();
  for (const _ of ['first', 'second']) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await opened(page, 'CRF125F (2026)');
});

test('on a phone Find opens by a tap, loses no key while its code loads, and cuts off no identifier', async () => {
  const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true });
  await page.goto('/correction/create', { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const typed = Promise.withResolvers<void>();
  await intercept(page, '**/assets/JumpScreen-*.js', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('cbr600 07');
  await page.keyboard.press('Enter');
  typed.resolve();
  await opened(page, 'CBR600RR (2007)');

  const find = page.getByRole('button', { name: 'Find' });
  // Without a field that has the focus during the tap, iOS does not show its keyboard.
  const isField = await find.evaluate((button: HTMLElement) => {
    button.focus();
    button.click();
    return document.activeElement instanceof HTMLInputElement;
  });
  expect(isField).toBe(true);
  await field(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => find.evaluate((button) => button === document.activeElement)).toBe(true);
  await find.tap();
  await field(page).fill('HD109');
  const hit = options(page).filter({ hasText: 'CBR500R' });
  await expect.poll(() => hit.innerText()).toContain('ILCO HD109');
  expect(await violations(page)).toEqual([]);
  await hit.tap();
  await opened(page, 'CBR500R (2026)');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  await find.tap();
  await field(page).fill('A77');
  const series = options(page).getByText('Code series A77');
  await series.first().waitFor();
  // No identifier is truncated.
  expect(await series.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))).toEqual([]);
});

test('what a blank fits, a make and a year are a few keys away, and open no sheet', async () => {
  const user = await createUser(site.app);
  const page = await site.openAs(user);
  await page.goto('/correction/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const keys = { pressed: 0 };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    keys.pressed += text.length;
  };
  const count = page.getByText(/^(The first \d+|\d+) results?$/);

  // Six keys and one press to everything that a blank fits.
  await type('/hd109');
  const family = page.getByRole('link', { name: /^HD109 fits \d+ models$/ });
  await family.waitFor();
  const total = Number(/\d+ models/.exec(await family.innerText())?.[0].split(' ')[0]);
  await expect.poll(() => count.innerText()).toBe('The first 8 results');
  // Of the rows, the one that Enter opens is marked; the panel is as wide as its field.
  expect(await options(page).evaluateAll((all) => all.map((one) => 'entered' in one.dataset))).toEqual([
    true,
    ...Array.from({ length: 7 }, () => false),
  ]);
  const widths = await page.evaluate(() =>
    ['[role=combobox][aria-label^=Find]', '[role=listbox]'].map(
      (one) => document.querySelector(one)?.getBoundingClientRect().width ?? 0,
    ),
  );
  expect(Math.abs(widths[0]! - widths[1]!)).toBeLessThanOrEqual(2);
  await family.click();
  await page.getByRole('heading', { level: 1, name: `What HD109 fits (${total})` }).waitFor();
  expect(keys.pressed).toBe(6);
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'ILCO HD109' });
  expect(await rows.count()).toBe(Math.min(total, 50));
  await expect.poll(() => rows.allInnerTexts()).toContainEqual(expect.stringMatching(/Honda CBR600RR\s+2003–2006/));

  // A make alone leads to its lists.
  await page.keyboard.press('/');
  await page.keyboard.type('hodna');
  await expect.poll(() => options(page).allInnerTexts()).toContainEqual(expect.stringMatching(/^Honda\s+By Model$/));
  expect(await options(page).first().innerText()).toMatch(/^Honda\s+By Year$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Honda/ }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ company: '53', m: 'year' });

  // A year alone leads to the makes of that year.
  await page.keyboard.press('/');
  await page.keyboard.type('2007');
  await options(page)
    .filter({ hasText: /^Honda\s*2007$/ })
    .click();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ company: '53', m: 'year', value: '2007' });

  // The server counts openings in batches: all are there once the first one is.
  await page.getByRole('link', { name: 'CBR600RR' }).click();
  await opened(page, 'CBR600RR (2007)');
  const openings = () =>
    site.app.sql('select name, year from sheet_openings join models on id = model_id where user_id = ?', [user.id]);
  await expect.poll(openings).not.toEqual([]);
  expect(await openings()).toEqual([{ name: 'CBR600RR', year: 2007 }]);
});

test('results that do not load are there after Retry; if they fail, the page stays, and what was typed into it', async () => {
  // A profile of its own, in which nothing has loaded before.
  const page = await site.openAs('user@example.com', { locale: 'en-IE' });
  await page.goto('/correction/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().setOffline(true);
  await field(page).fill('cbr600');
  const problem = page.getByRole('alert').filter({ hasText: 'The search did not load.' });
  await problem.waitFor();
  await page.keyboard.press('Escape');
  await problem.waitFor({ state: 'detached' });
  await page.context().setOffline(false);
  await field(page).fill('cbr600');
  await problem.getByRole('button', { name: 'Retry' }).click();
  // A browser that remembers the failure reloads the page, with which the text goes.
  await expect
    .poll(async () => {
      await field(page).fill('cbr600');
      return options(page).count();
    })
    .toBeGreaterThan(0);
  expect(await problem.count()).toBe(0);

  await intercept(page, '**/assets/JumpPanel-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const JumpPanel = () => { throw new Error("The results fail."); };',
    }),
  );
  await page.goto('/correction/create', { waitUntil: 'load' });
  const comment = page.getByLabel('Comment', { exact: true });
  await comment.fill('Typed');
  await field(page).fill('cbr600');
  await problem.waitFor();
  expect(await comment.inputValue()).toBe('Typed');
});

test('a window that becomes wide while the screen of Jump loads keeps nothing of it', async () => {
  const page = await site.openAs('user@example.com', { viewport: PHONE });
  await page.goto('/correction/create', { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const isWide = Promise.withResolvers<void>();
  await intercept(page, '**/assets/JumpScreen-*.js', async (route) => {
    await isWide.promise;
    await route.continue();
  });
  await page.keyboard.press('/');
  const invisible = page.locator('body > input');
  await invisible.waitFor({ state: 'attached' });
  await page.setViewportSize(DESK);
  await field(page).waitFor();
  isWide.resolve();
  await expect.poll(() => invisible.count()).toBe(0);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Find' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a screen that arrives while somebody types leaves the focus in the field', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/product?company=53&m=year', { waitUntil: 'load' });
  const isTyped = Promise.withResolvers<void>();
  await intercept(page, '**/assets/Clients-*.js', async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Client List' }).click();
  await field(page).fill('cbr600 07');
  isTyped.resolve();
  await page.getByRole('heading', { level: 1, name: /^Client List/ }).waitFor();
  await options(page).first().waitFor();
  await painted(page);
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await options(page).count()).toBeGreaterThan(0);
});

test('Enter waits for the answer to the typed text, and rows do not move while the pointer is on them', async () => {
  const page = await site.openAs('user@example.com');
  await page.goto('/product?company=53&m=year');
  await field(page).fill('goldwing 98');
  // The year that Enter opens, because it is not the newest.
  await expect.poll(() => options(page).first().innerText()).toMatch(/Gold Wing\s+1998 of 1990–2000/);

  // The answers to these texts wait until the test lets them through.
  const late = { cbr954: Promise.withResolvers<void>(), grom: Promise.withResolvers<void>() };
  await intercept(page, '**/graphql', async (route) => {
    const asked = route.request().postData() ?? '';
    for (const [text, { promise }] of Object.entries(late)) if (asked.includes(`"${text}"`)) await promise;
    await route.continue();
  });
  await field(page).fill('cbr954');
  await page.keyboard.press('Enter');
  expect(await options(page).first().innerText()).toContain('Gold Wing');
  late.cbr954.resolve();
  await opened(page, 'CBR954RR (2003)');

  await field(page).fill('gold wing');
  await options(page).first().hover();
  const before = await options(page).allInnerTexts();
  const answered = page.waitForResponse((response) => !!response.request().postData()?.includes('"grom"'));
  await field(page).fill('grom');
  await options(page)
    .first()
    .hover({ position: { x: 30, y: 12 } });
  late.grom.resolve();
  await (await answered).finished();
  await painted(page);
  expect(await options(page).allInnerTexts()).toEqual(before);
  await page.mouse.move(5, 700);
  await expect.poll(() => options(page).allInnerTexts()).not.toEqual(before);

  // A blank that many models have.
  await field(page).fill('HD109');
  await page.getByRole('button', { name: 'More results' }).waitFor();
  expect(await options(page).count()).toBe(8);
  // Past the line of everything that the blank fits.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => options(page).count()).toBeGreaterThan(8);
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
});

test('keys are listed, and those that act alone can be turned off', async () => {
  const user = await createUser(site.app);
  const page = await site.openAs(user);
  await page.goto('/product?company=53&m=year&value=2007');
  await page.getByRole('link', { name: 'CBR600RR' }).click();
  await opened(page, 'CBR600RR (2007)');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  expect(await dialog.locator('kbd').allInnerTexts()).toEqual([
    ...['/', 'Ctrl K', 'P', '←', '→', 'Ctrl P'],
    ...['↑', '↓', 'A–Z', '?'],
  ]);
  await dialog.getByLabel('Single-key shortcuts').uncheck();
  expect(await violations(page, MENU)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.reload();
  await page.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();
  for (const key of ['?', 'p', '/']) await page.keyboard.press(key);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
  await page.keyboard.press('Control+k');
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await dialog.count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Pin', exact: true }).getAttribute('title')).toBeNull();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: user.username }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByLabel('Single-key shortcuts').check();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Unpin', exact: true }).waitFor();
});

test('a key code and Enter lead to its cuts on the sheet, and Print to paper', async () => {
  const page = await site.openAs('user@example.com');
  await page.goto('/correction/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('a132414');
  await expect.poll(() => options(page).first().innerText()).toMatch(/Code A132414 · 1-3-2-4-1-4$/);
  await page.keyboard.press('Enter');
  const bitting = page.getByLabel('Bitting', { exact: true });
  const note = page.getByRole('status').filter({ hasText: /A132414|J55/ });
  await expect
    .poll(() => note.innerText())
    .toBe(
      'A132414 has the cuts 1-3-2-4-1-4 from bow to tip, or 4-1-4-2-3-1 if it is read from the tip. The direction is not recorded. Series A111111-A444444.',
    );
  await expect.poll(() => bitting.inputValue()).toBe('1-3-2-4-1-4');
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelector('[data-job-sheet]')?.textContent ?? '';
    };
  });
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toContain('1-3-2-4-1-4');

  // After a reload, on a phone; the direction has been recorded meanwhile.
  const address = new URL(page.url());
  expect(address.searchParams.get('code')).toBe('A132414');
  await site.app.sql(`update models set code_direction = 'tip to bow' where id = ?`, [address.searchParams.get('id')]);
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect
    .poll(() => note.innerText())
    .toBe('A132414 has the cuts 4-1-4-2-3-1 from bow to tip; it is read from the tip. Series A111111-A444444.');
  await expect.poll(() => bitting.inputValue()).toBe('1-3-2-4-1-4');
  expect(await page.getByLabel('Direction').inputValue()).toBe('tip to bow');
  expect(await violations(page, MENU)).toEqual([]);

  // A code that is looked up in a table: the sheet says so, and the list is left without the code.
  await page.getByRole('button', { name: 'Find' }).click();
  await field(page).fill('cbr600rr j55');
  await page.keyboard.press('Enter');
  await expect.poll(() => note.innerText()).toBe('J55 is in the series J00-U39. This series does not give the cuts.');
  await expect.poll(() => bitting.inputValue()).toBe('');
  expect(await page.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).not.toContain('code');
});

test('what is not found can be reported; aliases find it once an administrator has imported them, or added one by one press', async () => {
  const page = await site.openAs('user@example.com');
  await page.goto('/product?company=53&m=year');
  await field(page).fill('zwack & co');
  await page.getByText('Nothing found for “zwack & co”.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('Missing bike: zwack & co');

  await page.context().close();
  const admin = await site.openAs('admin@example.com');
  await admin.goto('/aliases/list');
  const total = async () => Number((await site.app.sql('select count(*) from aliases'))[0]?.count);
  const before = await total();
  await admin.getByRole('heading', { level: 1, name: `Alias List (${before})` }).waitFor();
  const send = (...rows: string[]) =>
    admin.getByLabel('File of aliases').setInputFiles({
      name: 'names.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Nickname;Make;Model', ...rows].join('\n')),
    });

  await send('Zwing;Honda;Gold Wing', 'Zwang;Hnda;');
  await admin.getByRole('alert').getByText('Row 3: there is no make “Hnda”.').waitFor();
  expect(await violations(admin, MENU)).toEqual([]);
  await admin.getByRole('button', { name: 'Import', exact: true }).waitFor();
  expect(await total()).toBe(before);

  await send('Zwing;Honda;Gold Wing', 'Zwing;Honda;gold wing');
  await admin.getByText('1 new alias, 1 unchanged').waitFor();
  await admin.getByRole('heading', { level: 1, name: `Alias List (${before + 1})` }).waitFor();
  expect(await admin.getByRole('alert').count()).toBe(0);
  await field(admin).fill('zwing');
  await expect.poll(() => options(admin).first().innerText()).toContain('Gold Wing');

  // Meanwhile the search that missed has been counted.
  await expect.poll(() => site.app.sql(`select count from missed_searches where text like 'zwack%'`)).toHaveLength(1);
  await admin.goto('/aliases/searches');
  await admin.getByRole('link', { name: /^Add alias zwack/ }).click();
  expect(await admin.getByLabel('Alias', { exact: true }).inputValue()).toMatch(/^zwack.*co$/);
  // Before the make: the combobox takes the focus again a frame after an option was chosen.
  await admin.getByLabel('Model', { exact: true }).fill('Gold Wing');
  await admin.getByRole('combobox', { name: 'Make' }).fill('Honda');
  await admin.getByRole('option', { name: 'Honda', exact: true }).click();
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByRole('heading', { level: 1, name: /^Missed Search/ }).waitFor();
  await field(admin).fill('zwack & co');
  await expect.poll(() => options(admin).first().innerText()).toContain('Gold Wing');
});
