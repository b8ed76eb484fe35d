import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, InputType, ObjectType } from 'type-graphql';
import type { Context } from '../../context';
import { todayInUtc } from '../../days';
import { AppError } from '../../errors';
import { type Commit, described, NoInput } from '../../gate/operation';
import { resetThrottle, signInLimits, throttle } from '../../gate/throttle';
import { Flag, Rule, wrongText } from '../../inputs/fields';
import { AsTyped } from '../../inputs/textForms';
import { LogCount } from '../../logs/logCount.entity';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { networkOf } from '../../network';
import { verifyPassword } from '../passwords/passwords';
import { verifyTemporaryPassword } from '../passwords/temporaryPasswords';
import type { Session } from '../sessions/session.entity';
import { SignedInUser } from '../sessions/session.operations';
import { closeSession, openSession } from '../sessions/sessions';
import { userExpired } from '../subscription';
import { USERNAME_KEY, usernameKey } from '../usernames';
import { User } from '../users/user.entity';
import { knownDevice, rememberDevice } from './devices';
import { failedSignIn } from './failedSignIn';

@InputType({ description: 'The credentials of a user.' })
export class LoginInput {
  @Field(() => String, { description: 'The email address of the user; case and spaces around it do not matter.' })
  @Rule((value) => wrongText(value, { label: 'email', required: true }))
  username!: string;

  @Field(() => String, { description: 'The password, or the temporary one of a mail.' })
  @Rule((value) => wrongText(value, { label: 'password', max: 1_000, required: true }))
  @AsTyped()
  password!: string;

  @Field(() => Boolean, {
    description: 'Stay signed in for 30 days from the last use; else until the browser closes, at most 12 hours.',
  })
  @Flag('remember')
  remember: boolean = false;
}

/** The same in every case, so that it does not reveal who has an account (docs/rules.md, "Sign-in order"). */
const WRONG =
  'Wrong email or password. If you have not signed in on the new version yet, please reset your password first.';

/** Signs in. Checks in this order: wrong credentials (401), disabled user (403), ended subscription (402). */
const signIn = loggingFailures(async (ctx: Commits, input: LoginInput) => {
  const { username } = input;
  const device = await ctx.commit((em) => knownDevice(em, ctx, username));
  const limits = signInLimits(username, ctx.ip, device);
  // Committed before the password is verified, so that concurrent attempts are counted too.
  await ctx.commit((em) => throttle(em, limits));
  const found = await ctx.commit((em) => findCredentials(em, username));
  // Always verify both: the time must not reveal whether the user exists or has a temporary password.
  const [own, temporary] = await Promise.all([
    verifyPassword(found?.passwordHash, input.password),
    verifyTemporaryPassword(found?.temporaryHash, input.password),
  ]);
  if (!found || !(own || temporary)) throw new AppError('UNAUTHENTICATED', WRONG);
  const outcome = await ctx.commit(async (em) => {
    await resetThrottle(em, limits);
    if (!(await areStill(em, found))) return new AppError('UNAUTHENTICATED', WRONG);
    const user = await em.findOneOrFail(User, found.id, { populate: ['client', 'role'] });
    const temporaryPasswordHash = own ? null : found.temporaryHash;
    return admit(em, ctx, user, { remember: input.remember, temporaryPasswordHash });
  });
  // Thrown outside the transaction, because a rollback would undo `resetThrottle`.
  if (outcome instanceof AppError) throw outcome;
  return SignedInUser.of(outcome);
});

export const login = described(
  'Signs in and sets the session cookie, which is the credential of every other call. UNAUTHENTICATED for a wrong email or password, FORBIDDEN for a disabled user, PAYMENT_REQUIRED after the subscription’s end, TOO_MANY_REQUESTS after too many attempts.',
).chain('visitor', LoginInput, signIn);

type Commits = Context & { commit: Commit };

/** Counts failed sign-ins in the log, by the username as typed, whether or not the user exists. */
function loggingFailures<O>(run: (ctx: Commits, input: LoginInput) => Promise<O>): typeof run {
  return async (ctx, input) => {
    try {
      return await run(ctx, input);
    } catch (error) {
      const what = failedSignIn(error);
      if (what) {
        ctx.noteRefusedSignIn((error as AppError).code);
        const failed = {
          kind: LogKind.SIGN_IN_FAILED,
          username: input.username,
          what,
          network: networkOf(ctx.ip),
        };
        await ctx.commit((em) => LogCount.note(em, failed));
      }
      throw error;
    }
  };
}

interface Credentials {
  id: number;
  passwordHash: string | null;
  temporaryHash: string | null;
}

/** Includes the temporary password's hash only if it is unused and has not expired. */
async function findCredentials(em: EntityManager, username: string) {
  const [found] = await em.execute<Credentials[]>(
    `select id, password_hash as "passwordHash",
       case when temporary_password_expires_at > now() and not temporary_password_used
         then temporary_password_hash end as "temporaryHash"
     from users where ${USERNAME_KEY} = ?`,
    [usernameKey(username)],
  );
  return found;
}

/**
 * False if the password was changed while the old one was being verified. Locks the user, but not `for update`: that
 * would wait for an import by this user, whose history refers to them (`for key share`).
 */
async function areStill(em: EntityManager, { id, passwordHash }: Credentials): Promise<boolean> {
  const [same] = await em.execute(
    'select id from users where id = ? and password_hash is not distinct from ? for no key update',
    [id, passwordHash],
  );
  return same !== undefined;
}

async function admit(
  em: EntityManager,
  ctx: Context,
  user: User,
  { remember, temporaryPasswordHash }: { remember: boolean; temporaryPasswordHash: string | null },
): Promise<Session | AppError> {
  if (!user.enabled) return new AppError('FORBIDDEN', 'This account is disabled. Please contact us.');
  if (userExpired(user, todayInUtc())) {
    return new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  }
  if (temporaryPasswordHash && !(await spendTemporaryPassword(em, user, temporaryPasswordHash))) {
    return new AppError('UNAUTHENTICATED', WRONG);
  }
  const session = await openSession(em, ctx, user, { remember, temporaryPasswordHash });
  await rememberDevice(em, ctx, user);
  // Direct SQL, here and in `logout`: a new version of the entity would make an administrator's open edit conflict.
  await em.execute('update users set last_login_at = now() where id = ?', [user.id]);
  LogEntry.write(em, user, LogKind.SIGN_IN, { text: `Signed in from ${ctx.ip}` });
  return session;
}

/** Marks the temporary password as used. False if it was already used or has been replaced; safe under concurrency. */
async function spendTemporaryPassword(em: EntityManager, { id }: User, hash: string): Promise<boolean> {
  const [used] = await em.execute(
    `update users set temporary_password_used = true
     where id = ? and temporary_password_hash = ? and not temporary_password_used returning id`,
    [id, hash],
  );
  return used !== undefined;
}

@ObjectType({ description: 'The user who has signed out.' })
export class LogoutPayload {
  @Field(() => String, { description: 'The username of the user who has signed out.' })
  username!: string;
}

export const logout = described('Signs out.').command('session', NoInput, async (ctx): Promise<LogoutPayload> => {
  const { em, session, user } = ctx;
  await closeSession(em, ctx, session);
  await em.execute('update users set last_logout_at = now() where id = ?', [user.id]);
  LogEntry.write(em, user, LogKind.SIGN_OUT, { text: 'Signed out' });
  return { username: user.username };
});

export const me = described('Who is signed in; null for a visitor.').query(
  'visitor',
  NoInput,
  async ({ session }) => session && SignedInUser.of(session),
);

/** The tour was seen to its end, or skipped: for good, on every device (docs/rules.md, "Tour"). */
export const skipTour = described('Never shows the caller the tour again, unless they ask for it.').command(
  'member',
  NoInput,
  async ({ em, session, user }) => {
    // Direct SQL, because the entity's version must count only administrators' changes.
    await em.execute('update users set tour_due = false where id = ?', [user.id]);
    return SignedInUser.of({ ...session, user: { ...user, tourDue: false } });
  },
);

@ObjectType({ description: 'Where a visitor is, as far as this server knows.' })
export class VisitorLocation {
  @Field(() => String, { description: 'The address the request came from.' })
  ip!: string;

  @Field(() => String, { nullable: true, description: 'Country, where a GeoIP file is configured and knows it.' })
  country!: string | null;

  @Field(() => String, { nullable: true, description: 'City, where a GeoIP file is configured and knows it.' })
  city!: string | null;
}

/** Without calling a third party (docs/rules.md, "Visitor location"). */
export const visitorLocation = described('Where the caller is.').query('visitor', NoInput, async ({ ip, outside }) => ({
  ip,
  ...outside.locate(ip),
}));
