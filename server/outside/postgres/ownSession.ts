import pg from 'pg';

/** How often it is looked for. Once is enough unless others use the pooler at the same moment. */
const TIMES = 3;
const CONNECTS_WITHIN = 3_000;

type Client = pg.Client & { readonly processID: number };

/**
 * Whether each connection to `url` has a session of its own. False behind a pooler that gives every transaction whichever
 * session is free (docs/scaling.md, "Poolers"). Rejects if the database cannot be reached.
 */
export async function hasOwnSession(url: string): Promise<boolean> {
  const one = await connect(url);
  try {
    // A pooler invents the process that it names when a client connects.
    if ((await sessionOf(one)) === one.processID) return true;
    const other = await connect(url);
    try {
      const own = await sessionOf(one);
      for (let time = 0; time < TIMES; time++) {
        await other.query('begin');
        if ((await sessionOf(other)) === own) return false;
        const during = await sessionOf(one);
        await other.query('commit');
        if (during !== own || (await sessionOf(one)) !== own) return false;
      }
      return true;
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTS_WITHIN,
    query_timeout: CONNECTS_WITHIN,
  });
  client.on('error', () => {}); // the running statement fails with it
  await client.connect();
  return client as Client;
}

const sessionOf = async (client: Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
