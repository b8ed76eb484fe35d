/** How the costs grow with the catalogue. */
import type { Lifetime } from '../server/process/program.ts';
import { copyOf, type Database, templateDatabase } from './database.ts';
import { load } from './load.ts';
import { median, type Pace } from './measure.ts';
import { startSignedIn, type Target } from './server.ts';
import { details, lists, values } from './workloads.ts';

/** Few, so that slow answers arrive in time; CPU does not depend on it. */
const CONNECTIONS = 4;

export const DEEP = 'W4, a page at 90 %';
/** The requests of a round. */
const DEEP_PAGES = 12;

export const SIZES = [1_000, 50_000, 500_000];

export interface Growth {
  title: string;
  /** Milliseconds of CPU for a request, Node's and PostgreSQL's together (or of time, without /proc), by size. */
  costs: number[];
}

/** W1 asks for years only: the names of a make grow in number with the catalogue, and the answer with them. */
const asked = (models: number) => ({
  'W1, the years of a make': values('year'),
  W3: details(models),
  'W4, the first page': lists([1]),
  [DEEP]: lists([Math.floor((models / 10) * 0.9)]),
});

interface Place {
  database: Database;
  target: Target;
}

/** Loads REST on a database of each size, in turns. */
export async function measureGrowth(life: Lifetime, postgres: string, { seconds, rounds }: Pace): Promise<Growth[]> {
  const places: Place[] = [];
  for (const models of SIZES) {
    const database = await copyOf(postgres, await templateDatabase(postgres, models), life);
    places.push({ database, target: await startSignedIn(life, database, { ANSWER_CACHE_MB: '0' }) });
  }
  const growth: Growth[] = [];
  for (const title of Object.keys(asked(1)) as (keyof ReturnType<typeof asked>)[]) {
    const found = places.map((): number[] => []);
    for (let round = 0; round <= rounds; round++)
      for (const [index, { database, target }] of places.entries()) {
        const requests = asked(database.models)[title].flatMap(({ rest }) => rest ?? []);
        const { cpu, postgresCpu, rate } = await load(
          target,
          requests,
          {
            seconds: round === 0 ? 1 : seconds,
            amount: title === DEEP ? DEEP_PAGES : undefined,
            connections: CONNECTIONS,
          },
          database.url,
        );
        if (round > 0) found[index]?.push(cpu === undefined ? 1_000 / rate : cpu + (postgresCpu ?? 0));
      }
    growth.push({ title, costs: found.map(median) });
  }
  for (const { target } of places) await target.stop();
  return growth;
}
