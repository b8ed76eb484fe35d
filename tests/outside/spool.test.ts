import { expect, test } from 'vitest';
import { Spool, temporaryFile } from '../../server/outside/spool';

test('a reader as fast as the writer gets every byte', async () => {
  for (let round = 0; round < 20; round++) {
    const spool = new Spool(await temporaryFile());
    const pieces = Array.from({ length: 200 }, (_, n) => Buffer.alloc(3_000 + n, n));
    const written = spool.write(
      (async function* () {
        yield* pieces;
      })(),
    );
    const read: Buffer[] = [];
    for await (const chunk of spool.body) read.push(chunk as Buffer);
    await written;
    expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true);
  }
});
