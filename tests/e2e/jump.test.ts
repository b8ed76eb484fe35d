import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESK, intercept, PHONE, sharedSite, violations } from '../support/site';

const site = sharedSite();

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a bike, blank or code' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
/** Waits for the sheet, whose heading has the focus. */
const opened = async (page: Page, name: string) => {
  const heading = page.getByRole('heading', { level: 1, name: `Honda ${name}` });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
};

test.each([
  ['a desk', { viewport: DESK, hasTouch: false }],
  ['a phone', { viewport: PHONE, hasTouch: true }],
])('at %s, twelve keystrokes lead from anywhere to a sheet', async (_where, options_) => {
  const page = await site.openAs('user@example.com', options_);
  await page.goto('/correction/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // On a phone, keys that are typed while the field's code loads are not lost.
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
  const url = new URL(page.url());
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ company: '53', m: 'model', value: 'CBR600RR' });

  // The empty field lists recent sheets.
  if (!options_.hasTouch) {
    // The server writes openings in batches.
    await expect.poll(() => site.app.sql('select 1 from recent_sheets')).toHaveLength(1);
    await page.keyboard.press('/');
    const recent = page.getByRole('listbox', { name: 'Recent sheets' }).getByRole('option');
    await expect.poll(() => recent.allInnerTexts()).toContainEqual(expect.stringMatching(/^Honda CBR600RR\s+2007$/));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await field(page).waitFor();
    await opened(page, 'CBR600RR (2007)');
  }

  if (options_.hasTouch) {
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

    await page.getByRole('button', { name: 'Find' }).tap();
    await field(page).fill('A77');
    const series = options(page).getByText('Code series A77');
    await series.first().waitFor();
    // No identifier is truncated.
    expect(await series.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))).toEqual([]);
    await options(page).filter({ hasText: 'Honda CB 125F' }).tap();
    await opened(page, 'CB 125F (2026)');
  } else {
    await page.evaluate(() => scrollTo(0, 500));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('A77');
    // Not the answer to "A7", which this series does not cover.
    await expect.poll(() => options(page).allInnerTexts()).toContainEqual(expect.stringContaining('Code series A77'));
    // No text is truncated.
    expect(
      await options(page)
        .locator('span')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent),
        ),
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
    for (const [text, name] of [
      ['A77', 'CRF125F (2026)'],
      ['HD109', 'CB 500 Hornet (2026)'],
    ] as const) {
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await options(page)
        .filter({ hasText: text === 'HD109' ? 'ILCO HD109' : 'Code series A77' })
        .first()
        .waitFor();
      for (const _ of ['first', 'second']) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await opened(page, name);
    }
  }
});

test('what a blank fits, a make and a year are a few keys away, and open no sheet', async () => {
  const page = await site.openAs('user@example.com');
  await page.goto('/correction/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const openings = async () => Number((await site.app.sql('select count(*) from sheet_openings'))[0]?.count);
  const before = await openings();
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
  expect(await violations(page)).toEqual([]);

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
  await page.getByRole('link', { name: 'CBR600RR' }).waitFor();
  expect(await openings()).toBe(before);
});

test('what does not load without a connection is loaded with it, and its message leaves with the screen', async () => {
  const page = await site.openAs('user@example.com', { viewport: PHONE });
  await page.goto('/correction/create');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const problem = page.getByRole('alert').filter({ hasText: 'The search did not load.' });
  const find = page.getByRole('button', { name: 'Find' });
  await page.context().setOffline(true);
  await find.click();
  await problem.waitFor();
  // On another screen, which cannot be loaded either.
  await page.getByRole('button', { name: 'user@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
  expect(await problem.count()).toBe(0);
  // With the connection, a message that nobody has dismissed is gone, and the search loads.
  await find.click();
  await problem.waitFor();
  await page.context().setOffline(false);
  await problem.waitFor({ state: 'detached' });
  // The screen loads by itself. Chromium remembers the failure until the page is reloaded, so that is done.
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await find.click();
  await field(page).waitFor();
});

test('results that did not load are loaded after Retry, once there is a connection', async () => {
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
  // As above; the page is not reloaded unless somebody asks for it.
  await Promise.all([page.waitForEvent('load'), problem.getByRole('button', { name: 'Retry' }).click()]);
  await field(page).fill('cbr600');
  await options(page).first().waitFor();
  expect(await problem.count()).toBe(0);
});

test('a window that becomes wide while the screen of Jump loads keeps nothing of it', async () => {
  const page = await site.openAs('user@example.com', { viewport: PHONE });
  await page.goto('/correction/create');
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
  await page.goto('/product?company=53&m=year');
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
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))));
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
  await answered;
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
  const page = await site.openAs('user@example.com');
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
  expect(await violations(page)).toEqual([]);
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
  await page.getByRole('button', { name: 'user@example.com' }).click();
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
  expect(await violations(page)).toEqual([]);

  // A code that is looked up in a table: the sheet says so, and the list is left without the code.
  await page.getByRole('button', { name: 'Find' }).click();
  await field(page).fill('cbr600rr j55');
  await page.keyboard.press('Enter');
  await expect.poll(() => note.innerText()).toBe('J55 is in the series J00-U39. This series does not give the cuts.');
  await expect.poll(() => bitting.inputValue()).toBe('');
  expect(await page.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).not.toContain('code');
});

test('a missing bike can be reported', async () => {
  const page = await site.openAs('user@example.com');
  await page.goto('/product?company=53&m=year');
  await field(page).fill('zwieback 9000');
  await page.getByText('Nothing found for “zwieback 9000”.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('Missing bike: zwieback 9000');
});

test('one press on a missed search starts its alias, and it is found from then on', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/product?company=53&m=year');
  await field(page).fill('zwack & co');
  await page.getByText('Nothing found for “zwack & co”.').waitFor();
  await expect.poll(() => site.app.sql(`select count from missed_searches where text like 'zwack%'`)).toHaveLength(1);
  await page.goto('/aliases/searches');
  await page.getByRole('link', { name: /^Add alias zwack/ }).click();
  expect(await page.getByLabel('Alias', { exact: true }).inputValue()).toMatch(/^zwack.*co$/);
  // Before the make: the combobox takes the focus again a frame after an option was chosen.
  await page.getByLabel('Model', { exact: true }).fill('Gold Wing');
  await page.getByRole('combobox', { name: 'Make' }).fill('Honda');
  await page.getByRole('option', { name: 'Honda', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: /^Missed Search/ }).waitFor();
  await field(page).fill('zwack & co');
  await expect.poll(() => options(page).first().innerText()).toContain('Gold Wing');
});

test('an administrator imports aliases, and sees which rows are refused', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/aliases/list');
  const total = async () => Number((await site.app.sql('select count(*) from aliases'))[0]?.count);
  const before = await total();
  await page.getByRole('heading', { level: 1, name: `Alias List (${before})` }).waitFor();
  const send = (...rows: string[]) =>
    page.getByLabel('File of aliases').setInputFiles({
      name: 'names.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Nickname;Make;Model', ...rows].join('\n')),
    });

  await send('Zwing;Honda;Gold Wing', 'Zwang;Hnda;');
  await page.getByRole('alert').getByText('Row 3: there is no make “Hnda”.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
  expect(await total()).toBe(before);

  await send('Zwing;Honda;Gold Wing', 'Zwing;Honda;gold wing');
  await page.getByText('1 new alias, 1 unchanged').waitFor();
  await page.getByRole('heading', { level: 1, name: `Alias List (${before + 1})` }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await field(page).fill('zwing');
  await expect.poll(() => options(page).first().innerText()).toContain('Gold Wing');
});

test('results that fail leave the page, and what was typed into it', async () => {
  // A tab of its own, which has not loaded the results before.
  const page = await site.openAs('user@example.com', { locale: 'en-GB' });
  await intercept(page, '**/assets/JumpPanel-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const JumpPanel = () => { throw new Error("The results fail."); };',
    }),
  );
  await page.goto('/correction/create');
  const comment = page.getByLabel('Comment', { exact: true });
  await comment.fill('Typed');
  await field(page).fill('cbr600');
  await page.getByRole('alert').filter({ hasText: 'The search did not load.' }).waitFor();
  expect(await comment.inputValue()).toBe('Typed');
});
