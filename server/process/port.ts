// biome-ignore lint/style/noRestrictedImports: the operator's HOST, once, as listen() will look it up
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { type Config, ConfigError } from '../config';

type Address = Pick<Config, 'port' | 'host'>;

/**
 * Throws a ConfigError if we cannot listen on HOST and PORT; checked before the database starts, so that it fails fast.
 * `localhost` may resolve to an address that this machine lacks, which is ignored; an address in use is an error.
 */
export async function requireFree({ port, host }: Address): Promise<void> {
  try {
    const addresses = await lookup(host, { all: true });
    const failures = await Promise.all(addresses.map(({ address }) => probe(port, address)));
    const failure = failures.find((one) => one?.code === 'EADDRINUSE') ?? failures[0];
    if (failure && (failure.code === 'EADDRINUSE' || failures.every(Boolean))) throw failure;
  } catch (error) {
    throw wrongAddress(error, { port, host });
  }
}

function probe(port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', resolve);
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}

/** A ConfigError that says what is wrong with PORT or HOST; any other error unchanged. */
export function wrongAddress(error: unknown, { port, host }: Address): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `PORT ${port} is in use. Stop the program that is using it, or choose another: PORT=3001 npm start`,
    );
  if (code === 'EADDRNOTAVAIL')
    return new ConfigError(
      `HOST ${host} is not an address of this machine. Leave HOST out, or set one of its addresses.`,
    );
  if (syscall === 'getaddrinfo')
    return new ConfigError(`HOST ${host} cannot be resolved (${code}). Leave HOST out, or set an address.`);
  if (code === 'EACCES')
    return new ConfigError(`This user may not listen on PORT ${port} of HOST ${host}. Choose a PORT above 1023.`);
  if (syscall === 'listen')
    return new ConfigError(`Motokey cannot listen on HOST ${host} and PORT ${port}: ${(error as Error).message}`);
  return error;
}
