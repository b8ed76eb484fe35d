/** `npm run faults`: see docs/operations.md, "Drills and load". */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Lifetime, runProgram } from '../server/process/program.ts';
import type { Drill, Outcome } from './drill.ts';
import { promoted, replicaLost, restarted } from './drills/databases.ts';
import { failedOver } from './drills/failover.ts';
import { diskFull, mailFails, storeFails } from './drills/outside.ts';
import { pooled } from './drills/pooler.ts';
import { lastAdministrator, lastSeat, sameEdit } from './drills/races.ts';
import { clocks, killed, stopped } from './drills/servers.ts';
import { tlsOnly } from './drills/tls.ts';
import { upgraded } from './drills/upgrade.ts';
import { Ledger } from './ledger.ts';
import { openSite } from './site.ts';

const DRILLS: Drill[] = [
  lastSeat,
  sameEdit,
  lastAdministrator,
  mailFails,
  storeFails,
  diskFull,
  stopped,
  clocks,
  restarted,
  replicaLost,
  promoted,
  failedOver,
  pooled,
  tlsOnly,
  upgraded,
  killed,
];
/** The most runs of a drill with --quick. */
const QUICK = 2;
/** In milliseconds: a drill that takes longer is broken. */
const LONGEST = 20 * 60_000;

async function main(life: Lifetime): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, runs: { type: 'string' } },
  });
  const most = values.runs === undefined ? (values.quick ? QUICK : Number.POSITIVE_INFINITY) : Number(values.runs);
  if (!(most > 0)) throw new Error('--runs takes a number above 0.');
  const wanted = values.only?.split(',');
  const unknown = wanted?.filter((name) => !DRILLS.some((drill) => drill.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no drill ${unknown.join(', ')}: ${DRILLS.map(({ name }) => name).join(', ')}`);
  const site = await openSite(life);
  const ledger = new Ledger(site);
  await Promise.all(site.servers.map((server) => server.start()));
  const lines: Line[] = [];
  try {
    for (const drill of DRILLS) {
      if (wanted && !wanted.includes(drill.name)) continue;
      const runs = Math.min(most, drill.runs);
      console.log(`${drill.name}: ${drill.title} ...`);
      const began = performance.now();
      const outcome = await inTime(drill.run({ site, ledger }, runs), drill);
      if (!outcome.skipped && !drill.hasOwnSite) outcome.problems.push(...(await ledger.check()));
      const took = (performance.now() - began) / 1_000;
      lines.push(lineOf(drill, { runs, took }, outcome));
      for (const problem of problemsOf(drill, outcome)) console.log(`  ✗ ${problem}`);
      console.log(`  ${took.toFixed(0)} s`);
    }
  } finally {
    report(lines);
  }
}

/** Prints and writes the table, even if a drill failed and ended the run early. */
function report(lines: Line[]): void {
  const table = tableOf(lines);
  console.log(`\n${table}`);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(`bench/results/faults-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.md`, `${table}\n`);
  if (lines.some(({ problems }) => problems > 0)) process.exitCode = 1;
}

function inTime(running: Promise<Outcome>, { name }: Drill): Promise<Outcome> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`The drill ${name} took longer than ${LONGEST / 60_000} minutes.`)),
    LONGEST,
  );
  return Promise.race([running, promise]).finally(() => clearTimeout(timer));
}

function problemsOf({ limit = 60 }: Drill, { traffic, problems, recovery }: Outcome): string[] {
  const late = recovery.filter((seconds) => seconds > limit);
  return [
    ...[...Map.groupBy(problems, String)].map(([problem, { length }]) =>
      length > 1 ? `${length} × ${problem}` : problem,
    ),
    ...late.map((seconds) => `it took ${seconds.toFixed(1)} s to recover`),
    ...[...(traffic?.wrong ?? [])].map(([answer, count]) => `${count} × ${answer}`),
  ];
}

interface Line {
  cells: string[];
  problems: number;
}

function lineOf(drill: Drill, { runs, took }: { runs: number; took: number }, outcome: Outcome): Line {
  const { traffic, recovery, skipped, note } = outcome;
  const { length: problems } = problemsOf(drill, outcome);
  const seconds = recovery.toSorted((one, other) => one - other);
  const shown = (at: number) => seconds[Math.floor((seconds.length - 1) * at)]?.toFixed(1);
  const count = (value: number | undefined) => (value === undefined ? '–' : String(value));
  return {
    problems,
    cells: [
      drill.title + (note ? ` (${note})` : ''),
      skipped ? `skipped: ${skipped}` : String(runs),
      count(traffic?.acknowledged),
      count(traffic?.lost),
      count(traffic?.unavailable),
      seconds.length ? `${shown(0.5)} / ${shown(1)} s` : '–',
      `${took.toFixed(0)} s`,
      skipped ? '–' : problems ? `${problems} ✗` : 'none',
    ],
  };
}

const HEAD = [
  'drill',
  'runs',
  'writes acknowledged',
  'answers lost',
  '503',
  'recovery, median / longest',
  'took',
  'lost, doubled or wrong',
];

const tableOf = (lines: Line[]) =>
  [HEAD, HEAD.map(() => '---'), ...lines.map(({ cells }) => cells)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

runProgram(main, { ends: true });
