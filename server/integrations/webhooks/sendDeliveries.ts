import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../../context';
import { attempt, type Sending } from './attempt';
import { type AttemptInput, claimDeliveries, noteDelivery, releaseDelivery } from './delivery.operations';

/** How long to wait for an attempt to end before looking for other deliveries, in milliseconds. */
const LOOKS_AGAIN_AFTER = 1_000;

/**
 * Sends the deliveries that are due, until there are none. A slow receiver does not hold up the others: they are claimed
 * while it is waited for. `signal` is aborted when the server stops.
 */
export async function sendDeliveries(system: SystemContext, signal?: AbortSignal): Promise<void> {
  const sending = new Set<Promise<void>>();
  try {
    do {
      for (const delivery of await claimDeliveries(system)) {
        const sent = send(system, delivery, signal).finally(() => sending.delete(sent));
        sending.add(sent);
      }
      if (sending.size > 0) await Promise.race([...sending, pause(signal)]);
    } while (sending.size > 0 && !signal?.aborted);
  } finally {
    await Promise.all(sending);
  }
}

async function pause(signal?: AbortSignal): Promise<void> {
  await wait(LOOKS_AGAIN_AFTER, undefined, { signal, ref: false }).catch(() => {});
}

async function send(system: SystemContext, delivery: Sending, signal?: AbortSignal): Promise<void> {
  const { id, tries } = delivery;
  try {
    const made = await attempt(system.outside.receivers, system.site.publicOrigin, delivery, signal);
    await note(system, { id, tries, attempt: made });
  } catch (error) {
    // It is sent again when its lease and its pause have ended.
    if (!signal?.aborted)
      system.log.warn({ err: error, delivery: id }, 'A delivery to a webhook could not be recorded');
    else await releaseDelivery(system, { id }).catch(() => {});
  }
}

/** What was answered may be impossible to store; that it was, and with which status, is not. */
async function note(system: SystemContext, noted: AttemptInput): Promise<void> {
  try {
    await noteDelivery(system, noted);
  } catch (error) {
    const { attempt, ...rest } = noted;
    if (attempt.answer === '') throw error;
    system.log.warn({ err: error, delivery: noted.id }, 'The answer to a webhook could not be stored');
    await noteDelivery(system, { ...rest, attempt: { ...attempt, answer: '' } });
  }
}
