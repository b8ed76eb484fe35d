import { expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createClient, createImage, createMake, createModel, createUser, day } from '../support/factories';
import { sharedPerson } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

/** The first day of the month `months` from this one. */
function month(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}
const lastDay = new Date(Date.parse(`${month(1)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

test('counts due renewals, income and open work, by months in UTC, and says with what to begin', async () => {
  const due = await createClient(app, { subscriptionEndDate: day(0) });
  await createClient(app, { subscriptionEndDate: lastDay });
  // Not due: it is expired.
  await createClient(app, { subscriptionEndDate: day(0), accountExpired: true });
  const ended = await createClient(app, { subscriptionStartDate: day(-30), subscriptionEndDate: day(-1) });
  await createClient(app, { subscriptionEndDate: month(1) });
  const late = await createUser(app, { client: ended });
  await app.sql("update users set created_at = now() - interval '2 years' where id = ?", [late.id]);
  const bare = await createModel(app, await createMake(app, { displayName: 'Bare' }), { name: 'Some' });
  const client = await createClient(app);
  const user = await createUser(app, { client });
  const old = await createUser(app, { client });
  await app.sql(`update users set created_at = (?::timestamp - interval '1 second') at time zone 'UTC' where id = ?`, [
    month(0),
    old.id,
  ]);
  const pay = (at: string, cents: number, refunded = 0) =>
    app.sql(
      `insert into payments (user_id, username, amount_cents, refunded_cents, subscription_end_date, created_at)
       values (?, 'x', ?, ?, now(), ?::timestamp at time zone 'UTC')`,
      [user.id, cents, refunded, at],
    );
  await pay(`${month(0)} 00:00:00`, 7995);
  await pay(`${month(0)} 00:00:01`, 7995, 7995);
  await pay(`${month(-1)} 12:00:00`, 5000);
  await pay(`${month(-12)} 12:00:00`, 9999);
  await app.sql(
    `insert into log_entries (username, kind, details, created_at) values ('x', 'PAYMENT_REFUNDED', '', now())`,
  );
  await app.sql(
    `insert into corrections (username, email, make, model, year, comment, state, created_at)
     select 'x', 'x', 'x', 'x', 2000, 'x', state, now() from unnest(array['open', 'open', 'declined']) state`,
  );
  await app.sql(
    `insert into corrections (username, email, make, model, year, comment, disputed, created_at)
     values ('x', 'x', 'x', 'y', 2000, 'x', 'ilco', now())`,
  );
  await app.sql(
    `insert into feedbacks (username, email, comment, state, created_at)
     select 'x', 'x', 'x', state, now() from unnest(array['open', 'answered']) state`,
  );
  await app.sql(
    `insert into missed_searches (text, count, last_at) values ('often', 1, now()), ('zz', 3, now() - interval '1 day')`,
  );

  const { data, errors } = await app.graph(
    `{ overview { today monthStart monthEnd signUps payments paymentsCents refunds months { month signUps revenueCents } }
      worklist { kind count nextId nextName } }`,
    {},
    admin,
  );
  expect(errors).toBeUndefined();
  const { months, ...figures } = data?.overview ?? {};
  expect(figures).toEqual({
    today: day(0),
    monthStart: month(0),
    monthEnd: lastDay,
    // The administrator and the user.
    signUps: 2,
    payments: 2,
    paymentsCents: 15_990,
    refunds: 1,
  });
  expect(data?.worklist).toEqual([
    { kind: 'FEEDBACK', count: 1, nextId: expect.any(String), nextName: 'x' },
    { kind: 'CORRECTIONS', count: 2, nextId: expect.any(String), nextName: 'x x (2000)' },
    { kind: 'DISPUTES', count: 1, nextId: expect.any(String), nextName: 'x y (2000)' },
    { kind: 'DUE', count: 2, nextId: String(due.id), nextName: due.name },
    { kind: 'EXPIRED_CLIENTS', count: 2, nextId: expect.any(String), nextName: expect.any(String) },
    { kind: 'EXPIRED_USERS', count: 1, nextId: String(late.id), nextName: late.fullName },
    { kind: 'WEBHOOKS', count: 0, nextId: null, nextName: null },
    { kind: 'SEARCHES', count: 2, nextId: expect.any(String), nextName: 'zz' },
    { kind: 'GAPS', count: 1, nextId: String(bare.id), nextName: 'Bare Some (2007)' },
    { kind: 'UNCHECKED', count: 1, nextId: String(bare.id), nextName: 'Bare Some (2007)' },
  ]);
  expect(months).toHaveLength(12);
  expect(months[0].month).toBe(month(-11));
  expect(months.slice(-2)).toEqual([
    { month: month(-1), signUps: 1, revenueCents: 5000 },
    { month: month(0), signUps: 2, revenueCents: 7995 },
  ]);
});

test('reports how complete the models of each make are', async () => {
  await app.sql('delete from models');
  await app.sql('delete from makes');
  const [whole, bare] = [
    await createMake(app, { displayName: 'Whole' }),
    await createMake(app, { displayName: 'Bare' }),
  ];
  await createMake(app, { displayName: 'Empty' });
  const model = await createModel(app, whole, {
    oem: '35121',
    codeSeries: 'A1-A9',
    spacing: ['.1', ...Array.from({ length: 11 }, () => '')],
    depthValues: ['', '.3', ...Array.from({ length: 14 }, () => '')],
  });
  const hash = 'a'.repeat(64);
  await createImage(app, hash);
  await app.sql(
    `insert into model_images (model_id, position, hash, width, height) values (?, 0, ?, 1, 1), (?, 1, ?, 1, 1)`,
    [model.id, hash, model.id, hash],
  );
  await createModel(app, bare, { jma: 'HON-1' });
  await createModel(app, bare);
  const { data } = await app.graph('{ completeness { name models blank series spacing depth picture } }', {}, admin);
  expect(data?.completeness).toEqual([
    { name: 'Bare', models: 2, blank: 1, series: 2, spacing: 2, depth: 2, picture: 2 },
    { name: 'Whole', models: 1, blank: 0, series: 0, spacing: 0, depth: 0, picture: 0 },
  ]);
});
