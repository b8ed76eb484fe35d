/** The results as text. */
import type { Shown } from './browser.ts';
import type { Export } from './exports.ts';
import type { FirstLoad } from './firstLoad.ts';
import { BLOCKING, COLUMNS, type Column, GOALS, LARGEST, OPENING } from './goals.ts';
import { DEEP, type Growth, SIZES } from './growth.ts';
import type { Round } from './load.ts';
import type { Loading } from './loading.ts';
import type { Measured } from './measure.ts';
import type { Opening, Openings } from './offline.ts';
import type { SignIns } from './signIns.ts';
import type { Starting } from './starting.ts';

export interface Result {
  name: string;
  title: string;
  measured: Measured;
}

/** A table in Markdown, with columns of equal width. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** `0.91 (goal ≥ 0.85) ✓` */
const judged = (value: number, goal: number | undefined, sign: '≥' | '≤' = '≥', unit = '') => {
  const shown = `${rounded(value)}${unit}`;
  if (goal === undefined) return shown;
  const met = sign === '≥' ? value >= goal : value <= goal;
  return `${shown} (goal ${sign} ${goal}${unit}) ${met ? '✓' : '✗'}`;
};

/** Two or three significant digits. */
const rounded = (value: number | undefined) => {
  if (value === undefined || Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

/** The share of the floor that sends the same amount of data. */
function shareOf(measured: Measured, column: Column): number | undefined {
  const ofGraph = ['graph', 'other', 'peer'].includes(column);
  const floor = (ofGraph && measured.floorOfGraph) || measured.floor;
  const own = measured[column];
  return floor && own && own.rate / floor.rate;
}

export const workloadTables = (results: Result[]) => `${sharesTable(results)}\n\n${costsTable(results)}`;

/** Omits the peer if it was not measured. */
const columnsOf = (results: Result[]) =>
  (Object.keys(COLUMNS) as Column[]).filter(
    (column) => column !== 'peer' || results.some(({ measured }) => measured.peer),
  );

function sharesTable(results: Result[]): string {
  const columns = columnsOf(results);
  const rows = results.map(({ name, title, measured }) => [
    `${name} ${title}`,
    `${rounded(measured.floor?.rate)}${measured.floorOfGraph ? ` / ${rounded(measured.floorOfGraph.rate)}` : ''}`,
    ...columns.map((column) => {
      const share = shareOf(measured, column);
      return share === undefined ? '–' : judged(share, GOALS[name]?.[column]);
    }),
  ]);
  const note = 'Answers per second as a share of the floor’s; where there are two floors, the second is the graph’s.';
  return `${note}\n\n${table(['workload', 'floor/s', ...columns.map((column) => COLUMNS[column])], rows)}`;
}

/** Milliseconds of CPU of Node and PostgreSQL together. */
const costOf = (round: Round | undefined) => (round?.cpu ?? Number.NaN) + (round?.postgresCpu ?? Number.NaN);

/** CPU of Node and of PostgreSQL, and the 99th percentile. */
function costsTable(results: Result[]): string {
  const columns: [keyof Measured, string][] = [
    ['floor', 'floor'],
    ...columnsOf(results).map((column): [Column, string] => [column, COLUMNS[column]]),
  ];
  const rows = results.map(({ name, measured }) => [
    name,
    ...columns.map(([column]) => {
      const { cpu, postgresCpu, p99 } = measured[column] ?? {};
      const share = costOf(measured.floor) / costOf(measured[column]);
      const ofFloor = column === 'floor' ? '' : ` (${rounded(share)})`;
      return measured[column] ? `${rounded(cpu)} + ${rounded(postgresCpu)}${ofFloor}, ${rounded(p99)}` : '–';
    }),
  ]);
  const note =
    'Milliseconds of a request: CPU of Node + of PostgreSQL (the floor’s share of it), and the p99 of the time to the answer.';
  return `${note}\n\n${table(['workload', ...columns.map(([, title]) => title)], rows)}`;
}

export function growthTable(growth: Growth[]): string {
  const rows = growth.map(({ title, costs }) => {
    const ratio = (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN);
    return [title, ...costs.map(rounded), judged(ratio, title === DEEP ? undefined : 2, '≤')];
  });
  const note = 'Milliseconds of CPU for a request through REST, Node and PostgreSQL together, by the number of models.';
  return `${note}\n\n${table(['', ...SIZES.map((size) => size.toLocaleString('en')), 'growth'], rows)}`;
}

export const startLine = ({ seconds, memory }: Starting) =>
  `Cold start on an existing database: ${judged(seconds, 1.5, '≤', ' s')}. Memory, idle: ${judged(memory, 250, '≤', ' MB')}.`;

export function exportsTable(exports: Export[]): string {
  const goals = { csv: 1.5, xlsx: 1, json: undefined };
  const rows = exports.map(({ format, seconds, compared, memory, p99Alone, p99Beside }) => [
    format.toUpperCase(),
    `${rounded(seconds)} s`,
    compared === undefined ? '–' : `${rounded(compared)} s`,
    compared === undefined ? '–' : judged(seconds / compared, goals[format], '≤'),
    judged(memory, 150, '≤', ' MB'),
    `${rounded(p99Alone)} → ${rounded(p99Beside)} ms`,
    judged(p99Beside / p99Alone, 2, '≤'),
  ]);
  const note = 'W7. CSV is compared with COPY, XLSX with exceljs. Memory is above idle; p99 is that of other requests.';
  const head = ['export', 'time', 'compared', 'of it', 'memory', 'p99 of others', 'of it'];
  return `${note}\n\n${table(head, rows)}`;
}

export const signInsLine = ({ signIns, checks }: SignIns) =>
  `W8. Sign-ins: ${rounded(signIns)}/s, ${rounded(signIns / checks)} of ${rounded(checks)} checks of a password alone.`;

export function browserTable(shown: Shown[]): string {
  const rows = shown.map(({ width, what, first, again, html }) => [
    `${what}, ${width} px`,
    judged(first, 300, '≤', ' ms'),
    judged(again, 50, '≤', ' ms'),
    `${rounded(html)} ms`,
  ]);
  const note = 'From a press until it is shown in Chromium, with the processor slowed down four times: p75.';
  return `${note}\n\n${table(['', 'first', 'seen before', 'finished HTML'], rows)}`;
}

export function firstLoadTable(loads: FirstLoad[]): string {
  const rows = loads.map(({ path, kilobytes, files, budget }) => [
    path,
    judged(kilobytes, budget, '≤', ' KB'),
    String(files),
  ]);
  const note = 'JavaScript of a first visit, as Chromium receives it, with the headers of the answers.';
  return `${note}\n\n${table(['', 'received', 'files'], rows)}`;
}

const opening = ({ pins, sheet, thread }: Opening, goal?: number) =>
  `the pinned sheets ${rounded(pins)} ms, one of them ${judged(sheet, goal, '≤', ' ms')}; main thread ${rounded(thread)} ms.`;

export const openingLine = (openings: Openings) =>
  `Without a network, from the icon: ${opening(openings.without, OPENING)}\nWith one: ${opening(openings.with)}`;

export function loadingTable({ shifts, paints }: Loading): string {
  const moved = shifts.map(({ width, path, shift }) => [`${path}, ${width} px`, judged(shift, 0.02, '≤')]);
  const shown = paints.map(({ path, largest, blocking }) => [
    path,
    judged(largest, LARGEST[path], '≤', ' ms'),
    judged(blocking, BLOCKING, '≤', ' ms'),
  ]);
  return [
    'Layout shift of a first visit.',
    table(['', 'shift'], moved),
    'Of a visitor’s page on a phone as Lighthouse has it (processor slowed down four times, 1.6 Mbps, 150 ms): medians.',
    table(['', 'largest contentful paint', 'total blocking time'], shown),
  ].join('\n\n');
}
