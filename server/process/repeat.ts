import type { Logger } from 'pino';
import type { Changes, Topic } from '../outside/postgres/databaseChanges';

/** Work that a server does again and again. */
export interface RepeatedWork {
  /** For the log. */
  name: string;
  /** Milliseconds between the end of a run and the next run. */
  every: number;
  /** A change of this topic starts the next run at once. */
  topic?: Topic;
  /** Resolves with true if there is more to do at once. `signal` is aborted when the server stops. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** The longest pause after failures, in milliseconds; except for work whose interval is longer. */
const LONGEST_RETRY = 30_000;

/** Repeats all `work`, each on its own. Returns a function that stops this and waits for the runs in progress. */
export function repeat(
  work: readonly RepeatedWork[],
  { log, changes }: { log: Logger; changes: Pick<Changes, 'watch'> },
): () => Promise<void> {
  const repetitions = work.map((one) => new Repetition(one, log));
  changes.watch((topics) => {
    for (const one of repetitions) if (one.work.topic && topics.includes(one.work.topic)) one.wake();
  });
  return async () => {
    await Promise.all(repetitions.map((one) => one.stop()));
  };
}

class Repetition {
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  /** How many runs have failed in a row. */
  #failures = 0;

  constructor(
    readonly work: RepeatedWork,
    private readonly log: Logger,
  ) {
    // Hourly work begins within a minute: not all at once, and not on all servers at the same time.
    this.#runAfter((Math.random() * work.every) / 60);
  }

  /** Starts the next run at once, or as soon as the current one has ended. Work that fails keeps its pauses. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#running && this.#failures === 0) this.#runAfter(0);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #runAfter(pause: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, pause);
  }

  async #run(): Promise<void> {
    this.#isWoken = false;
    const pause = await this.#runOnce();
    this.#running = undefined;
    this.#runAfter(this.#isWoken && this.#failures === 0 ? 0 : pause);
  }

  /** Returns the pause until the next run, in milliseconds. */
  async #runOnce(): Promise<number> {
    const { name, every, run } = this.work;
    try {
      const hasMore = (await run(this.#stopped.signal)) === true;
      this.#failures = 0;
      return hasMore ? 0 : every;
    } catch (error) {
      this.#failures++;
      this.log.error({ err: error, work: name, failures: this.#failures }, 'Background work failed');
      const longest = Math.min(1_000 * 2 ** this.#failures, Math.max(every, LONGEST_RETRY));
      // At random, so that servers that failed together do not retry together.
      return longest * (0.5 + Math.random() / 2);
    }
  }
}
