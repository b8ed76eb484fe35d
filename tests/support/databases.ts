import type { MikroORM } from '@mikro-orm/postgresql';
import { longWork } from '../../server/outside/postgres/connections';

/**
 * Drops the database of a test. Without force first: PostgreSQL then calls off its own vacuum of it, which by force it
 * would want a superuser for. By force where a server that was killed has left connections.
 */
export async function dropDatabase(admin: MikroORM, name: string): Promise<void> {
  await longWork(() =>
    admin.em.execute(`drop database ${name}`).catch(() => admin.em.execute(`drop database ${name} with (force)`)),
  );
}
