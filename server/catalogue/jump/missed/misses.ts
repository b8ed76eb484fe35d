import type { SystemContext } from '../../../context';
import { DelayedWriter } from '../../../delayedWriter';
import { countMisses, type Miss } from './missedSearch.operations';

/** A search counts as finished after this many milliseconds without typing. */
const GIVEN_UP_AFTER = 3_000;
/** Longer texts are truncated. */
const LONGEST = 255;
/** Shorter texts are not counted. */
const SHORTEST = 3;
/** Milliseconds until a miss is written. */
const WRITE_AFTER = 1_000;
/** The most searches of a user that are counted in an hour. */
const MOST_AN_HOUR = 60;
/** The most texts that wait to be written. Others are not counted meanwhile. */
const MOST_WAITING = 1_000;

interface Typing {
  text: string;
  timer: NodeJS.Timeout;
}

/**
 * Counts searches without results, once each: Jump searches at every letter, but only the final text is counted. After that
 * the user is forgotten (docs/rules.md, "Jump").
 */
export class Misses {
  private readonly typing = new Map<number, Typing>();
  /** How many searches of each user have been counted in `hour`. */
  private readonly counted = new Map<number, number>();
  private hour = 0;
  private waiting = new Map<string, number>();
  private readonly writer = new DelayedWriter(() => this.write(), WRITE_AFTER);

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
  stop(): Promise<void> {
    for (const user of [...this.typing.keys()]) this.count(user);
    return this.writer.stop();
  }

  private count(user: number): void {
    const miss = this.typing.get(user);
    if (!miss) return;
    clearTimeout(miss.timer);
    this.typing.delete(user);
    if (!this.mayCount(user)) return;
    this.add({ text: miss.text.slice(0, LONGEST), count: 1 });
    this.writer.soon();
  }

  private mayCount(user: number): boolean {
    const hour = Math.floor(Date.now() / 3_600_000);
    if (hour !== this.hour) this.counted.clear();
    this.hour = hour;
    const times = (this.counted.get(user) ?? 0) + 1;
    this.counted.set(user, times);
    return times <= MOST_AN_HOUR;
  }

  private add({ text, count }: Miss): void {
    const before = this.waiting.get(text);
    if (before === undefined && this.waiting.size >= MOST_WAITING) return;
    this.waiting.set(text, (before ?? 0) + count);
  }

  private async write(): Promise<void> {
    const misses = Array.from(this.waiting, ([text, count]) => ({ text, count }));
    if (misses.length === 0) return;
    this.waiting = new Map();
    try {
      await countMisses(this.system, { misses });
    } catch (error) {
      this.system.log.error({ err: error }, 'Searches that found nothing could not be counted');
      for (const miss of misses) this.add(miss);
      this.writer.soon();
    }
  }
}
