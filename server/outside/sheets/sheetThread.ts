import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type FieldErrors, invalid } from '../../errors';
import type { SheetFindings, SheetHead, SheetName, SheetRow } from './sheet';

export interface WorkerData {
  path: string;
  name: string;
  encoding: string | null;
}

/** What the thread answers to each question. */
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
  | { refused: { code: ErrorCode; message: string; fields: FieldErrors } };

/** Files that keep to the limits of the readers need half of this heap. Waiting for the database is not counted. */
const LIMITS = { megabytes: 384, milliseconds: 120_000 };

/** The built thread, also in the tests: a thread cannot load TypeScript with decorators. */
const built = () => createRequire(import.meta.url).resolve('#sheet-worker');

/**
 * A thread that reads one file. Whatever the file is like, it costs only this reading: the thread's memory and time are
 * limited, and `signal` ends it.
 */
export class SheetThread {
  readonly #worker: Worker;
  /** Rejects when the thread fails or has to end. */
  readonly #failed: Promise<never>;
  readonly #fail: (reason: Error) => void;
  /** How long it may still work, in milliseconds. */
  #left: number;

  constructor(workerData: WorkerData, signal?: AbortSignal, { megabytes, milliseconds } = LIMITS) {
    this.#left = milliseconds;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.#failed = promise;
    this.#fail = reject;
    const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 };
    this.#worker = new Worker(built(), { workerData, resourceLimits, env: {}, execArgv: ['--enable-source-maps'] });
    this.#worker.on('error', (error) =>
      reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('memory') : error),
    );
    this.#worker.on('exit', () => reject(new Error('The thread has ended')));
    if (signal?.aborted) reject(cancelled());
    signal?.addEventListener('abort', () => reject(cancelled()));
  }

  /** One question at a time. */
  async ask<K extends keyof Answers>(what: K, index = 0): Promise<Answers[K]> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const began = performance.now();
    const timer = setTimeout(() => this.#fail(tooMuch('time')), this.#left);
    this.#worker.once('message', resolve);
    this.#worker.postMessage({ what, index } satisfies Ask);
    try {
      const answer = await Promise.race([promise, this.#failed]);
      if ('value' in answer) return answer.value as Answers[K];
      const { code, message, fields } = answer.refused;
      throw new AppError(code, message, fields);
    } finally {
      clearTimeout(timer);
      this.#left -= performance.now() - began;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

const tooMuch = (what: 'memory' | 'time') =>
  invalid({ file: [`Reading this file takes too much ${what}: split it, or save a workbook as .csv.`] });
const cancelled = () => new AppError('BAD_REQUEST', 'The request was cancelled.');
