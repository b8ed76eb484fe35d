/** What a process has used, from /proc; undefined where there is none (macOS, Windows). */
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

/** CPU time of a process in milliseconds. */
export function cpuOf(pid: number): number | undefined {
  // After the name, which may contain spaces: state is the first field, utime the 12th, stime the 13th.
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Memory of a process in megabytes (RSS). */
export function memoryOf(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** CPU time in milliseconds of the processes of PostgreSQL that serve the database, by id; empty if it runs elsewhere. */
export async function cpuOfPostgres(url: string): Promise<Map<number, number>> {
  const { rows } = await connected(url, (client) =>
    client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  );
  const local = rows.filter(({ pid }) => read(`/proc/${pid}/comm`)?.startsWith('postgres'));
  return new Map(local.map(({ pid }) => [pid, cpuOf(pid) ?? 0]));
}
