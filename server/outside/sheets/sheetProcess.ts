import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { AppError, type ErrorCode, type FieldErrors, invalid } from '../../errors';
import type { SheetFindings, SheetHead, SheetName, SheetRow } from './sheet';

/** The file, which is sent first. */
export interface SheetSource {
  path: string;
  name: string;
  encoding: string | null;
}

/** What the process answers to each question. */
export interface Answers {
  sheets: SheetName[];
  /** The first rows of a sheet. */
  first: SheetRow[];
  open: SheetHead;
  /** The next rows of the sheet that is open. `end` comes with the last ones. */
  rows: { rows: SheetRow[]; end?: SheetFindings };
}
export interface Ask {
  what: keyof Answers;
  index: number;
}
export type Answer =
  | { value: Answers[keyof Answers] }
  | { refused: { code: ErrorCode; message: string; fields: FieldErrors } }
  /** The stack of a fault of ours. */
  | { fault: string };

/** Files that keep to the limits of the readers need half of this heap. Waiting for the database is not counted. */
const LIMITS = { megabytes: 384, milliseconds: 120_000 };

/** The built program, also in the tests: Node cannot load TypeScript with decorators. */
const built = () => createRequire(import.meta.url).resolve('#sheet-worker');

/** V8 aborts the process that has no more memory, and the system kills it. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGKILL'];
/** So many characters of what it printed last are kept, for the log. */
const OUTPUT_TAIL = 2_000;

/**
 * A process that reads one file. Whatever the file is like, it costs only this reading: memory and time are limited, and
 * `signal` ends it. A thread would not do: V8 ends all threads of a process when one of them has no more memory for a
 * large object.
 */
export class SheetProcess {
  readonly #process: ChildProcess;
  /** Rejects when the process fails or has to end. */
  readonly #failed: Promise<never>;
  readonly #fail: (reason: Error) => void;
  /** How long it may still work, in milliseconds. */
  #left: number;

  constructor(source: SheetSource, signal?: AbortSignal, { megabytes, milliseconds } = LIMITS) {
    this.#left = milliseconds;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.#failed = promise;
    this.#fail = reject;
    this.#process = fork(built(), {
      execArgv: [`--max-old-space-size=${megabytes}`, '--enable-source-maps'],
      // None of our secrets. Windows needs this one.
      env: { SystemRoot: process.env.SystemRoot },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let printed = '';
    this.#process.stderr?.on('data', (chunk) => {
      printed = `${printed}${chunk}`.slice(-OUTPUT_TAIL);
    });
    this.#process.on('error', reject);
    this.#process.on('close', (code, killedBy) =>
      reject(
        OUT_OF_MEMORY.includes(killedBy ?? '') || code === 134 ? tooMuch('memory') : new Error(`Ended: ${printed}`),
      ),
    );
    if (signal?.aborted) reject(cancelled());
    signal?.addEventListener('abort', () => reject(cancelled()), { once: true });
    this.#process.send(source);
  }

  /** One question at a time. */
  async ask<K extends keyof Answers>(what: K, index = 0): Promise<Answers[K]> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const began = performance.now();
    const timer = setTimeout(() => this.#fail(tooMuch('time')), this.#left);
    this.#process.once('message', (answer) => resolve(answer as Answer));
    this.#process.send({ what, index } satisfies Ask);
    try {
      const answer = await Promise.race([promise, this.#failed]);
      if ('value' in answer) return answer.value as Answers[K];
      if ('fault' in answer) throw new Error(answer.fault);
      const { code, message, fields } = answer.refused;
      throw new AppError(code, message, fields);
    } finally {
      clearTimeout(timer);
      this.#left -= performance.now() - began;
    }
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    if (this.#process.kill('SIGKILL')) await ended;
  }
}

const tooMuch = (what: 'memory' | 'time') =>
  invalid({ file: [`Reading this file takes too much ${what}: split it, or save a workbook as .csv.`] });
const cancelled = () => new AppError('BAD_REQUEST', 'The request was cancelled.');
