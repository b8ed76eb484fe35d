import { AppError } from '../errors';

interface ShareLimits {
  /** The most concurrent tasks of one caller. */
  each: number;
  /** The most concurrent tasks of all callers together. */
  total?: number;
  /** The most waiting tasks of one caller. */
  waiting: number;
  /** The longest wait of a task, in milliseconds. */
  timeoutMs: number;
}

interface Caller {
  running: number;
  waiting: Ticket[];
}

interface Ticket {
  start(): void;
}

/** A caller who may disconnect while waiting. The signal is requested only if the task has to wait: creating one is slow. */
interface Leaver {
  gone?: (() => AbortSignal) | undefined;
}

/**
 * Shares a limited number of places among callers (docs/rules.md, "Fair share"). A task that cannot run yet waits without
 * holding anything; a free place goes to the caller with the fewest running tasks. Throws TOO_MANY_REQUESTS if too many
 * tasks of the caller are waiting, or if this task waits too long.
 */
export class FairShare {
  private running = 0;
  private waiting = 0;
  /** Callers with running or waiting tasks, in the order in which they last got a place. */
  private readonly callers = new Map<string, Caller>();

  constructor(private readonly limits: ShareLimits) {}

  /** Runs `task` when `caller` gets a place. If the leaver's signal aborts while it waits, throws BAD_REQUEST. */
  async run<T>(caller: string, task: () => Promise<T>, leaver: Leaver = {}): Promise<T> {
    const entry = this.enter(caller, leaver);
    if (entry) await entry;
    try {
      return await task();
    } finally {
      this.leave(caller);
    }
  }

  /** Takes a place if there is one now, or else returns the wait for it. */
  private enter(name: string, leaver: Leaver): Promise<void> | undefined {
    const caller = this.callers.get(name) ?? { running: 0, waiting: [] };
    if (caller.waiting.length === 0 && this.hasPlace(caller)) {
      this.take(name, caller);
      return undefined;
    }
    const gone = leaver.gone?.();
    if (gone?.aborted) throw cancelled();
    if (caller.waiting.length >= this.limits.waiting) throw tooMany();
    this.callers.set(name, caller);
    return this.wait(name, caller, gone);
  }

  private wait(name: string, caller: Caller, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        this.waiting -= 1;
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
      const timer = setTimeout(() => giveUp(tooMany()), this.limits.timeoutMs);
      signal?.addEventListener('abort', onAbort);
      caller.waiting.push(ticket);
      this.waiting += 1;
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

  /** Gives a freed place to a waiting task. */
  private startWaiting(): void {
    if (this.waiting === 0) return;
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

/** The shares of one connection pool, which has ten connections. */
interface Shares {
  /** Reads of sessions, by network. */
  sessions: FairShare;
  /** Operations of signed-in users, by user. */
  users: FairShare;
  /** Reads of signed-in users, by user. They share connections (pipelinedPool.ts), so more may run. */
  reads: FairShare;
  /** Database steps of users' operations, by user. Some connections are left for sessions, visitors and the server itself. */
  userSteps: FairShare;
  /** Operations of visitors, by network. */
  visitors: FairShare;
  /** Database steps of visitors' operations, by network. Waiting for the card provider thus occupies no place. */
  visitorSteps: FairShare;
}

const createShares = (): Shares => ({
  sessions: new FairShare({ each: 4, total: 6, waiting: 1_000, timeoutMs: 10_000 }),
  users: new FairShare({ each: 4, waiting: 100, timeoutMs: 10_000 }),
  reads: new FairShare({ each: 32, waiting: 100, timeoutMs: 10_000 }),
  userSteps: new FairShare({ each: 6, total: 8, waiting: 100, timeoutMs: 10_000 }),
  visitors: new FairShare({ each: 10, waiting: 100, timeoutMs: 10_000 }),
  visitorSteps: new FairShare({ each: 4, total: 6, waiting: 100, timeoutMs: 10_000 }),
});

const sharesByPool = new WeakMap<object, Shares>();

/** The shares of one connection pool. */
export function sharesOf(pool: object): Shares {
  const shares = sharesByPool.get(pool) ?? createShares();
  sharesByPool.set(pool, shares);
  return shares;
}

/** In seconds. */
const RETRY_AFTER = 5;

const tooMany = () =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Too many requests at the same time. Please wait a moment and try again.',
    undefined,
    RETRY_AFTER,
  );

/** Never reaches the caller, who has disconnected. */
const cancelled = () => new AppError('BAD_REQUEST', 'The request was cancelled.');
