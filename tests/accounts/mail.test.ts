import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeMail } from '../../server/accounts/mail/letter';
import { Mail } from '../../server/accounts/mail/mail.entity';
import { sweepMails } from '../../server/accounts/mail/mail.operations';
import { deliverMails } from '../../server/accounts/mail/mailOutbox';
import { readConfig } from '../../server/config';
import { changesOf } from '../../server/database';
import { type Mailer, openMailer } from '../../server/outside/mail';
import { repeat } from '../../server/process/repeat';
import { schedule } from '../../server/process/schedule';
import { sharedApp, silent, startApp } from '../support/app';
import { startLocalMail } from '../support/localMail';
import { shared } from '../support/shared';

/** A mail server whose behaviour a test can change. */
const smtp = shared(startLocalMail);
const app = sharedApp();
let mailer: Mailer;
beforeAll(async () => {
  mailer = openMailer(readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'Motokey <keys@example.com>' }));
});
afterAll(() => mailer.close());
beforeEach(async () => {
  smtp.state.mood = 'well';
  smtp.received.length = 0;
  await app.sql('delete from mails');
});

async function queue(data: Partial<Mail> = {}, { orm } = app) {
  const em = orm.em.fork();
  const mail = em.create(Mail, {
    recipient: 'locksmith@example.com',
    subject: 'Your temporary password',
    text: 'Hello <you>,\n\nTemporary password: abcd-efgh\nKeep it & smile.',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...data,
  });
  await em.flush();
  return mail;
}
const deliver = (by = mailer) => deliverMails(app.system, by);
const rows = () => app.sql('select tries, sent_at, text, next_try_at > now() as later from mails order by id');
const due = () => app.sql(`update mails set next_try_at = now() where sent_at is null`);

describe('a mail', () => {
  test('is sent once, as text and HTML, and its text is then erased', async () => {
    const em = app.orm.em.fork();
    writeMail(em, app.system.site, {
      to: 'locksmith@example.com',
      name: '<Ann> & Co',
      subject: 'Your temporary password',
      hours: 1,
      parts: [{ secret: ['Temporary password', 'abcd-efgh'] }, 'Keep it & smile.'],
      unsubscribe: 'http://localhost/reminders?user=1&token=x',
    });
    await em.flush();
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    expect(smtp.received).toHaveLength(1);
    const [{ to, message }] = smtp.received as [(typeof smtp.received)[0]];
    expect(to).toEqual(['locksmith@example.com']);
    expect(message).toContain('From: Motokey <keys@example.com>');
    expect(message).toMatch(/^Temporary password: abcd-efgh\r$/m);
    expect(message).toMatch(/^Hello <Ann> & Co,\r$/m);
    expect(message.replace(/=\r\n/g, '')).toContain('>Hello &lt;Ann&gt; &amp; Co,</p>');
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(message).toMatch(/^List-Unsubscribe: <http:\/\/localhost\/reminders\?user=1&token=x>\r$/m);
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(message).toMatch(/Message-ID: <\d+-\d+@motokey>/);
    expect(await rows()).toMatchObject([{ tries: 1, text: '' }]);
    expect(await app.sql('select html, unsubscribe from mails')).toEqual([{ html: '', unsubscribe: '' }]);
  });

  test('is sent once when two servers deliver at the same time', async () => {
    for (let index = 0; index < 8; index++) await queue({ recipient: `r${index}@example.com` });
    const taken = await Promise.all([deliver(), deliver(), deliver()]);
    expect(taken.reduce((sum, count) => sum + count)).toBe(8);
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(8);
    expect(smtp.received).toHaveLength(8);
  });

  test.each(['refuses', 'drops'] as const)('is retried at growing intervals when the server %s', async (how) => {
    await queue();
    smtp.state.mood = how;
    await deliver();
    expect(await rows()).toMatchObject([
      { tries: 1, sent_at: null, later: true, text: expect.stringContaining('abcd') },
    ]);
    expect(await deliver()).toBe(0);
    await due();
    await deliver();
    const [row] = await app.sql('select extract(epoch from next_try_at - now())::int as pause from mails');
    expect(row?.pause).toBeGreaterThan(5);
    smtp.state.mood = 'well';
    await due();
    await deliver();
    expect(smtp.received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ tries: 3, text: '' }]);
  });

  test('is sent once, even if the database fails when this is to be recorded', async () => {
    await app.sql('create sequence noted');
    await app.sql(`create function fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('noted') = 1 then raise exception 'away' using errcode = '57P01'; end if;
        return new;
      end $$`);
    await app.sql(`create trigger fail_once before update on mails for each row when (new.sent_at is not null)
      execute function fail_once()`);
    await queue();
    await deliver();
    await app.sql('drop trigger fail_once on mails');
    await due();
    await deliver();
    expect(smtp.received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ tries: 1, text: '' }]);
  });

  test('is sent at once, whatever the clock of the server that wrote it says', async () => {
    await queue({ nextTryAt: new Date(Date.now() + 3_600_000) });
    await deliver();
    expect(smtp.received).toHaveLength(1);
  });

  test('is retried after the server that was sending it died', async () => {
    await queue();
    // The server that was sending and never came back.
    const gone: Mailer = { send: () => new Promise(() => {}), close: () => {} };
    void deliver(gone);
    await expect.poll(async () => (await rows())[0]?.tries).toBe(1);
    expect(await deliver()).toBe(0);
    await due();
    expect(await deliver()).toBe(1);
    expect(smtp.received).toHaveLength(1);
  });

  test('is erased without being sent once it has expired', async () => {
    await queue({ expiresAt: new Date(Date.now() - 1000) });
    expect(await deliver()).toBe(0);
    expect([await rows(), smtp.received]).toEqual([[], []]);
  });

  test('cannot be redirected by special characters in the address', async () => {
    await queue({ recipient: 'a@example.com, b@example.com' });
    await deliver();
    expect(smtp.received.every(({ to }) => !to.includes('b@example.com'))).toBe(true);
  });
});

describe('repeated', () => {
  test('new mail is delivered until this is stopped, and what was sent over 30 days ago is deleted', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const days of [29, 31]) await queue({ recipient: `${days}@example.com`, sentAt: ago(days), text: '' });
    const stop = repeat(
      schedule(app.system, mailer, { logRetentionDays: 0 }).filter(({ name }) => name === 'mails'),
      { log: silent, changes: changesOf(app.orm) },
    );
    await queue();
    await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(1);
    await stop();
    await queue();
    await sweepMails(app.system);
    expect(await rows()).toMatchObject([{ text: '' }, { tries: 1, text: '' }, { tries: 0 }]);
    expect(await app.sql('select recipient from mails order by id limit 1')).toEqual([{ recipient: '29@example.com' }]);
  });

  test('new mail of any server is delivered before the next poll', async () => {
    const other = await startApp({ sharing: app });
    const stop = repeat([{ name: 'mails', every: 3_600_000, topic: 'mails', run: () => deliver() }], {
      log: silent,
      changes: changesOf(app.orm),
    });
    for (const [index, server] of [app, other].entries()) {
      await queue({}, server);
      await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(index + 1);
    }
    await stop();
    await other.close();
  });
});

test('a mail server that hangs does not block other mail for ever', async () => {
  await queue();
  smtp.state.mood = 'hangs';
  const config = readConfig({ SMTP_URL: smtp.url });
  const impatient = openMailer(config, { greetingTimeout: 300 });
  await deliver(impatient);
  impatient.close();
  expect(await rows()).toMatchObject([{ tries: 1, sent_at: null }]);
});

describe('in production', () => {
  /** What a mail server received with these settings, with or without STARTTLS. */
  async function delivered({
    startTls,
    query = '',
    ...env
  }: {
    startTls: boolean;
    query?: string;
    [name: string]: unknown;
  }) {
    const secured: boolean[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: startTls ? [] : ['STARTTLS'],
      onData(stream, session, done) {
        secured.push(session.secure);
        text(stream).then(() => done());
      },
    });
    const port = await new Promise<number>((done) => {
      const socket = server.listen(0, '127.0.0.1', () => done((socket.address() as { port: number }).port));
    });
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://127.0.0.1/motokey',
      PUBLIC_URL: 'https://keys.example.com',
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      MAIL_FROM: 'keys@example.com',
      // The server's certificate is self-signed.
      SMTP_URL: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false${query}`,
    };
    const mails = openMailer(readConfig({ ...production, ...env } as NodeJS.ProcessEnv));
    await queue();
    await deliver(mails);
    mails.close();
    await new Promise<void>((done) => server.close(done));
    return secured;
  }

  test('mail is encrypted in transit', async () => {
    expect(await delivered({ startTls: true })).toEqual([true]);
  });

  test('mail stays in the outbox if the mail server does not offer STARTTLS', async () => {
    expect(await delivered({ startTls: false })).toEqual([]);
    expect(await rows()).toMatchObject([{ tries: 1, sent_at: null, text: expect.stringContaining('abcd') }]);
    expect(await delivered({ startTls: false, query: '&requireTLS=false&ignoreTLS=true' })).toEqual([]);
  });

  test('mail is sent unencrypted if SMTP_ALLOW_PLAIN allows it', async () => {
    expect(await delivered({ startTls: false, SMTP_ALLOW_PLAIN: 'true' })).toEqual([false]);
    expect(() => readConfig({ SMTP_ALLOW_PLAIN: 'perhaps' })).toThrow('SMTP_ALLOW_PLAIN: must be true or false');
  });
});

test('without SMTP_URL each mail is written to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motokey-outbox-'));
  const files = openMailer(readConfig({ DATA_DIR: folder }));
  await queue();
  expect(await deliver(files)).toBe(1);
  const [name = ''] = await readdir(join(folder, 'outbox'));
  expect(name).toMatch(/^\d+-\d+\.eml$/);
  // It may hold a password, so other accounts of the machine cannot read it.
  const modes = await Promise.all(['outbox', join('outbox', name)].map((path) => stat(join(folder, path))));
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600']);
  expect(await readFile(join(folder, 'outbox', name), 'utf8')).toMatch(/^Temporary password: abcd-efgh\r$/m);
  await rm(folder, { recursive: true });
});
