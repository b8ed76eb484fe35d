/** The CPU and memory used by a process, from /proc; undefined where there is none (macOS, Windows). */
import { readFileSync } from 'node:fs';
import { connected } from './postgres.ts';

/** Linux counts CPU time in hundredths of a second. */
const TICK = 10;

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** The fields of /proc/<pid>/stat after the name, which may contain spaces: the first one is the state. */
const statOf = (pid: number) => read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');

const ticks = (fields: string[], ...places: number[]) =>
  places.reduce((sum, place) => sum + Number(fields[place]) * TICK, 0);

/** CPU time of a process in milliseconds. */
export function cpuOf(pid: number): number | undefined {
  const fields = statOf(pid);
  return fields && ticks(fields, 11, 12);
}

/** Memory of a process in megabytes (RSS). */
export function memoryOf(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/**
 * CPU time in milliseconds of the PostgreSQL processes that serve the database, including processes that have ended;
 * undefined if PostgreSQL runs elsewhere.
 */
export async function cpuOfPostgres(url: string): Promise<number | undefined> {
  const { rows } = await connected(url, (client) =>
    client.query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()'),
  );
  const local = rows.filter(({ pid }) => read(`/proc/${pid}/comm`)?.startsWith('postgres'));
  const parent = Number(local[0] && statOf(local[0].pid)?.[1]);
  const ended = parent ? statOf(parent) : undefined;
  return ended && local.reduce((sum, { pid }) => sum + (cpuOf(pid) ?? 0), ticks(ended, 13, 14));
}
