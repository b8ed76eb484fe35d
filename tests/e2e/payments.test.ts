import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { aYearLater } from '../../server/days';
import { remind } from '../../server/payments/reminders/reminder.operations';
import { createClient, createUser, day, PASSWORD } from '../support/factories';
import { intercept, PHONE, sharedSite, watchRequests } from '../support/site';

const site = sharedSite();
// One address may start only twenty payments an hour, and all of these tests use the same one.
beforeEach(async () => void (await site.app.sql('delete from attempts')));

const GOOD = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const SUCCESS = 'Payment successful! Subscription created.';

const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' });
async function fill(page: Page, number: string, expiry = '1234', cvc = '123') {
  await page.getByLabel('Card number', { exact: true }).fill(number);
  await page.getByLabel('Expiry date', { exact: true }).fill(expiry);
  await page.getByLabel('CVC', { exact: true }).fill(cvc);
}
async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
const paymentsOf = (username: string) => site.app.sql('select * from payments where username = ?', [username]);
const endOf = async ({ id }: User) =>
  (await site.app.sql('select subscription_end_date::text as day from users where id = ?', [id]))[0]?.day;
/** A date of the server, `YYYY-MM-DD`, as the client shows it. */
const shown = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

test('at a phone a locksmith pays: the date moves by a year, and the history shows the payment', async () => {
  const user = await createUser(site.app);
  const page = await site.openAs(user, { viewport: PHONE });
  await page.goto('/payments');
  await page.getByText('No data available').waitFor();
  await page.getByRole('link', { name: 'Make Payment' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Complete Your Payment' }).waitFor();
  await page.getByText(shown(user.subscriptionEndDate)).waitFor();
  await page.getByText('Sandbox: no money moves').waitFor();
  expect(await page.getByRole('main').innerText()).toMatch(/\$79\.95\s+for annual extension/);

  await fill(page, GOOD.replaceAll(' ', ''));
  expect(await page.getByLabel('Card number').inputValue()).toBe(GOOD);
  expect(await page.getByLabel('Expiry date').inputValue()).toBe('12 / 34');
  let asked = 0;
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await intercept(page, '**/graphql', async (route) => {
    if (route.request().postData()?.includes('CompletePayment')) {
      asked++;
      await held;
    }
    await route.continue();
  });
  await payNow(page).dblclick();
  const busy = page.getByRole('button', { name: 'Processing...' });
  await busy.click({ force: true });
  await page.getByLabel('CVC').press('Enter');
  answer();
  await page.getByText('Payment made successfully!').waitFor();
  await page.getByText(SUCCESS).waitFor();
  const paidUntil = aYearLater(user.subscriptionEndDate);
  await page.getByText(`The new expiration date is ${shown(paidUntil)}.`).waitFor();
  expect(await endOf(user)).toBe(paidUntil);
  expect(asked).toBe(1);
  const payments = await paymentsOf(user.username);
  expect(payments).toHaveLength(1);
  const paidOn = new Date(payments[0]?.created_at).toISOString().slice(0, 10);

  await page.getByRole('link', { name: 'Payment History' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment History (1)' }).waitFor();
  const row = (await page.getByRole('main').innerText()).replaceAll('\n', ' ');
  for (const text of ['$79.95', shown(paidOn), shown(paidUntil)]) expect(row).toContain(text);
  const reminders = page.getByLabel('Remind me by mail 30 and 7 days before my subscription ends');
  expect(await reminders.isChecked()).toBe(true);
  await reminders.uncheck();
  const wants = async () => (await site.app.sql('select reminders from users where id = ?', [user.id]))[0]?.reminders;
  await expect.poll(wants).toBe(false);

  // The receipt has come by mail, and is one click away.
  const [mail] = await site.app.sql('select subject, text from mails where recipient = ?', [user.username]);
  expect(mail?.text).toContain('Visa ending in 4242');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Receipt \d+$/ })
    .click();
  const heading = page.getByRole('heading', { level: 1, name: /^Receipt \d+$/ });
  await heading.waitFor();
  expect(mail?.subject).toContain(await heading.innerText());
  await page.getByText('Paid with Visa ending in 4242').waitFor();
  const receipt = await page.getByRole('main').innerText();
  for (const text of [user.username, user.fullName, shown(paidUntil), '$79.95']) expect(receipt).toContain(text);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(20, 28, 36)');
  await page.emulateMedia({ media: 'screen' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test('at a phone a visitor joins, pays, and signs in with the mailed password', async () => {
  const email = 'joiner@example.com';
  const page = await site.open({ viewport: PHONE });
  await page.goto('/');
  await page
    .getByRole('link', { name: /Buy access/ })
    .first()
    .click();
  await page.waitForURL('**/join');
  expect(await page.getByRole('main').innerText()).toContain('$79.95');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByText('The company field is required.').waitFor();
  await page.getByLabel('Company').fill('Keys of a joiner');
  await page.getByLabel('Full Name').fill('Jo Joiner');
  await page.getByLabel('Email').fill('user@example.com');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByText('An account with this email already exists').waitFor();
  const extend = page.getByRole('link', { name: 'Extend account' });
  expect(await extend.getAttribute('href')).toBe('/checkout?email=user@example.com');
  expect(await page.getByLabel('Company').inputValue()).toBe('Keys of a joiner');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue to payment' }).click();

  await fill(page, GOOD);
  await payNow(page).click();
  await page.getByText(SUCCESS).waitFor();
  await page.getByText(/mailed an invitation/).waitFor();
  expect(await page.getByRole('main').innerText()).toContain(email);
  await page.getByRole('link', { name: 'Go to login' }).click();
  await page.waitForURL('**/login');
  const [mail] = await site.app.sql('select text from mails where recipient = ?', [email]);
  await signIn(page, email, /^Temporary password: (\S+)$/m.exec(mail?.text)![1]!);
  await page.getByRole('dialog').getByLabel('Current Password').waitFor();
  expect(await paymentsOf(email)).toHaveLength(1);
});

test('an administrator pays for users of a client, and has one receipt', async () => {
  const client = await createClient(site.app, { name: 'Pay & Co', subscriptionEndDate: day(300) });
  const users = await Promise.all(
    ['Ann', 'Ben', 'Cleo'].map((fullName) => createUser(site.app, { client, fullName, subscriptionEndDate: day(9) })),
  );
  await createUser(site.app, { client, fullName: 'Dana', enabled: false });
  const page = await site.openAs('admin@example.com');
  await page.goto(`/clients/edit?id=${client.id}`);
  await page.getByRole('link', { name: 'Pay for users' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pay for users' }).waitFor();
  const byCard = page.getByRole('button', { name: 'Pay by card' });
  expect([await byCard.isDisabled(), await page.getByLabel(/Dana/).isDisabled()]).toEqual([true, true]);
  await page.getByLabel('All', { exact: true }).check();
  await page.getByText('$239.85').waitFor();
  await page.getByLabel(/Cleo/).uncheck();
  await page.getByText('$159.90').waitFor();
  await byCard.click();
  await page.getByRole('heading', { level: 1, name: 'Complete Your Payment' }).waitFor();
  await page.getByText('for 2 users, a year each').waitFor();
  // The choice is in the URL; who is named there twice is paid for once.
  await page.goto(`${page.url()},${users[0]!.id}`);
  await page.getByText('for 2 users, a year each').waitFor();
  await fill(page, GOOD);
  expect(await page.getByRole('main').innerText()).toContain('$159.90');
  await payNow(page).dblclick();
  await page.getByText(SUCCESS).waitFor();
  await page.getByText('A year was added for 2 users of Pay & Co.').waitFor();
  // A reload does not begin another payment.
  await page.waitForURL(`**/clients/pay?id=${client.id}`);
  expect(await Promise.all(users.map(endOf))).toEqual([aYearLater(day(9)), aYearLater(day(9)), day(9)]);

  await page.getByRole('link', { name: /^Receipt \d+$/ }).click();
  await page.getByText('Paid with Visa ending in 4242').waitFor();
  const receipt = await page.getByRole('main').innerText();
  for (const text of [users[0]!.username, users[1]!.username, 'Pay & Co', '$159.90']) expect(receipt).toContain(text);
  expect(receipt).not.toContain(users[2]!.username);
  await page.getByRole('link', { name: 'Payment History' }).click();
  await page.getByRole('link', { name: 'All payments' }).click();
  await page
    .getByRole('link', { name: /^Receipt \d+$/ })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: /^Receipt \d+$/ }).count()).toBeGreaterThanOrEqual(2);
});

test('the link of a reminder turns reminders off after one press, without a sign-in', async () => {
  const user = await createUser(site.app, { subscriptionEndDate: day(7) });
  await remind(site.app.system);
  const [mail] = await site.app.sql('select unsubscribe from mails where recipient = ?', [user.username]);
  const { pathname, search } = new URL(mail?.unsubscribe);
  const page = await site.open();
  await page.goto(`${pathname}${search.slice(0, -2)}`);
  await page.getByRole('button', { name: 'Turn off reminders' }).click();
  await page.getByText('This link is not valid.').waitFor();
  await page.goto(pathname + search);
  await page.getByRole('button', { name: 'Turn off reminders' }).click();
  await page.getByText('You will get no more reminders').waitFor();
  const [row] = await site.app.sql('select reminders from users where id = ?', [user.id]);
  expect(row).toEqual({ reminders: false });
});

test('terms, privacy, refunds and seller are pages, linked on every visitors’ page and while joining', async () => {
  const page = await site.open();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/join');
  await page.getByLabel(/I agree to the terms/).uncheck();
  expect(await page.getByRole('button', { name: 'Continue to payment' }).isDisabled()).toBe(true);
  for (const [name, heading, text] of [
    ['terms', 'Terms and conditions', 'has not provided terms of its own'],
    ['privacy', 'Privacy', 'This is what Motokey stores'],
    ['refunds', 'Refunds', 'Nothing is charged twice'],
    ['seller', 'Seller', 'has not provided its name and address'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: false }).click();
    await page.waitForURL(`**/${name}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain(text);
    expect(await page.title()).toBe(`${heading} · Motokey`);
  }
  // The page that the server sent has been taken over, not replaced.
  await page.getByRole('link', { name: 'Picture gallery' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Picture gallery' }).waitFor();
  await page.goBack();
  await page.getByText('has not provided its name and address').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
  const member = await site.openAs('user@example.com');
  await member.goto('/terms');
  await member.getByText('has not provided terms of its own').waitFor();
  await member.getByRole('link', { name: 'Lookup' }).waitFor();
});

test('errors of the card are shown at its fields; by keyboard, another card pays after a decline, once if the answer is lost', async () => {
  const user = await createUser(site.app);
  const page = await site.openAs(user);
  await page.goto('/make-payment');
  await payNow(page).click();
  for (const text of ['card number', 'expiry date', 'CVC']) await page.getByText(`The ${text} is required.`).waitFor();
  await fill(page, '5555 5555 5555 4444', '0120', '12');
  await payNow(page).click();
  await page.getByText('The sandbox does not know this card.').waitFor();
  await page.getByText('This card has expired.').waitFor();
  await page.getByText('The CVC has three or four digits.').waitFor();
  const number = page.getByLabel('Card number');
  // The first of them gets the focus.
  expect(await number.evaluate((field) => field === document.activeElement)).toBe(true);
  const hints = ['Card number', 'Expiry date', 'CVC'].map((label) =>
    page
      .getByLabel(label, { exact: true })
      .evaluate((field: HTMLInputElement) => [field.autocomplete, field.inputMode]),
  );
  expect(await Promise.all(hints)).toEqual(['cc-number', 'cc-exp', 'cc-csc'].map((name) => [name, 'numeric']));

  await fill(page, DECLINED);
  await payNow(page).click();
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor();

  // A digit typed inside the number keeps the caret there.
  await number.fill('4242 4242');
  await number.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 2));
  await page.keyboard.type('99');
  expect(await number.inputValue()).toBe('4299 4242 42');
  expect(await number.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(4);

  for (const typed of ['4242424242424242', '1234', '123']) {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  expect(await payNow(page).evaluate((button) => button === document.activeElement)).toBe(true);
  let cut = true;
  // The payment is made, but the answer is lost.
  await intercept(page, '**/graphql', async (route) => {
    if (!cut || !route.request().postData()?.includes('CompletePayment')) return route.continue();
    cut = false;
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Something went wrong.' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(SUCCESS).waitFor();
  expect(await paymentsOf(user.username)).toHaveLength(1);
  expect(await endOf(user)).toBe(aYearLater(user.subscriptionEndDate));
});

describe('the public payment page', () => {
  test('requires an email with an account, and is linked from the login page; after paying, the user can sign in', async () => {
    const page = await site.open();
    await page.goto('/checkout?email=nobody@example.com');
    await page.getByRole('alert').filter({ hasText: 'There is no account with this email.' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Join us' }).waitFor();
    await page.goto('/checkout');
    await page.waitForURL('**/login');
    expect(await page.getByRole('link', { name: 'Join us' }).getAttribute('href')).toBe('/join');
    expect(await page.getByRole('link', { name: 'Extend account' }).count()).toBe(0);
    await signIn(page, 'expired@example.com', 'demo-Keys-1990');
    await page.getByRole('link', { name: 'Extend account' }).click();
    await page.waitForURL('**/checkout?email=expired@example.com');
    await fill(page, GOOD);
    await payNow(page).click();
    await page.getByText(SUCCESS).waitFor();
    await page.waitForURL('**/login', { timeout: 3000 });
    await page.getByText(/^You have paid until .* You can sign in now\.$/).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('demo-Keys-1990');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/product?company=53&m=year');
    expect(await paymentsOf('expired@example.com')).toHaveLength(1);
  });

  test('opens if the subscription ends during a session; paying and signing in lead back', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    // Whoever is signed in has a page of their own.
    await page.goto('/checkout?email=user@example.com');
    await page.waitForURL('**/make-payment');
    const settled = watchRequests(page);
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).waitFor();
    // What is read ahead would be refused, too, before the press.
    await settled();
    await site.app.sql('update users set account_expired = true where id = ?', [user.id]);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await page.getByRole('button', { name: '2007' }).click();
    await page.waitForURL(`**/checkout?email=${user.username}`);
    expect(visited).not.toContain('/login');
    await page.getByText('Your subscription has ended').waitFor();
    await fill(page, GOOD);
    await payNow(page).click();
    await page.waitForURL('**/login');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByLabel('Email').inputValue()).toBe(user.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/product?company=53&m=year**');
  });
});

test('the history has ten on a page, newest first, with refunds; administrators see it from the user’s form', async () => {
  const user = await createUser(site.app);
  await site.app.sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at, refunded_cents, disputed)
     select id, username, 7995, '2031-05-06', timestamptz '2030-05-06 07:08:09Z' + n * interval '1 minute', 0, false
     from users, generate_series(1, 12) n where users.id = ?`,
    [user.id],
  );
  await site.app.sql(
    'update payments set refunded_cents = 7995, disputed = true where id = (select max(id) from payments)',
  );
  const page = await site.openAs(user);
  await intercept(page, '**/graphql', (route) =>
    route.request().postData()?.includes('PaymentHistory') ? route.abort() : route.continue(),
  );
  // Asking for those of somebody else shows one's own.
  const other = await createUser(site.app);
  await page.goto(`/payments?user=${other.id}`);
  await page.getByText('An error occurred while fetching the Payments.').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment History (12)' }).waitFor();
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(11);
  expect((await rows.nth(0).innerText()).split(/\s*\t\s*/)).toEqual([
    'SNo',
    'Amount',
    'Payment Time',
    'Expiration Date',
  ]);
  expect(await rows.nth(1).innerText()).toMatch(/^1\s+\$79\.95\s+refunded \$79\.95\s+disputed\s+05\/06\/2030/);
  expect(await rows.nth(2).innerText()).not.toMatch(/refunded|disputed/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.nth(1).innerText()).toMatch(/^11\s/);

  const admin = await site.openAs('admin@example.com');
  await admin.goto(`/users/edit?id=${user.id}`);
  await admin.getByRole('main').getByRole('link', { name: 'Payments' }).click();
  await admin.waitForURL(`**/payments?user=${user.id}`);
  await admin.getByRole('heading', { level: 1, name: `Payment History (12) ${user.username}` }).waitFor();
});
