import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type BlockList, isIP } from 'node:net';
import { withoutForbidden } from '../../gate/characters';
import { addressesOf } from './addressesOf';
import { kindOfAddress } from './publicAddress';

/** What a receiver answered: a status, and the beginning of its text, without characters that cannot be stored. */
interface Answer {
  status: number;
  text: string;
}

interface Message {
  headers: Record<string, string>;
  body: string;
}

/** Sends to URLs that administrators typed, but never to what only this server can reach (docs/webhooks.md, "Addresses"). */
export interface Receivers {
  /** Throws a ReceiverError if nothing may be sent there. */
  check(url: string): Promise<void>;
  /** Sends a POST and does not follow redirects. Throws a ReceiverError if there was no answer. */
  post(url: string, message: Message, signal?: AbortSignal): Promise<Answer>;
}

/** Why nothing was sent, or nothing answered. The message is for people. */
export class ReceiverError extends Error {}

type Resolve = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>;

interface Rules {
  /** Private addresses that may be sent to all the same. */
  listed: BlockList;
  /** All addresses of a name. Ends when the signal is aborted. */
  resolve?: Resolve;
  /** In milliseconds, for everything from the name to the end of the answer. */
  timeout?: number;
}

const TIMEOUT = 10_000;
/** How much of an answer is kept, in bytes. */
const KEPT = 1_024;
const PORTS = ['', '443', '8443'];
/** Names that have a meaning only inside a network. */
const INSIDE = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

export function openReceivers({ listed, resolve = addressesOf, timeout = TIMEOUT }: Rules): Receivers {
  async function locate(text: string, signal: AbortSignal): Promise<{ url: URL; addresses: LookupAddress[] }> {
    const url = parse(text);
    const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
    const family = isIP(name);
    const addresses = family
      ? [{ address: name, family }]
      : await resolve(name, signal).catch((error) => notFound(name, error, signal));
    if (addresses.length === 0) throw new ReceiverError(`There is no address for ${name}.`);
    const kinds = addresses.map(({ address }) => kindOfAddress(withoutZone(address), listed));
    // One such address is enough: the connection may use any of them.
    if (kinds.includes('refused')) throw new ReceiverError('This is not an address of the public internet.');
    if (kinds.includes('public')) {
      if (url.protocol !== 'https:') throw new ReceiverError('The address must begin with https://.');
      if (!PORTS.includes(url.port)) throw new ReceiverError('The port must be 443 or 8443.');
      if (!family && (!name.includes('.') || INSIDE.test(name)))
        throw new ReceiverError('This is not an address of the public internet.');
    }
    return { url, addresses };
  }

  return {
    check: async (text) => void (await within(timeout, undefined, (ends) => locate(text, ends))),
    post: (text, message, signal) =>
      within(timeout, signal, async (ends) => {
        const { url, addresses } = await locate(text, ends);
        return send(url, addresses, message, ends);
      }),
  };
}

function parse(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new ReceiverError('The address must begin with https://.');
  if (url.username || url.password || text.split('/')[2]?.includes('@'))
    throw new ReceiverError('The address may not contain a name or a password.');
  return url;
}

const withoutZone = (address: string) => address.split('%')[0] ?? address;

function notFound(name: string, error: unknown, signal: AbortSignal): never {
  signal.throwIfAborted();
  throw new ReceiverError(`The address of ${name} could not be looked up.`, { cause: error });
}

/** Runs `act` for at most `timeout` milliseconds: the signal ends all that it does. */
async function within<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  act: (ends: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(timeout);
  const ends = signal ? AbortSignal.any([late, signal]) : late;
  try {
    ends.throwIfAborted();
    const done = await act(ends);
    ends.throwIfAborted();
    return done;
  } catch (error) {
    if (error instanceof ReceiverError || signal?.aborted) throw error;
    throw new ReceiverError(late.aborted ? `No answer within ${timeout / 1_000} seconds.` : inWords(error));
  }
}

function inWords(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET') return 'The connection was closed before there was an answer.';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'The receiver cannot be reached from here.';
  // The message may repeat what was answered.
  return withoutForbidden((message || code).slice(0, 200));
}

/** Connects to the addresses that were checked: the name is not looked up again. */
function send(url: URL, addresses: LookupAddress[], { headers, body }: Message, signal: AbortSignal): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const [first] = addresses;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: { ...headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) },
        lookup: (_host, { all }, found) => {
          if (all) found(null, addresses);
          else found(null, first?.address ?? '', first?.family);
        },
      },
      (response) => resolve(beginningOf(response)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Reads no more than is kept. An answer that breaks off has its status all the same. */
async function beginningOf(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= KEPT) break;
    }
  } catch {
    // What has arrived is the answer.
  }
  response.destroy();
  const text = Buffer.concat(chunks).subarray(0, KEPT).toString();
  return { status: response.statusCode ?? 0, text: withoutForbidden(text) };
}
