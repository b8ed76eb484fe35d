import { afterAll, expect, inject, test } from 'vitest';
import { startServer, type Target } from '../../bench/server';
import { sharedApp } from '../support/app';
import { createMake } from '../support/factories';
import { startLocalMail } from '../support/localMail';
import { sharedPerson } from '../support/people';
import { shared } from '../support/shared';

/* The built server (built by `npm test`), stopped and killed under load. `npm run faults` has the long drills. */

const app = sharedApp();
const mail = shared(startLocalMail);
const admin = sharedPerson(app, 'administrator');
const make = shared(() => createMake(app));
const closers: (() => unknown)[] = [];
const life = { signal: new AbortController().signal, onClose: (close: () => unknown) => void closers.push(close) };
afterAll(async () => {
  for (const close of closers) await close();
});

const start = () => {
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: app.database }).href;
  return startServer(life, { url }, { SMTP_URL: mail.url, SMTP_ALLOW_PLAIN: 'true' });
};

const save = async ({ url }: Target, displayName: string) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `__Host-session=${admin.token}` },
    body: JSON.stringify({
      query: 'mutation ($input: MakeInput!) { saveMake(input: $input) { id } }',
      variables: { input: { id: String(make.id), displayName } },
    }),
  });
  return response.json();
};

/** Another transaction has the make until the function that it returns is called. */
async function lockMake() {
  const holder = app.orm.em.fork();
  await holder.begin();
  await holder.execute('select 1 from makes where id = ? for update', [make.id]);
  return () => holder.rollback();
}
const waiting = () =>
  app.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
const seen = async () =>
  (
    await app.sql(
      `select display_name as name, (select count(*)::int from log_entries where subject_type = 'MAKE' and subject_id = makes.id) as lines
       from makes where id = ?`,
      [make.id],
    )
  )[0];

test('SIGTERM while the mail server hangs: not ready at once, but requests are answered, and it ends', async () => {
  mail.state.mood = 'hangs';
  const server = await start();
  await app.sql(`insert into mails (recipient, subject, text, tries, next_try_at, expires_at, created_at)
    values ('a@example.com', 'Hello', 'Hello', 0, now(), now() + interval '1 day', now())`);
  await expect.poll(async () => (await app.sql('select tries from mails'))[0]?.tries).toBe(1);
  const release = await lockMake();
  const saving = save(server, 'Stopped');
  await expect.poll(waiting).toHaveLength(1);
  const ended = server.end('SIGTERM');
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await release();
  expect(await saving).toMatchObject({ data: { saveMake: { id: String(make.id) } } });
  expect(await ended).toBe(0);
});

test('killed during a save: it is stored completely or not at all, and sessions continue on another server', async () => {
  const before = await seen();
  const server = await start();
  const release = await lockMake();
  const lost = save(server, 'Killed').catch(() => 'lost');
  await expect.poll(waiting).toHaveLength(1);
  await server.end('SIGKILL');
  expect(await lost).toBe('lost');
  await release();
  await expect.poll(waiting).toEqual([]);
  expect(await seen()).toEqual(before);
  const other = await start();
  expect((await save(other, 'Saved')).errors).toBeUndefined();
  expect(await seen()).toEqual({ name: 'Saved', lines: before?.lines + 1 });
});
