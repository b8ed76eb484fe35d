/** Measures one workload: verifies that the answers are equal, then measures the speed. */
import { isDeepStrictEqual } from 'node:util';
import type { Request } from './graphRequest.ts';
import { ask, load, type Round } from './load.ts';
import type { Target } from './server.ts';
import { CONTESTANTS, type Contestant, type Workload } from './workloads.ts';

export interface Targets {
  floor: Target;
  /** The server with answer caching disabled. */
  server: Target;
  /** The server with its default settings. */
  caching: Target;
  /** PostGraphile, if it is compared. */
  peer?: Target;
}

export interface Pace {
  /** Seconds of one round. */
  seconds: number;
  rounds: number;
}

/** A few requests, repeated: to REST, and to a floor that caches the answers. */
type Again = 'cached' | 'cachedFloor';
export type Measured = Partial<Record<Contestant | Again, Round>>;

/** The prefix of the paths whose answers the floor caches (floor.ts). */
const CACHED_PATH = '/cached';

/** Workloads whose answers the server may cache. */
const CACHED = ['W1', 'W2', 'W3'];
/** The number of different requests that are repeated. */
const FEW = 8;
const CHECKED = 12;

/** Throws if a contestant's answer to one of a dozen calls differs from its floor's. */
export async function requireEqual({ name, calls, plain }: Workload, targets: Targets): Promise<void> {
  const apart = Math.max(1, Math.floor(calls.length / CHECKED));
  for (const call of calls.filter((_, index) => index % apart === 0).slice(0, CHECKED)) {
    const answers = new Map<Contestant, unknown>();
    for (const contestant of CONTESTANTS) {
      const request = call[contestant];
      const target = targetOf(targets, contestant);
      const shape = plain[contestant === 'other' ? 'graph' : contestant];
      if (!request || !target || !shape) continue;
      const answer = shape((await ask(target, request)) as never);
      const ofGraph = ['graph', 'other', 'peer'].includes(contestant) && answers.has('floorOfGraph');
      const expected = answers.get(ofGraph ? 'floorOfGraph' : 'floor') ?? answer;
      if (!contestant.startsWith('floor') && !isDeepStrictEqual(answer, expected))
        throw new Error(
          `${name}: ${contestant} does not answer ${JSON.stringify(request)} as the floor does:\n${JSON.stringify(answer)}\n${JSON.stringify(expected)}`,
        );
      answers.set(contestant, answer);
    }
  }
}

/** Loads the contestants in turns, after a warm-up round that does not count. */
export async function measure(
  workload: Workload,
  targets: Targets,
  database: string,
  { seconds, rounds }: Pace,
): Promise<Measured> {
  const requests = requestsOf(workload);
  const found = new Map<Contestant | Again, Round[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const [contestant, own] of requests) {
      const target = targetOf(targets, contestant);
      if (!target) continue;
      const result = await load(target, own, { seconds: round === 0 ? 1 : seconds }, database);
      if (round > 0) found.set(contestant, [...(found.get(contestant) ?? []), result]);
    }
  }
  return Object.fromEntries([...found].map(([contestant, all]) => [contestant, medianOf(all)]));
}

/** The requests to each contestant of the workload. */
function requestsOf({ name, calls }: Workload): [Contestant | Again, Request[]][] {
  const all = CONTESTANTS.map((contestant): [Contestant | Again, Request[]] => [
    contestant,
    calls.flatMap((call) => call[contestant] ?? []),
  ]);
  const few = calls.slice(0, FEW);
  if (CACHED.includes(name))
    all.push(
      ['cached', few.flatMap(({ rest }) => rest ?? [])],
      ['cachedFloor', few.flatMap(({ floor }) => (floor ? { ...floor, path: CACHED_PATH + floor.path } : []))],
    );
  return all.filter(([, requests]) => requests.length > 0);
}

function targetOf({ floor, server, caching, peer }: Targets, contestant: Contestant | Again): Target | undefined {
  if (contestant === 'peer') return peer;
  if (contestant === 'cached') return caching;
  return contestant.startsWith('floor') || contestant === 'cachedFloor' ? floor : server;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function medianOf(rounds: Round[]): Round {
  const of = (pick: (round: Round) => number | undefined) => {
    const values = rounds.map(pick).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    cpu: of(({ cpu }) => cpu),
    postgresCpu: of(({ postgresCpu }) => postgresCpu),
    p99: median(rounds.map(({ p99 }) => p99)),
  };
}
