import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between browsers and servers: it can be cut, or lead to another server under the same address. */
export async function openRelay(target: string) {
  let port = Number(new URL(target).port);
  let state: 'open' | 'cut' | 'silent' = 'open';
  const sockets = new Set<Socket>();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (state === 'cut') return void socket.destroy();
    if (state === 'silent') return;
    const onward = connect(port, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const change = (next: typeof state, to = port) => {
    state = next;
    port = to;
    end();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests fail at once. */
    cut: () => change('cut'),
    /** Requests get no answer, as in a cellar. */
    silence: () => change('silent'),
    /** Requests reach the server, or another one. */
    join: (to?: string) => change('open', to === undefined ? undefined : Number(new URL(to).port)),
    async close() {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
