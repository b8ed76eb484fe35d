import { constants } from 'node:os';
import closeWithGrace from 'close-with-grace';

/** What a program of ours has opened, and when that must end: docs/operations.md, "Starting and stopping". */
export interface Lifetime {
  /** Aborted when the program is to end, also in the middle of its start. */
  readonly signal: AbortSignal;
  /**
   * Registers how something is closed; the last registered is closed first. Call it before the opening is awaited, so
   * that a signal that comes meanwhile closes it too.
   */
  onClose(close: () => unknown): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `main` and closes what it opened: after a fault, at a signal (128 + its number is the exit code where `main` had
 * not finished), and with `ends` when it has finished. A second Ctrl-C waits for nothing.
 */
export function runProgram(main: (life: Lifetime) => Promise<void>, { ends = false }: { ends?: boolean } = {}): void {
  const ending = new AbortController();
  const closers: (() => unknown)[] = [];
  // Registered before anything is started, so that a signal during the start leaves nothing behind either.
  const { close } = closeWithGrace({ delay: 9_000, logger: false, skip: [...SIGNALS] }, async ({ err }) => {
    if (err) fail(err);
    ending.abort();
    for (let one = closers.pop(); one; one = closers.pop()) {
      try {
        await one();
      } catch (error) {
        fail(error);
      }
    }
    process.exit();
  });

  let finished = false;
  let signalled = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // Ctrl-C reaches us from the terminal and again from npm; a later one is somebody who does not want to wait.
      if (signalled && Date.now() - signalled > 1_000) process.exit(1);
      if (signalled) return;
      signalled = Date.now();
      if (!finished) process.exitCode = 128 + constants.signals[signal];
      close();
    });
  }

  const fail = (error: unknown) => {
    process.exitCode ??= 1;
    tell(error);
  };
  main({ signal: ending.signal, onClose: (one) => closers.push(one) }).then(
    () => {
      finished = true;
      if (ends && !ending.signal.aborted) close();
    },
    (error) => {
      if (ending.signal.aborted) return; // what was closed under it
      fail(error);
      close();
    },
  );
}

/** A person at the terminal reads a sentence; LOG_LEVEL=debug shows where a fault came from. */
function tell(error: unknown): void {
  const wantsAll = process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace';
  console.error(error instanceof Error && !wantsAll ? error.message : error);
}
