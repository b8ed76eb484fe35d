import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Caller, CallersSession } from './accounts/sessions/caller';
import type { SecondFactorSettings, Site } from './config';
import { sharesOf } from './gate/fairShare';
import type { Memory } from './gate/memory';
import type { Cards } from './outside/cards/cards';
import type { Locate } from './outside/geoip';
import type { ImageStore } from './outside/images/imageStore';
import type { Reads } from './outside/postgres/reads';
import type { Receivers } from './outside/receivers/receivers';
import type { Background } from './process/background';
import type { Shortage } from './process/shortage';

export type { Caller, CallersSession, Site };

/** The session cookie: its token and `maxAge` in seconds. Without `maxAge`, it lasts until the browser closes. */
interface SessionCookie {
  token: string;
  maxAge?: number | undefined;
}

/** The external services, each behind a small interface (`outside/`). */
export interface Outside {
  images: ImageStore;
  cards: Cards;
  locate: Locate;
  /** Of webhooks. */
  receivers: Receivers;
}

/** What is left to a user whose budget of matches in Jump is used up. */
export interface Spent {
  /** What was shown may be shown again. */
  hasSeen(match: string): boolean;
  /** Throws TOO_MANY_REQUESTS. */
  refuse(): Promise<never>;
}

/** A budget, and what is left of it now. */
interface Left {
  limit: number;
  left: number;
}

/** What is left to a user; a budget that does not limit them, or that this server has not read, is absent. */
export interface BudgetsLeft {
  sheets?: { hour?: Left | undefined; day?: Left | undefined } | undefined;
  matches?: { hour: Left } | undefined;
}

/** What the server provides to each request. */
interface RequestServices {
  readonly site: Site;
  readonly secondFactor: SecondFactorSettings;
  /** The most bytes that a company keeps of its own. */
  readonly companyBytes: number;
  /** The API through which the request came. */
  readonly channel: 'graph' | 'rest';
  /** Whether only the head of the answer is asked for (HEAD): no key data leaves, so nothing is counted or logged. */
  readonly headOnly: boolean;
  /** The caller's IP address. */
  readonly ip: string;
  readonly log: Logger;
  /** Receives every error of an operation. */
  readonly shortage?: Shortage;
  /** A signal that aborts if the caller disconnects before the response is complete. Created by the first call. */
  gone?(): AbortSignal;
  /** Whether no other request has come within the last second. */
  isAlone(): boolean;
  /** The session token that came with the request. */
  readonly token: string | undefined;
  /** The API token that came with the request, in place of any cookie. */
  readonly apiToken: string | undefined;
  /** Whether the request asks for a registered query by its id. */
  readonly isRegistered?: boolean;
  /** Sets the session cookie on the response, or clears it (null). */
  setCookie(cookie: SessionCookie | null): void;
  /** The browser's device token, if it sent one; not verified. */
  readonly device: string | undefined;
  /** Sets the cookie that identifies the browser at the next sign-in. */
  setDevice(token: string): void;
  /** The User-Agent header; empty if absent. */
  readonly userAgent: string;
  readonly outside: Outside;
  /** Runs work that continues after the response. */
  readonly background: Background;
  /** Counts models whose key data is about to be sent; throws TOO_MANY_REQUESTS if that exceeds the user's budget. */
  openSheets(user: Caller, modelIds: readonly number[]): Promise<void>;
  /** Counts models whose key data a list sends, which opens no sheet, for the access audit. */
  noteListed(user: Caller, models: number): void;
  /** Writes the user's openings that are not in the database yet. */
  settleSheets(user: Caller): Promise<void>;
  /** Why the graph does not accept this document, whatever its variables; null if it does. */
  problemOf(document: string): string | null;
  /** Counts a refused sign-in, for the metrics. */
  noteRefusedSignIn(code: string): void;
  /** Undefined while the user's budget of matches in Jump lasts. */
  spentMatches(user: Caller): Promise<Spent | undefined>;
  /** Counts matches of identifiers that Jump is about to show; throws TOO_MANY_REQUESTS if that exceeds the user's budget. */
  showMatches(user: Caller, matches: readonly string[]): Promise<void>;
  /** What is left to a user, as far as this server’s memory has it. */
  budgetsLeft(user: Caller): Promise<BudgetsLeft>;
  /** Remembers that a user searched for a text, to count it if it finds nothing. */
  noteSearch(user: Caller, text: string, found: boolean): void;
}

const database = Symbol('database');
const readServices = Symbol('readServices');
const signedIn = Symbol('signedIn');
const system = Symbol('system');

/** A request, as resolvers and REST routes see it. Has no EntityManager: only the gate (operation.ts) creates one. */
export interface Context extends RequestServices {
  readonly [database]: MikroORM;
  readonly [readServices]: ReadServices;
  /** Looked up once per request, however many operations it calls. */
  readonly [signedIn]: { session?: Promise<CallersSession | null> };
}

/** The context of work outside requests: sweepers, the mail outbox, the settlement of payments, the terminal. */
interface SystemServices extends Pick<RequestServices, 'log' | 'site'> {
  readonly outside: Omit<Outside, 'locate'>;
}

/** The caller of operations with access `system`. No request ever gets one, not even an administrator's. */
export interface SystemContext extends SystemServices {
  readonly [database]: MikroORM;
  readonly [system]: true;
}

/** How requests read without the ORM. */
export interface ReadServices {
  reads: Reads;
  memory: Memory;
}

export const createContext = (orm: MikroORM, reads: ReadServices, services: RequestServices): Context =>
  Object.assign(services, { [database]: orm, [readServices]: reads, [signedIn]: {} });

/** Only the programs and the app may call this; other modules receive a context (checked by scripts/imports.mjs). */
export const createSystemContext = (orm: MikroORM, services: SystemServices): SystemContext => ({
  ...services,
  [database]: orm,
  [system]: true,
});

export const isSystem = (ctx: Context | SystemContext): ctx is SystemContext => system in ctx;

/** A new EntityManager. Only for `operation.ts` (enforced by lint). */
export const forkFor = (ctx: Context | SystemContext): EntityManager => ctx[database].em.fork();

/** The shares of this request's connection pool. Only for `operation.ts`. */
export const sharesFor = (ctx: Context) => sharesOf(ctx[database]);

/** Reads without the ORM, and their caches. Only for `operation.ts`. */
export const readServicesOf = (ctx: Context): ReadServices => ctx[readServices];

/** The session of this request; the first call looks it up with `find`. */
export function sessionOf(ctx: Context, find: () => Promise<CallersSession | null>): Promise<CallersSession | null> {
  ctx[signedIn].session ??= find();
  return ctx[signedIn].session;
}

/** The caller, if an operation of this request has looked for one: for fields that say more to some than to others. */
export const knownCaller = async (ctx: Context): Promise<Caller | null> => (await ctx[signedIn].session)?.user ?? null;

/** Replaces the session for the rest of the request, after a sign-in or sign-out. */
export function setSession(ctx: Context, session: CallersSession | null): void {
  ctx[signedIn].session = Promise.resolve(session);
}
