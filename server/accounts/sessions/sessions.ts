import type { EntityManager } from '@mikro-orm/postgresql';
import { type Context, setSession } from '../../context';
import type { User } from '../users/user.entity';
import { browserName } from './browserName';
import { Session } from './session.entity';
import { hashOf, newToken } from './tokens';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** docs/rules.md, "Sessions". */
const KEPT = 30 * DAY;
const LONGEST = 90 * DAY;
const SHORT = 12 * HOUR;
/** The last use is written at most this often. */
const USE_NOTED_EVERY = 10 * MINUTE;

/** The session of this request, with user, client and role; null for a visitor or a disabled user. */
export async function findSession(em: EntityManager, ctx: Context): Promise<Session | null> {
  if (!ctx.token) return null;
  const session = await em.findOne(
    Session,
    { tokenHash: hashOf(ctx.token), expiresAt: { $gt: new Date() } },
    { populate: ['user', 'user.client', 'user.role'], strategy: 'joined' },
  );
  if (!session?.user.enabled) return null;
  await noteUse(em, ctx, session, ctx.token);
  return session;
}

/** Records the time and address of use, and extends a remembered session. Avoids a write on every request. */
async function noteUse(em: EntityManager, ctx: Context, session: Session, token: string): Promise<void> {
  const now = Date.now();
  const end = Math.min(now + KEPT, session.createdAt.getTime() + LONGEST);
  const slides = session.remember && end - session.expiresAt.getTime() > DAY;
  if (!slides && now - session.lastUsedAt.getTime() < USE_NOTED_EVERY) return;
  const use = { lastUsedAt: new Date(now), ip: ctx.ip, ...(slides && { expiresAt: new Date(end) }) };
  await em.nativeUpdate(Session, { tokenHash: session.tokenHash }, use);
  if (slides) ctx.setCookie({ token, maxAge: Math.round((end - now) / 1000) });
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
  await em.nativeDelete(Session, { expiresAt: { $lt: new Date() } });
  // A new sign-in replaces the browser's current session.
  if (ctx.token) await em.nativeDelete(Session, { tokenHash: hashOf(ctx.token) });
  const session = em.create(Session, {
    tokenHash: hashOf(token),
    user,
    remember,
    restricted: temporaryPasswordHash !== null,
    temporaryPasswordHash,
    expiresAt: new Date(Date.now() + (remember ? KEPT : SHORT)),
    ip: ctx.ip,
    browser: browserName(ctx.userAgent),
  });
  ctx.setCookie({ token, maxAge: remember ? KEPT / 1000 : undefined });
  setSession(ctx, session);
  return session;
}

/** Ends the caller's session and clears its cookie. False if it had already ended. */
export async function closeSession(em: EntityManager, ctx: Context, session: Session): Promise<boolean> {
  const count = await em.nativeDelete(Session, { tokenHash: session.tokenHash });
  ctx.setCookie(null);
  setSession(ctx, null);
  return count > 0;
}
