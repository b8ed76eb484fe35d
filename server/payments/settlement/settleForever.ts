import type { SystemContext } from '../../context';
import { settleAttempts } from './settle.operations';

/** How often unsettled attempts are polled, in milliseconds. */
const EVERY = 10_000;

/** Settles attempts until the returned function is called. */
export function settleForever(system: SystemContext): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let settled = Promise.resolve();
  const next = () => {
    settled = settleAttempts(system)
      .then(
        () => {},
        (error) => system.log.error({ err: error }, 'Payments could not be settled'),
      )
      .then(() => {
        if (!stopped) timer = setTimeout(next, EVERY);
      });
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await settled;
  };
}
