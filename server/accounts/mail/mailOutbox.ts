import type { SystemContext } from '../../context';
import type { Mailer } from '../../outside/mail';
import { claimMails, MOST_AT_ONCE, noteNotTaken, noteSent } from './mail.operations';

/** How often the outbox is polled, in milliseconds. */
const EVERY = 1_000;

/** Sends the mails that are due, outside any transaction. Returns the number of claimed mails, sent or not. */
export async function deliverMails(system: SystemContext, mailer: Mailer): Promise<number> {
  const mails = await claimMails(system);
  await Promise.all(
    mails.map(async ({ id, createdAt, recipient, subject, text, tries }) => {
      const messageId = `${createdAt.getTime()}-${id}`;
      try {
        await mailer.send({ messageId, to: recipient, subject, text });
        await noteSent(system, { id, tries });
      } catch (error) {
        system.log.warn({ err: error, mail: id, tries }, 'A mail could not be sent and will be tried again');
        await noteNotTaken(system, { id, tries });
      }
    }),
  );
  return mails.length;
}

/** Delivers mails repeatedly. Returns a function that stops this and waits for the current delivery. */
export function deliverForever(system: SystemContext, mailer: Mailer): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let delivering = Promise.resolve();
  const next = () => {
    delivering = deliverMails(system, mailer)
      .catch((error) => {
        system.log.error({ err: error }, 'The mail outbox could not be read');
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
