/** The ledger records acknowledged writes and writes without an answer, and compares them with the tables. */
import { setTimeout as wait } from 'node:timers/promises';
import { hashOf } from './people.ts';
import type { Cluster } from './postgres.ts';
import type { Site } from './site.ts';
import { until } from './until.ts';

/** How often something was sent, and how often it was acknowledged. */
export interface Count {
  sent: number;
  acknowledged: number;
}

const YEAR_CENTS = 7_995;
/** Of an image `i`. */
const IS_USED = `(exists (select from model_images m where m.hash = i.hash) or exists (select from makes where icon_hash = i.hash))`;

export class Ledger {
  private readonly site: Site<Cluster>;
  /** By model: its tips are "edit n", with an increasing number. */
  readonly edits = new Map<number, Count & { last: number; lastAcknowledged: number }>();
  /** New models, each with a different picture, by name. */
  readonly models = new Map<string, Count>();
  /** Invited users, by name. */
  readonly invited = new Map<string, Count>();
  readonly sessions: string[] = [];
  /** Years paid for, by payer. */
  readonly payers = new Map<number, Count & { since: string }>();
  /** Whether a mail may arrive twice with the same Message-ID, because a server died between sending and recording it. */
  mayRepeatMails = false;

  constructor(site: Site<Cluster>) {
    this.site = site;
  }

  /**
   * All problems; empty if nothing was lost, duplicated or left behind. `sweeps`: whether a server first sweeps unused
   * images, which begins within a minute.
   */
  async check({ sweeps = true } = {}): Promise<string[]> {
    const wrong: string[] = [];
    const say = (text: string) => void wrong.push(text);
    await this.checkModels(say);
    await this.checkSessions(say);
    await this.checkPayments(say);
    await this.checkMails(say);
    if (sweeps) await this.sweepImages(say);
    await this.checkImages(say);
    return wrong;
  }

  private async checkModels(say: (text: string) => void): Promise<void> {
    const rows = await this.site.sql<{ id: number; last: number; changes: number; lines: number }>(
      `select id, coalesce(substring(tips from 'edit (\\d+)')::int, 0) as last,
         (select count(*)::int from model_changes c where c.model_id = m.id) as changes,
         (select count(*)::int from log_entries l where l.subject_type = 'MODEL' and l.subject_id = m.id) as lines
       from models m where id = any($1)`,
      [[...this.edits.keys()]],
    );
    for (const [id, edits] of this.edits) {
      const row = rows.find((one) => one.id === id);
      if (!row) say(`model ${id} is gone`);
      else {
        if (row.last < edits.lastAcknowledged)
          say(`model ${id}: edit ${edits.lastAcknowledged} is lost, it has ${row.last}`);
        if (row.changes !== row.lines)
          say(`model ${id}: ${row.changes} changes in its history, ${row.lines} in the log`);
        expectWithin(row.changes, edits, (text) => say(`model ${id}: ${text} changes`));
      }
    }
    const made = await this.site.sql<{ name: string; count: number; whole: boolean }>(
      `select name, count(*)::int as count, bool_and(
           (select count(*) from model_images i where i.model_id = m.id) = 1
           and (select count(*) from model_changes c where c.model_id = m.id) = 1
           and (select count(*) from log_entries l where l.subject_type = 'MODEL' and l.subject_id = m.id) = 1) as whole
       from models m where name like 'Drill %' group by name`,
    );
    for (const { name, count, whole } of made) {
      expectWithin(count, this.models.get(name) ?? { sent: 0, acknowledged: 0 }, (text) => say(`"${name}": ${text}`));
      if (!whole) say(`"${name}" is half a row: without its picture, history or line in the log`);
    }
    const names = new Set(made.map(({ name }) => name));
    for (const [name, { acknowledged }] of this.models) if (acknowledged && !names.has(name)) say(`"${name}" is lost`);
  }

  private async checkSessions(say: (text: string) => void): Promise<void> {
    const hashes = this.sessions.map(hashOf);
    const rows = await this.site.sql('select 1 from sessions where token_hash = any($1)', [hashes]);
    if (rows.length !== hashes.length) say(`${hashes.length - rows.length} of ${hashes.length} sessions are lost`);
  }

  /** First settles unfinished attempts, which the servers would do a minute later. */
  private async checkPayments(say: (text: string) => void): Promise<void> {
    if (this.payers.size === 0) return;
    const ids = [...this.payers.keys()];
    await this.site.sql(
      `update payment_attempts set next_look_at = now() where state <> 'paid' and charge is not null`,
    );
    const read = () =>
      this.site.sql<{ id: number; years: number; payments: number; charges: string[] }>(
        `select id, extract(year from age(subscription_end_date, (since #>> '{}')::date))::int as years,
           (select count(*)::int from payments p where p.user_id = u.id) as payments,
           (select coalesce(array_agg(charge) filter (where charge is not null), '{}') from payment_attempts a where a.user_id = u.id) as charges
         from users u join jsonb_each($1) as given (key, since) on u.id = given.key::int`,
        [JSON.stringify(Object.fromEntries(ids.map((id) => [id, this.payers.get(id)?.since])))],
      );
    const charged = (charges: string[]) => {
      const mine = this.site.stripe.charges().filter(({ paymentIntent }) => charges.includes(paymentIntent));
      return mine.reduce((sum, { amountCents }) => sum + amountCents, 0) / YEAR_CENTS;
    };
    const isSettled = async () => (await read()).every((row) => row.payments === charged(row.charges));
    await until(isSettled, 30_000).catch(() => say('charges without a payment record'));
    for (const row of await read()) {
      const wanted = this.payers.get(row.id) ?? { sent: 0, acknowledged: 0 };
      const { payments, years } = row;
      const charges = charged(row.charges);
      if (charges !== payments || payments !== years)
        say(`payer ${row.id}: ${charges} charges, ${payments} records, ${years} years`);
      expectWithin(payments, wanted, (text) => say(`payer ${row.id}: ${text} payments`));
    }
  }

  private async checkMails(say: (text: string) => void): Promise<void> {
    const { site } = this;
    // By then, running servers have sent the mails that they claimed. Mails still claimed belong to a server that has died.
    await wait(2_000);
    await site.sql('update mails set next_try_at = now() where sent_at is null and tries > 0');
    const waiting = () => site.sql('select 1 from mails where sent_at is null');
    await until(async () => (await waiting()).length === 0, 60_000).catch(() => say('mails are still waiting'));
    const users = await site.sql<{ username: string; count: number }>(
      `select username, count(*)::int as count from users where username like 'invited-%' group by username`,
    );
    const found = new Map(users.map(({ username, count }) => [username, count]));
    const mails = Map.groupBy(site.mail.received, ({ to }) => to[0] ?? '');
    for (const [username, wanted] of this.invited) {
      const count = found.get(username) ?? 0;
      expectWithin(count, wanted, (text) => say(`${username}: ${text} users`));
      const received = mails.get(username) ?? [];
      const different = new Set(received.map(({ message }) => /^Message-ID: (.*)$/im.exec(message)?.[1])).size;
      if (different !== count) say(`${username}: ${count} users, ${different} mails`);
      if (received.length > different && !this.mayRepeatMails) say(`${username}: a mail came ${received.length} times`);
    }
    const [overfull] = await site.sql<{ count: number }>(
      `select count(*)::int as count from clients c where max_users < (select count(*) from users where client_id = c.id)`,
    );
    if (overfull?.count) say(`${overfull.count} clients have more users than seats`);
    // The next drill starts with an empty ledger.
    this.invited.clear();
    site.mail.received.length = 0;
    this.mayRepeatMails = false;
  }

  /** Restarts a server, whose first sweep deletes images unused for a day. */
  private async sweepImages(say: (text: string) => void): Promise<void> {
    const { site } = this;
    await site.sql(`update images set touched_at = now() - interval '2 days'`);
    const [server] = site.servers;
    await server.end('SIGTERM');
    await server.start();
    const unused = `select 1 from images i where not ${IS_USED}`;
    await until(async () => (await site.sql(unused)).length === 0, 80_000).catch(() =>
      say('unused images were not swept'),
    );
  }

  /** Each image that is used must have its files, and each file an image. */
  private async checkImages(say: (text: string) => void): Promise<void> {
    const { site } = this;
    // The catalogue of the bench has 40 images without files.
    const rows = await site.sql<{ hash: string; used: boolean }>(
      `select hash, ${IS_USED} as used from images i where hash not in
         (select encode(sha256(convert_to('image ' || n, 'UTF8')), 'hex') from generate_series(0, 39) as n)`,
    );
    const files = new Set([...site.store.objects.keys()].map((path) => path.split('/').at(-1)));
    for (const { hash, used } of rows)
      for (const size of ['', '-100', '-40'])
        if (!files.delete(`${hash}${size}.webp`) && used) say(`the image ${hash} has no file${size}`);
    if (files.size > 0) say(`${files.size} files in the store have no row`);
  }
}

function expectWithin(count: number, { sent, acknowledged }: Count, say: (text: string) => void): void {
  if (count < acknowledged || count > sent) say(`${count}, of ${sent} sent and ${acknowledged} acknowledged`);
}
