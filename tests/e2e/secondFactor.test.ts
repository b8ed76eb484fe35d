import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Role } from '../../server/accounts/users/role.entity';
import { createUser, PASSWORD } from '../support/factories';
import { handOf } from '../support/hands';
import { signedIn } from '../support/people';
import { codeOf, withApp } from '../support/secondFactor';
import { shared } from '../support/shared';
import { dismissMessages, PHONE, startSite, violations } from '../support/site';

const site = shared(() => startSite({ secondFactor: { forAdmins: true } }));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
/** In the dialog that shows the QR code. */
const secretOf = async (page: Page) =>
  (
    await page
      .getByRole('dialog')
      .getByText(/^([A-Z2-7]{4} ?)+$/)
      .innerText()
  ).replaceAll(' ', '');

async function chooseFromMenu(page: Page, username: string, entry: string) {
  await page.getByRole('button', { name: username }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function signOut(page: Page, username: string) {
  await chooseFromMenu(page, username, 'Logout');
  await page.waitForURL('**/login');
}

test('set up by keyboard, asked for on a phone; after a lost device a recovery code helps, and a passkey is easier', async () => {
  const { username } = await createUser(site.app);
  // Passkeys belong to the name of a host, not to an address.
  const page = await site.open({ baseURL: site.url.replace('127.0.0.1', 'localhost') });
  await page.goto('/login');
  await page.getByLabel('Email').fill(username);
  await password(page).fill(PASSWORD);
  expect(await code(page).count()).toBe(0);
  await button(page, 'Sign In').click();
  await page.waitForURL('**/product?**');
  await chooseFromMenu(page, username, 'Sign-in security');
  await page.getByText('Your password alone signs you in.').waitFor();

  const { press, write } = handOf.keyboard(page);
  const replace = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  };
  await press(button(page, 'Set up an app'));
  await write(page.getByRole('dialog').getByLabel('Current Password'), 'wrong');
  await page.keyboard.press('Enter');
  await page.getByText('The current password is wrong.').waitFor();
  await replace(PASSWORD);
  const secret = await secretOf(page);
  const picture = page.getByRole('img', { name: /QR/ });
  expect(await picture.evaluate((svg) => getComputedStyle(svg.children[0]!).fill)).toBe('rgb(255, 255, 255)');
  await write(code(page), '000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is wrong').waitFor();
  await replace(codeOf(secret));

  const heading = page.getByRole('heading', { name: 'Your recovery codes' });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
  const codes = await page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await press(button(page, 'Download'));
  expect((await readFile(await (await download).path(), 'utf8')).split('\n')).toEqual(expect.arrayContaining(codes));
  await page.goBack();
  await page.getByRole('alertdialog', { name: 'Leave without the recovery codes?' }).waitFor();
  await page.keyboard.press('Enter');
  await press(button(page, 'I have kept them'));
  await page.getByText('You sign in with your password and a code from your authenticator app.').waitFor();

  await signOut(page, username);
  await page.setViewportSize(PHONE);
  const alert = page.getByRole('alert');
  const refusals: string[] = [];
  for (const tried of ['wrong', PASSWORD]) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(username);
    await password(page).fill(tried);
    await button(page, 'Sign In').click();
    refusals.push(await alert.innerText());
  }
  expect(refusals[0]).toBe(refusals[1]);
  // The refusal has opened the field.
  await code(page).fill(codeOf(secret, 1));
  await button(page, 'Sign In').click();
  await page.waitForURL('**/product?**');

  await signOut(page, username);
  await page.getByLabel('Email').fill(username);
  await password(page).fill(PASSWORD);
  // This browser knows that a code is used.
  await code(page).waitFor();
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(codes[0]!);
  await page.getByLabel('Do not ask for a code in this browser').check();
  await button(page, 'Sign In').click();
  await page.waitForURL('**/product?**');
  await page.goto('/security');
  await page.getByText('9 codes left.').waitFor();
  await page.getByText('No code is asked for in 1 browser').waitFor();
  await button(page, 'Forget all').click();
  await page.getByText('Every browser asks for a code').waitFor();

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await button(page, 'Add a passkey').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My phone');
  await page.getByRole('dialog').getByLabel('Current Password').fill(PASSWORD);
  await code(page).fill(codes[1]!);
  await button(page, 'Add').click();
  await button(page, 'Rename My phone').waitFor();
  await dismissMessages(page);
  expect(await violations(page)).toEqual([]);

  await signOut(page, username);
  await button(page, 'Use a passkey').click();
  await page.waitForURL('**/product?**');
  await page.goto('/security');
  await button(page, 'Rename My phone').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Old phone');
  await button(page, 'Rename').click();
  await button(page, 'Remove Old phone').click();
  await page.getByRole('dialog').getByLabel('Current Password').fill(PASSWORD);
  await button(page, 'Use a recovery code').click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[2]!);
  await button(page, 'Remove').click();
  await page.getByText('The passkey is removed.').waitFor();
  expect(await site.app.sql('select 1 from passkeys')).toEqual([]);
});

test('administrators who must have a second factor set one up first and go on; they reset that of others', async () => {
  const administrator = await createUser(site.app, { roleId: Role.ADMIN });
  const page = await site.openAs(administrator);
  await page.goto('/users/list');
  await page.getByText('Administrators need a second factor here. Set one up to go on.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/security');
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await button(page, 'Set up an app').click();
  await page.getByRole('dialog').getByLabel('Current Password').fill(PASSWORD);
  await button(page, 'Continue').click();
  await code(page).fill(codeOf(await secretOf(page)));
  await button(page, 'Turn on').click();
  await button(page, 'I have kept them').click();
  await page.waitForURL('**/users/list');

  const user = await createUser(site.app);
  await withApp(site.app, await signedIn(site.app, user));
  await page.goto(`/users/edit?id=${user.id}`);
  await button(page, 'Reset second factor').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('Not set up: the password alone signs in.').waitFor();
  await page.getByText('Not signed in anywhere.').waitFor();
  expect(await site.app.sql('select second_factor from users where id = ?', [user.id])).toEqual([
    { second_factor: false },
  ]);
  await page.goto(`/users/edit?id=${administrator.id}`);
  await page.getByText('Set up.', { exact: true }).waitFor();
  expect(await button(page, 'Reset second factor').count()).toBe(0);
});
