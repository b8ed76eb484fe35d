/**
 * The floor: the fastest that Node and PostgreSQL can be. A bare server that sends the text of one prepared statement for
 * each request, without any checks. `/values-year/53` runs the statement `values-year` with the parameter 53; the body of a
 * POST is the last parameter. Answers to paths below `/cached` are cached and then sent from memory.
 */
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { statements } from './floorStatements.ts';

/** The prefix of paths whose answers are cached. */
const CACHED = '/cached';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? '',
  max: 4,
  options: '-c plan_cache_mode=force_generic_plan',
});
// Counted once, since nothing here adds or removes models.
const { rows } = await pool.query<{ models: number }>('select count(*)::int as models from models');
const known = statements(rows[0]?.models ?? 0);

const cache = new Map<string, string>();

async function cachedAnswer(request: IncomingMessage): Promise<string | undefined> {
  const { url = '' } = request;
  const known = cache.get(url);
  if (known !== undefined || !url.startsWith(CACHED)) return known ?? answer(request);
  request.url = url.slice(CACHED.length);
  const found = await answer(request);
  if (found !== undefined) cache.set(url, found);
  return found;
}

async function answer(request: IncomingMessage): Promise<string | undefined> {
  const [, name = '', ...values] = (request.url ?? '').split('/').map(decodeURIComponent);
  const text = known[name];
  if (text === undefined) return undefined;
  if (request.method === 'POST') values.push(await bodyOf(request));
  const result = await pool.query<[string]>({ name, text, values, rowMode: 'array' });
  return result.rows[0]?.[0];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const part of request) body += part;
  return body;
}

const server = createServer((request, response) => {
  const fail = (error: unknown) => response.writeHead(500).end(String(error));
  cachedAnswer(request).then((json) => {
    if (json === undefined) return response.writeHead(404).end();
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
    return response.writeHead(200, headers).end(json);
  }, fail);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The floor is at its port'));
