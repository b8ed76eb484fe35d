import { AppError } from './errors';

export interface ShareLimits {
  /** How many tasks of one caller run at a time. */
  each: number;
  /** How many tasks run at a time, of all callers together. */
  total?: number;
  /** How many tasks of one caller may wait. */
  waiting: number;
  /** How long a task may wait, in milliseconds. */
  patience: number;
}

interface Caller {
  running: number;
  waiting: Ticket[];
}

interface Ticket {
  start(): void;
}

/**
 * Lets callers share what they cannot all have at once (docs/rules.md, Fair share). What cannot run yet waits and holds
 * nothing; a free place goes to the caller who has the fewest, not to whoever asked most often. Throws
 * TOO_MANY_REQUESTS where too many wait, or one waits for too long.
 */
export class FairShare {
  private running = 0;
  /** Those who have something running or waiting; whoever got a place last comes last. */
  private readonly callers = new Map<string, Caller>();

  constructor(private readonly limits: ShareLimits) {}

  /** Runs `task` in one of the places of `caller`; `signal` takes it out of the queue. */
  async run<T>(caller: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(caller, signal);
    try {
      return await task();
    } finally {
      this.leave(caller);
    }
  }

  private async enter(name: string, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw cancelled();
    const caller = this.callers.get(name) ?? { running: 0, waiting: [] };
    if (caller.waiting.length === 0 && this.hasPlace(caller)) return this.take(name, caller);
    if (caller.waiting.length >= this.limits.waiting) throw tooMany();
    this.callers.set(name, caller);
    await this.wait(name, caller, signal);
  }

  private wait(name: string, caller: Caller, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const giveUp = (error: AppError) => {
        leaveQueue();
        caller.waiting.splice(caller.waiting.indexOf(ticket), 1);
        this.forgetIdle(name, caller);
        reject(error);
      };
      const ticket = {
        start() {
          leaveQueue();
          resolve();
        },
      };
      const onAbort = () => giveUp(cancelled());
      const timer = setTimeout(() => giveUp(tooMany()), this.limits.patience);
      signal?.addEventListener('abort', onAbort);
      caller.waiting.push(ticket);
    });
  }

  private leave(name: string): void {
    this.running -= 1;
    const caller = this.callers.get(name);
    if (caller) caller.running -= 1;
    this.startWaiting();
    if (caller) this.forgetIdle(name, caller);
  }

  private forgetIdle(name: string, { running, waiting }: Caller): void {
    if (running === 0 && waiting.length === 0) this.callers.delete(name);
  }

  /** One place is free. */
  private startWaiting(): void {
    const ready = [...this.callers].filter(([, caller]) => caller.waiting.length > 0 && this.hasPlace(caller));
    const [next] = ready.sort(([, one], [, other]) => one.running - other.running);
    if (!next) return;
    this.take(...next);
    next[1].waiting.shift()?.start();
  }

  private hasPlace({ running }: Caller): boolean {
    return running < this.limits.each && this.running < (this.limits.total ?? Number.POSITIVE_INFINITY);
  }

  private take(name: string, caller: Caller): void {
    caller.running += 1;
    this.running += 1;
    this.callers.delete(name);
    this.callers.set(name, caller);
  }
}

/** A connection to the database is what callers share most; its pool has ten. */
interface Shares {
  /** Finding out whose request it is, by network. */
  lookups: FairShare;
  /** Operations of the signed in, by user. */
  users: FairShare;
  /** Operations of visitors, by network. */
  visitors: FairShare;
  /** Those parts of them that need the database, so that a slow card provider keeps no place of it. */
  visitorSteps: FairShare;
}

const createShares = (): Shares => ({
  lookups: new FairShare({ each: 4, total: 6, waiting: 1_000, patience: 10_000 }),
  users: new FairShare({ each: 4, waiting: 100, patience: 10_000 }),
  visitors: new FairShare({ each: 10, waiting: 100, patience: 10_000 }),
  visitorSteps: new FairShare({ each: 4, total: 6, waiting: 100, patience: 10_000 }),
});

const sharesByPool = new WeakMap<object, Shares>();

/** The shares of one connection pool. */
export function sharesOf(pool: object): Shares {
  const shares = sharesByPool.get(pool) ?? createShares();
  sharesByPool.set(pool, shares);
  return shares;
}

/** Seconds after which it is worth another try. */
const RETRY_AFTER = 5;

const tooMany = () =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Too many requests at a time. Please wait a moment and try again.',
    undefined,
    RETRY_AFTER,
  );

/** Nobody reads it: the connection is closed. */
const cancelled = () => new AppError('BAD_REQUEST', 'The request was cancelled.');
