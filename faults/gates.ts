/** The connections between the parts of a drill: a gate in front of PostgreSQL, and the proxy in front of the servers. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Lifetime } from '../server/process/program.ts';

/** A port that forwards to another one. A drill can change the target. */
export interface Gate {
  port: number;
  /** The target of new connections; undefined refuses them. */
  to: number | undefined;
  /** Breaks the open connections. */
  cut(): void;
  /** Silently drops all further data on the open connections, without closing them. */
  silence(): void;
}

export async function openGate(life: Lifetime, to: number): Promise<Gate> {
  let ways: [Socket, Socket][] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    if (gate.to === undefined) return void socket.resetAndDestroy();
    const onward = connect(gate.to, '127.0.0.1');
    const way: [Socket, Socket] = [socket, onward];
    ways.push(way);
    for (const [from, other] of [way, [onward, socket]] as const) {
      from.on('error', () => other.destroy());
      from.on('close', () => {
        other.destroy();
        ways = ways.filter((one) => one !== way);
      });
      from.setNoDelay(true).pipe(other);
    }
  });
  const gate: Gate = {
    port: 0,
    to,
    cut() {
      for (const [socket] of ways) socket.destroy();
    },
    silence() {
      for (const [socket, onward] of ways) {
        socket.unpipe(onward).resume();
        onward.unpipe(socket).removeAllListeners('close').destroy();
      }
    },
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  gate.port = (server.address() as AddressInfo).port;
  life.onClose(() => {
    server.close();
    gate.cut();
  });
  return gate;
}

/** How often the proxy polls the readiness of each server, in milliseconds. */
const LOOKS_EVERY = 500;

/**
 * Opens a proxy that uses the servers in turn, ready ones first. Like common proxies, it tries another server if one cannot
 * be reached; reads also if their answer was lost or is 503. Any other lost answer becomes 502. Returns its address.
 */
export async function openProxy(life: Lifetime, running: () => string[]): Promise<string> {
  const kept = new Agent({ keepAlive: true });
  const leaving = new Set<string>();
  const look = async (url: string) => {
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) leaving.delete(url);
    else leaving.add(url);
  };
  const looking = setInterval(() => void Promise.all(running().map(look)), LOOKS_EVERY);
  life.onClose(() => clearInterval(looking));
  const servers = () => {
    const ready = running().filter((url) => !leaving.has(url));
    const others = running().filter((url) => leaving.has(url));
    const first = ready.length ? turn++ % ready.length : 0;
    return [...ready.slice(first), ...ready.slice(0, first), ...others];
  };
  let turn = 0;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    const isRead = incoming.method === 'GET';
    const all = servers();
    for (let attempt = 0; attempt < all.length; attempt++) {
      const url = all[attempt] ?? '';
      const isLast = attempt === all.length - 1;
      try {
        const response = await asked(url, incoming, body, isRead ? kept : false);
        if (response.statusCode === 503 && isRead && !isLast) {
          response.resume();
          continue;
        }
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.on('error', () => outgoing.destroy());
        response.pipe(outgoing);
        return;
      } catch (error) {
        const isAway = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (isLast || !(isRead || isAway)) break;
      }
    }
    outgoing.writeHead(502).end();
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  life.onClose(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Each write uses a new connection: on one that is just being closed, its outcome would be unknown. */
const asked = (url: string, { method, url: path, headers }: IncomingMessage, body: Buffer, agent: Agent | false) =>
  new Promise<IncomingMessage>((done, fail) => {
    const out = request(url + path, { method, headers, agent, timeout: 40_000 });
    out.on('timeout', () => out.destroy(new Error('timeout')));
    out.on('response', done).on('error', fail).end(body);
  });
