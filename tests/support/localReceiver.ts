import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on a free port of this machine. `state.answer` answers each request that it has read. */
export async function startLocalReceiver() {
  const received: Received[] = [];
  const ok = (response: ServerResponse) => void response.end('thanks');
  const state = { answer: ok as (response: ServerResponse) => void };
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        received.push({ headers: request.headers, body });
        state.answer(response);
      },
      () => {},
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    state,
    ok,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
