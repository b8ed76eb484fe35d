import type { SystemContext } from '../../context';
import { countMiss } from './missedSearch.operations';

/** After so many milliseconds without typing, a search has been given up. */
const GIVEN_UP_AFTER = 3_000;
/** Shorter texts say nothing. */
const SHORTEST = 3;

interface Miss {
  text: string;
  timer: NodeJS.Timeout;
}

/**
 * Counts the searches that found nothing, once each: Jump searches at every letter, and only the text at which somebody
 * has stopped counts. Who it was is known only until then.
 */
export class Misses {
  private readonly typing = new Map<number, Miss>();
  private counting = Promise.resolve();

  constructor(private readonly system: SystemContext) {}

  /** A user has searched for `text`, and something was found or not. */
  note(user: number, text: string, found: boolean): void {
    const before = this.typing.get(user);
    const isSame = before && (before.text.startsWith(text) || text.startsWith(before.text));
    if (before && !isSame) this.count(user);
    else clearTimeout(before?.timer);
    this.typing.delete(user);
    if (found || text.length < SHORTEST) return;
    const longest = isSame && before.text.length > text.length ? before.text : text;
    const timer = setTimeout(() => this.count(user), GIVEN_UP_AFTER).unref();
    this.typing.set(user, { text: longest, timer });
  }

  /** Counts what is left. */
  async stop(): Promise<void> {
    for (const user of [...this.typing.keys()]) this.count(user);
    await this.counting;
  }

  private count(user: number): void {
    const miss = this.typing.get(user);
    if (!miss) return;
    clearTimeout(miss.timer);
    this.typing.delete(user);
    this.counting = this.counting
      .then(() => countMiss(this.system, { text: miss.text }))
      .catch((error) => this.system.log.error({ err: error }, 'A search that found nothing could not be counted'));
  }
}
