import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Context, setSession } from '../context';
import { Session } from './session.entity';
import type { User } from './user.entity';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Contract section 5: kept sessions last 30 days and slide; the others end with the browser, after 12 hours at most. */
const KEPT = 30 * DAY;
const SHORT = 12 * HOUR;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Whose request this is, with user, client and role; null for a visitor. */
export async function findSession(em: EntityManager, ctx: Context): Promise<Session | null> {
  if (!ctx.token) return null;
  const session = await em.findOne(
    Session,
    { tokenHash: hashOf(ctx.token), expiresAt: { $gt: new Date() } },
    { populate: ['user', 'user.client', 'user.role'], strategy: 'joined' },
  );
  if (!session?.user.enabled) return null;
  const expiresAt = new Date(Date.now() + KEPT);
  // Sliding, but not with a write at every request.
  if (session.remember && expiresAt.getTime() - session.expiresAt.getTime() > DAY) {
    await em.nativeUpdate(Session, { tokenHash: session.tokenHash }, { expiresAt });
    ctx.setCookie({ token: ctx.token, maxAge: KEPT / 1000 });
  }
  return session;
}

/** Signs `user` in: a new session, and its cookie. Expired sessions are swept on the way. */
export async function openSession(
  em: EntityManager,
  ctx: Context,
  user: User,
  { remember, restricted = false }: { remember: boolean; restricted?: boolean },
): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  await em.nativeDelete(Session, { expiresAt: { $lt: new Date() } });
  // Whoever signs in over an open session leaves it.
  if (ctx.token) await em.nativeDelete(Session, { tokenHash: hashOf(ctx.token) });
  const session = em.create(Session, {
    tokenHash: hashOf(token),
    user,
    remember,
    restricted,
    expiresAt: new Date(Date.now() + (remember ? KEPT : SHORT)),
  });
  ctx.setCookie({ token, maxAge: remember ? KEPT / 1000 : undefined });
  setSession(ctx, session);
  return session;
}

/** Signs out: the session ends, and its cookie goes. */
export async function endSession(em: EntityManager, ctx: Context, session: Session): Promise<void> {
  await em.nativeDelete(Session, { tokenHash: session.tokenHash });
  ctx.setCookie(null);
  setSession(ctx, null);
}
