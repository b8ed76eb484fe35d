/** A user's program, which calls the site through its proxy or one of its servers. */
import { randomInt } from 'node:crypto';
import { form } from '../tests/support/pictures.ts';
import type { Person } from './people.ts';

export interface Answer {
  /** 0: no answer, or the proxy lost it. The request may or may not have been executed. */
  status: number;
  /** For the graph, its `data`. */
  data: Data;
  /** The error, for people. */
  said: string;
  /** The session cookie set by a sign-in. */
  token: string | undefined;
}

/** The parts of answers that the drills read. */
interface Data {
  tips?: string;
  startPayment?: { clientSecret: string };
}
interface GraphBody {
  data?: Data | null;
  errors?: { extensions?: { code?: string } }[];
}

const LOST: Answer = { status: 0, data: {}, said: 'no answer', token: undefined };

const STATUS: Record<string, number> = {
  SERVICE_UNAVAILABLE: 503,
  CONFLICT: 409,
  // The money was taken, and the year will be added: counts as done.
  ALREADY_PAID: 208,
  BAD_USER_INPUT: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TOO_MANY_REQUESTS: 429,
};

/** Sends one request, each from a different address: the drills do not test the limits by network. */
async function send(url: string, options: RequestInit, person?: Person): Promise<Answer> {
  const address = Array.from({ length: 3 }, () => randomInt(1, 255)).join('.');
  const headers = {
    ...(options.headers as Record<string, string>),
    'x-forwarded-for': `10.${address}`,
    ...(person && { cookie: `__Host-session=${person.token}` }),
  };
  try {
    const response = await fetch(url, { ...options, headers, signal: AbortSignal.timeout(45_000) });
    const text = await response.text();
    if (response.status === 502) return LOST;
    const token = /session=([^;]+)/.exec(response.headers.getSetCookie().join('\n'))?.[1];
    const data = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
    return { status: response.status, data, said: `${response.status} ${text.slice(0, 200)}`, token };
  } catch {
    return LOST;
  }
}

export async function graph(url: string, query: string, variables: object, person?: Person): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await send(
    `${url}/graphql`,
    { method: 'POST', headers, body: JSON.stringify({ query, variables }) },
    person,
  );
  const body = answer.data as GraphBody;
  const code = body.errors?.[0]?.extensions?.code;
  return { ...answer, status: code ? (STATUS[code] ?? 500) : answer.status, data: body.data ?? {} };
}

export const get = (url: string, path: string, person?: Person) => send(url + path, { method: 'GET' }, person);

/** A form with fields and files, as a browser sends it. */
export function post(url: string, path: string, fields: Parameters<typeof form>[0], person?: Person): Promise<Answer> {
  const { body, headers } = form(fields);
  return send(url + path, { method: 'POST', headers, body }, person);
}

export const signIn = (url: string, username: string, password: string) =>
  send(`${url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ userEmail: username, userPassword: password }),
  });
