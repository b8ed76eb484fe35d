import type { BudgetsLeft, Caller, Spent, SystemContext } from '../../context';
import { DelayedWriter } from '../../delayedWriter';
import { AppError } from '../../errors';
import { logBudgetReached } from '../sheets/sheet.operations';
import { countMatches, matchesOf } from './match.operations';

const HOUR = 3_600_000;
/** Milliseconds until matches are written. */
const WRITE_AFTER = 500;

/** The matches that a user has seen in an hour. */
interface Account {
  user: number;
  /** Milliseconds since 1970. */
  hour: number;
  /** Those that this server has shown: each counts once. */
  seen: Set<string>;
  /** The number in the database, which includes those of other servers; undefined until it is read. */
  written: number | undefined;
  unwritten: number;
  /** Whether the user was refused a match. The log says so, and nothing new is shown any more. */
  isRefused: boolean;
}

const isLimited = (user: Caller) => !user.isAdmin && !user.databaseDownloadAllowed;

/**
 * Counts the blanks, part numbers and codes that Jump shows to each user, and refuses what exceeds the hourly budget
 * (docs/rules.md, "Jump"). Counts in memory and writes in batches; each write reads what other servers have written.
 */
export class MatchBudget {
  /** By user, of the present hour. */
  private readonly accounts = new Map<number, Account>();
  private hour = 0;
  private readonly changed = new Set<Account>();
  private readonly writer = new DelayedWriter(() => this.write(), WRITE_AFTER);

  constructor(
    private readonly system: SystemContext,
    private readonly most: number,
  ) {}

  /**
   * Undefined while the user's budget lasts. Then matches must not be looked for and refused: what is refused and what
   * does not exist would be told apart, and whole identifiers guessed letter by letter.
   */
  async spent(user: Caller): Promise<Spent | undefined> {
    if (!isLimited(user)) return undefined;
    const account = this.accountOf(user.id);
    if (!account.isRefused && (await this.usedBy(account)) < this.most) return undefined;
    return { hasSeen: (match) => account.seen.has(match), refuse: () => this.refuse(account) };
  }

  /** Counts `matches`, all or none; throws TOO_MANY_REQUESTS if that exceeds the user's budget. */
  async show(user: Caller, matches: readonly string[]): Promise<void> {
    if (matches.length === 0) return;
    const account = this.accountOf(user.id);
    const used = await this.usedBy(account);
    const fresh = new Set(matches.filter((match) => !account.seen.has(match)));
    if (isLimited(user) && used + fresh.size > this.most) await this.refuse(account);
    for (const match of fresh) account.seen.add(match);
    account.unwritten += fresh.size;
    this.changed.add(account);
    this.writer.soon();
  }

  /** What is left to `user`; undefined if nothing limits them, or if this server has not read their count this hour. */
  left(user: Caller): BudgetsLeft['matches'] {
    if (!isLimited(user)) return undefined;
    const { written, unwritten, isRefused } = this.accountOf(user.id);
    if (written === undefined) return undefined;
    return { hour: { limit: this.most, left: isRefused ? 0 : Math.max(0, this.most - written - unwritten) } };
  }

  private async usedBy(account: Account): Promise<number> {
    account.written ??= await matchesOf(this.system, account);
    return account.written + account.unwritten;
  }

  private async refuse(account: Account): Promise<never> {
    if (!account.isRefused) {
      account.isRefused = true;
      await logBudgetReached(this.system, { user: account.user, budget: `${this.most} matches in Jump an hour` });
    }
    throw this.tooMany(account.hour + HOUR);
  }

  /** Writes the remaining counts. */
  stop(): Promise<void> {
    return this.writer.stop();
  }

  private accountOf(user: number): Account {
    const hour = Math.floor(Date.now() / HOUR) * HOUR;
    if (hour !== this.hour) this.accounts.clear();
    this.hour = hour;
    const known = this.accounts.get(user);
    if (known) return known;
    const account = { user, hour, seen: new Set<string>(), written: undefined, unwritten: 0, isRefused: false };
    this.accounts.set(user, account);
    return account;
  }

  private async write(): Promise<void> {
    const batch = Array.from(this.changed, (account) => ({ account, matches: account.unwritten }));
    this.changed.clear();
    if (batch.length === 0) return;
    try {
      const counts = batch.map(({ account: { user, hour }, matches }) => ({ user, hour, matches }));
      const totals = await countMatches(this.system, { counts });
      for (const { account, matches } of batch) {
        account.unwritten -= matches;
        const total = totals.find(({ user, hour }) => user === account.user && hour === account.hour);
        account.written = total?.matches ?? account.written;
      }
    } catch (error) {
      this.system.log.error({ err: error }, 'Matches in Jump could not be counted');
      for (const { account } of batch) this.changed.add(account);
      this.writer.soon();
    }
  }

  private tooMany(until: number): AppError {
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
    const minutes = Math.ceil(seconds / 60);
    const time = new Date(until).toISOString().slice(11, 16);
    const message = `You have seen ${this.most} matches of blanks and codes this hour. You can search for more at ${time} UTC, in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
    return new AppError('TOO_MANY_REQUESTS', message, undefined, seconds);
  }
}
