import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Caller, Context } from '../../context';
import { noSuch } from '../../errors';
import { lacksFactor } from '../../gate/audiences';
import { described, NoInput } from '../../gate/operation';
import { LengthUnit } from '../../inputs/lengthUnit';
import { RecordInput, toId } from '../../inputs/record';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { lastDayOf } from '../subscription';
import { Role } from '../users/role.entity';
import { User } from '../users/user.entity';
import type { CallersSession } from './caller';
import { Session } from './session.entity';
import { closeSession, endEverywhere } from './sessions';

@ObjectType({ description: 'The caller’s own account, as they may see it.' })
export class SignedInUser {
  @Field(() => ID, { description: 'Identifies the user.' })
  id!: number;

  @Field(() => String, { description: 'The email address the user signs in with.' })
  username!: string;

  @Field(() => String, { description: "The user's full name." })
  fullName!: string;

  @Field(() => String, { description: 'The company whose seat the user takes.' })
  clientName!: string;

  @Field(() => Role, { description: 'What the user may do.' })
  role!: Role;

  @Field(() => Boolean, { description: 'Whether the user is an administrator.' })
  isAdmin!: boolean;

  @Field(() => Boolean, { description: 'Whether the user may download the whole database.' })
  databaseDownloadAllowed!: boolean;

  @Field(() => GraphQLLocalDate, { description: "The last day of the user's subscription, in UTC." })
  subscriptionEndDate!: string;

  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description:
      "The last day on which the user has access, in UTC: the earlier one of the user's and the company's. Null for administrators, whose access does not end.",
  })
  lastDay!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the user signed in with a temporary password. Then nothing else is possible until resetPassword has been called.',
  })
  passwordChangeRequired!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the user has neither seen nor skipped the tour. Never an administrator.',
  })
  tourDue!: boolean;

  @Field(() => LengthUnit, {
    nullable: true,
    description: 'In which they read the measures of sheets; null: as recorded.',
  })
  lengthUnit!: LengthUnit | null;

  @Field(() => Boolean, {
    description:
      'Whether the user must set up a second factor. Then nothing else is possible but signing out and choosing a new password.',
  })
  secondFactorRequired!: boolean;

  static of({ user, restricted }: CallersSession, rules: Pick<Context, 'secondFactor'>): SignedInUser {
    return {
      id: user.id,
      username: user.username,
      fullName: user.fullName,
      clientName: user.client.name,
      role: user.role,
      isAdmin: user.isAdmin,
      databaseDownloadAllowed: user.isAdmin || user.databaseDownloadAllowed,
      subscriptionEndDate: user.subscriptionEndDate,
      lastDay: lastDayOf(user),
      passwordChangeRequired: restricted,
      tourDue: user.tourDue && !user.isAdmin,
      lengthUnit: user.lengthUnit,
      secondFactorRequired: lacksFactor(user, rules),
    };
  }
}

@ObjectType({ description: 'A browser or other program in which a user is signed in.' })
export class SessionInfo {
  @Field(() => ID, { description: 'Identifies the session.' })
  id!: string;

  @Field(() => Boolean, { description: 'Whether this is the session of the request.' })
  current!: boolean;

  @Field(() => String, { description: 'The browser and system in plain words, such as "Chrome on Windows".' })
  browser!: string;

  @Field(() => String, { description: 'The address it was last used from; empty if unknown.' })
  ip!: string;

  @Field(() => String, { nullable: true, description: 'Country of the address, if the GeoIP file has it.' })
  country!: string | null;

  @Field(() => String, { nullable: true, description: 'City of the address, if the GeoIP file has it.' })
  city!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the user signed in.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it was last used, to within ten minutes.' })
  lastUsedAt!: Date;
}

@ObjectType({ description: 'The remaining sessions.' })
export class SessionsPayload {
  @Field(() => [SessionInfo], { description: 'The current one first, then by last use.' })
  sessions!: SessionInfo[];
}

/** More than any user should have. If there are more, the most recently used are listed. */
const MOST_LISTED = 100;

type SignedIn = Context & { em: EntityManager; session: CallersSession; user: Caller };

/** The sessions of a user (the caller, if none is given): the current one first, then by last use. */
async function sessionsOf({ em, session, user, outside }: SignedIn, userId = user.id): Promise<SessionInfo[]> {
  const found = await em.find(
    Session,
    { user: userId, expiresAt: { $gt: new Date() } },
    { orderBy: { lastUsedAt: 'desc', id: 'asc' }, limit: MOST_LISTED },
  );
  return found
    .map(({ id, browser, ip, createdAt, lastUsedAt }) => {
      const place = ip ? outside.locate(ip) : { country: null, city: null };
      return { id, current: id === session.id, browser, ip, ...place, createdAt, lastUsedAt };
    })
    .sort((one, other) => Number(other.current) - Number(one.current));
}

export const mySessions = described('The caller’s sessions: the current one first, then by last use.').query(
  'payer',
  NoInput,
  (ctx) => sessionsOf(ctx),
);

export const userSessions = described('A user’s sessions, by last use.').query('admin', RecordInput, (ctx, { id }) =>
  sessionsOf(ctx, toId(id)),
);

@InputType({ description: 'Which session to end, by its id.' })
export class EndSessionInput extends RecordInput {}

export const endSession = described('Ends one of the caller’s sessions and returns the remaining ones.').command(
  'payer',
  EndSessionInput,
  async (ctx, { id }): Promise<SessionsPayload> => {
    const { em, user } = ctx;
    const ended = await em.findOneOrFail(Session, { id: String(id), user: user.id }, noSuch('session'));
    if (ended.id === ctx.session.id) await closeSession(em, ctx, ended);
    else await em.nativeDelete(Session, { id: ended.id });
    LogEntry.write(em, user, LogKind.SESSION_ENDED, {
      text: `Signed out ${ended.browser || 'an unknown browser'}, last used from ${ended.ip}`,
    });
    return { sessions: await sessionsOf(ctx) };
  },
);

export const endOtherSessions = described(
  'Ends all of the caller’s other sessions, revokes their API tokens, and returns the remaining session.',
).command('payer', NoInput, async (ctx): Promise<SessionsPayload> => {
  const tokens = await endEverywhere(ctx.em, ctx.user.id, ctx.session);
  LogEntry.write(ctx.em, ctx.user, LogKind.SESSION_ENDED, { text: `Signed out everywhere else${tokens}` });
  return { sessions: await sessionsOf(ctx) };
});

@InputType({ description: 'The user to sign out everywhere.' })
export class EndUserSessionsInput extends RecordInput {}

/** Administrators who do this to themselves keep the current session. */
export const endUserSessions = described('Signs a user out everywhere, and revokes their API tokens.').command(
  'admin',
  EndUserSessionsInput,
  async ({ em, session, user: admin }, { id }) => {
    const user = await em.findOneOrFail(User, toId(id), { populate: ['client', 'role'] });
    const tokens = await endEverywhere(em, user.id, session);
    LogEntry.write(em, admin, LogKind.SESSION_ENDED, {
      subject: { type: LogSubjectType.USER, id: user.id },
      text: `Signed the user ${user.username} out everywhere${tokens}`,
    });
    return user;
  },
);
