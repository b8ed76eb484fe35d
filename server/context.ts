import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Session } from './accounts/sessions/session.entity';
import type { User } from './accounts/users/user.entity';
import { sharesOf } from './fairShare';
import type { Cards } from './outside/cards/cards';
import type { Locate } from './outside/geoip';
import type { ImageStore } from './outside/images/imageStore';
import type { Background } from './process/background';
import type { Shortage } from './process/shortage';

/** What the browser is to keep: the session's token, and for how long (seconds; absent: as long as it is open). */
interface SessionCookie {
  token: string;
  maxAge?: number | undefined;
}

/** What is not ours, each behind its small interface (`outside/`). */
export interface Outside {
  images: ImageStore;
  cards: Cards;
  locate: Locate;
}

/** What a server gives to each request. */
export interface Door {
  /** By which way it came. */
  readonly door: 'graph' | 'rest';
  /** Address of the caller. */
  readonly ip: string;
  readonly log: Logger;
  /** Receives every error of an operation. */
  readonly shortage?: Shortage;
  /** Aborted when the caller disconnects before the answer is complete. */
  readonly signal?: AbortSignal;
  /** The session token that came with the request. */
  readonly token: string | undefined;
  /** Sets the session's cookie on the response, or takes it away. */
  setCookie(cookie: SessionCookie | null): void;
  /** The browser's device token, if it sent one; not verified. */
  readonly device: string | undefined;
  /** Sets the cookie that identifies the browser at the next sign-in. */
  setDevice(token: string): void;
  /** The User-Agent header; empty if absent. */
  readonly userAgent: string;
  readonly outside: Outside;
  /** Runs work that outlives the request. */
  readonly background: Background;
  /** Counts models whose key data is about to be sent; throws TOO_MANY_REQUESTS if that exceeds the user's budget. */
  openSheets(user: User, modelIds: number[]): Promise<void>;
  /** Origin under which browsers reach us: for links in mails. */
  readonly publicOrigin: string;
  /** SUPPORT_PHONE and SUPPORT_EMAIL, as far as they are set. */
  readonly support: { phone: string | undefined; email: string | undefined };
}

const database = Symbol('database');
const signedIn = Symbol('signedIn');
const system = Symbol('system');

/** What doors (resolvers and REST routes) know of a request. It has no EntityManager: only the gate starts queries. */
export interface Context extends Door {
  readonly [database]: MikroORM;
  /** Looked up once a request, whatever number of operations it calls. */
  readonly [signedIn]: { session?: Promise<Session | null> };
}

/** What the server has for work that nobody asked for: sweepers, the mail outbox, the settlement of payments, the terminal. */
interface Engine extends Pick<Door, 'log' | 'publicOrigin'> {
  readonly outside: Omit<Outside, 'locate'>;
}

/** The caller of operations for the system. No request ever has one, whoever is signed in. */
export interface SystemContext extends Engine {
  readonly [database]: MikroORM;
  readonly [system]: true;
}

export const createContext = (orm: MikroORM, door: Door): Context => ({ ...door, [database]: orm, [signedIn]: {} });

/** For the programs and the app; everybody else is given one (scripts/imports.mjs). */
export const createSystemContext = (orm: MikroORM, engine: Engine): SystemContext => ({
  ...engine,
  [database]: orm,
  [system]: true,
});

export const isSystem = (ctx: Context | SystemContext): ctx is SystemContext => system in ctx;

/** A fresh EntityManager, for `operation.ts` alone (lint holds it). */
export const forkFor = (ctx: Context | SystemContext): EntityManager => ctx[database].em.fork();

/** The shares of this request's connection pool, for `operation.ts` alone. */
export const sharesFor = (ctx: Context) => sharesOf(ctx[database]);

/** The session of this request, looked up by `find` at the first call. */
export function sessionOf(ctx: Context, find: () => Promise<Session | null>): Promise<Session | null> {
  ctx[signedIn].session ??= find();
  return ctx[signedIn].session;
}

/** After signing in or out: what the rest of the request goes by. */
export function setSession(ctx: Context, session: Session | null): void {
  ctx[signedIn].session = Promise.resolve(session);
}
