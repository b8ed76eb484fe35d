import pg from 'pg';
import { setting } from './connections';

/**
 * Calls `work` with a connection of its own, without the ORM and without time limits, for backups and restores. Nothing
 * waits for a lock longer than `lockTimeout`.
 */
export async function withBareConnection<T>(
  url: string,
  name: string,
  lockTimeout: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: name, keepAlive: true });
  client.on('error', () => {}); // the running statement fails with it
  await client.connect();
  try {
    await client.query(
      setting({
        lock_timeout: lockTimeout,
        statement_timeout: '0',
        idle_in_transaction_session_timeout: '0',
        transaction_timeout: '0',
      }),
    );
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
