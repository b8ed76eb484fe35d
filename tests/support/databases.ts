import type { MikroORM } from '@mikro-orm/postgresql';
import { longWork } from '../../server/outside/postgres/connections';

/**
 * Drops the database of a test. First without force: PostgreSQL then cancels its own autovacuum there, which `force`
 * may only do as a superuser. With force if a killed server has left connections.
 */
export async function dropDatabase(admin: MikroORM, name: string): Promise<void> {
  await longWork(() =>
    admin.em.execute(`drop database ${name}`).catch(() => admin.em.execute(`drop database ${name} with (force)`)),
  );
}
