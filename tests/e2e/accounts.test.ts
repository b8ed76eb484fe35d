import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createClient, createUser, day, PASSWORD } from '../support/factories';
import { signedIn } from '../support/people';
import { intercept, PHONE, sharedSite } from '../support/site';

const site = sharedSite();

const admin = (options = {}) => site.openAs('admin@example.com', options);
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
const sql = (statement: string, params?: unknown[]) => site.app.sql(statement, params);
const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
/** The temporary password in the newest mail to this address. */
const mailed = async (username: string): Promise<string> =>
  (await sql('select text from mails where recipient = ? order by id desc limit 1', [username]))[0]?.text.match(
    /^Temporary password: (\S+)$/m,
  )?.[1];

async function signIn(page: Page, username: string, password: string) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}
const GOOD = 'a brand new secret';
async function choosePassword(page: Page, current: string, password = GOOD, confirmation = password) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current Password').fill(current);
  await dialog.getByLabel('New Password').fill(password);
  await dialog.getByLabel('Confirm Password').fill(confirmation);
  await dialog.getByRole('button', { name: 'Save password' }).click();
}

test('an administrator creates, edits and deletes a client', async () => {
  const page = await admin();
  await page.goto('/');
  await page.waitForURL('**/clients/list');
  await page.getByRole('heading', { level: 1, name: /^Client List \(\d+\)$/ }).waitFor();
  await page.getByRole('link', { name: 'Create Client' }).click();
  await field(page, 'Name').fill('Fresh Client');
  await field(page, 'Primary Email').fill('fresh@example.com');
  await field(page, 'Max User').fill('3');
  await field(page, 'Subscription Start Date').fill(day(0));
  await field(page, 'Subscription End Date').fill(day(365));
  await button(page, 'Save').click();
  await page.waitForURL('**/clients/list**');
  await toast(page, 'Client created successfully!');
  const [client] = await sql('select * from clients where primary_email = ?', ['fresh@example.com']);
  expect(client).toMatchObject({ max_users: 3, account_expired: false });

  await page.goto(`/clients/edit?id=${client?.id}`);
  await expect.poll(() => field(page, 'Max User').inputValue()).toBe('3');
  await field(page, 'Max User').fill('4');
  await button(page, 'Update').click();
  await toast(page, 'Client updated successfully!');
  await page.goto(`/clients/edit?id=${client?.id}`);
  await button(page, 'Delete').click();
  await confirm(page);
  await toast(page, 'Client deleted successfully!');
  expect(await sql('select 1 from clients where id = ?', [client?.id])).toEqual([]);
});

test('at a phone, a new user is invited, chooses a password, is disabled and deleted, and the log shows each step', async () => {
  const client = await createClient(site.app, { name: 'Home of a newcomer', maxUsers: 2 });
  const full = await createClient(site.app, { name: 'Quite Full', maxUsers: 1 });
  await createUser(site.app, { client: full });
  const username = 'newcomer@example.com';
  const page = await admin({ viewport: PHONE });
  await page.goto('/users/create');
  const option = field(page, 'Client').locator(`option[value="${full.id}"]`);
  await option.waitFor({ state: 'attached' });
  expect(await option.isDisabled()).toBe(true);
  // The mark follows the date.
  const expires = field(page, 'Expiration Date');
  const preset = await expires.inputValue();
  expect(preset).toMatch(new RegExp(`^${new Date().getUTCFullYear() + 1}-`));
  for (const [last, isOver] of [
    [day(-1), true],
    [preset, false],
  ] as const) {
    await expires.fill(last);
    await expect.poll(() => field(page, 'Account Expired').isChecked()).toBe(isOver);
  }
  await field(page, 'Username').fill(username);
  await field(page, 'Full Name').fill('Nova Newcomer');
  await field(page, 'Client').selectOption({ value: String(client.id) });
  expect(await field(page, 'User Role').locator('option').allInnerTexts()).toEqual(
    expect.arrayContaining(['Role(authority:ROLE_ADMIN)', 'Role(authority:ROLE_USER)']),
  );
  expect(await field(page, 'Enabled').isChecked()).toBe(true);
  await button(page, 'Save').click();
  await page.waitForURL('**/users/list**');
  await toast(page, 'User created successfully!');
  const [user] = await sql('select * from users where username = ?', [username]);
  expect(user).toMatchObject({ role_id: 4, enabled: true, account_expired: false, client_id: client.id });

  const own = await site.open({ viewport: PHONE });
  await signIn(own, username, await mailed(username));
  await own.getByRole('dialog').getByLabel('Current Password').waitFor();
  await own.keyboard.press('Escape');
  await own.goto('/product?company=53&m=year');
  await own.getByRole('dialog').getByLabel('Current Password').waitFor();
  await choosePassword(own, await mailed(username));
  await own.getByText('Password reset successfully.').waitFor();
  await own.getByRole('dialog').getByRole('button').last().click();
  await own.getByRole('button', { name: '2007' }).waitFor();

  await page.goto(`/users/edit?id=${user?.id}`);
  await expect.poll(() => field(page, 'Full Name').inputValue()).toBe('Nova Newcomer');
  await page.getByText('Enabled', { exact: true }).click();
  await button(page, 'Update').click();
  await toast(page, 'User updated successfully!');
  await own.getByRole('button', { name: '2006' }).click();
  await own.waitForURL('**/login');
  await own.context().close();

  await page.goto(`/users/edit?id=${user?.id}`);
  await button(page, 'Delete').click();
  expect(await page.getByRole('alertdialog').innerText()).toContain(username);
  await confirm(page);
  await toast(page, 'User deleted successfully!');

  await page.goto('/userlogs');
  await page.getByRole('heading', { level: 1, name: /^Log List \([\d,]+\)$/ }).waitFor();
  await page.getByText(`Deleted the user ${username}`).first().waitFor();
  const log = await page.getByRole('main').innerText();
  for (const line of [`Created the user ${username}`, `Updated the user ${username}`, 'Changed the password']) {
    expect(log).toContain(line);
  }
});

test('a user ends one other session, then all others, but not the current one', async () => {
  const user = await createUser(site.app);
  for (let others = 0; others < 3; others++)
    await signedIn(site.app, user, { ip: '127.0.0.1', browser: 'Chrome on Linux' });
  const sessions = () => sql('select id from sessions where user_id = ? order by created_at', [user.id]);
  const page = await site.openAs(user, { viewport: PHONE });
  const current = (await sessions()).at(-1);
  await page.goto('/product?company=53&m=year');
  await page.getByRole('button', { name: user.username }).click();
  await page.getByRole('menuitem', { name: 'Signed-in devices' }).click();
  await page.waitForURL('**/sessions');
  const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');
  await expect.poll(() => devices.count()).toBe(4);
  expect(await devices.filter({ hasText: 'This device' }).count()).toBe(1);
  const here = await devices.first().innerText();
  expect(here).toContain('This device');
  expect(here).toMatch(/Chrome on Linux/);
  expect(here).toContain('From 127.0.0.1');

  await devices
    .last()
    .getByRole('button', { name: /^Sign out Chrome on Linux/ })
    .click();
  await toast(page, 'Signed out Chrome on Linux.');
  await expect.poll(() => devices.count()).toBe(3);
  expect(await sessions()).toHaveLength(3);
  await button(page, 'Sign out all other devices').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await toast(page, 'Signed out on all other devices.');
  await expect.poll(() => devices.count()).toBe(1);
  expect(await button(page, 'Sign out all other devices').count()).toBe(0);
  expect(await sessions()).toEqual([current]);
  await page.reload();
  await page.getByText('This device').waitFor();
});

test('a forgotten password is mailed; after it, the user chooses one, changes it from the menu, and sees what is wrong with it', async () => {
  const user = await createUser(site.app);
  const page = await site.open();
  await page.goto('/login');
  await page.getByRole('button', { name: /forgot/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('');
  await dialog.locator('button[type=submit]').click();
  await dialog.getByText('You need to put username.').waitFor();
  await dialog.getByLabel('Username').fill(user.username);
  await dialog.locator('button[type=submit]').click();
  await dialog.getByText(`Password sent to user's email ${user.username}`).waitFor();
  const sent = await mailed(user.username);
  await signIn(page, user.username, sent);
  await choosePassword(page, sent);
  await page.getByText('Password reset successfully.').waitFor();
  await dialog.getByRole('button').last().click();

  await page.getByRole('button', { name: user.username }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await choosePassword(page, '', 'short', 'other');
  await page.getByText('The current password field is required.').waitFor();
  expect(await page.getByText('The password must have at least 12 characters.').count()).toBe(1);
  expect(await page.getByText('The password confirmation does not match.').count()).toBe(1);
  await choosePassword(page, PASSWORD, 'password1234');
  await page.getByText('The current password is wrong.').waitFor();
  expect(await page.getByText('This password is too common. Choose another.').count()).toBe(1);
  await choosePassword(page, GOOD, PASSWORD);
  await page.getByText('Password reset successfully.').waitFor();
});

test('an administrator finds a user in the list, sends one password, signs the user out and changes the username', async () => {
  const client = await createClient(site.app, { name: 'Filtered' });
  const user = await createUser(site.app, { client, fullName: 'Quentin Quick' });
  await signedIn(site.app, user);
  const page = await admin();
  await page.goto('/users/list?page=2');
  await page.getByRole('heading', { level: 1, name: /^User List/ }).waitFor();
  const search = page.getByRole('main').getByLabel('Search');
  const found = page.getByRole('link', { name: user.username });
  const query = () => new URL(page.url()).search;
  await search.fill('quentin');
  await found.waitFor();
  await expect.poll(query).toBe('?q=quentin');
  await page.getByRole('main').getByLabel('Client').selectOption({ label: 'Filtered' });
  await expect.poll(query).toContain(`category=${client.id}`);
  await search.fill('nobody at all');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(query).toBe('');
  await found.waitFor();
  // The list follows what was typed while the screen of the pressed link loads.
  const listFollows = Promise.withResolvers<void>();
  await intercept(page, '**/UserForm-*.js', async (route) => {
    await listFollows.promise;
    await route.continue();
  });
  await search.fill('quentin');
  await found.click();
  await expect.poll(query).toBe('?q=quentin');
  listFollows.resolve();

  await expect.poll(() => field(page, 'Username').inputValue()).toBe(user.username);
  let sent = 0;
  const answered = Promise.withResolvers<void>();
  await intercept(page, '**/graphql', async (route) => {
    if (route.request().postData()?.includes('SendPassword')) {
      sent += 1;
      await answered.promise;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: /send password/i }).click();
  await page.getByRole('button', { name: 'Sending...' }).dispatchEvent('click');
  answered.resolve();
  await toast(page, "Password sent to the user's email!");
  expect(sent).toBe(1);
  expect(await mailed(user.username)).toMatch(/^\w{4}-/);

  await button(page, 'Sign out everywhere').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await toast(page, `Signed ${user.username} out on all devices.`);
  expect(await sql('select 1 from sessions where user_id = ?', [user.id])).toEqual([]);

  await field(page, 'Username').fill(user.username.toUpperCase());
  const notice = page.getByText(/^Saving ends every session and the password/);
  expect(await notice.count()).toBe(0);
  await field(page, 'Username').fill(`new-${user.username}`);
  await notice.waitFor();
  await field(page, 'Sheets an hour').fill('20');
  await button(page, 'Update').click();
  await toast(page, 'User updated successfully!');
  await toast(page, `Invitation sent to new-${user.username}.`);
  expect(await mailed(`new-${user.username}`)).toMatch(/^\w{4}-/);
  const [saved] = await sql('select sheets_per_hour, sheets_per_day from users where id = ?', [user.id]);
  expect(saved).toEqual({ sheets_per_hour: 20, sheets_per_day: null });
});
