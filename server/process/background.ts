import type { Logger } from 'pino';
import { AppError } from '../errors';

/** How many tasks run at a time: each holds a connection of the pool. */
const AT_ONCE = 2;
/** How long a stopping server waits for tasks to be rolled back, in milliseconds. */
const TO_TAKE_BACK = 4_000;

/** Work that continues after its request has been answered, until it is done or the server stops. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();

  constructor(private readonly log: Logger) {}

  /** The number of tasks under way. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Starts `work`. Resolves with the value that `work` passes to `begin`, after which it continues in the background.
   * Rejects if `work` throws before that. `signal` is aborted when the server stops.
   */
  async start<T>(work: (begin: (answer: T) => void, signal: AbortSignal) => Promise<void>): Promise<T> {
    const { signal } = this.#stopped;
    if (signal.aborted) {
      throw new AppError('SERVICE_UNAVAILABLE', 'The server is stopping. Please try again shortly.');
    }
    if (this.#running.size >= AT_ONCE) {
      const message = `The server is already working on ${AT_ONCE} imports. Please try again when one of them is done.`;
      throw new AppError('TOO_MANY_REQUESTS', message, undefined, 15);
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let begun = false;
    const begin = (answer: T) => {
      begun = true;
      resolve(answer);
    };
    const running = work(begin, signal)
      .catch((error) => {
        if (begun) this.log.error({ err: error }, 'A background task failed');
        reject(error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    return promise;
  }

  /** Refuses new work, aborts the running work and waits for it to end. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, TO_TAKE_BACK);
    await Promise.race([Promise.all(this.#running), late]);
    clearTimeout(timer);
  }
}
