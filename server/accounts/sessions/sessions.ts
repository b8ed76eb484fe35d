import type { EntityManager } from '@mikro-orm/postgresql';
import { type Context, type ReadServices, setSession } from '../../context';
import type { Statement } from '../../outside/postgres/reads';
import { ApiToken } from '../apiTokens/apiToken.entity';
import type { User } from '../users/user.entity';
import { browserName } from './browserName';
import { asCaller, CALLER, type CallerRow, type CallersSession, TOKEN_CALLER } from './caller';
import { Session } from './session.entity';
import { hashOf, newToken } from './tokens';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** docs/rules.md, "Sessions". */
const REMEMBERED_FOR = 30 * DAY;
const LONGEST = 90 * DAY;
const SHORT = 12 * HOUR;
/** The last use is written at most this often. */
const USE_NOTED_EVERY = 10 * MINUTE;

interface SessionReads extends ReadServices {
  /** Runs a read when the caller gets a place (fairShare.ts). */
  withSlot<T>(read: () => Promise<T>): Promise<T>;
  em(): EntityManager;
}

/**
 * The session of this request, by its cookie or API token; null for a visitor, a disabled user or a wrong token. Read from the
 * database only if it may have changed.
 */
export async function findSession(ctx: Context, source: SessionReads): Promise<CallersSession | null> {
  const [statement, secret] = ctx.apiToken === undefined ? [CALLER, ctx.token] : [TOKEN_CALLER, ctx.apiToken];
  if (!secret) return null;
  const key = `${statement.name} ${secret}`;
  const cached = source.memory.callers.get(key);
  const session = cached && isCurrent(cached) ? cached : await readSession(key, statement, hashOf(secret), source);
  if (!session || !isCurrent(session)) return null;
  const use = unnotedUse(session);
  if (use) await noteUse(source.em(), ctx, session, use);
  return session;
}

const readSession = (key: string, statement: Statement, tokenHash: string, { memory, reads, withSlot }: SessionReads) =>
  memory.callers.find(key, async () => {
    const row = await withSlot(() => reads.current<CallerRow>(statement, [tokenHash]));
    return row && asCaller(row);
  });

const isCurrent = ({ expiresAt }: CallersSession) => expiresAt.getTime() > Date.now();

type Use = Pick<Session, 'lastUsedAt'> & { expiresAt?: Date };

/** The time of use, and the new end of a remembered session; undefined if both were written recently. */
function unnotedUse({ createdAt, expiresAt, lastUsedAt, remember }: CallersSession): Use | undefined {
  const now = Date.now();
  const end = Math.min(now + REMEMBERED_FOR, createdAt.getTime() + LONGEST);
  const slides = remember && end - expiresAt.getTime() > DAY;
  if (!slides && now - lastUsedAt.getTime() < USE_NOTED_EVERY) return undefined;
  return { lastUsedAt: new Date(now), ...(slides && { expiresAt: new Date(end) }) };
}

async function noteUse(em: EntityManager, ctx: Context, session: CallersSession, use: Use): Promise<void> {
  const { tokenHash, lastUsedAt, expiresAt, user } = session;
  // Set before writing, so that concurrent requests do not write it, too.
  Object.assign(session, use);
  try {
    if (user.apiToken) await em.nativeUpdate(ApiToken, { tokenHash }, { lastUsedAt: use.lastUsedAt, lastIp: ctx.ip });
    else await em.nativeUpdate(Session, { tokenHash }, { ...use, ip: ctx.ip });
  } catch (error) {
    Object.assign(session, { lastUsedAt, expiresAt });
    throw error;
  }
  if (use.expiresAt && ctx.token) {
    ctx.setCookie({ token: ctx.token, maxAge: Math.round((use.expiresAt.getTime() - Date.now()) / 1000) });
  }
}

/**
 * Signs `user` in: creates a session and sets its cookie. The session is restricted if a temporary password opened it
 * (`temporaryPasswordHash`). Also deletes expired sessions.
 */
export async function openSession(
  em: EntityManager,
  ctx: Context,
  user: User,
  { remember, temporaryPasswordHash = null }: { remember: boolean; temporaryPasswordHash?: string | null },
): Promise<Session> {
  const token = newToken();
  // By the database's clock: a server with a wrong clock must not end everybody's sessions.
  await em.execute('delete from sessions where expires_at < now()');
  // A new sign-in replaces the browser's current session.
  if (ctx.token) await em.nativeDelete(Session, { tokenHash: hashOf(ctx.token) });
  const session = em.create(Session, {
    tokenHash: hashOf(token),
    user,
    remember,
    restricted: temporaryPasswordHash !== null,
    temporaryPasswordHash,
    expiresAt: new Date(Date.now() + (remember ? REMEMBERED_FOR : SHORT)),
    ip: ctx.ip,
    browser: browserName(ctx.userAgent),
  });
  ctx.setCookie({ token, maxAge: remember ? REMEMBERED_FOR / 1000 : undefined });
  setSession(ctx, session);
  return session;
}

/**
 * Signs a user out everywhere, except for the session `but`: ends sessions and revokes API tokens. Returns the end of a line in
 * the log, as `revokeAll` does.
 */
export async function endEverywhere(
  em: EntityManager,
  user: number,
  but?: Pick<Session, 'tokenHash'>,
): Promise<string> {
  await em.nativeDelete(Session, { user, ...(but && { tokenHash: { $ne: but.tokenHash } }) });
  return ApiToken.revokeAll(em, user);
}

/** Ends the caller's session and clears its cookie. False if it had already ended. */
export async function closeSession(
  em: EntityManager,
  ctx: Context,
  session: Pick<Session, 'tokenHash'>,
): Promise<boolean> {
  const count = await em.nativeDelete(Session, { tokenHash: session.tokenHash });
  ctx.setCookie(null);
  setSession(ctx, null);
  return count > 0;
}
