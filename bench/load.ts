/** Puts load on a target. */
import autocannon from 'autocannon';
import type { Request } from './graphRequest.ts';
import type { Target } from './server.ts';
import { cpuOf, cpuOfPostgres } from './usage.ts';

const CONNECTIONS = 32;

export interface Round {
  /** Answers in a second. */
  rate: number;
  /** Milliseconds of CPU for a request: of the target, and of PostgreSQL. Undefined where it cannot be read. */
  cpu: number | undefined;
  postgresCpu: number | undefined;
  /** Milliseconds that 99 % of the requests did not exceed. */
  p99: number;
}

/**
 * Sends `requests` again and again for `seconds`, over 32 connections. Each connection has its own share of them, so that
 * no two ask for the same at the same time. Throws if an answer is not 2xx.
 */
export async function load(target: Target, requests: Request[], seconds: number, database: string): Promise<Round> {
  let connection = 0;
  const before = await usage(target, database);
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      client.setRequests(share(requests, connection++).map((request) => prepared(target, request)));
    },
  });
  const after = await usage(target, database);
  const answers = result['2xx'];
  if (result.non2xx || result.errors)
    throw new Error(
      `${target.url}${requests[0]?.path}: ${result.non2xx} answers were not 2xx (${JSON.stringify(result.statusCodeStats)}), and ${result.errors} requests had none.`,
    );
  return {
    rate: answers / result.duration,
    cpu: before.own === undefined || after.own === undefined ? undefined : (after.own - before.own) / answers,
    postgresCpu: after.postgres.size === 0 ? undefined : sumOfRises(before.postgres, after.postgres) / answers,
    p99: result.latency.p99,
  };
}

/** Every 32nd request; all of them, from another one on, if there are fewer than connections. */
function share(requests: Request[], connection: number): Request[] {
  if (requests.length < CONNECTIONS) {
    const first = connection % requests.length;
    return [...requests.slice(first), ...requests.slice(0, first)];
  }
  return requests.filter((_, index) => index % CONNECTIONS === connection % CONNECTIONS);
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

/** What a process had used when it ended during the load is not known. */
const sumOfRises = (before: Map<number, number>, after: Map<number, number>) =>
  [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);

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
  return Object.values(answer.data)[0];
}
