import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** `fails`: 500 to everything. `hangs`: no answer. `slow`: half a second for each request. */
type StoreMood = 'well' | 'fails' | 'hangs' | 'slow';

export type LocalS3 = Awaited<ReturnType<typeof startLocalS3>>;

/** A server on a free port of this machine that implements the four S3 calls of the image store, over one bucket. */
export async function startLocalS3() {
  /** By path: `/bucket/key`. */
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const state = { mood: 'well' as StoreMood };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname);
    requests.push(`${request.method} ${path} ${request.headers.authorization?.split(' ')[0]}`);
    const body = await buffer(request);
    if (state.mood === 'hangs') return;
    if (state.mood === 'fails') return void response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
    if (state.mood === 'slow') await wait(500);
    if (request.method === 'PUT') objects.set(path, body);
    else if (request.method === 'DELETE') objects.delete(path);
    const found = objects.get(path);
    response.statusCode = request.method === 'DELETE' ? 204 : found ? 200 : 404;
    if (found && request.method !== 'PUT') response.setHeader('content-length', found.length);
    response.end(request.method === 'GET' ? (found ?? '<Error><Code>NoSuchKey</Code></Error>') : undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const settings = {
    bucket: 'pictures',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
  return {
    objects,
    requests,
    state,
    settings,
    /** The same, as environment variables. */
    env: {
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ENDPOINT: settings.endpoint,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
