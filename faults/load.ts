/** `npm run load`: see docs/operations.md, "Drills and load". */
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { copyOf, type Database, templateDatabase } from '../bench/database.ts';
import { connected, openPostgres } from '../bench/postgres.ts';
import { startServer, type Target } from '../bench/server.ts';
import { cpuOf, cpuOfPostgres } from '../bench/usage.ts';
import { details, lists, values } from '../bench/workloads.ts';
import { type Lifetime, runProgram } from '../server/process/program.ts';
import { type Answer, get, graph, signIn } from './caller.ts';
import { openProxy } from './gates.ts';
import { type Drift, inspected, watchMemory } from './memory.ts';
import { ADMINISTRATOR, addPeople, LOCKSMITH, type Person } from './people.ts';

const MODELS = 50_000;
/** The calls of each kind, in percent. */
const MIX = { lookup: 80, list: 10, write: 5, 'sign-in': 5 };
type Kind = keyof typeof MIX;
const KINDS = Object.keys(MIX) as Kind[];

const SETTINGS = {
  TRUST_PROXY: 'true',
  SHEETS_PER_HOUR: '1000000',
  SHEETS_PER_DAY: '1000000',
  METRICS_TOKEN: 'of-a-server-under-load',
};
const SAVE = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';

interface Options {
  minutes: number;
  users: number;
  /** The mean pause of a user between an answer and the next call, in seconds. */
  think: number;
}

async function main(life: Lifetime): Promise<void> {
  const { values: given } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      users: { type: 'string', default: '200' },
      think: { type: 'string', default: '4' },
      servers: { type: 'string', default: '1,2' },
    },
  });
  const options = { minutes: Number(given.minutes), users: Number(given.users), think: Number(given.think) };
  const counts = given.servers.split(',').map(Number);
  if ([...Object.values(options), ...counts].some((number) => !(number > 0)))
    throw new Error('Each of --minutes, --users, --think and --servers takes a number above 0.');
  const postgres = await openPostgres(life);
  const original = await templateDatabase(postgres, MODELS);
  const parts = [`${options.users} users, ${options.minutes} minutes, ${options.think} s between calls on average`];
  let failed = 0;
  for (const count of counts) {
    console.log(`${count} ${count === 1 ? 'server' : 'servers'} ...`);
    const { table, errors } = await measure(life, await copyOf(postgres, original, life), count, options);
    console.log(`\n${table}\n`);
    parts.push(table);
    failed += errors;
  }
  mkdirSync('bench/results', { recursive: true });
  const file = `bench/results/load-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.md`;
  writeFileSync(file, `${parts.join('\n\n')}\n`);
  console.log(`Written to ${file}`);
  if (failed > 0) process.exitCode = 1;
}

/** The answers that the users got. */
class Tally {
  readonly times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  readonly errors = new Map<string, number>();

  note(kind: Kind, milliseconds: number, { status, said }: Answer): void {
    this.times.get(kind)?.push(milliseconds);
    if (status >= 200 && status < 300) return;
    const text = `${kind}: ${said}`;
    this.errors.set(text, (this.errors.get(text) ?? 0) + 1);
  }
}

async function measure(life: Lifetime, database: Database, count: number, options: Options) {
  const inspectors = await Promise.all(Array.from({ length: count }, inspected));
  const servers = await Promise.all(inspectors.map(({ program }) => startServer(life, database, SETTINGS, program)));
  const url = await openProxy(life, () => servers.map((server) => server.url));
  const sql = <T extends object>(statement: string, given: unknown[] = []) =>
    connected(database.url, async (client) => (await client.query<T>(statement, given)).rows);
  const members = await addPeople(sql, options.users, LOCKSMITH);
  const administrators = await addPeople(sql, options.users, ADMINISTRATOR);
  const usedBefore = await cpu(servers, database);
  const end = performance.now() + options.minutes * 60_000;
  const tally = new Tally();
  const memory = Promise.all(servers.map((server, index) => watchMemory(server, inspectors[index]?.port ?? 0, end)));
  await Promise.all(
    members.map((member, index) => {
      const administrator = administrators[index] ?? member;
      return use({ url, member, administrator, tally, password: database.password, end, think: options.think });
    }),
  );
  const usedAfter = await cpu(servers, database);
  const used = usedAfter.map((after, index) => (after - (usedBefore[index] ?? 0)) / options.minutes / 60);
  const drifts = await memory;
  const cached = await cachedShare(servers);
  await Promise.all(servers.map((server) => server.stop()));
  const errors = [...tally.errors.values()].reduce((sum, one) => sum + one, 0);
  return { table: tableOf(tally, { count, minutes: options.minutes, used, drifts, cached }), errors };
}

interface User {
  url: string;
  member: Person;
  /** The administrator who writes and reads lists, which members cannot. */
  administrator: Person;
  password: string;
  tally: Tally;
  end: number;
  think: number;
}

const LOOKUPS = [...values('year'), ...values('model'), ...details(MODELS)].map(({ rest }) => rest?.path ?? '');
const LISTS = lists([1, 2, 3]).map(({ rest }) => rest?.path ?? '');
const oneOf = <T>(all: T[]) => all[Math.floor(Math.random() * all.length)] as T;
const HUNDRED = KINDS.flatMap((kind) => Array<Kind>(MIX[kind]).fill(kind));

async function use({ url, member, administrator, password, tally, end, think }: User): Promise<void> {
  const calls: Record<Kind, () => Promise<Answer>> = {
    lookup: () => get(url, oneOf(LOOKUPS), member),
    list: () => get(url, oneOf(LISTS), administrator),
    write: () => graph(url, SAVE, { input: { id: String(member.id), tips: `At ${performance.now()}` } }, administrator),
    'sign-in': () => signIn(url, member.username, password),
  };
  for (;;) {
    const pause = -Math.log(1 - Math.random()) * think * 1_000;
    await wait(Math.max(0, Math.min(pause, end - performance.now())));
    const began = performance.now();
    if (began >= end) return;
    const kind = oneOf(HUNDRED);
    const answer = await calls[kind]();
    tally.note(kind, performance.now() - began, answer);
  }
}

/** The CPU time so far, in milliseconds: of each server, then of PostgreSQL. NaN where there is no /proc. */
const cpu = async (servers: Target[], { url }: Database) => [
  ...servers.map(({ pid }) => cpuOf(pid) ?? Number.NaN),
  (await cpuOfPostgres(url)) ?? Number.NaN,
];

/** The cache hit rate of answers, from the servers' metrics; undefined without metrics. */
async function cachedShare(servers: Target[]): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${SETTINGS.METRICS_TOKEN}` };
  const texts = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/metrics`, { headers })).text()));
  const count = (name: string) =>
    texts.reduce(
      (sum, text) => sum + Number(new RegExp(`^${name}{cache="answers"} (\\d+)`, 'm').exec(text)?.[1] ?? 0),
      0,
    );
  const [hits, misses] = [count('motokey_cache_hits_total'), count('motokey_cache_misses_total')];
  return hits + misses ? hits / (hits + misses) : undefined;
}

interface Found {
  count: number;
  minutes: number;
  /** Milliseconds of CPU in a second: of each server, then of PostgreSQL. */
  used: number[];
  drifts: Drift[];
  cached: number | undefined;
}

function tableOf({ times, errors }: Tally, { count, minutes, used, drifts, cached }: Found): string {
  const rows = [...times].map(([kind, all]) => {
    const sorted = all.toSorted((one, other) => one - other);
    const at = (share: number) => `${(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(0)} ms`;
    return `| ${[kind, sorted.length, at(0.5), at(0.95), at(0.99)].join(' | ')} |`;
  });
  const total = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  const failed = [...errors].map(([text, number]) => `  ${number} × ${text}`);
  return [
    `${count} ${count === 1 ? 'server' : 'servers'}, ${(total / minutes / 60).toFixed(0)} calls in a second:`,
    '',
    '| call | number | p50 | p95 | p99 |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `- errors: ${failed.length ? '' : 'none'}`,
    ...failed,
    ...used.map((ms, index) => {
      const whose = index < count ? `server ${index + 1}` : 'PostgreSQL';
      return `- CPU of ${whose}: ${ms.toFixed(0)} ms in a second`;
    }),
    ...drifts.map(
      ({ resident, live }, index) =>
        `- memory of server ${index + 1}: ${grown(resident)}; after a garbage collection: ${grown(live)}`,
    ),
    `- lookups answered from memory: ${cached === undefined ? 'the servers have no metrics' : `${(cached * 100).toFixed(0)} %`}`,
  ].join('\n');
}

const grown = ([first, last]: Drift['live']) =>
  `${first.toFixed(0)} → ${last.toFixed(0)} MB (${((last / first - 1) * 100).toFixed(0)} %)`;

runProgram(main, { ends: true });
