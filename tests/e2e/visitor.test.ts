import { expect, test } from 'vitest';
import { PHONE, sharedSite, watchRequests, watchShift } from '../support/site';

const site = sharedSite();

test('a visitor learns what the guide is, enlarges the gallery, and finds the way to sign in, on a phone too', async () => {
  const page = await site.open();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.title()).toContain('Motokey');
  const text = await page.locator('main').innerText();
  expect(text).toMatch(/from 1990 to the present/i);
  expect(text).toContain('$79.95');
  expect(text).toMatch(/\b70 makes and more than 22,\d00 models\b/);
  expect(await page.getByRole('main').getByRole('link', { name: '+1 555 0100' }).getAttribute('href')).toBe(
    'tel:+15550100',
  );
  const contact = page.getByRole('link', { name: 'help@example.com' }).first();
  expect(await contact.getAttribute('href')).toMatch(/^mailto:help@example\.com/);
  const shown = await page.locator('main img').evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  expect(shown).toEqual(['information', 'by_model', 'by_year', 'job_sheet'].map((name) => `/gallery/${name}.webp`));
  const seeThePictures = async () => {
    for (const picture of await page.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      // As it was taken, or cropped, but not stretched; and it says what it shows.
      expect(await picture.evaluate((one) => getComputedStyle(one).objectFit)).toBe('cover');
      expect(await picture.getAttribute('alt')).toMatch(/\w{3}/);
    }
  };
  await seeThePictures();

  await page.getByRole('link', { name: 'Picture gallery' }).first().click();
  await page.waitForURL('**/picture-gallery');
  const pictures = page.locator('main li img');
  await pictures.first().waitFor();
  expect(await pictures.count()).toBe(3);
  for (const name of ['information', 'by_model', 'by_year']) {
    expect(await page.locator(`img[src*="/${name}"]`).count()).toBe(1);
  }
  await page.getByRole('main').getByRole('button').first().press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img').waitFor();
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await seeThePictures();
  await page.getByRole('link', { name: 'Picture gallery' }).filter({ visible: true }).first().click();
  await page.waitForURL('**/picture-gallery');
  await page.getByRole('heading', { level: 1, name: 'Picture gallery' }).waitFor();
  await page.getByRole('link', { name: 'Log in' }).filter({ visible: true }).first().click();
  await page.waitForURL('**/login');
  await page.getByLabel('Email').waitFor();
});

test('opens the one sheet that an administrator shows, and nothing else of the catalogue', async () => {
  const page = await site.open({ viewport: PHONE });
  const shift = await watchShift(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'See a sample sheet' }).click();
  await page.waitForURL('**/sample');
  await page.getByRole('heading', { level: 1, name: 'Honda CBR600RR (2007)' }).waitFor();
  await page.getByText('Sample data: do not cut from it').waitFor();
  await page.getByRole('img', { name: /^The key, drawn/ }).waitFor();
  const thumbnail = page.getByRole('button', { name: 'Enlarge image 1 of 2' });
  await thumbnail.scrollIntoViewIfNeeded();
  await expect
    .poll(() => thumbnail.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);
  for (const name of [/report/i, /^pin/i, /^print/i, /compare/i, /^edit/i])
    for (const role of ['button', 'link'] as const) expect(await page.getByRole(role, { name }).count()).toBe(0);
  const answered = watchRequests(page);
  await page.goto('/sample', { waitUntil: 'load' });
  await page.getByRole('img', { name: /^The key, drawn/ }).waitFor();
  await answered();
  expect(await shift()).toBeLessThanOrEqual(0.02);

  const desk = await site.openAs('admin@example.com');
  const [model] = await site.app.sql(`select id from models where make_id = 53 and name = 'CBR600RR' and year = 2008`);
  await desk.goto(`/products/edit?id=${model!.id}`);
  await desk.getByRole('link', { name: 'Honda CBR600RR (2007)' }).waitFor();
  await desk.getByRole('button', { name: 'Show as sample sheet for visitors' }).click();
  await desk.getByText('Anybody can open this sheet').waitFor();
  await page.goto('/sample', { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1, name: 'Honda CBR600RR (2008)' }).waitFor();
  await desk.getByRole('button', { name: 'Stop showing it to visitors' }).click();
  await desk.getByRole('button', { name: 'Show as sample sheet for visitors' }).waitFor();
  await page.goto('/sample', { waitUntil: 'load' });
  await page.getByText('There is no sample sheet at the moment.').waitFor();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'The bike is here' }).waitFor();
  expect(await page.getByRole('link', { name: /sample sheet/ }).count()).toBe(0);
  await desk.context().close();
});

test('the pages can be read without scripts, and what is typed before they have loaded is not lost', async () => {
  const plain = await site.open({ javaScriptEnabled: false });
  for (const [path, heading] of [
    ['/', 'The bike is here'],
    ['/login', 'Log in'],
    ['/picture-gallery', 'Picture gallery'],
    ['/join', 'Join Motokey'],
  ] as const) {
    await plain.goto(path);
    expect(await plain.getByRole('heading', { level: 1 }).innerText()).toContain(heading);
    expect(await plain.title()).toContain('Motokey');
    const needs = plain.getByText(/needs JavaScript/);
    expect(await needs.count()).toBe(path === '/login' || path === '/join' ? 1 : 0);
  }
  await plain.context().close();

  const page = await site.open();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', (route) => released.then(() => route.continue()));
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Email').fill('user@example.com');
  await page.getByLabel('Password', { exact: true }).fill('demo-Keys-1990');
  await page.getByRole('button', { name: 'Sign In' }).click();
  expect(page.url()).toBe(`${site.url}/login`);
  release();
  await page.waitForURL('**/product?**');
});

test('a screen whose code is gone after a deployment reloads the page at its own address', async () => {
  const page = await site.open();
  await page.goto('/');
  await page.route('**/assets/PictureGallery-*.js', (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Picture gallery' }).first().click();
  await page.waitForURL('**/picture-gallery');
  await page.getByRole('heading', { level: 1, name: 'Picture gallery' }).waitFor();
});

test('member screens lead a visitor to the login page, and an unknown path to a page of its own', async () => {
  const page = await site.open();
  for (const path of ['/product?company=53&m=year', '/clients', '/users/list', '/payments', '/correction/create']) {
    await page.goto(path);
    await page.waitForURL('**/login');
  }
  await page.goto('/no/such/page');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(page.url()).toBe(`${site.url}/no/such/page`);
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL(`${site.url}/`);
});

test('light and dark follow the system until one is chosen, and the choice is kept', async () => {
  const page = await site.open({ colorScheme: 'dark' });
  const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto('/');
  await expect.poll(canvas).toBe('rgb(14, 20, 26)');
  await page.getByText(/^light$/i).click();
  await expect.poll(canvas).toBe('rgb(243, 245, 247)');
  await page.reload();
  await expect.poll(canvas).toBe('rgb(243, 245, 247)');
  await page.getByText(/^system$/i).click();
  await expect.poll(canvas).toBe('rgb(14, 20, 26)');
});
