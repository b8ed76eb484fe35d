/** W7: the downloads of the catalogue, compared with PostgreSQL's COPY and the streaming writer of exceljs. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import exceljs from 'exceljs';
import type { Client } from 'pg';
import { KEY_DATA } from '../server/catalogue/keyData.ts';
import type { Lifetime } from '../server/process/program.ts';
import type { Database } from './database.ts';
import type { Request } from './graphRequest.ts';
import { askAtRate } from './load.ts';
import { median } from './measure.ts';
import { connected } from './postgres.ts';
import { startSignedIn, type Target } from './server.ts';
import { memoryOf } from './usage.ts';
import { details } from './workloads.ts';

const FORMATS = ['csv', 'xlsx', 'json'] as const;
const RUNS = 3;
/** Requests per second during a download: few enough for a server that needs ten milliseconds for each. */
const BESIDE = { seconds: 4, rate: 50 };

/** Every part of a download is read into this buffer. */
const RECEIVED = Buffer.alloc(65_536);
/** The end of an HTTP answer in chunks. */
const LAST_CHUNK = '0\r\n\r\n';

export interface Export {
  format: (typeof FORMATS)[number];
  /** Seconds of a download, and of its reference: COPY for CSV, exceljs for XLSX. All times are medians. */
  seconds: number;
  compared: number | undefined;
  /** The peak memory during the downloads, in megabytes above the idle server. */
  memory: number;
  /** The 99th percentile of other requests in milliseconds, without and during consecutive downloads. */
  p99Alone: number;
  p99Beside: number;
}

/** Every column of a complete export, in the export's order. */
const select = `select m.id, k.display_name, m.name, m.year,
    ${KEY_DATA.map(({ column, place }) => (place ? `m.${column}[${place}]` : `m.${column}`)).join(', ')}, m.sample
  from models m join makes k on k.id = m.make_id order by k.display_name, k.id, m.name, m.year, m.id`;

export const measureExports = (life: Lifetime, database: Database): Promise<Export[]> =>
  connected(database.url, async (client) => {
    const references: Record<string, () => Promise<unknown>> = {
      // pg receives the lines and discards them.
      csv: () => client.query(`copy (${select}) to stdout with csv header`),
      xlsx: () => writeWorkbook(client),
    };
    const found: Export[] = [];
    for (const format of FORMATS) {
      const target = await startSignedIn(life, database, { ANSWER_CACHE_MB: '0' });
      await sleep(2_000);
      const idle = memoryOf(target.pid) ?? Number.NaN;
      const watch = watchMemory(target);
      const reference = references[format];
      const [seconds = Number.NaN, compared] = await inTurns([
        () => secondsOf(() => download(target, format, database.models)),
        ...(reference ? [() => secondsOf(reference)] : []),
      ]);
      const memory = watch.stop() - idle;
      const others = await othersBeside(target, format, database.models);
      found.push({ format, seconds, compared, memory, ...others });
      await target.stop();
    }
    return found;
  });

/** The median of what each of them returns, in turns, after a warm-up of each. */
async function inTurns(measure: (() => Promise<number>)[]): Promise<number[]> {
  const found = measure.map((): number[] => []);
  for (let run = 0; run <= RUNS; run++) {
    for (const [index, one] of measure.entries()) {
      const value = await one();
      if (run > 0) found[index]?.push(value);
    }
  }
  return found.map(median);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/**
 * Downloads and discards the file. An HTTP client would take a good part of a core, and so would collecting its buffers: time
 * that the server lacks.
 */
async function download({ url, headers }: Target, format: string, models: number): Promise<void> {
  const { host, hostname, port } = new URL(url);
  let head = '';
  let end = '';
  const callback = (size: number, buffer: Uint8Array) => {
    const text = (from: number, to: number) => Buffer.from(buffer.subarray(from, to)).toString('latin1');
    if (!head.includes('\r\n\r\n')) head += text(0, size);
    end = (end + text(Math.max(0, size - LAST_CHUNK.length), size)).slice(-LAST_CHUNK.length);
    return true;
  };
  const socket = connect({ host: hostname, port: Number(port), onread: { buffer: RECEIVED, callback } });
  const asked = { host, connection: 'close', ...headers };
  const lines = Object.entries(asked).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /api/products/download?format=${format}&complete=true HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(socket, 'close');
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`The ${format} was answered with ${head.split('\r\n')[0]}.`);
  const isComplete = end === LAST_CHUNK && head.toLowerCase().includes(`\r\nx-total-rows: ${models}\r\n`);
  if (!isComplete) throw new Error(`The ${format} is not complete.`);
}

/** Writes the same rows with exceljs, read in batches. */
async function writeWorkbook(client: Client): Promise<void> {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream });
  const sheet = workbook.addWorksheet('products');
  await client.query(`begin; declare batches no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await client.query({ text: 'fetch 500 from batches', rowMode: 'array' });
    if (rows.length === 0) break;
    for (const row of rows) sheet.addRow(row).commit();
  }
  await client.query('commit');
  await workbook.commit();
}

function watchMemory({ pid }: Target) {
  let most = 0;
  const look = () => {
    most = Math.max(most, memoryOf(pid) ?? Number.NaN);
  };
  const timer = setInterval(look, 20);
  return {
    /** Megabytes. */
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** The response time of a model, without load and during continuous downloads of the catalogue. */
async function othersBeside(target: Target, format: string, models: number) {
  const requests: Request[] = details(models).flatMap(({ rest }) => rest ?? []);
  const measure = () => askAtRate(target, requests, BESIDE);
  const [p99Alone = Number.NaN, p99Beside = Number.NaN] = await inTurns([
    measure,
    async () => {
      let isOver = false;
      const downloads = (async () => {
        while (!isOver) await download(target, format, models);
      })();
      const beside = await measure();
      isOver = true;
      await downloads;
      return beside;
    },
  ]);
  return { p99Alone, p99Beside };
}
