import type { Logger } from 'pino';
import { AppError } from './errors';

/** So much at a time: each holds a connection of the pool. */
const AT_ONCE = 2;
/** So long the server waits, when it stops, for work to be taken back; in milliseconds. */
const TO_TAKE_BACK = 4_000;

/** Work that goes on after its request has been answered, until it is done or the server stops. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();

  constructor(private readonly log: Logger) {}

  /**
   * Starts `work`. Resolves with what `work` hands to `begin`, whereupon it goes on; rejects with what it throws before.
   * `signal` is aborted when the server stops.
   */
  async start<T>(work: (begin: (answer: T) => void, signal: AbortSignal) => Promise<void>): Promise<T> {
    const { signal } = this.#stopped;
    if (signal.aborted) {
      throw new AppError('SERVICE_UNAVAILABLE', 'The server is being stopped. Please try again shortly.');
    }
    if (this.#running.size >= AT_ONCE) {
      const message = `The server is working on ${AT_ONCE} imports already. Please try again when one is done.`;
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
        if (begun) this.log.error({ err: error }, 'Work in the background was not finished');
        reject(error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    return promise;
  }

  /** Starts nothing more, tells what runs to stop, and waits for that. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, TO_TAKE_BACK);
    await Promise.race([Promise.all(this.#running), late]);
    clearTimeout(timer);
  }
}
