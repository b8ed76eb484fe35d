import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../../context';
import type { Mailer } from '../../outside/mail';
import {
  claimMails,
  LEASE_MINUTES,
  type MailInput,
  MOST_AT_ONCE,
  noteNotTaken,
  noteSent,
  sweepMails,
} from './mail.operations';

/** How often the outbox is polled, in milliseconds. */
const EVERY = 1_000;
/** How often old mails are swept, in milliseconds. */
const SWEEP_EVERY = 3_600_000;

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
      await wait(EVERY, undefined, { signal });
    }
  }
}

/**
 * Delivers mails repeatedly, and sweeps old ones every hour. Returns a function that stops this and waits for the current
 * delivery.
 */
export function deliverForever(system: SystemContext, mailer: Mailer): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: NodeJS.Timeout;
  let delivering = Promise.resolve();
  let swept = Number.NEGATIVE_INFINITY;
  const deliver = async () => {
    const taken = await deliverMails(system, mailer, signal);
    if (performance.now() - swept >= SWEEP_EVERY) {
      swept = performance.now();
      await sweepMails(system);
    }
    return taken;
  };
  const next = () => {
    delivering = deliver()
      .catch((error) => {
        system.log.error({ err: error }, 'The mail outbox could not be read');
        return 0;
      })
      .then((taken) => {
        if (!signal.aborted) timer = setTimeout(next, taken === MOST_AT_ONCE ? 0 : EVERY);
      });
  };
  next();
  return async () => {
    stopped.abort();
    clearTimeout(timer);
    await delivering;
    mailer.close();
  };
}
