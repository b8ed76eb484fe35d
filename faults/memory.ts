/** Measures the memory of servers under load. */
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../bench/measure.ts';
import { freePort, type Target } from '../bench/server.ts';
import { memoryOf } from '../bench/usage.ts';

/** Megabytes at the beginning, once everything has been used, and at the end. */
type FromTo = [first: number, last: number];
export interface Drift {
  /** The resident memory of the process. It grows until V8 collects garbage. */
  resident: FromTo;
  /** The memory in use after a garbage collection. If this grows, something leaks. */
  live: FromTo;
}

/** The port of a server's inspector, and the arguments to start the server with it. */
export async function inspected() {
  const port = await freePort();
  return { port, program: [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http', 'dist/server/main.js'] };
}

/** When the memory is measured, as shares of the duration. The time before is for warming up. */
const FIRST = [0.2, 0.4] as const;
const LAST = [0.8, 1] as const;

/** Watches a server until `end` (as performance.now()). */
export async function watchMemory({ pid }: Target, inspector: number, end: number): Promise<Drift> {
  const began = performance.now();
  const share = () => (performance.now() - began) / (end - began);
  const seen: { at: number; resident: number }[] = [];
  let first: number | undefined;
  while (performance.now() < end - 1_000) {
    await wait(1_000);
    seen.push({ at: share(), resident: memoryOf(pid) ?? Number.NaN });
    if (share() > FIRST[1]) first ??= await liveMemory(inspector);
  }
  const last = await liveMemory(inspector);
  const between = ([from, to]: readonly [number, number]) =>
    median(seen.filter(({ at }) => at >= from && at <= to).map(({ resident }) => resident));
  return { resident: [between(FIRST), between(LAST)], live: [first ?? last, last] };
}

/** Collects the garbage of a process through its inspector; resolves with the remaining heap and buffers, in megabytes. */
async function liveMemory(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = () => fail(new Error('The inspector of a server did not answer.'));
  });
  let id = 0;
  const call = <T>(method: string, params = {}) =>
    new Promise<T>((done) => {
      socket.onmessage = ({ data }) => done(JSON.parse(String(data)).result);
      socket.send(JSON.stringify({ id: ++id, method, params }));
    });
  await call('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await call<{ result: { value: number } }>('Runtime.evaluate', { expression });
  socket.close();
  return result.value / 1024 / 1024;
}
