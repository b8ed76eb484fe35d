import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../../context';
import type { Mailer } from '../../outside/mail';
import { claimMails, LEASE_MINUTES, type MailInput, noteNotTaken, noteSent } from './mail.operations';

/** How long it waits before it records again that a mail was sent, in milliseconds. */
const NOTED_AGAIN_AFTER = 1_000;

/**
 * Sends the mails that are due, outside any transaction. Returns the number of claimed mails, sent or not. `signal` is
 * aborted when the server stops.
 */
export async function deliverMails(system: SystemContext, mailer: Mailer, signal?: AbortSignal): Promise<number> {
  const mails = await claimMails(system);
  await Promise.all(
    mails.map(async ({ id, createdAt, recipient, subject, text, html, unsubscribe, tries }) => {
      const messageId = `${createdAt.getTime()}-${id}`;
      try {
        await mailer.send({ messageId, to: recipient, subject, text, html, unsubscribe });
      } catch (error) {
        system.log.warn({ err: error, mail: id, tries }, 'A mail could not be sent and will be tried again');
        await noteNotTaken(system, { id, tries });
        return;
      }
      await noteForCertain(system, { id, tries }, signal);
    }),
  );
  return mails.length;
}

/** Retries as long as the mail is claimed: a sent mail that is not recorded would be sent again. */
async function noteForCertain(system: SystemContext, mail: MailInput, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + LEASE_MINUTES * 60_000;
  for (;;) {
    try {
      await noteSent(system, mail);
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      system.log.warn({ err: error, mail: mail.id }, 'A mail was sent, but this could not be recorded yet');
      await wait(NOTED_AGAIN_AFTER, undefined, { signal });
    }
  }
}
