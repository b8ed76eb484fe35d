import type { EntityManager } from '@mikro-orm/postgresql';
import { IsBoolean } from 'class-validator';
import { ArgsType, Field, ObjectType } from 'type-graphql';
import type { Context } from '../context';
import { AppError } from '../errors';
import { Rule, wrongText } from '../fields';
import { LogEntry } from '../logs/logEntry.entity';
import { chain, command, NoInput, query, today } from '../operation';
import { verifyPassword } from './passwords';
import { endSession, openSession } from './sessions';
import { clearAttempts, countAttempt } from './signInAttempts';
import { User } from './user.entity';

@ArgsType()
export class LoginInput {
  @Field(() => String, { description: 'The email address of the user; case and spaces around it do not matter.' })
  @Rule((value) => wrongText(value, { label: 'email', required: true }))
  username!: string;

  @Field(() => String, { description: 'The password.' })
  @Rule((value) => wrongText(value, { label: 'password', max: 1_000, required: true }))
  password!: string;

  @Field(() => Boolean, {
    description: 'Stay signed in for 30 days from the last use; else until the browser closes, at most 12 hours.',
  })
  @IsBoolean()
  remember: boolean = false;
}

/** The same for everybody, so that it tells nobody who has an account (contract section 5). */
const WRONG =
  'Wrong email or password. If you have not signed in on the new version yet, please reset your password first.';

/** Signs in. Wrong credentials are 401, a disabled user 403, an ended subscription 402, in this order. */
export const login = chain('visitor', LoginInput, async (ctx, input) => {
  const username = input.username.trim();
  // On their own, before the password is looked at: attempts that come together are counted too.
  await ctx.commit((em) => countAttempt(em, username, ctx.ip));
  const found = await ctx.commit((em) => findCredentials(em, username));
  if (!(await verifyPassword(found?.passwordHash, input.password)) || !found) {
    throw new AppError('UNAUTHENTICATED', WRONG);
  }
  const { user, refusal } = await ctx.commit(async (em) => {
    await clearAttempts(em, username, ctx.ip);
    const user = await em.findOneOrFail(User, found.id, { populate: ['client', 'role'] });
    return { user, refusal: await admit(em, ctx, user, input.remember) };
  });
  // Thrown outside of the step, so that the cleared counters stay cleared.
  if (refusal) throw refusal;
  return user;
});

/** By the index on the name without regard to case. */
async function findCredentials(em: EntityManager, username: string) {
  const [found] = await em.execute<{ id: number; passwordHash: string | null }[]>(
    'select id, password_hash as "passwordHash" from users where lower(username) = lower(?)',
    [username],
  );
  return found;
}

async function admit(em: EntityManager, ctx: Context, user: User, remember: boolean): Promise<AppError | null> {
  if (!user.enabled) return new AppError('FORBIDDEN', 'This account is disabled. Please contact us.');
  if (user.subscriptionEnded(today())) {
    return new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  }
  await openSession(em, ctx, user, remember);
  user.lastLoginAt = new Date();
  em.create(LogEntry, LogEntry.of(user, `Signed in from ${ctx.ip}`));
  return null;
}

/** Signs out. */
export const logout = command('session', NoInput, async (ctx) => {
  const { em, session, user } = ctx;
  await endSession(em, ctx, session);
  await em.nativeUpdate(User, { id: user.id }, { lastLogoutAt: new Date() });
  em.create(LogEntry, LogEntry.of(user, 'Signed out'));
  return true;
});

/** Who is signed in; null for a visitor. */
export const me = query('visitor', NoInput, async ({ session }) => session?.user ?? null);

@ObjectType({ description: 'Where a visitor is, as far as this server can tell by itself.' })
export class VisitorLocation {
  @Field(() => String, { description: 'The address the request came from.' })
  ip!: string;

  @Field(() => String, { nullable: true, description: 'Country, where a GeoIP file is configured and knows it.' })
  country!: string | null;

  @Field(() => String, { nullable: true, description: 'City, where a GeoIP file is configured and knows it.' })
  city!: string | null;
}

/** Where the caller is; no third party is asked (contract section 6). */
export const visitorLocation = query('visitor', NoInput, async ({ ip, outside }) => ({ ip, ...outside.locate(ip) }));
