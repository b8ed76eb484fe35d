import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createUser } from '../support/factories';
import { intercept, PHONE, sharedSite } from '../support/site';

const site = sharedSite();

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
const sql = (statement: string, params?: unknown[]) => site.app.sql(statement, params);
const openMenu = async (page: Page, username: string) => {
  await page.getByRole('button', { name: username }).click();
  await page.getByRole('menuitem', { name: 'Feedback' }).click();
};

test('a locksmith sends feedback from the lookup and returns there; an administrator reads it, and closes it', async () => {
  const user = await createUser(site.app);
  const page = await site.openAs(user, { viewport: PHONE });
  await page.goto('/product?company=53&m=year&value=2007');
  await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
  await openMenu(page, user.username);
  await page.waitForURL('**/feedback/create');
  expect(await field(page, 'Email Id').inputValue()).toBe(user.username);
  expect(await page.getByRole('link', { name: 'List', exact: true }).count()).toBe(0);
  await button(page, 'Save').click();
  await page.getByText('Please fix the following errors:').waitFor();
  await field(page, 'Phone Number').fill('+1 555 0199');
  await field(page, 'Comment').fill('Please add scooters.');
  await button(page, 'Save').click();
  await toast(page, 'Feedback submitted successfully!');
  await page.waitForURL('**/product?company=53&m=year&value=2007');
  const [row] = await sql('select * from feedbacks where username = ?', [user.username]);
  expect(row).toMatchObject({ phone_number: '+1 555 0199', comment: 'Please add scooters.' });

  // Opened by its address, the form leads to the lookup. What others have sent is for administrators.
  await page.goto('/feedback');
  await page.waitForURL('**/feedback/create');
  await field(page, 'Comment').fill('By the address alone.');
  await button(page, 'Save').click();
  await page.waitForURL('**/product?company=53&m=year');
  for (const path of ['/correction/list', '/correction/show?id=1', '/feedback/list', '/feedback/show?id=1']) {
    await page.goto(path);
    await page.waitForURL('**/product?company=53&m=year');
  }

  const admin = await site.openAs('admin@example.com');
  await admin.goto('/clients/list');
  await openMenu(admin, 'admin@example.com');
  await admin.waitForURL('**/feedback/list');
  await admin.getByRole('heading', { level: 1, name: /^Feedback List \(\d+\)$/ }).waitFor();
  expect(await admin.getByRole('columnheader').allInnerTexts()).toEqual(['SNo', 'Email', 'Comment', 'State', 'Date']);
  await admin.getByLabel('State', { exact: true }).selectOption('Open');
  await admin.waitForURL('**/feedback/list?state=open');
  const sent = admin.getByRole('row', { name: 'Please add scooters.' });
  await sent.getByRole('link', { name: user.username }).click();
  await admin.getByRole('heading', { level: 1, name: 'Feed Back Detail' }).waitFor();
  await admin.getByText('Please add scooters.').waitFor();
  const shown = await admin.getByRole('main').innerText();
  for (const text of ['Email id', 'User', 'Correction', 'Date Created', '+1 555 0199']) expect(shown).toContain(text);
  await button(admin, 'Send answer').click();
  await admin.getByText('The answer field is required.').waitFor();
  await button(admin, 'Close without an answer').click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Close it' }).click();
  await admin.getByText(/^Closed on/).waitFor();
  await admin.getByRole('link', { name: 'List', exact: true }).click();
  await admin.waitForURL('**/feedback/list?state=open');
  await admin.getByText('By the address alone.').waitFor();
  await expect.poll(() => sent.count()).toBe(0);
});

test('an administrator sends feedback, and gets to the list; what does not exist or load says so', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/feedback/show?id=999999');
  await page.getByText('No feedback data available').waitFor();
  await page.goto('/feedback');
  await page.waitForURL('**/feedback/list');
  await page.getByRole('link', { name: 'Create Feedback' }).first().click();
  await page.getByRole('link', { name: 'List', exact: true }).waitFor();
  await field(page, 'Comment').fill('From the office.');
  await button(page, 'Save').click();
  await toast(page, 'Feedback submitted successfully!');
  await page.waitForURL('**/feedback/list');
  await page.getByText('From the office.').waitFor();
  await intercept(page, '**/graphql', (route) =>
    route.request().postData()?.includes('"Feedbacks"') ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
  await page.getByText('An error occurred while fetching the feedbacks.').waitFor();
});
