import type { Logger } from 'pino';
import { traced } from '../../observe/currentRequest';

/** The observers of statements. */
export interface Watch {
  log: Logger;
  /** In milliseconds: a statement that takes longer is logged. */
  slowAfter: number;
}

/** Runs a statement, as a part of its request's trace; logs it if it is slow. */
export async function watched<T>(text: string, { log, slowAfter }: Watch, run: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await traced('PostgreSQL', run, () => ({
      'db.system.name': 'postgresql',
      'db.query.text': withoutValues(text),
    }));
  } finally {
    const ms = performance.now() - began;
    if (ms > slowAfter) log.warn({ statement: withoutValues(text), ms: Math.round(ms) }, 'Slow statement');
  }
}

/** MikroORM writes numbers and dates into the text (boundTexts.ts). What is cut off may end within quotes. */
const withoutValues = (text: string) =>
  text
    .slice(0, 2_000)
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
