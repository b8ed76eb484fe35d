import type { SystemContext } from '../../context';
import { remind } from './reminder.operations';

const HOUR = 3_600_000;

/** Sends the reminders that are due, now and every hour. Returns the function that stops it. */
export function remindEveryHour(system: SystemContext): () => Promise<void> {
  let stopped = false;
  const all = async () => {
    try {
      while (!stopped && (await remind(system)) > 0);
    } catch (error) {
      system.log.error({ err: error }, 'Reminders could not be written');
    }
  };
  let reminding = all();
  const timer = setInterval(() => {
    reminding = all();
  }, HOUR);
  return () => {
    stopped = true;
    clearInterval(timer);
    return reminding;
  };
}
