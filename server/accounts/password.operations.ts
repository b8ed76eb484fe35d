import type { EntityManager } from '@mikro-orm/postgresql';
import { ArgsType, Field } from 'type-graphql';
import { invalid } from '../errors';
import { Rule, wrongText } from '../fields';
import { LogEntry } from '../logs/logEntry.entity';
import { chain } from '../operation';
import { RecordInput, toId } from '../record';
import { countAttempt, forgiveAttempt, passwordMailLimits, signInLimits } from './attempts';
import { isCommon } from './commonPasswords';
import { Mail } from './mail.entity';
import { hashPassword, verifyPassword } from './passwords';
import { Session } from './session.entity';
import { endSession, openSession } from './sessions';
import { SignedInUser } from './signIn.operations';
import { newTemporaryPassword, sendTemporaryPassword } from './temporaryPasswords';
import { User } from './user.entity';

@ArgsType()
export class ForgotPasswordInput {
  @Field(() => String, { description: 'The email address of the user.' })
  @Rule((value) =>
    typeof value === 'string' && value.trim() ? wrongText(value, { label: 'username' }) : 'You need to put username.',
  )
  username!: string;
}

/**
 * Mails a temporary password, which works beside the present one, so that a stranger cannot lock anybody out. The answer
 * and the work are the same whether or not there is such a user.
 */
export const forgotPassword = chain('visitor', ForgotPasswordInput, async ({ commit, publicOrigin, ip }, input) => {
  const username = input.username.trim();
  await commit((em) => countAttempt(em, passwordMailLimits(username, ip)));
  const password = newTemporaryPassword();
  const passwordHash = await hashPassword(password);
  await commit(async (em) => {
    const [found] = await em.execute<{ id: number }[]>(
      'select id from users where lower(username) = lower(?) and enabled',
      [username],
    );
    const user = found && (await em.findOne(User, found.id));
    if (user) await sendTemporaryPassword(em, user, 'forgotten', { password, passwordHash, publicOrigin });
    // Nobody's mail, erased by the next delivery: it takes the time that somebody's would.
    else em.create(Mail, { recipient: '', subject: '', text: passwordHash, expiresAt: new Date(0) });
  });
  return `Password sent to user's email ${username}`;
});

/** For an administrator: mails a user a temporary password. */
export const sendPassword = chain('admin', RecordInput, async ({ commit, publicOrigin, user: admin }, { id }) => {
  const password = newTemporaryPassword();
  const passwordHash = await hashPassword(password);
  return commit(async (em) => {
    const user = await em.findOneOrFail(User, toId(id), { populate: ['client', 'role'] });
    await sendTemporaryPassword(em, user, 'sent', { password, passwordHash, publicOrigin });
    em.create(LogEntry, LogEntry.of(admin, `Sent a password to ${user.username}`));
    return user;
  });
});

@ArgsType()
export class ResetPasswordInput {
  @Field(() => String, { description: 'The present password; the temporary one in a session that it opened.' })
  @Rule((value) => wrongText(value, { label: 'current password', max: 1_000, required: true }))
  currentPassword!: string;

  @Field(() => String, { description: 'The new one: 12 to 128 characters of any kind.' })
  @Rule(wrongPassword)
  password!: string;

  @Field(() => String, { description: 'The new one again.' })
  @Rule((value) => wrongText(value, { label: 'password confirmation', max: 1_000, required: true }))
  passwordConfirmation!: string;
}

/** Contract section 5. */
function wrongPassword(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return 'The password field is required.';
  if (value.length < 12) return 'The password must have at least 12 characters.';
  if (value.length > 128) return 'The password may not have more than 128 characters.';
  return isCommon(value) ? 'This password is among the commonest: please choose another.' : null;
}

/** Gives the signed-in user a new password: other sessions end, and this one goes on unrestricted under a new token. */
export const resetPassword = chain('session', ResetPasswordInput, async (ctx, input) => {
  const { session, user } = ctx;
  if (input.passwordConfirmation !== input.password) {
    throw invalid({ passwordConfirmation: ['The password confirmation does not match.'] });
  }
  if (input.password.toLowerCase() === user.username.toLowerCase()) {
    throw invalid({ password: ['The password may not be the username.'] });
  }
  const limits = signInLimits(user.username, ctx.ip);
  await ctx.commit((em) => countAttempt(em, limits));
  if (!(await isCurrent(ctx.commit, session, input.currentPassword))) {
    // 422, never 401: that would sign the user out in every client.
    throw invalid({ currentPassword: ['The current password is wrong.'] });
  }
  const passwordHash = await hashPassword(input.password);
  const opened = await ctx.commit(async (em) => {
    await forgiveAttempt(em, limits);
    const changed = await em.findOneOrFail(User, user.id, { populate: ['client', 'role'] });
    await em.execute('update users set password_hash = ?, temporary_password_hash = null where id = ?', [
      passwordHash,
      user.id,
    ]);
    await endSession(em, ctx, session);
    await em.nativeDelete(Session, { user: user.id });
    em.create(LogEntry, LogEntry.of(changed, 'Changed the password'));
    return openSession(em, ctx, changed, { remember: session.remember });
  });
  return SignedInUser.of(opened);
});

/** Only a restricted session was opened by the temporary password, and so takes it. */
async function isCurrent(
  commit: <T>(step: (em: EntityManager) => Promise<T>) => Promise<T>,
  { user, restricted }: Session,
  password: string,
): Promise<boolean> {
  const [stored] = await commit((em) =>
    em.execute<{ own: string | null; temporary: string | null }[]>(
      'select password_hash as own, temporary_password_hash as temporary from users where id = ?',
      [user.id],
    ),
  );
  if (await verifyPassword(stored?.own, password)) return true;
  return restricted && verifyPassword(stored?.temporary, password);
}
