/** Programs that a drill needs and that the project's packages do not have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, chownSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { accountFor } from '../../server/outside/postgres/embeddedPostgres.ts';
import type { Lifetime } from '../../server/process/program.ts';
import { until } from '../until.ts';

/** Where Debian puts programs that are not on everybody's PATH. */
const OTHER_PLACES = ['/usr/sbin', '/usr/lib/postgresql/15/bin'];
/** Debian's packages, where they are not named after the program. */
const PACKAGES: Record<string, string> = { etcd: 'etcd-server', pg_rewind: 'postgresql-15' };

/**
 * The paths of `names`: each is that of a variable with the name in capitals, or is on PATH. A text instead names what is
 * missing and how to get it.
 */
export function locate<Name extends string>(...names: Name[]): Record<Name, string> | string {
  const places = [...(process.env.PATH?.split(delimiter) ?? []), ...OTHER_PLACES];
  const found = names.map((name) => {
    const given = process.env[name.toUpperCase()];
    return [name, given ?? places.map((place) => join(place, name)).find(isProgram)] as const;
  });
  const missing = found.flatMap(([name, path]) => (path ? [] : name));
  if (missing.length === 0) return Object.fromEntries(found) as Record<Name, string>;
  const packages = missing.map((name) => PACKAGES[name] ?? name);
  const variables = missing.map((name) => name.toUpperCase());
  return `it needs ${missing.join(', ')}: apt-get install ${packages.join(' ')}, or name the path in ${variables.join(', ')}`;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}

/** Where programs of a drill run: a temporary folder, and an account other than root, which PostgreSQL and PgBouncer refuse. */
export class Workplace {
  readonly root = mkdtempSync(join(tmpdir(), 'motokey-engine-'));
  readonly account = accountFor(join(this.root, 'none'));

  private readonly life: Lifetime;
  private readonly children = new Set<ChildProcess>();

  constructor(life: Lifetime) {
    this.life = life;
    const killAll = () => {
      for (const child of this.children) child.kill('SIGKILL');
    };
    process.once('exit', killAll);
    if (this.account) chownSync(this.root, this.account.uid, this.account.gid);
    life.onClose(() => {
      process.off('exit', killAll);
      rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  /** Starts a program, which is killed at the end. Its output is in `name`.log in the folder. */
  start(name: string, program: string, args: string[]): Running {
    const log = openSync(join(this.root, `${name}.log`), 'a');
    const child = spawn(program, args, {
      ...this.account,
      cwd: this.root,
      env: { ...process.env, HOME: this.root, LC_ALL: 'C.UTF-8' },
      detached: true,
      stdio: ['ignore', log, log],
    });
    this.children.add(child);
    const ended = new Promise<void>((done) => {
      child.once('close', () => done()).once('error', () => done());
    }).then(() => void this.children.delete(child));
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    this.life.onClose(kill);
    return { kill };
  }
}

export interface Running {
  /** Ends it with SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Resolves when `url` answers with 200. */
export const answers = (url: string, most?: number) =>
  until(
    () =>
      fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    most,
  );
