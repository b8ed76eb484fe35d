/** Puts load on a target. */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Request } from './graphRequest.ts';
import type { Target } from './server.ts';
import { cpuOf, cpuOfPostgres } from './usage.ts';

const CONNECTIONS = 32;

export interface Load {
  /** The duration in seconds; with `amount`, it ends after that many answers. */
  seconds: number;
  amount?: number | undefined;
  connections?: number;
}

export interface Round {
  /** Answers per second. */
  rate: number;
  /** Milliseconds of CPU for a request: of the target, and of PostgreSQL. Undefined where it cannot be read. */
  cpu: number | undefined;
  postgresCpu: number | undefined;
  /** Milliseconds that 99 % of the requests did not exceed. */
  p99: number;
}

/**
 * Sends `requests` repeatedly, by default over 32 connections. Each connection has its own share of them, so that no two
 * connections send the same request at the same time. Throws if an answer is not 2xx.
 */
export async function load(
  target: Target,
  requests: Request[],
  { seconds, amount, connections = CONNECTIONS }: Load,
  database: string,
): Promise<Round> {
  let connection = 0;
  const before = await usage(target, database);
  const result = await autocannon({
    url: target.url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    setupClient(client) {
      client.setRequests(share(requests, connection++, connections).map((request) => prepared(target, request)));
    },
  });
  const after = await usage(target, database);
  const answers = result['2xx'];
  if (result.non2xx || result.errors)
    throw new Error(
      `${target.url}${requests[0]?.path}: ${result.non2xx} answers were not 2xx (${JSON.stringify(result.statusCodeStats)}), and ${result.errors} requests had none.`,
    );
  const rise = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / answers;
  return {
    rate: answers / result.duration,
    cpu: rise(before.own, after.own),
    postgresCpu: rise(before.postgres, after.postgres),
    p99: result.latency.p99,
  };
}

/** The requests of one connection. If there are fewer than connections, each sends all of them, in a different order. */
function share(requests: Request[], connection: number, connections: number): Request[] {
  if (requests.length < connections) {
    const first = connection % requests.length;
    return [...requests.slice(first), ...requests.slice(0, first)];
  }
  return requests.filter((_, index) => index % connections === connection % connections);
}

const prepared = (target: Target, { path, headers, body }: Request): autocannon.Request => ({
  method: body === undefined ? 'GET' : 'POST',
  path,
  headers: { ...target.headers, ...headers },
  ...(body !== undefined && { body }),
});

const usage = async (target: Target, database: string) => ({
  own: cpuOf(target.pid),
  postgres: await cpuOfPostgres(database),
});

/** Sends one request and returns the parsed answer; throws if it is not 2xx or has errors. */
export async function ask(target: Target, { path, headers, body }: Request): Promise<unknown> {
  const response = await fetch(target.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...target.headers, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`);
  const answer = JSON.parse(text);
  if (path !== '/graphql') return answer;
  if (answer.errors) throw new Error(`${body} was answered with ${text}`);
  // The client's document of Jump asks for more, which nobody else answers.
  return answer.data.jump ?? Object.values(answer.data)[0];
}

/** Sends `rate` requests per second, evenly spread; returns the 99th percentile of the response times, in ms. */
export async function askAtRate(
  target: Target,
  requests: Request[],
  { seconds, rate }: { seconds: number; rate: number },
): Promise<number> {
  const asked = async (request: Request, at: number) => {
    await sleep(Math.max(0, at - performance.now()));
    await ask(target, request);
    return performance.now() - at;
  };
  const began = performance.now();
  const count = seconds * rate;
  const times = await Promise.all(
    requests.slice(0, count).map((request, index) => asked(request, began + (index * 1_000) / rate)),
  );
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}
