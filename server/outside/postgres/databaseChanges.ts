import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/**
 * What a server keeps of the database: `callers` are sessions with their users, `catalogue` is everything that members
 * look up, `totals` are the numbers of models and makes. And `mails` and `deliveries`: there is a new one to send.
 */
export type Topic = 'callers' | 'catalogue' | 'totals' | 'mails' | 'deliveries';
export const TOPICS: readonly Topic[] = ['callers', 'catalogue', 'totals', 'mails', 'deliveries'];

/** The prefix of the triggers' notices (migration `2026-11-24-01-tell-changes`). */
const NOTICE_PREFIX = 'motokey changed ';
const CHANNEL = 'motokey_changes';
/** The application name of the connection on which each running server listens. */
export const LISTENER = 'motokey changes';
/** The first key of the advisory locks that show where servers keep their images. */
const IMAGES = `hashtext('motokey images')`;

/** How long changes are collected before other servers are notified, in milliseconds. A NOTIFY per write is slow. */
const NOTIFY_AFTER = 40;
/** In milliseconds. A broken connection that looks intact is found after at most CHECKED_EVERY + ANSWERS_WITHIN. */
const CHECKED_EVERY = 5_000;
const ANSWERS_WITHIN = 2_000;
const CONNECTS_AGAIN_AFTER = 500;

/** The topics that a notice of the database names; empty for any other notice. */
export const topicsOf = ({ message = '' }: { message?: string | undefined }): Topic[] =>
  message.startsWith(NOTICE_PREFIX) ? known(message.slice(NOTICE_PREFIX.length).split(' ')) : [];

const known = (words: string[]) => TOPICS.filter((topic) => words.includes(topic));

/**
 * Reports changes of the database to the caches of this server (docs/decisions/0011). Triggers send each changed topic as
 * a notice to the connection that wrote. After its commit, this server drops its cached values at once; other servers are
 * notified by NOTIFY. While this server cannot receive notifications, `isListening` is false, and nothing may be cached.
 */
export class Changes {
  /** Identifies this server's own notifications, which it ignores. */
  private readonly self = randomUUID();
  private readonly watchers: ((topics: readonly Topic[]) => void)[] = [];
  private readonly lostHandlers: (() => void)[] = [];
  private readonly pending = new Set<Topic>();
  private notifying: Promise<void> | undefined;
  private listener: pg.Client | undefined;
  private stopped = new AbortController();
  /** Where this server keeps its images (ImageStore.place). */
  private place = '';
  isListening = false;

  constructor(
    private readonly url: string,
    private readonly log: Logger,
    private readonly execute: (sql: string, values: string[]) => Promise<unknown[]>,
  ) {}

  /** Calls `drop` for each change, and for all topics when this server may have missed some. */
  watch(drop: (topics: readonly Topic[]) => void): void {
    this.watchers.push(drop);
  }

  /**
   * Calls `act` when the connection that listens is lost. Other connections may be lost, too, without an error; only this one
   * is checked all the time.
   */
  onLost(act: () => void): void {
    this.lostHandlers.push(act);
  }

  /** Call when a transaction of this server that changed `topics` has been committed, or may have been. */
  committed(topics: ReadonlySet<Topic>): void {
    if (topics.size === 0) return;
    this.drop([...topics]);
    // For callers, the trigger itself notifies, within the transaction: a revoked session must not survive a crash.
    for (const topic of topics) if (topic !== 'callers') this.pending.add(topic);
    if (this.pending.size > 0) this.notifying ??= wait(NOTIFY_AFTER).then(() => this.notify());
  }

  /**
   * Listens to the other servers until `stop`, across lost connections. As long as it does, they can see by a shared
   * lock that this server's images are at `place`.
   */
  async listen(place: string): Promise<void> {
    this.stopped = new AbortController();
    this.place = place;
    await this.connect();
  }

  /** Stops listening, after sending the pending notifications. */
  async stop(): Promise<void> {
    this.stopped.abort();
    this.stopListening();
    await this.notifying;
  }

  /** Whether another server of this database keeps its images elsewhere. Asks the connection that listens: it is never busy. */
  async hasImagesElsewhere(): Promise<boolean> {
    const others = await this.listener?.query(
      `select from pg_locks where locktype = 'advisory' and classid = ${IMAGES}::oid and objid <> hashtext($1)::oid
         and database = (select oid from pg_database where datname = current_database()) limit 1`,
      [this.place],
    );
    return (others?.rowCount ?? 0) > 0;
  }

  private drop(topics: readonly Topic[]): void {
    for (const watcher of this.watchers) watcher(topics);
  }

  private async notify(): Promise<void> {
    this.notifying = undefined;
    const topics = [...this.pending];
    this.pending.clear();
    try {
      await this.execute('select pg_notify(?, ?)', [CHANNEL, [this.self, ...topics].join(' ')]);
    } catch (error) {
      // The other servers' answers are at most a minute old (databaseCache.ts).
      this.log.warn({ err: error }, 'The other servers were not notified of a change');
    }
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: 3_000,
      query_timeout: ANSWERS_WITHIN,
      keepAlive: true,
      application_name: LISTENER,
    });
    this.listener = client;
    const lost = () => {
      if (this.listener === client) this.reconnect();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload = '' }) => {
      const [sender, ...words] = payload.split(' ');
      if (sender !== this.self) this.drop(known(words));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await client.query(`select pg_advisory_lock_shared(${IMAGES}, hashtext($1))`, [this.place]);
      if (this.listener !== client) return void client.end();
      // Changes before `listen` were missed.
      this.drop(TOPICS);
      this.isListening = true;
      void this.check(client);
    } catch {
      lost();
    }
  }

  /** Detects a connection that was lost without an error. */
  private async check(client: pg.Client): Promise<void> {
    const { signal } = this.stopped;
    while (this.listener === client) {
      await wait(CHECKED_EVERY, undefined, { signal, ref: false }).catch(() => {});
      if (this.listener !== client) return;
      await client.query('select 1').catch(() => {
        if (this.listener === client) this.reconnect();
      });
    }
  }

  private stopListening(): void {
    this.isListening = false;
    const client = this.listener;
    this.listener = undefined;
    // A client that never connected has nothing to end.
    client?.end().catch(() => {});
    this.drop(TOPICS);
  }

  private reconnect(): void {
    const { signal } = this.stopped;
    if (this.isListening) for (const act of this.lostHandlers) act();
    this.stopListening();
    wait(CONNECTS_AGAIN_AFTER, undefined, { signal, ref: false }).then(
      () => this.connect(),
      () => {},
    );
  }
}
