import { OptimisticLockError, UniqueConstraintViolationException } from '@mikro-orm/core';
import { registerEnumType } from 'type-graphql';

/** All error codes, with their HTTP status on REST and their meaning. In the graph, the code is `extensions.code`. */
export const CODES = {
  BAD_REQUEST: [400, 'The request cannot be read.'],
  UNAUTHENTICATED: [401, 'Nobody is signed in, or the email, password or second factor is wrong.'],
  PAYMENT_REQUIRED: [402, 'The subscription has ended.'],
  FORBIDDEN: [403, 'The caller is not allowed to do this, or the account is disabled.'],
  PASSWORD_CHANGE_REQUIRED: [403, 'A new password must be chosen first.'],
  SECOND_FACTOR_REQUIRED: [403, 'A second factor must be set up first.'],
  NOT_FOUND: [404, 'There is no such record.'],
  CONFLICT: [409, 'The record has changed since it was read, is in use, or is in a state that does not allow this.'],
  ALREADY_PAID: [409, 'The payment was made before.'],
  CURSOR_GONE: [409, 'The cursor belongs to a state of the database that is gone: begin again without it.'],
  PAYLOAD_TOO_LARGE: [413, 'The request or a file is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This kind of content is not accepted.'],
  BAD_USER_INPUT: [422, '`extensions.errors` has the messages by field of the input.'],
  EMAIL_TAKEN: [422, 'Like BAD_USER_INPUT: there is an account with this email already.'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts: `extensions.retryAfter` says how many seconds to wait.'],
  INTERNAL_SERVER_ERROR: [500, 'An internal error of the server, reported without detail.'],
  SERVICE_UNAVAILABLE: [503, 'The database or the payment provider does not answer.'],
} as const;

export type ErrorCode = keyof typeof CODES;
/** The GraphQL enum. */
export const ErrorCode = Object.fromEntries(Object.keys(CODES).map((code) => [code, code]));
registerEnumType(ErrorCode, {
  name: 'ErrorCode',
  description:
    'Why a call or a task failed: `extensions.code` of an error. A request that is not valid GraphQL has a code of Apollo Server instead, such as GRAPHQL_VALIDATION_FAILED.',
  valuesConfig: Object.fromEntries(Object.entries(CODES).map(([code, [, description]]) => [code, { description }])),
});

/** Messages by field. Fields have their GraphQL names; `rest/wire/` renames them. */
export type FieldErrors = Record<string, string[]>;

/** An error whose message is safe to show to the caller. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: FieldErrors,
    /** Seconds to wait before retrying, for TOO_MANY_REQUESTS. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get status(): number {
    return CODES[this.code][0];
  }
}

/** A validation error. `code` is specific only if clients have to handle this error differently. */
export const invalid = (fields: FieldErrors, code: 'BAD_USER_INPUT' | 'EMAIL_TAKEN' = 'BAD_USER_INPUT') =>
  new AppError(code, 'The given data was invalid.', fields);
export const notFound = (what = 'record') => new AppError('NOT_FOUND', `There is no such ${what}.`);

/** Options for `findOneOrFail` whose error message names the missing record. */
export const noSuch = (what: string) => ({ failHandler: () => notFound(what) });

/**
 * A catch handler for writes: throws a validation error on `fields` if the unique index `index` was violated. That
 * happens only for concurrent writes; otherwise the check before the write has already thrown.
 */
export const whereTaken =
  (index: string, fields: FieldErrors) =>
  (error: unknown): never => {
    throw error instanceof UniqueConstraintViolationException && 'constraint' in error && error.constraint === index
      ? invalid(fields)
      : error;
  };

const conflict = () =>
  new AppError('CONFLICT', 'Somebody else has changed something that this depends on. Please try again.');
const unavailable = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The database is not responding. Please try again shortly.');
const fault = () => new AppError('INTERNAL_SERVER_ERROR', 'A server error occurred. Please try again later.');

/**
 * Conflicts between concurrent calls: violated foreign keys and unique indexes, serialization failures, deadlocks and
 * lock time-outs. Without a race, the checks before the write have already thrown.
 */
const RACE = /^(23503|23505|40001|40P01|55P03)$/;

/**
 * Node's socket errors and PostgreSQL's classes 08 (connection), 53 (resources) and 57 (shut down, starting up, statement
 * time-out); 25006 is a replica that has not been promoted yet; 25P03 and 25P04 are transaction time-outs
 * (docs/operations.md, "The database").
 */
const DATABASE_AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|57...|25006|25P03|25P04)$/;

/** Errors of pg, its pool and Kysely that have no code. */
const CONNECTION_LOST =
  /^Connection terminated|^Client (has encountered a connection error|was closed)|^Cannot use a pool after|^driver has already been destroyed|^timeout (expired|exceeded when trying to connect)/;

/**
 * The error to show to the caller: an AppError unchanged, conflicts between concurrent calls as CONFLICT, an
 * unreachable database as SERVICE_UNAVAILABLE, anything else as INTERNAL_SERVER_ERROR with a fixed text. If the code is
 * INTERNAL_SERVER_ERROR, the calling function must log the original error.
 */
export function asAppError(error: unknown): AppError {
  for (let cause = error; cause instanceof Error; cause = originOf(cause)) {
    if (cause instanceof AppError) return cause;
    const code = 'code' in cause ? String(cause.code) : '';
    if (RACE.test(code) || cause instanceof OptimisticLockError) return conflict();
    if (DATABASE_AWAY.test(code) || CONNECTION_LOST.test(cause.message)) return unavailable();
  }
  return fault();
}

/** The wrapped error: GraphQL uses `originalError`, others use `cause`. */
const originOf = (error: Error): unknown => ('originalError' in error ? error.originalError : error.cause);

/** The first error code (SQLSTATE or Node's) of `error` and its causes. */
export function databaseCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = originOf(cause))
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return undefined;
}
