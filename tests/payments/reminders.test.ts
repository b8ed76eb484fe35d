import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { remind } from '../../server/payments/reminders/reminder.operations';
import { sharedApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { signedIn } from '../support/people';

/* docs/rules.md, "Reminders". */

const app = sharedApp();
const second = sharedApp({ sharing: app });
beforeEach(async () => {
  for (const table of ['mails', 'users', 'clients']) await app.sql(`delete from ${table}`);
});

const mails = () => app.sql('select recipient, subject, text, html, unsubscribe from mails order by recipient');
const ending = async (days: number, data: Parameters<typeof createUser>[1] = {}) =>
  createUser(app, {
    client: await createClient(app, { subscriptionStartDate: day(-400), subscriptionEndDate: day(900) }),
    subscriptionEndDate: day(days),
    ...data,
  });
/** The user's end date moves, as if days passed. */
const endsIn = ({ id }: User, days: number) =>
  app.sql('update users set subscription_end_date = ? where id = ?', [day(days), id]);
const inWords = (days: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day(days)));

test('are sent 30 and 7 days before the end, once each, whichever server looks', async () => {
  for (const days of [0, 7, 8, 30, 31]) await ending(days, { username: `u${days}@example.com` });
  const sent = await Promise.all([app, second, app, second].map(({ system }) => remind(system)));
  expect(sent.reduce((sum, count) => sum + count)).toBe(4);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(
    ['u0', 'u30', 'u7', 'u8'].map((name) => `${name}@example.com`),
  );
  expect(await remind(app.system)).toBe(0);
  // Days pass: the one for 30 days gets the second reminder for the same last day.
  await app.sql(
    `update reminders set end_date = ? where user_id = (select id from users where username = 'u30@example.com')`,
    [day(7)],
  );
  await app.sql(`update users set subscription_end_date = ? where username = 'u30@example.com'`, [day(7)]);
  expect(await remind(app.system)).toBe(1);
  expect(await remind(second.system)).toBe(0);
});

test('have name, last day, price, the link to pay, and a way to turn them off', async () => {
  const user = await ending(30, { fullName: 'Ann <Lee>' });
  await remind(app.system);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    recipient: user.username,
    subject: `Your Motokey subscription ends on ${inWords(30)}`,
    unsubscribe: expect.stringMatching(/^http:\/\/localhost\/reminders\?user=\d+&token=[\w-]{43}$/),
  });
  const pay = `http://localhost/checkout?email=${encodeURIComponent(user.username)}`;
  for (const part of ['Hello Ann <Lee>,', '$79.95', pay, mail!.unsubscribe]) expect(mail!.text).toContain(part);
  expect(mail!.html).toContain('Hello Ann &lt;Lee&gt;,');
});

test('follow the client’s last day if it is earlier; a payment begins anew', async () => {
  const client = await createClient(app, { subscriptionStartDate: day(-400), subscriptionEndDate: day(5) });
  const user = await ending(300, { client });
  expect(await remind(app.system)).toBe(1);
  expect((await mails())[0]!.subject).toContain(inWords(5));
  await app.sql('update clients set subscription_end_date = ? where id = ?', [day(900), client.id]);
  expect(await remind(app.system)).toBe(0);
  await endsIn(user, 6);
  expect(await remind(app.system)).toBe(1);
});

test('are not sent to administrators, disabled and expired users, users of expired clients, and whoever does not want them', async () => {
  await ending(7, { roleId: 1 });
  await ending(7, { enabled: false });
  await ending(7, { accountExpired: true });
  await ending(7, { client: await createClient(app, { accountExpired: true }) });
  await ending(7, { client: await createClient(app, { subscriptionEndDate: day(-1) }) });
  await ending(7, { reminders: false });
  await ending(-1);
  expect(await remind(app.system)).toBe(0);
});

test('of more users than one transaction takes are all written', async () => {
  const { id } = await createClient(app, { subscriptionEndDate: day(900) });
  await app.sql(
    `insert into users (username, full_name, client_id, role_id, enabled, account_expired, database_download_allowed,
       subscription_end_date, created_at, updated_at, version)
     select 'many' || n || '@example.com', 'Many', ?, 4, true, false, false, ?, now(), now(), 1 from generate_series(1, 450) n`,
    [id, day(20)],
  );
  const sent = [await remind(app.system), await remind(app.system), await remind(app.system), await remind(app.system)];
  expect(sent).toEqual([200, 200, 50, 0]);
});

describe('are turned off', () => {
  const wants = async ({ id }: User) => (await app.sql('select reminders from users where id = ?', [id]))[0]!.reminders;
  const linkOf = async () => new URL((await mails())[0]!.unsubscribe);
  const STOP = 'mutation ($user: ID!, $token: String!) { stopReminders(input: { user: $user, token: $token }) { on } }';

  test('by the button of a mail program, without a sign-in', async () => {
    const user = await ending(30);
    await remind(app.system);
    const { pathname, search } = await linkOf();
    const followed = await app.app.inject({ method: 'GET', url: pathname + search });
    expect([followed.statusCode, await wants(user)]).toEqual([200, true]);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      await app.sql('update users set reminders = true');
      const pressed = await app.app.inject({
        method: 'POST',
        url: pathname + search,
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect([pressed.statusCode, await wants(user)]).toEqual([200, false]);
    }
    await endsIn(user, 7);
    expect(await remind(app.system)).toBe(0);
  });

  test('not with another signature, or for another user', async () => {
    const user = await ending(30);
    const other = await ending(300);
    await remind(app.system);
    const token = (await linkOf()).searchParams.get('token') ?? '';
    for (const [id, given] of [
      [other.id, token],
      [user.id, `${token.slice(0, -2)}xx`],
      [user.id, ''],
      [user.id, 'x'],
    ] as const) {
      const post = await app.app.inject({ method: 'POST', url: `/reminders?user=${id}&token=${given}` });
      expect([404, 422]).toContain(post.statusCode);
      expect((await app.graph(STOP, { user: String(id), token: given })).errors).toHaveLength(1);
    }
    expect((await app.app.inject({ method: 'POST', url: '/reminders' })).statusCode).toBe(422);
    expect([await wants(user), await wants(other)]).toEqual([true, true]);
    expect((await app.graph(STOP, { user: String(user.id), token })).data!.stopReminders).toEqual({ on: false });
    expect([await wants(user), await wants(other)]).toEqual([false, true]);
  });

  test('and on by the user, also with an ended subscription', async () => {
    const user = await ending(-1, { reminders: false });
    const as = await signedIn(app, user);
    const set = (on: boolean) => app.graph(`mutation { setReminders(input: { on: ${on} }) { on } }`, {}, as);
    expect((await app.graph('{ reminders { on } }', {}, as)).data!.reminders).toEqual({ on: false });
    expect((await set(true)).data!.setReminders).toEqual({ on: true });
    expect([await wants(user), (await app.graph('{ reminders { on } }', {}, as)).data!.reminders.on]).toEqual([
      true,
      true,
    ]);
    await set(false);
    expect(await wants(user)).toBe(false);
  });
});
