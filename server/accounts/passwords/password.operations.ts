import { Field, InputType, ObjectType } from 'type-graphql';
import type { Caller } from '../../context';
import { AppError, type FieldErrors, invalid } from '../../errors';
import { described } from '../../gate/operation';
import {
  currentPasswordLimit,
  newPasswordLimit,
  passwordMailLimits,
  resetThrottle,
  throttle,
} from '../../gate/throttle/throttle';
import { Limits, Rule, wrongText } from '../../inputs/fields';
import { RecordInput, toId } from '../../inputs/record';
import { AsTyped } from '../../inputs/textForms';
import { LogCount } from '../../logs/logCount.entity';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { networkOf } from '../../network';
import { Mail } from '../mail/mail.entity';
import { SignedInUser } from '../sessions/session.operations';
import { closeSession, openSession } from '../sessions/sessions';
import { findUserId, usernameKey } from '../usernames';
import { lockUser, User } from '../users/user.entity';
import { isCommon } from './commonPasswords';
import { isCurrent, WRONG_PASSWORD } from './currentPassword';
import { hashPassword, passwordForm } from './passwords';
import { replacePassword } from './replacePassword';
import { looksTemporary, newTemporaryPassword, sendTemporaryPassword } from './temporaryPasswords';

@InputType({ description: 'The user who has forgotten the password.' })
export class ForgotPasswordInput {
  @Field(() => String, { description: 'The email address of the user.' })
  @Rule((value) => wrongText(value, { label: 'username', required: true, missing: 'You need to put username.' }))
  username!: string;
}

@ObjectType({ description: 'The answer of forgotPassword.' })
export class ForgotPasswordPayload {
  @Field(() => String, { description: 'A text to show; the same whether or not there is such a user.' })
  message!: string;
}

/**
 * The current password keeps working, so a stranger cannot lock anybody out. The response and the work done are the
 * same whether or not the user exists.
 */
export const forgotPassword = described(
  'Mails a temporary password to the user. The answer is the same if there is no such user.',
).chain('visitor', ForgotPasswordInput, async (ctx, input): Promise<ForgotPasswordPayload> => {
  const { commit, site, ip } = ctx;
  const { username } = input;
  const what = 'Asked for a temporary password';
  const asked = { kind: LogKind.PASSWORD_REQUESTED, username, what, network: networkOf(ip) };
  await commit((em) => LogCount.note(em, asked));
  await commit((em) => throttle(em, passwordMailLimits(username, ip)));
  const password = newTemporaryPassword();
  const passwordHash = await hashPassword(password);
  await commit(async (em) => {
    const id = await findUserId(em, username);
    const user = id === undefined ? null : await em.findOne(User, { id, enabled: true });
    if (user) await sendTemporaryPassword(em, user, 'forgotten', { password, passwordHash, site });
    // An expired mail to nobody takes as long to write as a real one. The next delivery deletes it.
    else em.create(Mail, { recipient: '', subject: '', text: passwordHash, expiresAt: new Date(0) });
  });
  return { message: `Password sent to user's email ${username}` };
});

@InputType({ description: 'The user to mail a temporary password to.' })
export class SendPasswordInput extends RecordInput {}

export const sendPassword = described('Mails a user a temporary password.').chain(
  'admin',
  SendPasswordInput,
  async ({ commit, site, user: admin }, { id }) => {
    const password = newTemporaryPassword();
    const passwordHash = await hashPassword(password);
    return commit(async (em) => {
      const user = await em.findOneOrFail(User, toId(id), { populate: ['client', 'role'] });
      await sendTemporaryPassword(em, user, 'sent', { password, passwordHash, site });
      LogEntry.write(em, admin, LogKind.PASSWORD_SENT, {
        subject: { type: LogSubjectType.USER, id: user.id },
        text: `Sent a password to ${user.username}`,
      });
      return user;
    });
  },
);

@InputType({ description: 'A new password of the signed-in user.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The present password; the temporary one in a session that it opened.' })
  @Rule((value) => wrongText(value, { label: 'current password', max: 1_000, required: true }))
  @AsTyped()
  currentPassword!: string;

  @Field(() => String, { description: 'The new one: 12 to 128 characters of any kind.' })
  @Rule(wrongPassword)
  @AsTyped()
  password!: string;

  @Field(() => String, { description: 'The new one again.' })
  @Rule(
    (value, input) =>
      wrongText(value, { label: 'password confirmation', max: 1_000, required: true }) ?? wrongAgain(value, input),
  )
  @AsTyped()
  passwordConfirmation!: string;
}

/** Checked with the other input rules, so that all errors are reported together. */
function wrongAgain(value: unknown, { password }: Partial<ResetPasswordInput> = {}): string | null {
  if (typeof value !== 'string' || typeof password !== 'string' || password.length > 1_000) return null;
  return passwordForm(value) === passwordForm(password) ? null : 'The password confirmation does not match.';
}

/** The rules that do not depend on the user (docs/rules.md, "Passwords"); `guessable` checks the others. */
function wrongPassword(value: unknown): string | null {
  if (value instanceof Limits) return value.note({ minLength: 12, maxLength: 128 });
  if (typeof value !== 'string' || value === '') return 'The password field is required.';
  // Not of a text of any length: composing accents can take long.
  const { length } = value.length > 1_000 ? value : passwordForm(value);
  if (length < 12) return 'The password must have at least 12 characters.';
  if (length > 128) return 'The password may not have more than 128 characters.';
  return looksTemporary(value) ? 'This is a temporary password. Choose one of your own.' : null;
}

async function guessable(password: string, { username, fullName, client }: Caller): Promise<string | null> {
  if (usernameKey(password) === usernameKey(username)) return 'The password may not be the username.';
  const common = await isCommon(password, [username, fullName, client.name]);
  return common ? 'This password is too common. Choose another.' : null;
}

/** This session continues, unrestricted, with a new token. */
export const resetPassword = described(
  'Gives the signed-in user a new password, ends the user’s other sessions and revokes their API tokens.',
).chain('session', ResetPasswordInput, async (ctx, input) => {
  const { session, user } = ctx;
  const limit = currentPasswordLimit(session.id);
  await ctx.commit((em) => throttle(em, [limit]));
  const isRight = await isCurrent(ctx.commit, session, input.currentPassword);
  await ctx.commit(async (em) => {
    if (isRight) await resetThrottle(em, [limit]);
    await throttle(em, [newPasswordLimit(session.id)]);
  });
  const wrong: FieldErrors = {};
  // 422, not 401: clients take 401 to mean that the session has ended.
  if (!isRight) wrong.currentPassword = [WRONG_PASSWORD];
  const guess = await guessable(input.password, user);
  if (guess) wrong.password = [guess];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const passwordHash = await hashPassword(input.password);
  const opened = await ctx.commit(async (em) => {
    const changed = await em.findOneOrFail(User, user.id, { populate: ['client', 'role'] });
    // Lock order: the user before the sessions, as in `revokeAccess`.
    await lockUser(em, user);
    // An administrator may have revoked the user's access while the password was being hashed.
    if (!(await closeSession(em, ctx, session))) throw sessionEnded();
    const tokens = await replacePassword(em, user.id, passwordHash);
    LogEntry.write(em, changed, LogKind.PASSWORD_CHANGED, { text: `Changed the password${tokens}` });
    return openSession(em, ctx, changed, { remember: session.remember });
  });
  return SignedInUser.of(opened, ctx);
});

const sessionEnded = () => new AppError('CONFLICT', 'Your session has ended. Please sign in again.');
