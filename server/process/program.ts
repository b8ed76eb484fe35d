import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';

/** A program's open resources and its end: docs/operations.md, "Starting and stopping". */
export interface Lifetime {
  /** Aborted when the program is to end, even during its start. */
  readonly signal: AbortSignal;
  /**
   * Registers a close function; the last one registered runs first. Call it before awaiting the opening, so that a signal
   * during the opening closes it too.
   */
  onClose(close: () => unknown): void;
}

/** What `runProgram` gives to a program. */
export interface Program extends Lifetime {
  /** From now on, `handle` gets the rejections that nobody handles. Until then they end the program, as exceptions do. */
  onRejection(handle: (error: unknown) => void): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The percentage of the free heap that is used when V8 starts to mark the whole heap: in a task of its own
 * (soft) or at once (hard). By default, 8 MB of new buffers are enough (docs/performance.md, "Garbage").
 */
const MARKING = ['--incremental-marking-soft-trigger=60', '--incremental-marking-hard-trigger=80'];

/**
 * Runs `main` and closes what it opened: after a fault, on a signal (exit code 128 + its number if `main` had not
 * finished), and with `ends` also when `main` has finished. A second Ctrl-C exits at once.
 */
export function runProgram(main: (life: Program) => Promise<void>, { ends = false }: { ends?: boolean } = {}): void {
  for (const flag of MARKING) setFlagsFromString(flag);
  const ending = new AbortController();
  const closers: (() => unknown)[] = [];
  // Registered before anything is started, so that a signal during the start leaves nothing behind.
  const { close } = closeWithGrace(
    { delay: 9_000, logger: false, skip: [...SIGNALS, 'unhandledRejection'] },
    async ({ err }) => {
      if (err) fail(err, { whole: true });
      ending.abort();
      for (let one = closers.pop(); one; one = closers.pop()) {
        try {
          await one();
        } catch (error) {
          fail(error);
        }
      }
      process.exit();
    },
  );

  let finished = false;
  let signalled = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // Ctrl-C reaches us twice, from the terminal and from npm; a later one means that somebody does not want to wait.
      if (signalled && Date.now() - signalled > 1_000) process.exit(1);
      if (signalled) return;
      signalled = Date.now();
      if (!finished) process.exitCode = 128 + constants.signals[signal];
      close();
    });
  }

  const fail = (error: unknown, { whole = false } = {}) => {
    process.exitCode ??= 1;
    printFailure(error, whole);
  };
  let handleRejection = (error: unknown) => {
    fail(error, { whole: true });
    close();
  };
  process.on('unhandledRejection', (error) => handleRejection(error));
  const life: Program = {
    signal: ending.signal,
    onClose: (one) => closers.push(one),
    onRejection(handle) {
      handleRejection = handle;
    },
  };
  main(life).then(
    () => {
      finished = true;
      if (ends && !ending.signal.aborted) close();
    },
    (error) => {
      if (ending.signal.aborted) return; // a consequence of the closing
      fail(error);
      close();
    },
  );
}

/** Prints the message alone; if `whole`, or with LOG_LEVEL=debug or trace, also the stack. */
function printFailure(error: unknown, whole: boolean): void {
  const wantsAll = whole || process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace';
  console.error(error instanceof Error && !wantsAll ? error.message : error);
}
