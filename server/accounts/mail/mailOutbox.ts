import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Mailer } from '../../outside/mail';
import { Mail } from './mail.entity';

/** How often the outbox is looked at, in milliseconds. */
const EVERY = 1_000;
/** So long a sender has a mail for itself; after that it has died, and another tries. */
const LEASE_MINUTES = 2;
const MOST_AT_ONCE = 10;

/** Waits longer after every try that failed: 5 s, 10 s, 20 s … an hour at most. */
const pauseAfter = (tries: number) => Math.min(5_000 * 2 ** (tries - 1), 3_600_000);

/** Takes what is due, for this server alone; what has expired is erased unsent. */
async function claim(em: EntityManager): Promise<Mail[]> {
  await em.execute('delete from mails where sent_at is null and expires_at < now()');
  const rows = await em.execute<Partial<Mail>[]>(
    `update mails set tries = tries + 1, next_try_at = now() + ? * interval '1 minute'
     where id in (
       select id from mails where sent_at is null and next_try_at <= now() order by next_try_at limit ? for update skip locked
     )
     returning *`,
    [LEASE_MINUTES, MOST_AT_ONCE],
  );
  return rows.map((row) => em.map(Mail, row as object));
}

/** Sends what is due; the number of mails that were taken. A mail is handed over outside of any transaction. */
export async function deliverMails(orm: MikroORM, mailer: Mailer, log: Logger): Promise<number> {
  const mails = await orm.em.fork().transactional(claim);
  await Promise.all(
    mails.map(async ({ id, createdAt, recipient, subject, text, tries }) => {
      const messageId = `${createdAt.getTime()}-${id}`;
      try {
        await mailer.send({ messageId, to: recipient, subject, text });
        // Its text is a secret, so only the fact stays.
        await orm.em.fork().nativeUpdate(Mail, { id }, { sentAt: new Date(), text: '' });
      } catch (error) {
        log.warn({ err: error, mail: id, tries }, 'A mail was not taken and will be tried again');
        await orm.em.fork().nativeUpdate(Mail, { id }, { nextTryAt: new Date(Date.now() + pauseAfter(tries)) });
      }
    }),
  );
  return mails.length;
}

/** Delivers mails until what it returns is called. */
export function deliverForever(orm: MikroORM, mailer: Mailer, log: Logger): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let delivering = Promise.resolve();
  const next = () => {
    delivering = deliverMails(orm, mailer, log)
      .catch((error) => {
        log.error({ err: error }, 'The mail outbox could not be read');
        return 0;
      })
      .then((taken) => {
        if (!stopped) timer = setTimeout(next, taken === MOST_AT_ONCE ? 0 : EVERY);
      });
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await delivering;
    mailer.close();
  };
}
