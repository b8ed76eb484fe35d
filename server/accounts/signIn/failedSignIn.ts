import { AppError, type ErrorCode } from '../../errors';
import { TooManyAttempts } from './throttle';

const FAILED: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'Failed to sign in',
  FORBIDDEN: 'Failed to sign in (account disabled)',
  PAYMENT_REQUIRED: 'Failed to sign in (subscription ended)',
};

/** What the log says of a failed sign-in. Undefined where the fault is ours, also where the server is too busy to look. */
export function failedSignIn(error: unknown): string | undefined {
  // Counted together with wrong passwords.
  if (error instanceof TooManyAttempts) return FAILED.UNAUTHENTICATED;
  return error instanceof AppError ? FAILED[error.code] : undefined;
}
