import { command, NoInput } from '../../gate/operation';
import { Mail } from './mail.entity';

/** How long a server has a claimed mail to itself. After that it is presumed dead, and another server may retry. */
export const LEASE_MINUTES = 2;
export const MOST_AT_ONCE = 10;

/** Claims the mails that are due, so that no other server sends them. Deletes unsent mails that have expired. */
export const claimMails = command('system', NoInput, async ({ em }) => {
  await em.execute('delete from mails where sent_at is null and expires_at < now()');
  const rows = await em.execute<Partial<Mail>[]>(
    `update mails set tries = tries + 1, next_try_at = now() + ? * interval '1 minute'
     where id in (
       select id from mails where sent_at is null and (tries = 0 or next_try_at <= now())
       order by next_try_at limit ? for update skip locked
     )
     returning *`,
    [LEASE_MINUTES, MOST_AT_ONCE],
  );
  return rows.map((row) => em.map(Mail, row as object));
});

export class MailInput {
  id!: number;
  /** The number of attempts so far, including the current one. */
  tries!: number;
}

/** Records that the mail server accepted the mail, and erases its text, which may hold a password or a signed link. */
export const noteSent = command('system', MailInput, ({ em }, { id }) =>
  em.nativeUpdate(Mail, { id }, { sentAt: new Date(), text: '', html: '', unsubscribe: '' }),
);

/** Seconds until the next attempt: 5, doubled after each failure, at most an hour. */
const pauseAfter = (tries: number) => Math.min(5 * 2 ** (tries - 1), 3_600);

export const noteNotTaken = command('system', MailInput, ({ em }, { id, tries }) =>
  em.execute(`update mails set next_try_at = now() + ? * interval '1 second' where id = ?`, [pauseAfter(tries), id]),
);

/** How many days the recipient and subject of a sent mail are kept (docs/operations.md, "Erasing a person"). */
const RETENTION_DAYS = 30;

/** How many are deleted at a time, so that deliveries do not wait. */
const SWEPT = 5_000;

/** Deletes mails that were sent long ago. */
export const sweepMails = command('system', NoInput, ({ em }) =>
  em.execute(
    `delete from mails where id in (select id from mails where sent_at < now() - ? * interval '1 day' limit ${SWEPT})`,
    [RETENTION_DAYS],
  ),
);
