import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Changes, type Topic } from '../../server/outside/postgres/databaseChanges';
import { type RepeatedWork, repeat } from '../../server/process/repeat';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Every random pause has its longest value.
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Begins to repeat `work`. */
function begin(...work: (Partial<RepeatedWork> & Pick<RepeatedWork, 'run'>)[]) {
  const logged: { work?: string; failures?: number; level: number }[] = [];
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) });
  const changes = new Changes('', log, async () => []);
  const stop = repeat(
    work.map((one, index) => ({ name: `work ${index}`, every: 60 * SECOND, ...one })),
    { log, changes },
  );
  return { logged, stop, change: (topic: Topic) => changes.committed(new Set([topic])) };
}

/** Work whose runs end when the test says so. */
function slow() {
  const runs: { end(hasMore?: boolean): void; fail(): void; signal: AbortSignal }[] = [];
  const run = (signal: AbortSignal) =>
    new Promise<boolean | undefined>((end, reject) => {
      runs.push({ end, fail: () => reject(new Error('away')), signal });
    });
  return { runs, run };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('work begins soon after the start, and a run begins the usual pause after the last one has ended', async () => {
  const { runs, run } = slow();
  begin({ run });
  await pass(SECOND);
  expect(runs).toHaveLength(1);
  await pass(HOUR);
  expect(runs, 'it never runs twice at a time').toHaveLength(1);
  runs[0]?.end();
  await pass(60 * SECOND - 1);
  expect(runs).toHaveLength(1);
  await pass(1);
  expect(runs).toHaveLength(2);
});

test('work that has more to do goes on at once', async () => {
  const { runs, run } = slow();
  begin({ run });
  await pass(SECOND);
  runs[0]?.end(true);
  await pass(0);
  expect(runs).toHaveLength(2);
});

test('what fails or hangs is logged and stops no other work', async () => {
  const run = vi.fn(async () => {});
  const fails = vi.fn(() => {
    throw new Error('away');
  });
  const { logged } = begin({ run: fails, name: 'sweep' }, { run: () => new Promise(() => {}) }, { run });
  await pass(HOUR);
  expect(run).toHaveBeenCalledTimes(60);
  expect(logged[0]).toMatchObject({ level: 50, work: 'sweep', failures: 1, err: { message: 'away' } });
});

/** How many seconds after each of so many failures in a row the next run begins. */
async function retriedAfter(every: number, failures: number): Promise<number[]> {
  const { runs, run } = slow();
  begin({ run, every });
  await pass(every / 60);
  const seconds: number[] = [];
  for (let failed = 1; failed <= failures; failed++) {
    runs.at(-1)?.fail();
    let passed = 0;
    for (; runs.length === failed; passed++) await pass(SECOND);
    seconds.push(passed);
  }
  return seconds;
}

test('pauses grow after failures, up to half a minute or the usual pause', async () => {
  expect(await retriedAfter(SECOND, 6)).toEqual([2, 4, 8, 16, 30, 30]);
  expect(await retriedAfter(60 * SECOND, 7)).toEqual([2, 4, 8, 16, 32, 60, 60]);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(await retriedAfter(SECOND, 3), 'by chance only half as long').toEqual([1, 2, 4]);
});

test('after a success the pause is the usual one again', async () => {
  const { runs, run } = slow();
  begin({ run });
  await pass(SECOND);
  for (const run of ['fail', 'fail', 'end', 'fail'] as const) {
    runs.at(-1)?.[run]();
    await pass(run === 'end' ? 60 * SECOND : 4 * SECOND);
  }
  expect(runs).toHaveLength(5);
});

test('a change of its topic begins a run at once, or as soon as the current one has ended', async () => {
  const { runs, run } = slow();
  const { change } = begin({ run, topic: 'mails' });
  await pass(SECOND);
  runs[0]?.end();
  await pass(0);
  change('catalogue');
  await pass(0);
  expect(runs).toHaveLength(1);
  change('mails');
  await pass(0);
  expect(runs).toHaveLength(2);
  change('mails');
  change('mails');
  await pass(SECOND);
  expect(runs).toHaveLength(2);
  runs[1]?.end();
  await pass(0);
  expect(runs).toHaveLength(3);
  runs[2]?.end();
  await pass(60 * SECOND - 1);
  expect(runs, 'one run is enough for both').toHaveLength(3);
});

test('stopping aborts the signal, waits for the run in progress and begins no other', async () => {
  const { runs, run } = slow();
  const idle = vi.fn(async () => {});
  const { stop, change } = begin({ run, topic: 'mails' }, { run: idle, topic: 'mails' });
  await pass(SECOND);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  expect(runs[0]?.signal.aborted).toBe(true);
  change('mails');
  await pass(HOUR);
  expect(isStopped).toBe(false);
  runs[0]?.end(true);
  await stopped;
  await pass(HOUR);
  expect([runs.length, idle.mock.calls.length]).toEqual([1, 1]);
});

test('a topic does not shorten the pauses of work that fails', async () => {
  const { runs, run } = slow();
  const { change } = begin({ run, topic: 'mails' });
  await pass(SECOND);
  runs[0]?.fail();
  await pass(0);
  change('mails');
  await pass(2 * SECOND - 1);
  expect(runs).toHaveLength(1);
  await pass(1);
  expect(runs).toHaveLength(2);
  change('mails');
  runs[1]?.fail();
  await pass(4 * SECOND - 1);
  expect(runs).toHaveLength(2);
  await pass(1);
  expect(runs).toHaveLength(3);
});
