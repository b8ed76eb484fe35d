import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { createUser } from '../support/factories';
import { startLocalStripe } from '../support/localStripe';
import { shared } from '../support/shared';
import { intercept, startSite, violations } from '../support/site';
import { serveStripeScript } from '../support/stripeScript';

const stripe = shared(startLocalStripe);
const site = shared(() => startSite({ stripe: stripe.settings }));
beforeEach(async () => void (await site.app.sql('delete from attempts')));

const CARDS = {
  good: '4242424242424242',
  refusedAtOnce: '4000000000000002',
  /** Can be saved, but its charge is declined. */
  refusedLater: '4000000000000341',
  askedAtSaving: '4000002500003155',
  askedAtBoth: '4000002760003184',
};
const SUCCESS = 'Payment successful! Subscription created.';
const SAVED = 'Your card is saved, but the payment was not made';

async function open(
  prepare = (page: Page): Promise<unknown> => serveStripeScript(page, stripe),
): Promise<{ page: Page; user: User; charged: () => number }> {
  const user = await createUser(site.app);
  const page = await site.openAs(user);
  await prepare(page);
  const before = stripe.charges().length;
  await page.goto('/make-payment');
  return { page, user, charged: () => stripe.charges().length - before };
}
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' });
async function pay(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await payNow(page).click();
}
const bank = (page: Page, answer: 'Complete' | 'Fail' | 'Elsewhere') =>
  page.getByRole('dialog', { name: 'Your bank' }).getByRole('button', { name: answer }).click();
const failure = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
/** Checks that there is one payment and one charge. */
async function paidOnce({ page, user, charged }: Awaited<ReturnType<typeof open>>) {
  await page.getByText(SUCCESS).waitFor();
  expect(await site.app.sql('select 1 from payments where user_id = ?', [user.id])).toHaveLength(1);
  expect(charged()).toBe(1);
  await page.context().close();
}

test('Stripe’s fields load at the second try, have the page’s colours, say what is missing and why a card cannot be saved', async () => {
  const visit = await open((page) => page.route('https://js.stripe.com/**', (route) => route.abort()));
  const { page } = visit;
  await failure(page, 'The card form did not load.');
  await page.unroute('https://js.stripe.com/**');
  await serveStripeScript(page, stripe);
  await page.getByRole('button', { name: 'Retry' }).click();
  const field = page.getByLabel('Card number');
  const colour = () => field.evaluate((input) => getComputedStyle(input).backgroundColor);
  expect(await colour()).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colour).toBe('rgb(22, 31, 40)');
  await payNow(page).click();
  await page.getByText('Your card number is incomplete.').waitFor();
  await pay(page, CARDS.refusedAtOnce);
  await failure(page, 'Your card was declined.');
  await pay(page, CARDS.good);
  await paidOnce(visit);
});

test('after a decline at the charge, the saved card is retried or another one is entered', async () => {
  const visit = await open();
  const { page } = visit;
  await pay(page, CARDS.refusedLater);
  await failure(page, `${SAVED}: Your card was declined.`);
  expect(await page.getByLabel('Card number').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await payNow(page).click();
  await failure(page, `${SAVED}: Your card was declined.`);
  await page.getByRole('button', { name: 'Use another card' }).click();
  await pay(page, CARDS.good);
  await paidOnce(visit);
});

test('a reload after a lost answer shows that it is paid, and does not ask for a card', async () => {
  const visit = await open();
  const { page, user } = visit;
  // The SDK itself retries twice.
  const RESET = 'reset-after' as const;
  stripe.next('POST /v1/payment_intents/:id/confirm', RESET, RESET, RESET);
  stripe.next('GET /v1/payment_intents/:id', RESET, RESET, RESET);
  await pay(page, CARDS.good);
  await failure(page, SAVED);
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'Your payment has been made' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pay Now' }).count()).toBe(0);
  expect(await site.app.sql('select 1 from payments where user_id = ?', [user.id])).toHaveLength(1);
  expect(visit.charged()).toBe(1);
});

test('a saved card that could not be charged is kept through a reload, and another card can take its place', async () => {
  const visit = await open();
  const { page } = visit;
  await intercept(page, '**/graphql', (route) =>
    route.request().postData()?.includes('CompletePayment') ? route.abort() : route.continue(),
  );
  await pay(page, CARDS.good);
  await failure(page, SAVED);
  await page.unroute('**/graphql');
  await page.reload();
  await page.getByText('Your card is saved.').waitFor();
  await page.getByRole('button', { name: 'Use another card' }).click();
  await pay(page, CARDS.good);
  await paidOnce(visit);
});

test('3-D Secure at saving and at the charge; a failure can be retried', async () => {
  const visit = await open();
  const { page } = visit;
  await pay(page, CARDS.askedAtBoth);
  await bank(page, 'Fail');
  await failure(page, 'We are unable to authenticate your payment method.');
  await payNow(page).click();
  await bank(page, 'Complete');
  await bank(page, 'Fail');
  await failure(page, `${SAVED}: We are unable to authenticate your payment method.`);
  await payNow(page).click();
  await bank(page, 'Complete');
  await paidOnce(visit);
});

test('a forged return link charges nothing; a return from a bank that refused says so, and Pay Now asks the bank again', async () => {
  const visit = await open();
  const { page } = visit;
  await pay(page, CARDS.askedAtBoth);
  await bank(page, 'Complete');
  await page.getByRole('dialog', { name: 'Your bank' }).waitFor();
  const secret = await page.evaluate(() => JSON.parse(sessionStorage.getItem('payment') ?? '').action);
  for (const kind of ['setup', 'payment']) {
    await page.goto(`/make-payment?${kind}_intent_client_secret=made_secret_up&redirect_status=succeeded`);
    await page.getByText('Your card is saved').waitFor();
    expect(page.url()).toBe(`${site.url}/make-payment`);
  }
  expect(visit.charged()).toBe(0);
  await page.goto(`/make-payment?payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=failed`);
  await failure(page, `${SAVED}: Your bank did not confirm that this card is yours.`);
  expect(page.url()).toBe(`${site.url}/make-payment`);
  await payNow(page).click();
  await bank(page, 'Complete');
  await paidOnce(visit);
});

test('after 3-D Secure on the bank’s page, a visitor who joins returns to the same step, and the payment continues', async () => {
  const page = await site.open();
  await serveStripeScript(page, stripe);
  const before = stripe.charges().length;
  await page.goto('/join');
  await page.getByLabel('Company').fill('Keys Elsewhere');
  await page.getByLabel('Full Name').fill('Jo Elsewhere');
  await page.getByLabel('Email').fill('elsewhere@example.com');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await pay(page, CARDS.askedAtSaving);
  await bank(page, 'Elsewhere');
  await page.getByText(SUCCESS).waitFor();
  await page.getByText(/mailed an invitation/).waitFor();
  expect(page.url()).toBe(`${site.url}/join`);
  expect(await site.app.sql('select 1 from users where username = ?', ['elsewhere@example.com'])).toHaveLength(1);
  expect(stripe.charges().length - before).toBe(1);
});
