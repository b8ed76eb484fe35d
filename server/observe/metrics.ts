import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../context';
import type { Memory } from '../gate/memory';
import type { Reads } from '../outside/postgres/reads';
import type { Background } from '../process/background';
import { backlog } from './backlog.operations';

/** Where the values are read from. */
interface Sources {
  system: SystemContext;
  memory: Memory;
  reads: Reads;
  background: Background;
  pool: {
    /** The connections of the pool, and the requests that wait for one. */
    use(): { total: number; idle: number; waiting: number };
    /** Calls `note` with the seconds that each request has waited for a connection. */
    onAcquired(note: (seconds: number) => void): void;
  };
}

export interface Metrics {
  /** `operation` is one of a bounded set, never a caller's text. */
  answered(operation: string, status: number, seconds: number): void;
  signInRefused(code: string): void;
  /** In Prometheus' text format. */
  scrape(): Promise<string>;
  readonly contentType: string;
}

/** How long a scrape waits for the database, in milliseconds. */
const SCRAPE_TIMEOUT_MS = 1_000;

/** The metrics of one server (docs/operations.md, "Metrics"). The library is loaded only if there is a METRICS_TOKEN. */
export async function openMetrics({ system, memory, reads, background, pool }: Sources): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `motokey_${name}`, help, labelNames, registers });
  const counter = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name: `motokey_${name}`, help, labelNames, registers });

  const requests = new Histogram({
    name: 'motokey_request_seconds',
    help: 'How long requests took, by operation (a field of the graph, or another route) and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const refusals = counter('sign_in_refusals_total', 'Refused sign-ins, by the code of their error.', 'code');
  for (const code of ['UNAUTHENTICATED', 'FORBIDDEN', 'PAYMENT_REQUIRED', 'TOO_MANY_REQUESTS'])
    refusals.inc({ code }, 0);
  const waits = new Histogram({
    name: 'motokey_pool_wait_seconds',
    help: 'How long requests waited for a connection of the pool.',
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 3],
    registers,
  });
  pool.onAcquired((seconds) => waits.observe(seconds));

  const connections = gauge('pool_connections', 'Connections of the pool, and requests waiting for one.', 'state');
  const pipelinedConnections = gauge('pipelined_connections', 'Connections for prepared statements.', 'of');
  const statements = gauge('pipelined_statements', 'Prepared statements under way.', 'of');
  const hits = counter('cache_hits_total', 'Values found in memory.', 'cache');
  const misses = counter('cache_misses_total', 'Values not found in memory.', 'cache');
  const values = gauge('cache_values', 'Values in memory.', 'cache');
  const bytes = gauge('cached_answers_bytes', 'Memory of cached answers, roughly.');
  const imports = gauge('imports_running', 'Imports that this server checks, applies or undoes.');
  const up = gauge('database_up', 'Whether the database answered this scrape.');
  const mails = gauge('mails_waiting', 'Mails in the outbox.');
  const oldestMail = gauge('mails_oldest_seconds', 'Age of the oldest mail in the outbox.');
  const payments = gauge('payments_unsettled', 'Payments whose outcome is not known yet.');
  const oldestPayment = gauge('payments_oldest_seconds', 'Age of the oldest unsettled payment.');
  const deliveries = gauge('webhook_deliveries_waiting', 'Deliveries that wait for a webhook.');
  const oldestDelivery = gauge('webhook_deliveries_oldest_seconds', 'Age of the oldest waiting delivery.');

  function readOwn() {
    const { total, idle, waiting } = pool.use();
    for (const [state, number] of Object.entries({ used: total - idle, idle, waiting }))
      connections.set({ state }, number);
    for (const [of, use] of Object.entries(reads.use())) {
      pipelinedConnections.set({ of }, use.connections);
      statements.set({ of }, use.statements);
    }
    hits.reset();
    misses.reset();
    for (const cache of ['callers', 'answers', 'totals', 'derived'] as const) {
      hits.inc({ cache }, memory[cache].hits);
      misses.inc({ cache }, memory[cache].misses);
      values.set({ cache }, memory[cache].count);
    }
    bytes.set(memory.answers.size);
    imports.set(background.running);
  }

  let reading: ReturnType<typeof backlog> | undefined;

  async function readBacklog() {
    // A slow reading goes on when its scrape has given up: the next scrape waits for it instead of adding another.
    reading ??= backlog(system).finally(() => {
      reading = undefined;
    });
    const found = await withinSeconds(reading);
    up.set(found ? 1 : 0);
    mails.set(found?.mails ?? Number.NaN);
    oldestMail.set(found?.oldestMail ?? Number.NaN);
    payments.set(found?.payments ?? Number.NaN);
    oldestPayment.set(found?.oldestPayment ?? Number.NaN);
    deliveries.set(found?.deliveries ?? Number.NaN);
    oldestDelivery.set(found?.oldestDelivery ?? Number.NaN);
  }

  return {
    contentType: registry.contentType,
    answered: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    signInRefused: (code) => refusals.inc({ code }),
    async scrape() {
      readOwn();
      await readBacklog();
      return registry.metrics();
    },
  };
}

/** Undefined if it fails or takes too long. */
async function withinSeconds<T>(reading: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  const found = await Promise.race([
    reading.catch(() => undefined),
    wait(SCRAPE_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return found;
}
