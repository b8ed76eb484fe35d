/** Drills on another database server than the usual one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lifetime } from '../../server/process/program.ts';
import { get, graph } from '../caller.ts';
import type { Ground, Outcome } from '../drill.ts';
import { Ledger } from '../ledger.ts';
import type { Cluster } from '../postgres.ts';
import { openSite, type Site } from '../site.ts';
import { until } from '../until.ts';

/** Calls `work` with a site of its own on the server that `open` starts. What they open is closed at the end of the drill. */
export async function atOwnSite<C extends Cluster>(
  outer: Lifetime,
  open: (life: Lifetime) => Promise<C>,
  work: (ground: Ground<C>) => Promise<Outcome>,
): Promise<Outcome> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (let one = closers.pop(); one; one = closers.pop()) await one();
  };
  outer.onClose(close);
  const life: Lifetime = { signal: outer.signal, onClose: (closer) => void closers.push(closer) };
  try {
    const site = await openSite(life, await open(life));
    const ledger = new Ledger(site);
    const outcome = await work({ site, ledger });
    outcome.problems.push(...(await ledger.check({ sweeps: false })));
    return outcome;
  } finally {
    await close();
  }
}

/** Starts both servers, with `settings`. */
export async function startServers(site: Site<Cluster>, settings: Record<string, string> = {}): Promise<void> {
  for (const server of site.servers) {
    server.settings = settings;
    await server.start();
  }
}

/** Runs `npm run admin` on the site's database; resolves with what it printed, rejects with its error output. */
async function atTerminal(site: Site<Cluster>, ...args: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'motokey-terminal-'));
  const env = { PATH: process.env.PATH, DATABASE_URL: site.urlThroughGate, DATA_DIR: folder, ...site.store.env };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/admin.js', ...args], { env });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SAVE = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';
const TIMES = 10;
/** In milliseconds. */
const LONGEST = 2_000;

/**
 * What the servers tell each other: edits on either are on the other's sheets within two seconds; and so is an import at
 * the terminal, in both servers' lists. A backup at the terminal is complete. Returns what is wrong.
 */
export async function findApart(site: Site<Cluster>): Promise<string[]> {
  const wrong: string[] = [];
  const [person] = await site.administrators(1);
  const urls = site.servers.map(({ url }) => url ?? '') as [string, string];
  for (let n = 0; n < TIMES; n++) {
    const [one, other] = n % 2 ? urls : urls.toReversed();
    const tips = `apart ${n} ${Math.random()}`;
    const shown = async (url = '') => (await get(url, '/api/products/500', person)).data.tips;
    await Promise.all(urls.map(shown));
    const saved = await graph(one ?? '', SAVE, { input: { id: '500', tips } }, person);
    if (saved.status !== 200) wrong.push(`a save was answered ${saved.said}`);
    if ((await shown(one)) !== tips) wrong.push('the server that saved showed an old sheet');
    await until(async () => (await shown(other)) === tips, LONGEST).catch(() =>
      wrong.push('the other server showed an old sheet for 2 s'),
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'motokey-terminal-'));
  try {
    const [make] = await site.sql<{ name: string }>('select display_name as name from makes where id = 1');
    const model = `Imported ${Math.random().toString(36).slice(2)}`;
    const list = `/api/product-detail/sublist?company_id=1&mode=year&value=1950`;
    const lists = () => Promise.all(urls.map(async (url) => (await get(url, list, person)).said));
    const before = await lists();
    writeFileSync(join(folder, 'sheet.csv'), `Make,Model,Year\n${make?.name},${model},1950\n`);
    await atTerminal(site, 'import', join(folder, 'sheet.csv'));
    await until(async () => (await lists()).every((text, at) => text !== before[at]), LONGEST).catch(() =>
      wrong.push('an import was not seen for 2 s'),
    );
    const said = await atTerminal(site, 'backup', join(folder, 'motokey.tar.gz'));
    if (!said.includes('It was read again and is complete')) wrong.push(`the backup said ${said}`);
  } catch (error) {
    wrong.push(`at the terminal: ${(error as { stderr?: string }).stderr ?? error}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return wrong;
}

/** The median milliseconds of 100 sheets and of 50 saves, one after the other, on the first server. */
export async function pace(site: Site<Cluster>): Promise<string> {
  const [person] = await site.administrators(1);
  const url = site.servers[0].url ?? '';
  const median = async (count: number, call: (n: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const began = performance.now();
      await call(n);
      times.push(performance.now() - began);
    }
    return times.toSorted((one, other) => one - other)[count >> 1]?.toFixed(1);
  };
  const sheet = await median(100, (n) => get(url, `/api/products/${n + 1}`, person));
  const save = await median(50, (n) => graph(url, SAVE, { input: { id: '501', tips: `pace ${n}` } }, person));
  return `sheet ${sheet} ms, save ${save} ms`;
}
