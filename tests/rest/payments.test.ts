import { describe, expect, test } from 'vitest';
import { aYearLater } from '../../server/days';
import { sharedApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { people, signedIn } from '../support/people';

/* The REST format of the payment calls. The rules are tested through the graph. */

// Without the phone number and address of the demo.
const app = sharedApp({ config: { supportPhone: undefined, supportEmail: undefined } });

test('createIntent, subscribe, subscription-status and payment-history, by email on the public page', async () => {
  const user = await createUser(app, { subscriptionEndDate: day(-3) });
  const body = { email: user.username };
  const intent = await app.rest('POST', '/createIntent', { body });
  expect([intent.statusCode, intent.json()]).toEqual([
    200,
    { client_secret: expect.any(String), publishable_key: null },
  ]);
  const paying = { ...body, paymentMethod: 'pm_card_visa' };
  const paid = await app.rest('POST', '/subscribe', { body: paying });
  const end = aYearLater(day(0));
  expect([paid.statusCode, paid.json()]).toEqual([
    200,
    { id: expect.any(Number), amount: '79.95', date_created: expect.stringMatching(/Z$/), subscription_end_date: end },
  ]);
  expect((await app.rest('POST', '/subscribe', { body: paying })).json()).toEqual(paid.json());
  const as = await signedIn(app, user);
  expect((await app.rest('GET', '/subscription-status', { as })).json()).toEqual({ expiration_date: end });
  const history = { data: [paid.json()], total: 1 };
  const admin = await people.administrator(app);
  expect((await app.rest('GET', '/payment-history?page=1&limit=10', { as })).json()).toEqual(history);
  expect((await app.rest('GET', `/payment-history?userId=${user.id}&page=1`, { as: admin })).json()).toEqual(history);
  // userId and page joined without a separator (docs/rules.md, "REST names").
  const joined = (page: number) =>
    app.rest('GET', `/payment-history?userId=${user.id}page=${page}&limit=10`, { as: admin });
  expect((await joined(1)).json()).toEqual(history);
  expect((await joined(2)).json()).toEqual({ data: [], total: 1 });
  expect((await app.rest('GET', '/payment-history?userId=page=1&limit=10', { as })).json()).toEqual(history);
  expect((await app.rest('GET', '/payment-history?sortBy=date_created', { as })).json()).toEqual(history);
  for (const wrong of ['userId=x', 'sortBy=amount', 'limit=0']) {
    expect((await app.rest('GET', `/payment-history?${wrong}`, { as })).statusCode).toBe(422);
  }
});

describe('errors are also in "error", with the text of the message', () => {
  const expectError = async (path: string, body: object, status: number, as = {}) => {
    const response = await app.rest('POST', path, { body, as });
    const { message, error, errors } = response.json();
    expect(response.statusCode).toBe(status);
    expect(error).toBe(message);
    return errors;
  };

  test('createIntent', async () => {
    expect(await expectError('/createIntent', { email: 'nobody@example.com' }, 422)).toEqual({
      email: ['There is no account with this email.'],
    });
    expect(await expectError('/createIntent', {}, 422)).toEqual({ email: ['The email field is required.'] });
    const disabled = await createUser(app, { enabled: false });
    await expectError('/createIntent', { email: disabled.username }, 403);
    await expectError('/createIntent', { email: 'other@example.com' }, 403, await people.locksmith(app));
  });

  test('subscribe', async () => {
    const user = await createUser(app);
    await expectError('/subscribe', { email: user.username, paymentMethod: 'pm_card_visa' }, 422);
    await app.rest('POST', '/createIntent', { body: { email: user.username } });
    const declined = await expectError(
      '/subscribe',
      { email: user.username, paymentMethod: 'pm_card_chargeDeclined' },
      422,
    );
    expect(declined).toEqual({ paymentMethod: ['Your card was declined.'] });
    expect(await expectError('/subscribe', { email: user.username }, 422)).toEqual({
      paymentMethod: ['The payment method field is required.'],
    });
  });
});

test('createIntent and subscribe refuse an account that a payment would not reopen', async () => {
  const client = await createClient(app, { accountExpired: true });
  const user = await createUser(app, { client });
  const words = /^Your company’s account has been closed.* contact your company’s administrator\.$/;
  const intent = await app.rest('POST', '/createIntent', { body: { email: user.username } });
  expect([intent.statusCode, intent.json().error]).toEqual([403, expect.stringMatching(words)]);
  await app.sql('update clients set account_expired = false where id = ?', [client.id]);
  await app.rest('POST', '/createIntent', { body: { email: user.username } });
  await app.sql('update clients set account_expired = true where id = ?', [client.id]);
  const body = { email: user.username, paymentMethod: 'pm_card_visa' };
  const paid = await app.rest('POST', '/subscribe', { body });
  expect([paid.statusCode, paid.json().error]).toEqual([403, expect.stringMatching(words)]);
});
