import { command, NoInput } from '../../operation';
import { Mail } from './mail.entity';

/** So long a sender has a mail for itself; after that it has died, and another tries. */
const LEASE_MINUTES = 2;
export const MOST_AT_ONCE = 10;

/** Takes what is due, for this server alone; what has expired is erased unsent. */
export const claimMails = command('system', NoInput, async ({ em }) => {
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
});

export class MailInput {
  id!: number;
  /** How often it has been tried. */
  tries!: number;
}

/** The mail server has taken it. Its text is a secret, so only the fact stays. */
export const noteSent = command('system', MailInput, ({ em }, { id }) =>
  em.nativeUpdate(Mail, { id }, { sentAt: new Date(), text: '' }),
);

/** Waits longer after every try that failed: 5 s, 10 s, 20 s … an hour at most. */
const pauseAfter = (tries: number) => Math.min(5_000 * 2 ** (tries - 1), 3_600_000);

export const noteNotTaken = command('system', MailInput, ({ em }, { id, tries }) =>
  em.nativeUpdate(Mail, { id }, { nextTryAt: new Date(Date.now() + pauseAfter(tries)) }),
);
