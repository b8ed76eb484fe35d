import { LRUCache } from 'lru-cache';
import type { Changes, Topic } from './databaseChanges';

/** The precision of ages, in milliseconds. By default the cache sets a timer of one millisecond whenever it is read. */
const PRECISION = 1_000;
/** In milliseconds: a minute at most. Bounds the age of a value if another server died before it could report a change. */
const LONGEST = 60_000 - PRECISION;

interface CacheOptions<V> {
  /** How much is kept: the sum of `size` of all values. */
  max: number;
  /** The size of one value; 1 by default. */
  size?: (value: V, key: string) => number;
}

/**
 * Caches values of the database in memory until their topic changes (databaseChanges.ts). Evicts the least recently used.
 * Caches nothing while the server cannot receive notifications of changes.
 */
export class DatabaseCache<V extends object> {
  private readonly values: LRUCache<string, V>;
  /** The running finds, each with the value of `changed` when it began. */
  private readonly finding = new Map<string, { before: number; found: Promise<V | null | undefined> }>();
  /** Counts the changes, so that a value read before one is not kept after it. */
  private changed = 0;
  /** How often `get` found a value, or none. */
  hits = 0;
  misses = 0;

  constructor(
    private readonly changes: Changes,
    topic: Topic,
    { max, size = () => 1 }: CacheOptions<V>,
  ) {
    this.values = new LRUCache<string, V>({
      maxSize: Math.max(max, 1),
      maxEntrySize: Math.max(max, 1),
      sizeCalculation: (value, key) => Math.max(1, size(value, key)),
      ttl: LONGEST,
      ttlResolution: PRECISION,
    });
    changes.watch((topics) => {
      if (!topics.includes(topic)) return;
      this.changed++;
      this.values.clear();
    });
  }

  /** The kept value. */
  get(key: string): V | undefined {
    const value = this.changes.isListening ? this.values.get(key) : undefined;
    if (value) this.hits++;
    else this.misses++;
    return value;
  }

  get count(): number {
    return this.values.size;
  }

  /** The sum of the values' sizes. */
  get size(): number {
    return this.values.calculatedSize;
  }

  /**
   * Finds a value in the database, and keeps it unless something changed meanwhile. Simultaneous callers share one
   * `find`, unless something changed since it began.
   */
  find<F extends V | null | undefined>(key: string, find: () => Promise<F>): Promise<F> {
    const before = this.changed;
    const running = this.finding.get(key);
    // It may fail only for its own caller, for example because of a cancelled request: then the others run their own.
    if (running?.before === before) return (running.found as Promise<F>).catch(find);
    const found = find().then((value) => {
      if (value && before === this.changed && this.changes.isListening) this.values.set(key, value);
      return value;
    });
    const entry = { before, found };
    this.finding.set(key, entry);
    const done = () => {
      if (this.finding.get(key) === entry) this.finding.delete(key);
    };
    found.then(done, done);
    return found;
  }
}
