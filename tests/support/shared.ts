import { afterAll, beforeAll } from 'vitest';

/**
 * What `start` resolves to, for all tests of a file, or of the `describe` that calls this. It is started before them, in the
 * order of these calls, and closed after them.
 */
export function shared<T extends object & { close?(): unknown }>(start: () => Promise<T>): T {
  const started = {} as T;
  beforeAll(async () => void Object.assign(started, await start()));
  afterAll(() => started.close?.());
  return started;
}
