import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { claimDeliveries, sweepDeliveries } from '../../server/integrations/webhooks/delivery.operations';
import { sendDeliveries } from '../../server/integrations/webhooks/sendDeliveries';
import { WebhookState } from '../../server/integrations/webhooks/webhook.entity';
import { backlog } from '../../server/observe/backlog.operations';
import { sharedApp, startApp } from '../support/app';
import { createKeySystem, createMake, createModel, createUser } from '../support/factories';
import { startLocalReceiver } from '../support/localReceiver';
import { people, sharedPerson } from '../support/people';
import { shared } from '../support/shared';
import { act } from '../support/sheets';

/* docs/rules.md, "Webhooks". The receivers are real servers, on this machine. */

const receiver = shared(startLocalReceiver);
const other = shared(startLocalReceiver);
const { webhookPrivateAddresses } = readConfig({ WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const app = sharedApp({ config: { webhookPrivateAddresses, publicOrigin: 'http://localhost' } });
const admin = sharedPerson(app, 'administrator');
const locksmith = sharedPerson(app, 'locksmith');

beforeEach(async () => {
  for (const { received, state, ok } of [receiver, other]) {
    received.length = 0;
    state.answer = ok;
  }
  await app.sql(
    'truncate webhooks, webhook_deliveries, models, makes, key_systems, imports, log_entries, mails cascade',
  );
});

const SAVED = '{ webhook { id url description events enabled disabledAt failingSince username version } secret }';
const SAVE = `mutation ($input: WebhookInput!) { saveWebhook(input: $input) ${SAVED} }`;
const ALL = [
  ...['MODEL_CREATED', 'MODEL_CHANGED', 'MODEL_DELETED', 'MAKE_CREATED', 'MAKE_CHANGED', 'MAKE_DELETED'],
  ...['KEY_SYSTEM_CREATED', 'KEY_SYSTEM_CHANGED', 'KEY_SYSTEM_DELETED', 'CORRECTION_CREATED', 'CORRECTION_DECIDED'],
  ...['PAYMENT_SUCCEEDED', 'PAYMENT_REFUNDED'],
];
async function create(input: object = {}, as = admin) {
  const { data, errors } = await app.graph(SAVE, { input: { url: receiver.url, events: ALL, ...input } }, as);
  expect(errors).toBeUndefined();
  return data!.saveWebhook as { webhook: { id: string; version: number }; secret: string };
}
const refused = async (input: object) =>
  (await app.graph(SAVE, { input: { url: receiver.url, events: ALL, ...input } }, admin)).errors?.[0]?.extensions;
const send = () => sendDeliveries(app.system);
const due = () => app.sql('update webhook_deliveries set next_try_at = now() where finished_at is null');
const deliveries = () =>
  app.sql('select event, ids, state, tries, attempts, webhook_id from webhook_deliveries order by id');
/** Event and ids of what waits, the oldest first. */
const told = async () => (await deliveries()).map(({ event, ids }) => `${event} ${ids.join(' ')}`);
const fails = (status = 500) => {
  receiver.state.answer = (response) => void response.writeHead(status).end('no');
};

describe('saveWebhook', () => {
  test('shows the secret once, keeps what is absent, and logs who did it', async () => {
    const { webhook, secret } = await create({ description: 'The shop' });
    expect(secret).toMatch(/^mkwh_[\w-]{43}$/);
    expect(webhook).toMatchObject({ enabled: true, events: ALL, username: admin.user!.username, disabledAt: null });
    const input = { id: webhook.id, version: webhook.version, events: ['MODEL_CREATED'] };
    const { data } = await app.graph(SAVE, { input }, admin);
    expect(data!.saveWebhook).toMatchObject({
      secret: null,
      webhook: { url: receiver.url, description: 'The shop', events: ['MODEL_CREATED'] },
    });
    expect((await app.graph(SAVE, { input }, admin)).errors?.[0]?.extensions.code).toBe('CONFLICT');
    await app.graph('mutation ($id: ID!) { deleteWebhook(input: { id: $id }) { id } }', { id: webhook.id }, admin);
    const log = await app.sql('select kind, details, subject_id from log_entries order by id');
    expect(log).toEqual(
      [
        ['WEBHOOK_CREATED', 'Created'],
        ['WEBHOOK_UPDATED', 'Updated'],
        ['WEBHOOK_DELETED', 'Deleted'],
      ].map(([kind, did]) => ({
        kind,
        details: `${did} the webhook to ${receiver.url}`,
        subject_id: Number(webhook.id),
      })),
    );
    expect(JSON.stringify(log)).not.toContain(secret);
  });

  test('refuses what cannot be sent to, no events, and more than twenty', async () => {
    expect(await refused({ url: 'https://10.0.0.1/' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: { url: ['This is not an address of the public internet.'] },
    });
    expect(await refused({ url: '' })).toMatchObject({ errors: { url: ['The address field is required.'] } });
    expect(await refused({ events: [] })).toMatchObject({ errors: { events: ['Choose at least one event.'] } });
    await app.sql(
      `insert into webhooks (url, events, secret, username, created_at, updated_at)
       select 'https://example.com', array['make.created'], 's', 'a', now(), now() from generate_series(1, 19)`,
    );
    // Of two at the same time, one is the twentieth.
    const both = await Promise.all([refused({}), refused({})]);
    expect(both.map((one) => one?.code ?? 'saved').sort()).toEqual(['CONFLICT', 'saved']);
  });

  test('of a receiver whose address has become wrong can still be disabled', async () => {
    const { webhook } = await create();
    await app.sql(`update webhooks set url = 'https://10.0.0.1/'`);
    const input = { id: webhook.id, url: 'https://10.0.0.1/', enabled: false };
    expect((await app.graph(SAVE, { input }, admin)).data?.saveWebhook.webhook).toMatchObject({ enabled: false });
    expect(await refused({ id: webhook.id, url: 'https://10.0.0.1/new' })).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('is for administrators: nobody else can list, change or test one', async () => {
    await create();
    for (const as of [locksmith, await people.downloader(app), {}]) {
      const { errors } = await app.graph('{ webhooks { items { url } } }', {}, as);
      expect(errors?.[0]?.extensions.code).toMatch(/FORBIDDEN|UNAUTHENTICATED/);
    }
  });
});

test('webhooks are listed by the state that each has', async () => {
  await app.sql(
    `insert into webhooks (url, events, secret, username, enabled, failing_since, disabled_at, created_at, updated_at)
     select 'https://example.com/' || state, array['make.created'], 's', 'a', enabled, failing, disabled, now(), now()
     from (values
       ('ENABLED', true, null::timestamptz, null::timestamptz),
       ('FAILING', true, now(), null),
       ('DISABLED', false, null, null),
       ('DISABLED_AFTER_FAILURES', false, now(), now())
     ) as one (state, enabled, failing, disabled)`,
  );
  const list = async (filter: object) =>
    (
      await app.graph(
        'query ($filter: WebhookFilter) { webhooks(filter: $filter) { items { url state } total } }',
        { filter },
        admin,
      )
    ).data?.webhooks;
  for (const state of Object.values(WebhookState))
    expect(await list({ state })).toEqual({ items: [{ url: `https://example.com/${state}`, state }], total: 1 });
  expect((await list({})).total).toBe(4);
});

describe('events', () => {
  test('nothing is written without a webhook that wants it', async () => {
    await createMake(app);
    expect(await deliveries()).toEqual([]);
    await create({ events: ['MAKE_DELETED'] });
    await create({ enabled: false });
    await createMake(app);
    expect(await deliveries()).toEqual([]);
  });

  test('tell of makes, models and key systems that are created, changed and deleted', async () => {
    await create();
    const make = await createMake(app);
    const model = await createModel(app, make);
    const system = await createKeySystem(app);
    const mutate = (call: string) => app.graph(`mutation { ${call} { id } }`, {}, admin);
    await mutate(`saveMake(input: { id: "${make.id}", displayName: "Honda" })`);
    await app.rest('POST', `/products/${model.id}`, { as: admin, body: { tips: 'By REST' } });
    await mutate(`deleteModel(input: { id: "${model.id}" })`);
    await mutate(`deleteMake(input: { id: "${make.id}" })`);
    await mutate(`deleteKeySystem(input: { id: "${system.id}" })`);
    expect(await told()).toEqual([
      `make.created ${make.id}`,
      `model.created ${model.id}`,
      `keySystem.created ${system.id}`,
      `make.changed ${make.id}`,
      `model.changed ${model.id}`,
      `model.deleted ${model.id}`,
      `make.deleted ${make.id}`,
      `keySystem.deleted ${system.id}`,
    ]);
  });

  test('are those of the transaction: a change that is rolled back tells nothing', async () => {
    await create();
    const make = await createMake(app);
    await app.sql('delete from webhook_deliveries');
    await app.orm.em
      .fork()
      .transactional(async (em) => {
        await em.execute('update makes set version = version + 1 where id = ?', [make.id]);
        throw new Error('no');
      })
      .catch(() => {});
    expect(await deliveries()).toEqual([]);
    // What the server itself keeps up to date in a record is no change of it.
    await app.sql('update makes set updated_at = now()');
    expect(await deliveries()).toEqual([]);
  });

  test('tell of corrections and payments, by their ids alone', async () => {
    await create();
    const model = await createModel(app, await createMake(app, { displayName: 'Honda' }));
    await app.sql('delete from webhook_deliveries');
    const { data } = await app.graph(
      `mutation ($model: String!) { createCorrection(input: { email: "bench@example.com", make: "Honda", model: $model, year: 2007, comment: "No" }) { id } }`,
      { model: model.name },
      locksmith,
    );
    const { id } = data!.createCorrection;
    await app.graph(`mutation { declineCorrection(input: { id: "${id}", reason: "No" }) { id } }`, {}, admin);
    const [payment] = await app.sql(
      `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at)
       values (?, ?, 7995, now(), now()) returning id`,
      [locksmith.user!.id, locksmith.user!.username],
    );
    await app.sql('update payments set disputed = true');
    await app.sql('update payments set refunded_cents = 100');
    expect(await told()).toEqual([
      `correction.created ${id}`,
      `correction.decided ${id}`,
      `payment.succeeded ${payment!.id}`,
      `payment.refunded ${payment!.id}`,
    ]);
    await send();
    const bodies = receiver.received.map(({ body }) => body).join();
    for (const personal of ['bench@example.com', locksmith.user!.username, '7995'])
      expect(bodies).not.toContain(personal);
  });

  test('of a bulk change of many models and its undo are few deliveries with many ids', async () => {
    const make = await createMake(app);
    await app.sql(
      `insert into models (make_id, name, year, spacing, depth_names, depth_values, created_at, updated_at)
       select ?, 'CB ' || n, 2007, array_fill(''::text, array[12]), array_fill(''::text, array[8]), array_fill(''::text, array[16]), now(), now()
       from generate_series(1, 1200) n`,
      [make.id],
    );
    await create();
    const SET = `mutation ($input: SetModelFieldInput!) { setModelField(input: $input) { id } }`;
    const input = { selection: { filter: {} }, field: 'SILCA', value: 'HON70' };
    const { data, errors } = await app.graph(SET, { input }, admin);
    expect(errors).toBeUndefined();
    for (const what of ['applyImport', 'undoImport'] as const) {
      await act(app, admin, what, data!.setModelField.id);
      const written = await deliveries();
      expect(written.map(({ event, ids }) => [event, ids.length])).toEqual(
        [500, 500, 200].map((count) => ['model.changed', count]),
      );
      expect(new Set(written.flatMap(({ ids }) => ids)).size).toBe(1_200);
      await app.sql('delete from webhook_deliveries');
    }
  });
});

describe('a delivery', () => {
  test('has ids, a query for the records, and a signature that the receiver can verify', async () => {
    const { secret } = await create();
    const model = await createModel(app, await createMake(app));
    await send();
    const [, { headers, body }] = receiver.received as [unknown, (typeof receiver.received)[0]];
    const sent = JSON.parse(body);
    expect(sent).toMatchObject({ type: 'model.created', data: [{ id: String(model.id) }] });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'motokey-event': 'model.created',
      'motokey-event-id': sent.id,
    });
    const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['motokey-signature']))!;
    expect(mac).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
    const fetched = await app.graph(sent.fetch.query, { id: sent.data[0].id }, admin);
    expect(fetched.data?.model).toMatchObject({ id: String(model.id), name: model.name });
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect((await deliveries())[1]?.attempts).toMatchObject([{ status: 200, error: '', answer: 'thanks' }]);
  });

  test('is signed with both secrets for a day after a rotation', async () => {
    const { webhook, secret } = await create();
    const ROTATE = `mutation ($id: ID!) { rotateWebhookSecret(input: { id: $id }) ${SAVED} }`;
    const { data } = await app.graph(ROTATE, { id: webhook.id }, admin);
    const next = data!.rotateWebhookSecret.secret;
    expect(next).not.toBe(secret);
    const signatures = async () => {
      receiver.received.length = 0;
      await createMake(app);
      await send();
      const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
      const [time = '', ...macs] = String(headers['motokey-signature']).split(',');
      const of = (key: string) =>
        `v1=${createHmac('sha256', key)
          .update(`${time.slice(2)}.${body}`)
          .digest('hex')}`;
      return { macs, of };
    };
    const both = await signatures();
    expect(both.macs).toEqual([both.of(next), both.of(secret)]);
    await app.sql('update webhooks set previous_until = now()');
    const one = await signatures();
    expect(one.macs).toEqual([one.of(next)]);
  });

  test('is tried again at growing intervals, with the same body, until it is taken', async () => {
    await create();
    await createMake(app);
    fails(503);
    await send();
    expect(await deliveries()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    await send();
    expect(receiver.received).toHaveLength(1);
    const pauses: number[] = [];
    for (let tries = 1; tries <= 3; tries++) {
      const [row] = await app.sql(
        'select extract(epoch from next_try_at - now())::float as pause from webhook_deliveries',
      );
      pauses.push(row!.pause);
      await due();
      if (tries === 3) receiver.state.answer = receiver.ok;
      await send();
    }
    // 10, 20 and 40 seconds, a quarter more or less.
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeLessThanOrEqual(10 * 2 ** index * 1.25);
      expect(pause).toBeGreaterThan(10 * 2 ** index * 0.75 - 5);
    }
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const [row] = await deliveries();
    expect(row).toMatchObject({ state: 'delivered', tries: 4 });
    expect(row!.attempts.map(({ status, error }: any) => [status, error])).toEqual([
      ...Array(3).fill([503, 'It answered 503.']),
      [200, ''],
    ]);
    expect(await app.sql('select failing_since from webhooks')).toEqual([{ failing_since: null }]);
  });

  test('is given up after a day; a redirect counts as a failure', async () => {
    await create();
    await createMake(app);
    receiver.state.answer = (response) => void response.writeHead(307, { location: other.url }).end();
    await app.sql(`update webhook_deliveries set created_at = now() - interval '23 hours 59 minutes 55 seconds'`);
    await send();
    expect(await deliveries()).toMatchObject([
      { state: 'gave up', attempts: [{ status: 307, error: 'It answered 307. Redirects are not followed.' }] },
    ]);
    expect(other.received).toEqual([]);
  });

  test('is sent once by two servers, four at a time for one webhook', async () => {
    const second = await startApp({ sharing: app, config: { webhookPrivateAddresses } });
    try {
      await create();
      for (let index = 0; index < 12; index++) await createMake(app);
      // No more are under way, however many servers there are and however often they look.
      const claimed = await Promise.all([claimDeliveries(app.system), claimDeliveries(second.system)]);
      expect(claimed.flat()).toHaveLength(4);
      expect(await claimDeliveries(second.system)).toEqual([]);
      await app.sql('update webhook_deliveries set claimed_until = null, next_try_at = now()');
      await Promise.all([sendDeliveries(app.system), sendDeliveries(second.system)]);
      // One of them may have found the webhook locked by the other, and have nothing left to do.
      await send();
      expect(receiver.received).toHaveLength(12);
      expect(new Set(receiver.received.map(({ headers }) => headers['motokey-delivery'])).size).toBe(12);
    } finally {
      await second.close();
    }
  });

  test('does not wait for another webhook’s slow receiver', async () => {
    await create({ events: ['MAKE_CREATED'] });
    await create({ url: other.url, events: ['MAKE_DELETED'] });
    const make = await createMake(app);
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
    receiver.state.answer = async (response) => {
      isAsked();
      await goOn;
      response.end();
    };
    // The other one is asked although the slow one has not answered, within the same run.
    other.state.answer = (response) => {
      response.end();
      letGo();
    };
    const sending = send();
    await asked;
    await app.sql('delete from makes where id = ?', [make.id]);
    await sending;
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test('of a server that died is sent by the next one, once its claim has ended', async () => {
    await create();
    await createMake(app);
    const stop = new AbortController();
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    receiver.state.answer = () => isAsked();
    const sending = sendDeliveries(app.system, stop.signal);
    await asked;
    // Nothing that it would still do is done.
    await app.sql(`create function fail_once() returns trigger language plpgsql as $$
      begin raise exception 'away' using errcode = '57P01'; end $$`);
    await app.sql(
      'create trigger fail_once before update on webhook_deliveries for each row execute function fail_once()',
    );
    stop.abort();
    await sending;
    await app.sql('drop function fail_once cascade');
    receiver.state.answer = receiver.ok;
    await send();
    expect(receiver.received).toHaveLength(1);
    await app.sql(`update webhook_deliveries set claimed_until = now() - interval '1 second', next_try_at = now()`);
    await send();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 2 }]);
  });

  test('that a stopping server gives back is sent at once, and no failure is noted', async () => {
    await create();
    await createMake(app);
    const stop = new AbortController();
    receiver.state.answer = () => stop.abort();
    await sendDeliveries(app.system, stop.signal);
    receiver.state.answer = receiver.ok;
    await send();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }]);
  });

  test('is recorded whatever characters the receiver answers with, and its queue goes on', async () => {
    await create();
    for (const answer of ['\u001b[32mfine\u001b[0m', Buffer.from([0x1f, 0x8b, 8, 0, 0xff, 0xfe]), 'a\0b\uffff']) {
      await createMake(app);
      receiver.state.answer = (response) => void response.end(answer);
      await send();
    }
    const rows = await deliveries();
    expect(rows.map(({ state, tries, attempts }) => [state, tries, attempts.length])).toEqual(
      Array(3).fill(['delivered', 1, 1]),
    );
    expect(rows.map(({ attempts }) => attempts[0].answer)).toEqual([
      '\ufffd[32mfine\ufffd[0m',
      expect.stringMatching(/^\ufffd+$/),
      'a\ufffdb\ufffd',
    ]);
  });

  test('whose answer cannot be stored is recorded without it; one that cannot be recorded counts, and is given up', async () => {
    await create();
    await createMake(app);
    await app.sql(`create function refuse() returns trigger language plpgsql as $$
      begin if new.attempts::text like '%odd%' then raise exception 'not this'; end if; return new; end $$`);
    await app.sql('create trigger refuse before update on webhook_deliveries for each row execute function refuse()');
    receiver.state.answer = (response) => void response.end('odd');
    await send();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: [{ status: 200, answer: '' }] }]);
    await app.sql(`create or replace function refuse() returns trigger language plpgsql as $$
      begin if new.attempts <> old.attempts then raise exception 'never'; end if; return new; end $$`);
    await createMake(app);
    const next = async () =>
      (
        await app.sql('select tries, next_try_at > now() as paused from webhook_deliveries where finished_at is null')
      )[0];
    for (const tries of [1, 2]) {
      await send();
      expect(await next()).toEqual({ tries, paused: true });
      // The claim of a server that has died has ended, too; the pause has not.
      await app.sql('update webhook_deliveries set claimed_until = null');
      await send();
      expect(await next()).toEqual({ tries, paused: true });
      await due();
    }
    expect(receiver.received).toHaveLength(3);
    await app.sql(`update webhook_deliveries set created_at = now() - interval '29 hours', claimed_until = null`);
    await sweepDeliveries(app.system);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'gave up']);
    await app.sql('drop function refuse cascade');
  });

  test('keeps no secret that the receiver tells, and no more than a kilobyte', async () => {
    const { secret } = await create();
    await createMake(app);
    receiver.state.answer = (response) => void response.end(`I know ${secret} ${'x'.repeat(5_000)}`);
    await send();
    const [row] = await deliveries();
    expect(row!.attempts[0].answer).toMatch(/^I know \(secret\) x+$/);
    expect(row!.attempts[0].answer.length).toBeLessThanOrEqual(1_024);
  });
});

describe('a webhook that fails', () => {
  const disable = async () => {
    await createMake(app);
    fails();
    await app.sql(`update webhooks set failing_since = now() - interval '3 days 1 minute'`);
    await send();
  };

  test('for three days is disabled, with a mail to who made it and a line of the log', async () => {
    const { webhook } = await create({ description: 'The shop' });
    await createMake(app);
    fails();
    await send();
    const [first] = await app.sql('select enabled, failing_since is not null as failing from webhooks');
    expect(first).toEqual({ enabled: true, failing: true });
    await disable();
    expect(await app.sql('select enabled, disabled_at is not null as itself from webhooks')).toEqual([
      { enabled: false, itself: true },
    ]);
    const mails = await app.sql('select recipient, subject, text from mails');
    expect(mails).toMatchObject([{ recipient: admin.user!.username, subject: 'A webhook was disabled' }]);
    expect(mails[0]!.text).toContain(`Address: ${receiver.url}\nDescription: The shop\nLast error: It answered 500.`);
    expect(mails[0]!.text).toContain(`http://localhost/webhooks/edit?id=${webhook.id}`);
    expect(await app.sql(`select kind, username from log_entries where kind = 'WEBHOOK_DISABLED'`)).toHaveLength(1);
    // Nothing more is written or sent, until it is enabled again.
    receiver.received.length = 0;
    await due();
    await send();
    expect(receiver.received).toEqual([]);
    expect((await app.graph('{ worklist { kind count nextName } }', {}, admin)).data!.worklist).toContainEqual({
      kind: 'WEBHOOKS',
      count: 1,
      nextName: receiver.url,
    });
    const { data } = await app.graph(SAVE, { input: { id: webhook.id, enabled: true } }, admin);
    expect(data!.saveWebhook.webhook).toMatchObject({ enabled: true, disabledAt: null, failingSince: null });
    receiver.state.answer = receiver.ok;
    await due();
    await send();
    expect(receiver.received.length).toBeGreaterThan(0);
  });

  test('is told to all administrators if the one who made it is gone', async () => {
    const maker = await people.administrator(app);
    await create({}, maker);
    await app.sql('delete from users where id = ?', [maker.user!.id]);
    await disable();
    const recipients = (await app.sql('select recipient from mails')).map(({ recipient }) => recipient);
    expect(recipients).toContain(admin.user!.username);
    expect(recipients).not.toContain(maker.user!.username);
  });

  test('but has taken something since is not', async () => {
    await create();
    await createMake(app);
    await app.sql(`update webhooks set failing_since = now() - interval '3 days 1 minute'`);
    await send();
    await createMake(app);
    fails();
    await send();
    expect(await app.sql('select enabled from webhooks')).toEqual([{ enabled: true }]);
    expect(await app.sql('select from mails')).toEqual([]);
  });
});

describe('by hand', () => {
  const DELIVERY = '{ id event eventId state request records attempts { status error answer milliseconds } }';
  const TEST = `mutation ($id: ID!) { testWebhook(input: { id: $id }) ${DELIVERY} }`;
  const REPEAT = `mutation ($id: ID!) { repeatDelivery(input: { id: $id }) ${DELIVERY} }`;

  test('a test is sent at once, also to a disabled webhook, and only once', async () => {
    const { webhook } = await create({ enabled: false });
    const { data } = await app.graph(TEST, { id: webhook.id }, admin);
    expect(data!.testWebhook).toMatchObject({
      event: 'test',
      state: 'DELIVERED',
      records: 0,
      attempts: [{ status: 200, error: '', answer: 'thanks' }],
    });
    expect(receiver.received[0]?.body).toBe(data!.testWebhook.request);
    expect(JSON.parse(data!.testWebhook.request)).toMatchObject({ type: 'test', data: [] });
    fails();
    const failed = (await app.graph(TEST, { id: webhook.id }, admin)).data!.testWebhook;
    expect(failed).toMatchObject({ state: 'GAVE_UP', attempts: [{ status: 500, error: 'It answered 500.' }] });
    expect(await app.sql('select failing_since from webhooks')).toEqual([{ failing_since: null }]);
    expect(await app.sql(`select kind from log_entries where kind = 'WEBHOOK_TESTED'`)).toHaveLength(2);
  });

  test('a delivery is sent again as a new one of the same event', async () => {
    await create();
    const make = await createMake(app);
    fails();
    await app.sql(`update webhook_deliveries set created_at = now() - interval '2 days'`);
    await send();
    const [{ id, event_id }] = (await app.sql('select id, event_id from webhook_deliveries')) as [any];
    receiver.state.answer = receiver.ok;
    const { data } = await app.graph(REPEAT, { id }, admin);
    expect(data!.repeatDelivery).toMatchObject({ eventId: event_id, event: 'make.created', state: 'DELIVERED' });
    expect(data!.repeatDelivery.id).not.toBe(String(id));
    const [first, second] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(second).toEqual(first);
    expect(first.data).toEqual([{ id: String(make.id) }]);
    const LIST = `query ($id: ID!, $filter: WebhookDeliveryFilter) { webhookDeliveries(webhookId: $id, filter: $filter) { total items ${DELIVERY} } }`;
    const [{ webhook_id }] = (await deliveries()) as [any];
    const list = async (filter: object | null) =>
      (await app.graph(LIST, { id: webhook_id, filter }, admin)).data!.webhookDeliveries;
    expect((await list(null)).items.map(({ state }: any) => state)).toEqual(['DELIVERED', 'GAVE_UP']);
    expect(await list({ state: 'GAVE_UP' })).toMatchObject({ total: 1, items: [{ id: String(id) }] });
  });

  test('is limited', async () => {
    const { webhook } = await create();
    expect((await app.graph(TEST, { id: webhook.id }, admin)).errors).toBeUndefined();
    await app.sql(`update attempts set count = 60 where key = 'webhook sends of ${admin.user!.id}'`);
    const { errors } = await app.graph(TEST, { id: webhook.id }, admin);
    expect(errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(receiver.received).toHaveLength(1);
    await app.sql('delete from attempts');
  });
});

describe('what is kept', () => {
  test('old deliveries are deleted, and those of a disabled webhook given up after a day', async () => {
    const { webhook } = await create();
    await createMake(app);
    await send();
    await createMake(app);
    await app.sql(
      `update webhook_deliveries set finished_at = now() - interval '29 days' where finished_at is not null`,
    );
    expect(await backlog(app.system)).toMatchObject({ deliveries: 1 });
    await sweepDeliveries(app.system);
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'waiting' }]);
    await app.sql(
      `update webhook_deliveries set finished_at = now() - interval '31 days' where finished_at is not null`,
    );
    await app.sql(`update webhook_deliveries set created_at = now() - interval '25 hours'`);
    await app.sql('update webhooks set enabled = false');
    expect(await backlog(app.system)).toMatchObject({ deliveries: 0 });
    await sweepDeliveries(app.system);
    expect(await deliveries()).toMatchObject([{ state: 'gave up', tries: 0 }]);
    // One that a transaction adds while its webhook is deleted.
    await app.sql(`update webhook_deliveries set finished_at = null, webhook_id = ?`, [Number(webhook.id) + 1]);
    await sweepDeliveries(app.system);
    expect(await deliveries()).toEqual([]);
  });

  test('a webhook that is deleted waits for an attempt that is being noted, and does not hold it up', async () => {
    const { webhook } = await create();
    await createMake(app);
    const noting = app.orm.em.fork();
    await noting.begin();
    await noting.execute('update webhook_deliveries set claimed_until = null');
    const deleted = app.graph(
      'mutation ($id: ID!) { deleteWebhook(input: { id: $id }) { id } }',
      { id: webhook.id },
      admin,
    );
    await expect
      .poll(() =>
        app.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      )
      .toHaveLength(1);
    await noting.execute('select from webhooks for no key update nowait');
    await noting.commit();
    expect((await deleted).errors).toBeUndefined();
    expect(await deliveries()).toEqual([]);
  });

  test('the maker of a webhook may be deleted', async () => {
    const maker = await createUser(app, { roleId: 1 });
    const { webhook } = await create();
    await app.sql('update webhooks set user_id = ?, username = ?', [maker.id, maker.username]);
    await app.sql('delete from users where id = ?', [maker.id]);
    const { data } = await app.graph('query ($id: ID!) { webhook(id: $id) { username } }', { id: webhook.id }, admin);
    expect(data!.webhook).toEqual({ username: maker.username });
  });
});
