import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, InputType, ObjectType } from 'type-graphql';
import type { Context } from '../../context';
import { AppError } from '../../errors';
import { described, NoInput } from '../../gate/operation';
import { resetThrottle, signInLimits, throttle } from '../../gate/throttle/throttle';
import { Flag, OneOf, Optional, Rule, wrongText } from '../../inputs/fields';
import { LengthUnit } from '../../inputs/lengthUnit';
import { AsTyped } from '../../inputs/textForms';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { verifyPassword } from '../passwords/passwords';
import { verifyTemporaryPassword } from '../passwords/temporaryPasswords';
import { type Code, checkCode, spendCode } from '../secondFactor/codes';
import { tellUser } from '../secondFactor/factors';
import { knownDevice, rememberDevice } from '../sessions/devices';
import type { Session } from '../sessions/session.entity';
import { SignedInUser } from '../sessions/session.operations';
import { closeSession, openSession } from '../sessions/sessions';
import { USERNAME_KEY, usernameKey } from '../usernames';
import { User } from '../users/user.entity';
import { type Commits, loggingFailures, noteSignIn, shutOut } from './admission';

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

  @Field(() => String, {
    nullable: true,
    description:
      'For an account with a second factor: a code of its authenticator app, or a recovery code. Not needed in a trusted browser.',
  })
  @Optional()
  @Rule((value) => wrongText(value, { label: 'code', max: 100 }))
  code?: string | null;

  @Field(() => Boolean, { description: 'Ask for no code in this browser for 30 days. Takes effect only with a code.' })
  @Flag('trustDevice')
  trustDevice: boolean = false;
}

/**
 * The same in every case, so that it reveals neither who has an account nor, of one with a second factor, that the password
 * was right (docs/rules.md, "Sign-in order").
 */
const WRONG =
  'Wrong email or password or, if you use a second factor, a wrong or missing code. If you have not signed in on the new version yet, please reset your password first.';

/**
 * Signs in. Checks in this order: wrong credentials, which are the password and the second factor together (401), disabled
 * user (403), ended subscription (402).
 */
const signIn = loggingFailures(
  ({ username }: LoginInput) => username,
  async (ctx: Commits, input) => {
    const { username } = input;
    const device = await ctx.commit((em) => knownDevice(em, ctx, username));
    const limits = signInLimits(username, ctx.ip, device?.id);
    // Committed before the password is verified, so that concurrent attempts are counted too.
    await ctx.commit((em) => throttle(em, limits));
    const [found, code] = await ctx.commit(async (em) => {
      const found = await findCredentials(em, username);
      // Where the password suffices, any number of codes could be tried: none is looked at.
      return [found, device?.trusted ? null : await checkCode(em, ctx, found?.id ?? null, input.code ?? '')];
    });
    const needsNoCode = !found?.secondFactor || device?.trusted || code !== null;
    // Always verify both: the time must not reveal whether the user exists or has a temporary password.
    const [own, temporary] = await Promise.all([
      verifyPassword(found?.passwordHash, input.password),
      verifyTemporaryPassword(found?.temporaryHash, input.password),
    ]);
    if (!found || !(own || temporary) || !needsNoCode) throw new AppError('UNAUTHENTICATED', WRONG);
    const outcome = await ctx.commit(async (em) => {
      await resetThrottle(em, limits);
      if (!(await areStill(em, found))) return new AppError('UNAUTHENTICATED', WRONG);
      const user = await em.findOneOrFail(User, found.id, { populate: ['client', 'role'] });
      const temporaryPasswordHash = own ? null : found.temporaryHash;
      return admit(em, ctx, user, { ...input, temporaryPasswordHash, code: found.secondFactor ? code : null });
    });
    // Thrown outside the transaction, because a rollback would undo `resetThrottle`.
    if (outcome instanceof AppError) throw outcome;
    return SignedInUser.of(outcome, ctx);
  },
);

export const login = described(
  'Signs in and sets the session cookie, the credential of the calls that follow. Programs do not sign in: their API tokens are the credential of each call, and with one this is FORBIDDEN. UNAUTHENTICATED for a wrong email or password, and for an account with a second factor for a wrong or missing code. FORBIDDEN for a disabled user, PAYMENT_REQUIRED after the subscription’s end, TOO_MANY_REQUESTS after too many attempts.',
).chain('visitor', LoginInput, signIn);

interface Credentials {
  id: number;
  secondFactor: boolean;
  passwordHash: string | null;
  temporaryHash: string | null;
}

/** Includes the temporary password's hash only if it is unused and has not expired. */
async function findCredentials(em: EntityManager, username: string) {
  const [found] = await em.execute<Credentials[]>(
    `select id, second_factor as "secondFactor", password_hash as "passwordHash",
       case when temporary_password_expires_at > now() and not temporary_password_used
         then temporary_password_hash end as "temporaryHash"
     from users where ${USERNAME_KEY} = ?`,
    [usernameKey(username)],
  );
  return found;
}

/**
 * False if the password or the second factor was changed while the password was being verified. Locks the user, but not `for update`: that
 * would wait for an import by this user, whose history refers to them (`for key share`).
 */
async function areStill(em: EntityManager, { id, passwordHash, secondFactor }: Credentials): Promise<boolean> {
  const [same] = await em.execute(
    `select id from users where id = ? and password_hash is not distinct from ? and second_factor = ?
     for no key update`,
    [id, passwordHash, secondFactor],
  );
  return same !== undefined;
}

async function admit(
  em: EntityManager,
  ctx: Context,
  user: User,
  { remember, temporaryPasswordHash, code, trustDevice }: Admission,
): Promise<Session | AppError> {
  const shut = shutOut(user);
  if (shut) return shut;
  if (code && !(await spendCode(em, user.id, code))) return new AppError('UNAUTHENTICATED', WRONG);
  if (temporaryPasswordHash && !(await spendTemporaryPassword(em, user, temporaryPasswordHash))) {
    return new AppError('UNAUTHENTICATED', WRONG);
  }
  const session = await openSession(em, ctx, user, { remember, temporaryPasswordHash });
  await rememberDevice(em, ctx, user, { trust: trustDevice && code !== null });
  await noteSignIn(em, user, `Signed in from ${ctx.ip}`);
  if (code && 'recovery' in code)
    tellUser(
      em,
      { ...ctx, user },
      {
        kind: LogKind.RECOVERY_CODE_USED,
        text: 'Used a recovery code to sign in',
        subject: 'A recovery code was used',
      },
    );
  return session;
}

interface Admission extends Pick<LoginInput, 'remember' | 'trustDevice'> {
  temporaryPasswordHash: string | null;
  /** The right code that was sent; null if there was none, or the account needs none. */
  code: Code | null;
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

export const me = described('Who is signed in; null for a visitor.', 'ANY').query(
  'visitor',
  NoInput,
  async (ctx) => ctx.session && SignedInUser.of(ctx.session, ctx),
);

/** The tour was seen to its end, or skipped: for good, on every device (docs/rules.md, "Tour"). */
export const skipTour = described('Never shows the caller the tour again, unless they ask for it.').command(
  'member',
  NoInput,
  async (ctx) => {
    const { em, session, user } = ctx;
    // Direct SQL, because the entity's version must count only administrators' changes.
    await em.execute('update users set tour_due = false where id = ?', [user.id]);
    return SignedInUser.of({ ...session, user: { ...user, tourDue: false } }, ctx);
  },
);

@InputType({ description: 'How the caller reads measures.' })
export class ChooseLengthUnitInput {
  @Field(() => LengthUnit, { description: 'What sheets show measures in.' })
  @OneOf(LengthUnit, 'The unit must be inch or mm.')
  unit!: LengthUnit;
}

/** "inch / mm" on a sheet (docs/look.md, "Inch and mm"). */
export const chooseLengthUnit = described('Notes in which unit the caller reads the measures of sheets.').command(
  'member',
  ChooseLengthUnitInput,
  async (ctx, { unit }) => {
    const { em, session, user } = ctx;
    // Direct SQL, as in `skipTour`.
    await em.execute('update users set length_unit = ? where id = ?', [unit, user.id]);
    return SignedInUser.of({ ...session, user: { ...user, lengthUnit: unit } }, ctx);
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
