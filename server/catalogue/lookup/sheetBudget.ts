import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { throttle } from '../../accounts/signIn/throttle';
import { User } from '../../accounts/users/user.entity';
import { AppError } from '../../errors';
import { LogEntry } from '../../logs/logEntry.entity';
import type { Commit } from '../../operation';
import { jsonRows } from '../jsonRows';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Openings are written this soon, in milliseconds (docs/rules.md promises five seconds). */
const WRITE_AFTER = 500;
/** An account that is idle for this long is dropped, and read again when needed. */
const FORGET_AFTER = 10 * 60_000;

interface Opening {
  user: number;
  model: number;
  /** Milliseconds since 1970. */
  at: number;
}

const keyOf = ({ user, model }: Pick<Opening, 'user' | 'model'>) => `${user} ${model}`;

/** Openings that are not written yet, by user and model. */
type Unwritten = Map<string, Opening>;

/** What counts against a user's budgets: the last day's openings, oldest first. */
class Account {
  usedAt = Date.now();
  readonly openings: Pick<Opening, 'model' | 'at'>[] = [];

  /** Adds an opening, unless the same sheet was opened within the hour before. */
  add({ model, at }: Pick<Opening, 'model' | 'at'>): void {
    if (this.isOpen(model, at)) return;
    this.openings.push({ model, at });
  }

  isOpen(model: number, now: number): boolean {
    return this.openings.some((opening) => opening.model === model && opening.at > now - HOUR);
  }

  /** The openings of the last `window` milliseconds. */
  within(window: number, now: number) {
    return this.openings.filter(({ at }) => at > now - window);
  }
}

/** A number of sheets in a period. */
interface Budget {
  most: number;
  window: number;
  name: string;
}

/**
 * Counts the sheets that users open, and refuses what exceeds their budgets (docs/rules.md, "Sheet budgets"). Counts in
 * memory and writes in batches; after each write it reads what other servers have written.
 */
export class SheetBudget {
  private readonly budgets: Budget[];
  private readonly accounts = new Map<number, Promise<Account>>();
  private readonly reading = new Map<number, Promise<Account>>();
  private unwritten: Unwritten = new Map();
  private writing: Unwritten = new Map();
  /** Users who have reached a budget, until that is logged. */
  private readonly reached = new Map<number, Budget>();
  private timer: NodeJS.Timeout | undefined;
  private written = Promise.resolve();

  constructor(
    private readonly commit: Commit,
    { sheetsPerHour, sheetsPerDay }: { sheetsPerHour: number; sheetsPerDay: number },
    private readonly log: Logger,
  ) {
    this.budgets = [
      { most: sheetsPerHour, window: HOUR, name: 'an hour' },
      { most: sheetsPerDay, window: DAY, name: 'a day' },
    ];
  }

  /** Counts `models` as opened by `user`, all or none; throws TOO_MANY_REQUESTS if that exceeds a budget. */
  async open(user: User, models: number[]): Promise<void> {
    if (models.length === 0) return;
    if (!user.isAdmin && !user.databaseDownloadAllowed) await this.count(user, models);
    const at = Date.now();
    for (const model of models) this.unwritten.set(keyOf({ user: user.id, model }), { user: user.id, model, at });
    this.writeSoon();
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    await this.write();
    clearTimeout(this.timer);
  }

  private async count(user: User, models: number[]): Promise<void> {
    let account = await this.accountOf(user.id);
    // Before refusing, check against the database.
    if (this.refusal(account, models)) account = await this.readAgain(user.id);
    const refusal = this.refusal(account, models);
    if (refusal) {
      this.reached.set(user.id, refusal.budget);
      this.writeSoon();
      throw tooMany(refusal);
    }
    const at = Date.now();
    account.usedAt = at;
    for (const model of models) account.add({ model, at });
  }

  /** The budget that `models` would exceed, and when there is room for them; undefined if there is room now. */
  private refusal(account: Account, models: number[]): Refusal | undefined {
    const now = Date.now();
    const more = new Set(models.filter((model) => !account.isOpen(model, now))).size;
    const refusals = this.budgets.flatMap((budget) => {
      const counted = account.within(budget.window, now);
      const over = counted.length + more - budget.most;
      if (more === 0 || over <= 0) return [];
      const last = counted[Math.min(over, counted.length) - 1];
      return [{ budget, until: (last?.at ?? now) + budget.window }];
    });
    return refusals.sort((one, other) => other.until - one.until)[0];
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
    const rows = await this.commit((em) =>
      em.execute<{ model: number; at: number }[]>(
        `select model_id as model, (extract(epoch from opened_at) * 1000)::float8 as at from sheet_openings
         where user_id = ? and opened_at > now() - interval '1 day' order by opened_at`,
        [user],
      ),
    );
    const account = new Account();
    account.openings.push(...rows);
    for (const unwritten of new Set([...before, this.writing, this.unwritten])) {
      for (const opening of unwritten.values()) if (opening.user === user) account.add(opening);
    }
    return account;
  }

  private writeSoon(): void {
    this.timer ??= setTimeout(() => void this.write(), WRITE_AFTER);
  }

  /** One write at a time; a failed batch is written with the next. */
  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.written = this.written.then(() => this.writeBatch());
    return this.written;
  }

  private async writeBatch(): Promise<void> {
    const batch = this.unwritten;
    this.writing = batch;
    this.unwritten = new Map();
    try {
      const locked = batch.size > 0 ? await this.commit((em) => writeOpenings(em, [...batch.values()])) : [];
      this.unwritten = new Map([...locked.map((one) => [keyOf(one), one] as const), ...this.unwritten]);
      if (locked.length > 0) this.writeSoon();
    } catch (error) {
      this.unwritten = new Map([...batch, ...this.unwritten]);
      this.failed(error);
    }
    this.writing = new Map();
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
    this.log.error({ err: error }, 'Openings of sheets could not be written or read');
    this.writeSoon();
  }

  /** Logs reached budgets, once an hour for each user. */
  private async tellLog(): Promise<void> {
    for (const [id, { most, name }] of [...this.reached]) {
      await this.commit(async (em) => {
        const user = await em.findOne(User, id);
        if (!user) return;
        await throttle(em, [{ key: `notice of sheets opened by ${id}`, most: 1, minutes: 60 }]);
        em.create(LogEntry, LogEntry.of(user, `Reached the budget of ${most} sheets ${name}`));
      }).catch((error) => {
        if (!(error instanceof AppError)) throw error;
      });
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

interface Refusal {
  budget: Budget;
  until: number;
}

function tooMany({ budget: { most, name }, until }: Refusal): AppError {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const time = new Date(until).toISOString().slice(11, 16);
  const message = `You have used your budget of ${most} sheets ${name}. You can open more at ${time} UTC, in ${wait}.`;
  return new AppError('TOO_MANY_REQUESTS', message, undefined, seconds);
}

/**
 * Skips deleted users and models. A sheet opened within the hour before only gets a new `last_at`. Returns the openings
 * whose user or model is locked, by a long import for example: waiting for one would delay all others.
 */
async function writeOpenings(em: EntityManager, openings: Opening[]): Promise<Opening[]> {
  const written = await em.execute<{ user: number; model: number }[]>(
    `with given as (
       select g.user_id, g.model_id, to_timestamp(g.at / 1000) as at
       from jsonb_to_recordset(?) as g (user_id int, model_id int, at float8)
       join users on users.id = g.user_id join models on models.id = g.model_id
       for key share of users, models skip locked
     ), again as (
       update sheet_openings s set last_at = greatest(s.last_at, g.at) from given g
       where s.user_id = g.user_id and s.model_id = g.model_id and s.opened_at > g.at - interval '1 hour'
       returning s.user_id, s.model_id
     ), added as (
       insert into sheet_openings (user_id, model_id, opened_at, last_at)
       select user_id, model_id, at, at from given g
       where not exists (select from again a where a.user_id = g.user_id and a.model_id = g.model_id)
     )
     select user_id as "user", model_id as model from given`,
    [jsonRows(openings.map(({ user, model, at }) => ({ user_id: user, model_id: model, at })))],
  );
  const done = new Set(written.map(keyOf));
  const left = openings.filter((one) => !done.has(keyOf(one)));
  if (left.length === 0) return [];
  const existing = await em.execute<{ user: number; model: number }[]>(
    `select g.user_id as "user", g.model_id as model from jsonb_to_recordset(?) as g (user_id int, model_id int)
     join users on users.id = g.user_id join models on models.id = g.model_id`,
    [jsonRows(left.map(({ user, model }) => ({ user_id: user, model_id: model })))],
  );
  const locked = new Set(existing.map(keyOf));
  return left.filter((one) => locked.has(keyOf(one)));
}

/** Deletes openings older than `before`; returns their number. */
export async function removeOldOpenings(em: EntityManager, before: Date): Promise<number> {
  const [row] = await em.execute<{ n: number }[]>(
    `with removed as (delete from sheet_openings where opened_at < ? returning 1)
     select count(*)::int as n from removed`,
    [before],
  );
  return row?.n ?? 0;
}
