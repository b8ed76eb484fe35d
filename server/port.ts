import { createServer } from 'node:net';

/** Whether something listens on `port` already: asked before the database starts, so that the answer is quick. */
export function portIsTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    );
    probe.listen({ port, host }, () => probe.close(() => resolve(false)));
  });
}
