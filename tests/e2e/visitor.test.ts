import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK, PHONE, type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])('a visitor at %s', (_name, viewport) => {
  test('learns what the guide is, enlarges the gallery, and finds the way to sign in', async () => {
    const page = await site.open({ viewport });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).toContain('Motokey');
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/from 1990 to the present/i);
    expect(text).toContain('$79.95');
    const contact = page.getByRole('link', { name: 'help@example.com' }).first();
    expect(await contact.getAttribute('href')).toMatch(/^mailto:help@example\.com/);

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

    await page.getByRole('link', { name: 'Log in' }).first().click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email').waitFor();
    await page.context().close();
  });
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
  await page.context().close();
});

test('a screen whose code is gone after a deployment reloads the page at its own address', async () => {
  const page = await site.open();
  await page.goto('/');
  await page.route('**/assets/PictureGallery-*.js', (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Picture gallery' }).first().click();
  await page.waitForURL('**/picture-gallery');
  await page.getByRole('heading', { level: 1, name: 'Picture gallery' }).waitFor();
  await page.context().close();
});

test('member screens redirect a visitor to the login page', async () => {
  const page = await site.open();
  for (const path of ['/product?company=53&m=year', '/clients', '/users/list', '/payments', '/correction/create']) {
    await page.goto(path);
    await page.waitForURL('**/login');
  }
  await page.context().close();
});

test('an unknown path has its own page, which links to home', async () => {
  const page = await site.open();
  await page.goto('/no/such/page');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('main').innerText()).toMatch(/not found|no such|does not exist/i);
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL(`${site.url}/`);
  await page.context().close();
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
  await page.context().close();
});
