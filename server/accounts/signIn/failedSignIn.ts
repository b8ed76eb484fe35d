import { AppError, type ErrorCode } from '../../errors';
import { TooManyAttempts } from '../../gate/throttle';

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
