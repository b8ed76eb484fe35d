import type { SystemContext } from '../../context';
import { countMiss } from './missedSearch.operations';

/** A search counts as finished after this many milliseconds without typing. */
const GIVEN_UP_AFTER = 3_000;
/** Longer texts are truncated. */
const LONGEST = 255;
/** Shorter texts are not counted. */
const SHORTEST = 3;

interface Miss {
  text: string;
  timer: NodeJS.Timeout;
}

/**
 * Counts searches without results, once each: Jump searches at every letter, but only the final text is counted. After that
 * the user is forgotten.
 */
export class Misses {
  private readonly typing = new Map<number, Miss>();
  private counting = Promise.resolve();

  constructor(private readonly system: SystemContext) {}

  /** Notes that a user has searched for `text`, with or without results. */
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

  /** Counts the pending searches. */
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
      .then(() => countMiss(this.system, { text: miss.text.slice(0, LONGEST) }))
      .catch((error) => this.system.log.error({ err: error }, 'A search that found nothing could not be counted'));
  }
}
