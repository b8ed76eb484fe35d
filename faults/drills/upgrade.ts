/** The rolling upgrade from the last release. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createAdministrator, type Database } from '../../bench/database.ts';
import { connected } from '../../bench/postgres.ts';
import { type Drill, type Outcome, underTraffic } from '../drill.ts';
import { Ledger } from '../ledger.ts';
import { MODELS, type Site } from '../site.ts';

const run = promisify(execFile);

/** The newest tag; without one the commit before the last change of the migrations. FAULTS_BASE names another. */
async function lastRelease(): Promise<string | undefined> {
  const git = async (...args: string[]) => (await run('git', args)).stdout.trim();
  if (process.env.FAULTS_BASE) return process.env.FAULTS_BASE;
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => undefined);
  return tag ?? git('log', '-1', '--format=%h^', '--', 'server/migrations').catch(() => undefined);
}

/** Builds the server of that commit in `folder`, with today's packages. */
async function build(commit: string, folder: string): Promise<void> {
  await run('git', ['archive', '--output', join(folder, 'release.tar'), commit]);
  await run('tar', ['-x', '-C', folder, '-f', join(folder, 'release.tar')]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const vite = [resolve('node_modules/vite/bin/vite.js'), 'build', '--config', 'vite.server.config.ts'];
  await run(process.execPath, vite, { cwd: folder });
}

/** A new database with the release's tables. */
async function databaseOf(site: Site, folder: string): Promise<Database> {
  const name = 'motokey_upgrade';
  await site.primary.sql(`create database ${name}`);
  const url = site.primary.url(name);
  const password = await createAdministrator(url, join(folder, 'dist/server/admin.js'));
  const { insertCatalogue } = await import(join(folder, 'bench/catalogue.ts'));
  await connected(url, (client) => insertCatalogue(client, MODELS));
  return { url, models: MODELS, password };
}

async function upgrade(site: Site, outcome: (ledger: Ledger) => Promise<Outcome>): Promise<Outcome> {
  for (const server of site.servers) await server.start();
  const ledger = new Ledger(site);
  const found = await outcome(ledger);
  found.problems.push(...(await ledger.check()));
  return found;
}

export const upgraded: Drill = {
  name: 'upgrade',
  title: 'rolling upgrade from the last release, both at work',
  runs: 1,
  async run({ site }) {
    const base = await lastRelease();
    if (!base) return { recovery: [], problems: [], skipped: 'it needs the history in git' };
    const folder = mkdtempSync(join(tmpdir(), 'motokey-release-'));
    const { database } = site;
    const files = [...site.store.objects];
    try {
      await build(base, folder);
      for (const server of site.servers) {
        await server.end('SIGTERM');
        server.program = [join(folder, 'dist/server/main.js')];
      }
      site.store.objects.clear();
      site.database = await databaseOf(site, folder);
      const outcome = await upgrade(site, (ledger) =>
        underTraffic({ site, ledger }, async (traffic, { recovery }) => {
          for (const server of site.servers) {
            await server.end('SIGTERM');
            server.program = undefined;
            await server.start();
            recovery.push(await traffic.recovered(performance.now()));
            await wait(3_000);
          }
        }),
      );
      return { ...outcome, note: `from ${base}` };
    } finally {
      for (const server of site.servers) {
        await server.end('SIGTERM');
        server.program = undefined;
      }
      site.database = database;
      site.store.objects.clear();
      for (const [path, bytes] of files) site.store.objects.set(path, bytes);
      for (const server of site.servers) await server.start();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
