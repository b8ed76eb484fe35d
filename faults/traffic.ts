/** Signed-in users who look up, save, upload, sign in, pay and invite, and record the answers. */
import { setTimeout as wait } from 'node:timers/promises';
import { png } from '../tests/support/pictures.ts';
import { type Answer, get, graph, post, signIn } from './caller.ts';
import type { Count, Ledger } from './ledger.ts';
import { LOCKSMITH, type Person } from './people.ts';
import type { Cluster } from './postgres.ts';
import { MODELS, type Site } from './site.ts';

const SAVE = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';
const INVITE = 'mutation ($input: UserInput!) { saveUser(input: $input) { id } }';
const START = 'mutation { startPayment(input: {}) { clientSecret } }';
const COMPLETE = `mutation ($card: String!, $clientSecret: String!) {
  completePayment(input: { paymentMethod: $card, clientSecret: $clientSecret }) { payment { id } } }`;

/** The kinds of calls, with the number of concurrent users. */
const KINDS = { lookUp: 4, edit: 3, create: 2, invite: 1, signIn: 1, pay: 2 };
export type Kind = keyof typeof KINDS;

let number = 0;

export class Traffic {
  private readonly site: Site<Cluster>;
  private readonly ledger: Ledger;
  private readonly running: Promise<void>[] = [];
  /** The card confirmed in a setup, by its client secret. */
  private readonly cards = new Map<string, string>();
  private stopped = false;
  acknowledged = 0;
  /** Answers that were lost. */
  lost = 0;
  /** Answers with 503. */
  unavailable = 0;
  /** The last answer that was lost or 503. */
  undone = '';
  /** Unexpected answers, with their counts. */
  readonly wrong = new Map<string, number>();
  /** When the last successful call of a kind was sent and answered, as performance.now(). */
  private readonly last = new Map<Kind, { sent: number; answered: number }>();

  constructor(site: Site<Cluster>, ledger: Ledger) {
    this.site = site;
    this.ledger = ledger;
  }

  async start(kinds = Object.keys(KINDS) as Kind[]): Promise<this> {
    for (const kind of kinds) {
      const people = await this.site.people(
        KINDS[kind],
        kind === 'edit' || kind === 'create' || kind === 'invite' ? 1 : LOCKSMITH,
      );
      for (const [index, person] of people.entries()) this.running.push(this.act(kind, person, index));
    }
    return this;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  /** Resolves with the seconds from `since` until all `kinds` of calls that were sent later have succeeded. */
  async recovered(since: number, kinds: Kind[] = ['lookUp', 'edit', 'create']): Promise<number> {
    const answered = (kind: Kind) => {
      const last = this.last.get(kind);
      return last && last.sent >= since ? last.answered : undefined;
    };
    const end = performance.now() + 60_000;
    while (kinds.some((kind) => answered(kind) === undefined)) {
      if (performance.now() > end) return Number.POSITIVE_INFINITY;
      await wait(5);
    }
    return (Math.max(...kinds.map((kind) => answered(kind) ?? 0)) - since) / 1_000;
  }

  private async act(kind: Kind, person: Person, index: number): Promise<void> {
    while (!this.stopped) {
      await this[kind](person, index);
      await wait(kind === 'signIn' ? 500 : 60);
    }
  }

  /** Whether it was done; undefined if the outcome is unknown. */
  private note(kind: Kind, sent: number, { status, said }: Answer, count?: Count): boolean | undefined {
    if (status === 0 || status === 503) {
      if (status) this.unavailable++;
      else this.lost++;
      this.undone = `${kind}: ${said}`;
      return undefined;
    }
    if (status >= 400) {
      const text = `${kind}: ${said}`;
      this.wrong.set(text, (this.wrong.get(text) ?? 0) + 1);
      return false;
    }
    if (count) count.acknowledged++;
    if (kind !== 'lookUp') this.acknowledged++;
    this.last.set(kind, { sent, answered: performance.now() });
    return true;
  }

  private async lookUp(person: Person): Promise<void> {
    const id = (number++ * 7) % MODELS;
    const paths = [
      `/api/product-detail?company_id=${(id % 120) + 1}&mode=year`,
      `/api/product-detail/sublist?company_id=${(id % 120) + 1}&mode=year&value=${1990 + (id % 20)}`,
      `/api/products/${id + 1}`,
    ];
    for (const path of paths) {
      const sent = performance.now();
      this.note('lookUp', sent, await get(this.site.url, path, person));
    }
  }

  private async edit(person: Person, index: number): Promise<void> {
    const id = index + 1;
    const edits = this.ledger.edits.get(id) ?? { sent: 0, acknowledged: 0, last: 0, lastAcknowledged: 0 };
    this.ledger.edits.set(id, edits);
    edits.sent++;
    const n = ++edits.last;
    const sent = performance.now();
    const answer = await graph(this.site.url, SAVE, { input: { id: String(id), tips: `edit ${n}` } }, person);
    if (this.note('edit', sent, answer, edits)) edits.lastAcknowledged = n;
  }

  private async create(person: Person): Promise<void> {
    const name = `Drill ${++number}`;
    const count = { sent: 1, acknowledged: 0 };
    this.ledger.models.set(name, count);
    const bytes = await png(`#${(number % 0xffffff).toString(16).padStart(6, '0')}`);
    const sent = performance.now();
    const fields: Parameters<typeof post>[2] = [
      ['company_detail_id', '1'],
      ['model', name],
      ['year', '2001'],
      ['images[]', { name: 'a.png', bytes }],
    ];
    this.note('create', sent, await post(this.site.url, '/api/products', fields, person), count);
  }

  private async invite(person: Person): Promise<void> {
    const username = `invited-${++number}@drill.example`;
    const count = { sent: 1, acknowledged: 0 };
    this.ledger.invited.set(username, count);
    const [row] = await this.site
      .sql<{ client: number }>('select client_id as client from users where id = $1', [person.id])
      .catch(() => []);
    if (!row) return;
    const input = {
      clientId: String(row.client),
      username,
      fullName: 'Ina Invited',
      roleId: '4',
      subscriptionEndDate: '2030-01-01',
    };
    const sent = performance.now();
    this.note('invite', sent, await graph(this.site.url, INVITE, { input }, person), count);
  }

  private async signIn(person: Person): Promise<void> {
    const sent = performance.now();
    const answer = await signIn(this.site.url, person.username, this.site.database.password);
    if (this.note('signIn', sent, answer) && answer.token) this.ledger.sessions.push(answer.token);
  }

  /** Retries until it knows the outcome, as the form does. */
  private async pay(person: Person): Promise<void> {
    const { site } = this;
    const count = this.ledger.payers.get(person.id) ?? (await this.payer(person));
    if (!count) return;
    const started = await graph(site.url, START, {}, person);
    const clientSecret: string | undefined = started.data.startPayment?.clientSecret;
    if (!this.note('pay', performance.now(), started) || !clientSecret) return;
    const known = this.cards.get(clientSecret);
    const card = known ?? site.stripe.confirmSetup(clientSecret.split('_secret_')[0] ?? '', '4242424242424242') ?? '';
    this.cards.set(clientSecret, card);
    if (!known) count.sent++;
    for (let attempt = 0; attempt < 200; attempt++) {
      const sent = performance.now();
      const answer = await graph(site.url, COMPLETE, { card, clientSecret }, person);
      if (this.note('pay', sent, answer, count) !== undefined || this.stopped) return;
      await wait(100);
    }
  }

  private async payer({ id }: Person): Promise<(Count & { since: string }) | undefined> {
    const [row] = await this.site
      .sql<{ since: string }>('select subscription_end_date::text as since from users where id = $1', [id])
      .catch(() => []);
    if (!row) return undefined;
    const count = { sent: 0, acknowledged: 0, since: row.since };
    this.ledger.payers.set(id, count);
    return count;
  }
}
