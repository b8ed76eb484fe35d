import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context';
import { todayInUtc } from '../../days';
import { AppError, type ErrorCode } from '../../errors';
import type { Commit } from '../../gate/operation';
import { TooManyAttempts } from '../../gate/throttle/throttle';
import { LogCount } from '../../logs/logCount.entity';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { networkOf } from '../../network';
import { userExpired } from '../subscription';
import type { User } from '../users/user.entity';

/* What signing in with a password and with a passkey have in common. */

/** Why somebody with the right credentials is not signed in; null if they are. */
export function shutOut(user: User): AppError | null {
  if (!user.enabled) return new AppError('FORBIDDEN', 'This account is disabled. Please contact us.');
  if (userExpired(user, todayInUtc()))
    return new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  return null;
}

export async function noteSignIn(em: EntityManager, user: User, text: string): Promise<void> {
  // Direct SQL: a new version of the entity would make an administrator's open edit conflict.
  await em.execute('update users set last_login_at = now() where id = ?', [user.id]);
  LogEntry.write(em, user, LogKind.SIGN_IN, { text });
}

export type Commits = Context & { commit: Commit };

/** Counts failed sign-ins in the log, by the username as typed, whether or not the user exists. */
export function loggingFailures<I, O>(
  usernameOf: (input: I) => string,
  run: (ctx: Commits, input: I) => Promise<O>,
): typeof run {
  return async (ctx, input) => {
    try {
      return await run(ctx, input);
    } catch (error) {
      const what = failedSignIn(error);
      if (what) {
        ctx.noteRefusedSignIn((error as AppError).code);
        const username = usernameOf(input);
        const failed = { kind: LogKind.SIGN_IN_FAILED, username, what, network: networkOf(ctx.ip) };
        await ctx.commit((em) => LogCount.note(em, failed));
      }
      throw error;
    }
  };
}

const FAILED: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'Failed to sign in',
  FORBIDDEN: 'Failed to sign in (account disabled)',
  PAYMENT_REQUIRED: 'Failed to sign in (subscription ended)',
};

/** The log text for a failed sign-in. Undefined if the failure is the server's, e.g. because it is too busy. */
export function failedSignIn(error: unknown): string | undefined {
  // Counted together with wrong passwords.
  if (error instanceof TooManyAttempts) return FAILED.UNAUTHENTICATED;
  return error instanceof AppError ? FAILED[error.code] : undefined;
}
