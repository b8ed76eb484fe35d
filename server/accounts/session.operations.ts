import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { OperationContext } from '../context';
import { notFound } from '../errors';
import { LogEntry } from '../logs/logEntry.entity';
import { command, NoInput, query } from '../operation';
import { RecordInput, toId } from '../record';
import { Session } from './session.entity';
import { closeSession } from './sessions';
import { User } from './user.entity';

@ObjectType({ description: 'A browser or program in which the caller is signed in.' })
export class SessionInfo {
  @Field(() => ID, { description: 'Identifies the session.' })
  id!: string;

  @Field(() => Boolean, { description: 'Whether it is the one that asks.' })
  current!: boolean;

  @Field(() => String, { description: 'The browser and system in plain words, such as "Chrome on Windows".' })
  browser!: string;

  @Field(() => String, { description: 'The address it was last used from; empty where it is not known.' })
  ip!: string;

  @Field(() => String, { nullable: true, description: 'Country of the address, where a GeoIP file knows it.' })
  country!: string | null;

  @Field(() => String, { nullable: true, description: 'City of the address, where a GeoIP file knows it.' })
  city!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it was signed in.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it was last used, to within ten minutes.' })
  lastUsedAt!: Date;
}

/** More than anybody has; the last used ones. */
const MOST_LISTED = 100;

type SignedIn = OperationContext & { session: Session; user: User };

/** Where the caller is signed in: here first, then the last used. */
async function sessionsOf({ em, session, user, outside }: SignedIn): Promise<SessionInfo[]> {
  const found = await em.find(
    Session,
    { user: user.id, expiresAt: { $gt: new Date() } },
    { orderBy: { lastUsedAt: 'desc', id: 'asc' }, limit: MOST_LISTED },
  );
  return found
    .map(({ id, browser, ip, createdAt, lastUsedAt }) => {
      const place = ip ? outside.locate(ip) : { country: null, city: null };
      return { id, current: id === session.id, browser, ip, ...place, createdAt, lastUsedAt };
    })
    .sort((one, other) => Number(other.current) - Number(one.current));
}

export const mySessions = query('payer', NoInput, (ctx) => sessionsOf(ctx));

/** Signs the caller out elsewhere or here; answers with the sessions that are left. */
export const endSession = command('payer', RecordInput, async (ctx, { id }) => {
  const { em, user } = ctx;
  const ended = await em.findOne(Session, { id: String(id), user: user.id });
  if (!ended) throw notFound('session');
  if (ended.id === ctx.session.id) await closeSession(em, ctx, ended);
  else await em.nativeDelete(Session, { id: ended.id });
  em.create(
    LogEntry,
    LogEntry.of(user, `Signed out ${ended.browser || 'an unknown browser'}, last used from ${ended.ip}`),
  );
  return sessionsOf(ctx);
});

/** Signs the caller out everywhere else; answers with the session that is left. */
export const endOtherSessions = command('payer', NoInput, async (ctx) => {
  await endAllBut(ctx.em, ctx.session, ctx.user.id);
  ctx.em.create(LogEntry, LogEntry.of(ctx.user, 'Signed out everywhere else'));
  return sessionsOf(ctx);
});

/** For an administrator: signs a user out everywhere. An administrator who names themselves stays signed in here. */
export const endUserSessions = command('admin', RecordInput, async ({ em, session, user: admin }, { id }) => {
  const user = await em.findOneOrFail(User, toId(id), { populate: ['client', 'role'] });
  await endAllBut(em, session, user.id);
  em.create(LogEntry, LogEntry.of(admin, `Signed the user ${user.username} out everywhere`));
  return user;
});

const endAllBut = (em: EntityManager, { tokenHash }: Session, user: number) =>
  em.nativeDelete(Session, { user, tokenHash: { $ne: tokenHash } });
