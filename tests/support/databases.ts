import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { longWork } from '../../server/outside/connections';

/**
 * Drops the database of a test. Without force first: PostgreSQL then calls off its own vacuum of it, which by force it
 * would want a superuser for. By force where a server that was killed has left connections.
 */
export async function dropDatabase(admin: MikroORM, name: string): Promise<void> {
  await longWork(() =>
    admin.em.execute(`drop database ${name}`).catch(() => admin.em.execute(`drop database ${name} with (force)`)),
  );
}

/** A temporary directory for an embedded PostgreSQL: run by root, it is the account `nobody`, which must get in. */
export async function directoryForPostgres(purpose: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `motokey-${purpose}-`));
  await chmod(directory, 0o711);
  return directory;
}
