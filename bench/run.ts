/** `npm run bench`: see docs/performance.md, "The bench". */
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Lifetime, runProgram } from '../server/process/program.ts';
import { measureBrowser } from './browser.ts';
import { copyOf, type Database, templateDatabase } from './database.ts';
import { measureExports } from './exports.ts';
import { measureFirstLoads } from './firstLoad.ts';
import { measureGrowth } from './growth.ts';
import { measureLoading } from './loading.ts';
import { measure, type Pace, requireEqual, type Targets } from './measure.ts';
import { measureOffline } from './offline.ts';
import { readOptions } from './options.ts';
import { connected, openPostgres } from './postgres.ts';
import {
  browserTable,
  exportsTable,
  firstLoadTable,
  growthTable,
  loadingTable,
  openingLine,
  type Result,
  signInsLine,
  startLine,
  workloadTables,
} from './report.ts';
import { startFloor, startPeer, startSignedIn } from './server.ts';
import { measureSignIns } from './signIns.ts';
import { measureStart } from './starting.ts';
import { workloads } from './workloads.ts';

const MODELS = 50_000;

async function main(life: Lifetime): Promise<void> {
  const { quick, peers, only } = readOptions(process.argv.slice(2));
  const pace = quick ? { seconds: 1, rounds: 2 } : { seconds: 2, rounds: 3 };
  const isWanted = (name: string, usually = true) => only?.includes(name) ?? usually;
  const postgres = await openPostgres(life);
  const database = await copyOf(postgres, await templateDatabase(postgres, MODELS), life);

  const results: Record<string, unknown> = {};
  const texts: string[] = [];
  const add = <T>(name: string, found: T, shown: (found: T) => string) => {
    results[name] = found;
    texts.push(shown(found));
    console.log(`\n${shown(found)}\n`);
  };
  const names = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W9'].filter((name) => isWanted(name));
  if (names.length > 0)
    add('workloads', await measureWorkloads(life, database, { names, pace, peers }), workloadTables);
  if (isWanted('W7', !quick)) add('exports', await measureExports(life, database), exportsTable);
  if (isWanted('W8', !quick)) add('signIns', await measureSignIns(life, database), signInsLine);
  if (isWanted('START', !quick)) add('start', await measureStart(life, database), startLine);
  if (isWanted('GROWTH', !quick)) add('growth', await measureGrowth(life, postgres, pace), growthTable);
  if (isWanted('BROWSER', false)) add('browser', await measureBrowser(life, database), browserTable);
  if (isWanted('LOADING', false)) add('loading', await measureLoading(life, database), loadingTable);
  if (isWanted('LOADS', false)) add('firstLoads', await measureFirstLoads(life, database), firstLoadTable);
  if (isWanted('OFFLINE', false)) add('offline', await measureOffline(life, database), openingLine);
  write({ models: MODELS, pace, ...results }, `${texts.join('\n\n')}\n`);
}

async function measureWorkloads(
  life: Lifetime,
  database: Database,
  { names, pace, peers }: { names: string[]; pace: Pace; peers: boolean },
): Promise<Result[]> {
  const targets: Targets = {
    floor: await startFloor(life, database),
    server: await startSignedIn(life, database, { ANSWER_CACHE_MB: '0' }),
    caching: await startSignedIn(life, database),
    ...(peers && { peer: await startPeer(life, database) }),
  };
  const all = await connected(database.url, (client) => workloads(client, MODELS));
  const results: Result[] = [];
  for (const workload of all.filter(({ name }) => names.includes(name))) {
    const { name, title } = workload;
    console.log(`${name}, ${title} ...`);
    await requireEqual(workload, targets);
    results.push({ name, title, measured: await measure(workload, targets, database.url, pace) });
  }
  for (const target of Object.values(targets)) await target.stop();
  return results;
}

/** Writes the results to bench/results, under the time. */
function write(results: object, text: string): void {
  const folder = 'bench/results';
  const file = `${folder}/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(`${file}.txt`, text);
  console.log(`Written to ${file}.json and .txt`);
}

runProgram(main, { ends: true });
