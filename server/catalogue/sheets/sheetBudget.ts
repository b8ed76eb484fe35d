import type { BudgetsLeft, Caller, SystemContext } from '../../context';
import { DelayedWriter } from '../../delayedWriter';
import { AppError } from '../../errors';
import { type Sent, sentTo } from '../models/modelsSent';
import { keyOf, type Opening } from './opening';
import { logBudgetReached, openingsOf, writeListed, writeOpenings } from './sheet.operations';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds until an opening is written (docs/rules.md promises five seconds at most). */
const WRITE_AFTER = 500;
/** An account that is idle for this long is dropped, and read again when needed. */
const FORGET_AFTER = 10 * 60_000;

/** Openings that are not written yet, by user and model. */
type Unwritten = Map<string, Opening>;

type Counted = Pick<Opening, 'model' | 'at' | 'token'>;

/** The openings that count against a user's budgets: those of the last day, oldest first. */
class Account {
  usedAt = Date.now();
  readonly openings: Counted[] = [];

  /** Adds an opening, unless the same sheet was opened within the hour before. */
  add({ model, at, token }: Counted): void {
    if (this.isOpen(model, at)) return;
    this.openings.push({ model, at, token });
  }

  isOpen(model: number, now: number): boolean {
    return this.openings.some((opening) => opening.model === model && opening.at > now - HOUR);
  }

  /** The openings of the last `window` milliseconds that count for a budget. */
  within({ window, token }: Budget, now: number) {
    return this.openings.filter((one) => one.at > now - window && (token === undefined || one.token === token));
  }
}

/** A number of sheets in a period. */
interface Budget {
  most: number;
  window: number;
  name: string;
  /** If it is only for what is opened with this API token. */
  token?: number;
}

/**
 * Counts the sheets that users open, and refuses what exceeds their budgets (docs/rules.md, "Sheet budgets"). Counts in
 * memory and writes in batches; after each write it reads what other servers have written.
 */
export class SheetBudget {
  private readonly accounts = new Map<number, Promise<Account>>();
  private readonly reading = new Map<number, Promise<Account>>();
  private unwritten: Unwritten = new Map();
  private writing: Unwritten = new Map();
  /** Users who have reached a budget, until that is logged. */
  private readonly reached = new Map<number, Budget & { apiToken: Caller['apiToken'] | undefined }>();
  /** What lists have sent, until that is written. */
  private listed: Sent[] = [];
  private readonly writer = new DelayedWriter(() => this.writeBatch(), WRITE_AFTER);

  constructor(
    private readonly system: SystemContext,
    private readonly usual: { sheetsPerHour: number; sheetsPerDay: number },
  ) {}

  /**
   * The budgets of a user, which an administrator may have changed, and of their API token: it never adds to what the user may
   * open.
   */
  private budgetsOf({ isAdmin, databaseDownloadAllowed, sheetsPerHour, sheetsPerDay, apiToken }: Caller): Budget[] {
    const own = [
      { most: sheetsPerHour ?? this.usual.sheetsPerHour, window: HOUR, name: 'an hour' },
      { most: sheetsPerDay ?? this.usual.sheetsPerDay, window: DAY, name: 'a day' },
    ];
    const ofToken = [
      { most: apiToken?.sheetsPerHour, window: HOUR, name: 'an hour' },
      { most: apiToken?.sheetsPerDay, window: DAY, name: 'a day' },
    ].flatMap(({ most, window, name }) =>
      apiToken && most != null
        ? [{ most, window, name: `${name} with the API token “${apiToken.name}”`, token: apiToken.id }]
        : [],
    );
    return isAdmin || databaseDownloadAllowed ? ofToken : [...own, ...ofToken];
  }

  /**
   * Counts `models` as opened by `user`, all or none; throws TOO_MANY_REQUESTS if that exceeds a budget. A single model
   * becomes a recent sheet, unless it is only prefetched (`ahead`) or a program with an API token opens it.
   */
  private async open(user: Caller, models: readonly number[], { ahead }: { ahead: boolean }): Promise<void> {
    if (models.length === 0) return;
    const budgets = this.budgetsOf(user);
    if (budgets.length > 0) await this.count(user, models, budgets);
    const at = Date.now();
    for (const model of models) {
      const key = keyOf({ user: user.id, model });
      const before = this.unwritten.get(key);
      const shown = (models.length === 1 && !ahead && !user.apiToken) || (before?.shown ?? false);
      const { token } = before ?? tokenOf(user);
      this.unwritten.set(key, { user: user.id, model, token, at, shown });
    }
    this.writer.soon();
  }

  /** Counts models that a list sends to `user`. */
  list(user: Caller, models: number): void {
    if (models === 0) return;
    this.listed.push(sentTo(user, models));
    this.writer.soon();
  }

  /** `open` for one request: once it has been refused a sheet, it is refused all others. */
  forRequest(how: { ahead: boolean }): (user: Caller, models: readonly number[]) => Promise<void> {
    let refusal: unknown;
    return async (user, models) => {
      if (refusal) throw refusal;
      try {
        await this.open(user, models, how);
      } catch (error) {
        refusal = error;
        throw error;
      }
    };
  }

  /** What is left to `user`; undefined if nothing limits them, or if this server has not read their openings lately. */
  async left(user: Caller): Promise<BudgetsLeft['sheets']> {
    const budgets = this.budgetsOf(user);
    const account = budgets.length > 0 && (await this.accounts.get(user.id)?.catch(() => undefined));
    if (!account) return undefined;
    const now = Date.now();
    /** Of the budgets for a period, the one that leaves least. */
    const leftIn = (period: number) =>
      budgets
        .filter(({ window }) => window === period)
        .map((budget) => ({ limit: budget.most, left: Math.max(0, budget.most - account.within(budget, now).length) }))
        .sort((one, other) => one.left - other.left)[0];
    return { hour: leftIn(HOUR), day: leftIn(DAY) };
  }

  /** Writes the user's openings that are not written yet. */
  async settle({ id }: Caller): Promise<void> {
    const hasTheirs = (openings: Unwritten) => [...openings.values()].some(({ user }) => user === id);
    if (hasTheirs(this.unwritten)) await this.writer.now();
    else if (hasTheirs(this.writing)) await this.writer.settled();
  }

  /** Writes the remaining openings. */
  stop(): Promise<void> {
    return this.writer.stop();
  }

  private async count(user: Caller, models: readonly number[], budgets: readonly Budget[]): Promise<void> {
    let account = await this.accountOf(user.id);
    // Before refusing, check against the database.
    if (refusalOf(account, models, budgets)) account = await this.readAgain(user.id);
    const refusal = refusalOf(account, models, budgets);
    if (refusal) {
      this.reached.set(user.id, { ...refusal.budget, apiToken: user.apiToken });
      this.writer.soon();
      throw tooMany(refusal);
    }
    const at = Date.now();
    account.usedAt = at;
    for (const model of models) account.add({ model, at, ...tokenOf(user) });
  }

  private accountOf(user: number): Promise<Account> {
    const known = this.accounts.get(user);
    if (known) return known;
    const read = this.read(user);
    this.accounts.set(user, read);
    read.catch(() => this.accounts.delete(user));
    return read;
  }

  /** Concurrent callers share one read. */
  private readAgain(user: number): Promise<Account> {
    const reading = this.reading.get(user) ?? this.read(user).finally(() => this.reading.delete(user));
    this.reading.set(user, reading);
    return reading.then((account) => {
      this.accounts.set(user, reading);
      return account;
    });
  }

  /** Reads the account from the database, and adds unwritten openings. */
  private async read(user: number): Promise<Account> {
    const before = [this.writing, this.unwritten];
    const rows = await openingsOf(this.system, { user });
    const account = new Account();
    account.openings.push(...rows);
    for (const unwritten of new Set([...before, this.writing, this.unwritten])) {
      for (const opening of unwritten.values()) if (opening.user === user) account.add(opening);
    }
    return account;
  }

  /** A failed batch is written with the next. */
  private async writeBatch(): Promise<void> {
    const batch = this.unwritten;
    this.writing = batch;
    this.unwritten = new Map();
    try {
      const locked = batch.size > 0 ? await writeOpenings(this.system, { openings: [...batch.values()] }) : [];
      this.unwritten = new Map([...locked.map((one) => [keyOf(one), one] as const), ...this.unwritten]);
      if (locked.length > 0) this.writer.soon();
    } catch (error) {
      this.unwritten = new Map([...batch, ...this.unwritten]);
      this.failed(error);
    }
    this.writing = new Map();
    const listed = this.listed;
    this.listed = [];
    try {
      if (listed.length > 0) await writeListed(this.system, { listed });
    } catch (error) {
      this.listed = [...listed, ...this.listed];
      this.failed(error);
    }
    try {
      await this.tellLog();
      const users = new Set([...batch.values()].map(({ user }) => user));
      for (const user of users) if (this.accounts.has(user)) await this.readAgain(user);
      await this.forgetIdle();
    } catch (error) {
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    this.system.log.error({ err: error }, 'Sheet openings could not be written or read');
    this.writer.soon();
  }

  /** Logs reached budgets, once an hour for each user. */
  private async tellLog(): Promise<void> {
    for (const [id, { most, name, apiToken }] of [...this.reached]) {
      await logBudgetReached(this.system, { user: id, budget: `${most} sheets ${name}`, apiToken });
      this.reached.delete(id);
    }
  }

  private async forgetIdle(): Promise<void> {
    for (const [id, account] of this.accounts) {
      const { usedAt } = await account.catch(() => ({ usedAt: 0 }));
      if (usedAt < Date.now() - FORGET_AFTER) this.accounts.delete(id);
    }
  }
}

const tokenOf = ({ apiToken }: Caller) => ({ token: apiToken?.id ?? null });

interface Refusal {
  budget: Budget;
  until: number;
}

/** The budget that `models` would exceed, and when there is room for them; undefined if there is room now. */
function refusalOf(account: Account, models: readonly number[], budgets: readonly Budget[]): Refusal | undefined {
  const now = Date.now();
  const more = new Set(models.filter((model) => !account.isOpen(model, now))).size;
  const refusals = budgets.flatMap((budget) => {
    const counted = account.within(budget, now);
    const over = counted.length + more - budget.most;
    if (more === 0 || over <= 0) return [];
    const last = counted[Math.min(over, counted.length) - 1];
    return [{ budget, until: (last?.at ?? now) + budget.window }];
  });
  return refusals.sort((one, other) => other.until - one.until)[0];
}

function tooMany({ budget: { most, name }, until }: Refusal): AppError {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const time = new Date(until).toISOString().slice(11, 16);
  const message = `You have used your budget of ${most} sheets ${name}. You can open more at ${time} UTC, in ${wait}.`;
  return new AppError('TOO_MANY_REQUESTS', message, undefined, seconds);
}
