/** `npm run bench`: see docs/performance.md, "The bench". */
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Lifetime, runProgram } from '../server/process/program.ts';
import { copyOf, keptDatabase } from './database.ts';
import { measureGrowth } from './growth.ts';
import { measure, requireEqual, type Targets } from './measure.ts';
import { readOptions } from './options.ts';
import { connected, openPostgres } from './postgres.ts';
import { costsTable, growthTable, type Result, sharesTable, startLine } from './report.ts';
import { startFloor, startSignedIn } from './server.ts';
import { measureStart } from './starting.ts';
import { workloads } from './workloads.ts';

const MODELS = 50_000;

async function main(life: Lifetime): Promise<void> {
  const { quick, only } = readOptions(process.argv.slice(2));
  const pace = quick ? { seconds: 1, rounds: 2 } : { seconds: 2, rounds: 3 };
  const postgres = await openPostgres(life);
  const database = await copyOf(postgres, await keptDatabase(postgres, MODELS), life);
  const targets: Targets = {
    floor: await startFloor(life, database),
    server: await startSignedIn(life, database, { ANSWER_CACHE_MB: '0' }),
    keeping: await startSignedIn(life, database),
  };
  const all = await connected(database.url, (client) => workloads(client, MODELS));
  const results: Result[] = [];
  for (const workload of all.filter(({ name }) => only?.includes(name) ?? true)) {
    console.log(`${workload.name}, ${workload.title} ...`);
    await requireEqual(workload, targets);
    const { name, title } = workload;
    results.push({ name, title, measured: await measure(workload, targets, database.url, pace) });
  }
  for (const target of Object.values(targets)) await target.stop();
  console.log('Cold start ...');
  const starting = await measureStart(life, database);
  if (!quick && !only) console.log('Growth ...');
  const growth = quick || only ? undefined : await measureGrowth(life, postgres, pace);
  const parts = [sharesTable(results), costsTable(results), growth && growthTable(growth), startLine(starting)];
  const text = `\n${parts.filter(Boolean).join('\n\n')}\n`;
  console.log(text);
  write({ models: MODELS, pace, results, growth, starting }, text);
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
