import { execSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leftovers, startEmbeddedPostgres } from '../../server/outside/postgres/embeddedPostgres';

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'motokey-embedded-')));
});
/** Databases outside `home`, created when the tests run as root. */
const made = new Set<string>();
afterAll(() => {
  for (const path of [...made, home]) rmSync(path, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  test('lists a deleted DATA_DIR’s leftover database and no old failure, and leaves another major version alone', async () => {
    // Closed to other users. When run as root, the database is therefore outside this directory.
    const dataDir = join(home, 'closed');
    mkdirSync(dataDir, { mode: 0o700 });
    const said: string[] = [];
    const start = () => startEmbeddedPostgres(dataDir, { log: (line) => said.push(line) });
    await (await start()).stop();
    const cluster = realpathSync(join(dataDir, 'postgres'));
    made.add(cluster);
    const outside = !cluster.startsWith(dataDir);
    expect(outside).toBe(process.getuid?.() === 0);

    appendFileSync(join(cluster, 'server.log'), '2026-01-01 FATAL:  could not write: No space left on device\n');
    renameSync(join(cluster, 'global/pg_control'), join(cluster, 'pg_control'));
    await expect(start()).rejects.toThrow(/^(?!.*No space left).*does not start: (?!undefined)./);

    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir, { mode: 0o700 });
    said.length = 0;
    await (await start()).stop();
    const link = join(dataDir, 'postgres');
    made.add(realpathSync(link));
    const ours = said.filter((line) => line.includes(cluster));
    if (outside) {
      expect(ours).toEqual([expect.stringContaining(`To remove it for good: rm -r '${cluster}'`)]);
      execSync(ours[0]?.split('for good: ')[1] ?? '');
    } else expect(ours).toEqual([]);
    expect(existsSync(cluster)).toBe(!outside);

    // Of another major version.
    const files = () => readdirSync(link).map((name) => [name, statSync(join(link, name)).mtimeMs]);
    for (const [major, advice] of [
      ['17', 'npm run admin -- backup FILE'],
      ['99', 'Start the release that created it'],
    ]) {
      writeFileSync(join(link, 'PG_VERSION'), `${major}\n`);
      const before = files();
      const wrong = new RegExp(`was created by PostgreSQL ${major}, but this release includes 18.*${advice}`);
      await expect(start()).rejects.toThrow(wrong);
      expect(files()).toEqual(before);
    }
  });

  test('distinguishes a database that a DATA_DIR links to from a leftover one', () => {
    const place = join(home, 'place');
    const database = (name: string, link?: string) => {
      mkdirSync(join(place, name), { recursive: true });
      if (link) writeFileSync(join(place, name, 'motokey.link'), link);
      return join(place, name);
    };
    const id = (digit: string) => digit.repeat(16);
    expect(leftovers(place)).toEqual([]);
    const [used, gone, replaced] = [join(home, 'used'), join(home, 'gone'), join(home, 'replaced')];
    symlinkSync(database(id('a'), used), used);
    database(id('b'), gone);
    database(id('c'), replaced);
    symlinkSync(database(id('d'), replaced), replaced);
    database('postgresql-18.4.0');
    // Not a name that we create. It could be a shell command.
    database("x'; echo hello; '", gone);
    const message = (name: string, link: string) =>
      expect.stringMatching(new RegExp(`${place}/${name} belonged to ${link}, .*rm -r '${place}/${name}'$`));
    expect(leftovers(place)).toEqual([message(id('b'), gone), message(id('c'), replaced)]);
  });
});
