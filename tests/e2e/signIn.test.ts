import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { LengthUnit } from '../../server/inputs/lengthUnit';
import { createUser, PASSWORD } from '../support/factories';
import { DESK, intercept, PHONE, sharedSite, violations } from '../support/site';

const site = sharedSite();

async function signIn(page: Page, username: string, password = 'demo-Keys-1990') {
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));

test('signing in leads to the lookup, stores only display data, and lasts as chosen; Logout ends it', async () => {
  const { username } = await createUser(site.app);
  const page = await site.open();
  await page.goto('/login');
  for (const [viewport, heading, keep] of [
    [DESK, 'Honda', false],
    // On a phone, the start of the lookup is above the list.
    [PHONE, 'Lookup', true],
  ] as const) {
    await page.setViewportSize(viewport);
    if (keep) await page.getByText('Keep me logged in').click();
    await signIn(page, username, PASSWORD);
    await page.waitForURL('**/product?company=53&m=year');
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(Number(cookie?.expires) > 0).toBe(keep);
    expect(await stored(page)).toEqual({
      id: expect.any(String),
      username,
      roles: [{ id: '4', authority: 'ROLE_USER' }],
      isAdmin: false,
    });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('visitorLocation'))).toContain('127.0.0.1');
    if (keep)
      for (const path of ['/', '/login']) {
        await page.goto(path);
        await page.waitForURL('**/product?company=53&m=year');
      }
    await page.getByRole('button', { name: username }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    expect(await stored(page)).toBeNull();
  }
  await page.goto('/product?company=53&m=year');
  await page.waitForURL('**/login');
});

test('the login page: reset notice, phone number, terms to agree to, a way to a new password, the password on request', async () => {
  const page = await site.open();
  await page.goto('/login');
  const text = await page.locator('main').innerText();
  expect(text).toContain('All users must reset their password before logging in on the new version');
  expect(text).toContain('+1 555 0100');
  expect(await page.getByLabel('Keep me logged in').isChecked()).toBe(false);
  const terms = page.getByLabel(/terms/);
  expect(await terms.isChecked()).toBe(true);
  for (const [name, path] of [
    ['terms and conditions', '/terms'],
    ['privacy', '/privacy'],
  ] as const) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('main').getByRole('link', { name }).click();
    await (await opened).getByRole('heading', { level: 1, name: new RegExp(name, 'i') }).waitFor();
    expect(new URL((await opened).url()).pathname).toBe(path);
    await (await opened).close();
  }
  expect(await terms.isChecked()).toBe(true);
  await page.getByText('I agree to the terms').click({ position: { x: 10, y: 10 } });
  const signInButton = page.getByRole('button', { name: 'Sign In' });
  expect(await signInButton.isDisabled()).toBe(true);
  const why = page.getByRole('status').filter({ hasText: 'Agree to the terms to sign in.' });
  await why.waitFor();
  await terms.check();
  await why.waitFor({ state: 'detached' });
  expect(await signInButton.isEnabled()).toBe(true);

  await page.getByLabel('Email').fill('user@example.com');
  await page.getByRole('button', { name: 'Reset your password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Username').inputValue()).toBe('user@example.com');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('secret');
  await page.getByRole('button', { name: /show/i }).click();
  expect(await password.getAttribute('type')).toBe('text');
});

test('a refused sign-in shows the reason and keeps the input; the next one leads to the requested page', async () => {
  const page = await site.open();
  await page.goto('/product?company=53&m=model&value=CB+500');
  await page.waitForURL('**/login');
  await page.getByText('Sign in to open this page').waitFor();
  const email = page.getByLabel('Email');
  await page.getByRole('button', { name: 'Sign In' }).click();
  expect(await page.locator('main').innerText()).toMatch(/email.*required[\s\S]*password.*required/i);
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  const refused = async (username: string, password: string, message: string) => {
    await signIn(page, username, password);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(await email.inputValue()).toBe(username);
    expect(await stored(page)).toBeNull();
  };
  await refused('user@example.com', 'wrong', 'please reset your password first');
  await page.context().setOffline(true);
  await refused('user@example.com', 'demo-Keys-1990', 'Network error or unexpected error occurred.');
  await page.context().setOffline(false);
  await signIn(page, 'user@example.com');
  await page.waitForURL('**/product?company=53&m=model&value=CB+500');
  await page.getByRole('link', { name: '2001' }).waitFor();
});

describe('a session whose browser has forgotten it', () => {
  test('goes on at the page that was asked for: the server says who is signed in', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    const shown: string[] = [];
    page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname));
    for (const [path, heading] of [
      ['/sessions', 'Signed-in devices'],
      ['/', 'Honda'],
      ['/login', 'Honda'],
    ] as const) {
      await page.evaluate(() => localStorage.clear());
      await page.goto(path, { waitUntil: 'load' });
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await stored(page)).toMatchObject({ username: user.username });
    }
    const different = shown.filter((path, index) => path !== shown[index - 1]);
    expect(different).toEqual(['/sessions', '/', '/product', '/login', '/', '/product']);

    const other = await page.context().newPage();
    await other.goto('/picture-gallery');
    const asked = () => page.waitForResponse((answer) => answer.request().postDataJSON()?.operationName === 'Me');
    const confirmed = asked();
    await other.evaluate(() => localStorage.clear());
    await confirmed;
    await expect.poll(() => stored(other)).toMatchObject({ username: user.username });
    expect(new URL(page.url()).pathname).toBe('/product');
    await site.app.sql('delete from sessions where user_id = ?', [user.id]);
    await other.evaluate(() => localStorage.clear());
    await page.waitForURL('**/login');
    // The cookie is still there.
    await page.goto('/sessions', { waitUntil: 'load' });
    await page.waitForURL('**/login');
    await page.getByText('Sign in to open this page').waitFor();
  });

  test('ends if its user has signed out without a connection', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    await page.evaluate(() => {
      localStorage.clear();
      localStorage.setItem('unsentSignOut', 'true');
    });
    await page.goto('/sessions', { waitUntil: 'load' });
    await page.waitForURL('**/login');
    await expect.poll(() => site.app.sql('select 1 from sessions where user_id = ?', [user.id])).toEqual([]);
  });
});

describe('a session that ends elsewhere', () => {
  test('leads to the login page on the next call or from another tab, and the browser forgets the user', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    const model = page.getByRole('link', { name: 'CBR600RR', exact: true });
    await model.waitFor();
    await site.app.sql('delete from sessions where user_id = ?', [user.id]);
    // The press prefetches the sheet, which is refused; the click then opens the sheet.
    const refused = page.waitForResponse((response) => response.request().headers().purpose === 'prefetch');
    await model.hover();
    await page.mouse.down();
    await (await refused).finished();
    await page.mouse.up();
    await page.waitForURL('**/login');
    expect(await stored(page)).toBeNull();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended. Please sign in again.' }).waitFor();
    expect(await page.getByText('Sign in to open this page').count()).toBe(0);
    await signIn(page, user.username, PASSWORD);
    await page.waitForURL(/company=53&m=year&value=2007&id=\d+$/);
    await page.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();

    const other = await page.context().newPage();
    await other.goto('/picture-gallery');
    await other.evaluate(() => localStorage.removeItem('user'));
    await page.waitForURL('**/login');
  });

  test('is not taken for the next one, though a refusal arrives late', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    await page.goto('/product?company=53&m=model&value=CBR600RR');
    await page.getByRole('link', { name: '2007' }).click();
    await page.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();
    const late = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await intercept(page, '**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'PinSheet') return route.fallback();
      held.resolve();
      await late.promise;
      await route.fulfill({ response: await route.fetch({ headers: { ...route.request().headers(), cookie: '' } }) });
    });
    const answer = page.waitForResponse((response) => !!response.request().postData()?.includes('PinSheet'));
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await held.promise;
    await page.getByRole('button', { name: user.username }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await signIn(page, user.username, PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Honda' }).waitFor();
    late.resolve();
    await (await answer).finished();
    await page.getByRole('link', { name: 'Correction' }).click();
    await page.getByRole('heading', { level: 1, name: 'Correction' }).waitFor();
    expect(await stored(page)).not.toBeNull();
  });
});

test('a new user is shown the tour once, by keyboard too, and on no other device again', async () => {
  const user = await createUser(site.app, { tourDue: true, lengthUnit: LengthUnit.MM });
  const page = await site.openAs(user);
  await page.goto('/sessions');
  await page.getByText('This device').waitFor();
  // Whoever opens another page first is not kept from it.
  expect(await page.getByRole('complementary', { name: 'Tour' }).count()).toBe(0);
  await page.goto('/product?company=53&m=year');
  const tour = page.getByRole('complementary', { name: 'Tour' });
  const step = (title: string) => tour.getByRole('heading', { name: title });
  await step('Find a bike').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Find a bike');
  expect(await violations(page)).toEqual([]);
  await tour.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await step('What you cut comes first').waitFor();
  await page.setViewportSize(PHONE);
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Enter');
  await step('Where help is').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  const skipped = page.waitForResponse((response) => response.request().postData()?.includes('SkipTour') ?? false);
  await page.keyboard.press('Escape');
  await tour.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await (await skipped).finished();

  const other = await site.openAs(user, { viewport: PHONE });
  await other.goto('/product?company=53&m=year', { waitUntil: 'load' });
  // The server has said who the user is, and that no tour is due.
  await expect.poll(() => other.evaluate(() => localStorage.getItem('ofUser-shownUnit'))).toBe('mm');
  await other.goto('/help');
  await other.goto('/product?company=53&m=year');
  await other.getByRole('heading', { name: 'Lookup', level: 1 }).waitFor();
  expect(await other.getByRole('complementary', { name: 'Tour' }).count()).toBe(0);
  // The help page has it for good.
  await other.goto('/help');
  await other.getByRole('button', { name: 'Take the tour' }).click();
  await other.getByRole('complementary', { name: 'Tour' }).getByRole('button', { name: 'Skip the tour' }).click();
  await other.getByRole('complementary', { name: 'Tour' }).waitFor({ state: 'detached' });
});
