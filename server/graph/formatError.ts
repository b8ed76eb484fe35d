import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { asAppError } from '../errors';
import { currentRequest } from '../observe/currentRequest';

/** Codes of Apollo and graphql-js for requests that reached no resolver. Their messages are passed on to the caller. */
const REQUEST_ERRORS = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
]);

/** The error to send, with the request's id, to find its lines in the log. */
export function formatError(formatted: GraphQLFormattedError, error: unknown, log: Logger): GraphQLFormattedError {
  const sent = publicError(formatted, error, log);
  return { ...sent, extensions: { ...sent.extensions, requestId: currentRequest()?.id } };
}

/** Errors in the request itself keep their message; all others become what `asAppError` returns. */
function publicError(formatted: GraphQLFormattedError, error: unknown, log: Logger): GraphQLFormattedError {
  const { message, locations, path } = formatted;
  const code = String(formatted.extensions?.code ?? '');
  if (REQUEST_ERRORS.has(code)) {
    return { message, ...(locations && { locations }), extensions: { code } };
  }
  const cause = unwrapResolverError(error);
  // A null in a nullable variable, for an argument that has a default but may not be null.
  if (cause instanceof GraphQLError && /^Argument "\w+" of (non-null|required) type /.test(cause.message)) {
    return { message: cause.message, ...(path && { path }), extensions: { code: 'BAD_USER_INPUT' } };
  }
  // A variable or argument of the wrong type, refused before any resolver ran.
  if (code === 'BAD_USER_INPUT' && cause === error) {
    return { message, ...(locations && { locations }), extensions: { code } };
  }
  // Without a path and a thrown error, graphql-js itself refused the request (a subscription).
  if (!formatted.path && error instanceof GraphQLError && !error.originalError) {
    return { message: formatted.message, extensions: { code: 'BAD_REQUEST' } };
  }
  const appError = asAppError(cause);
  if (appError.code === 'INTERNAL_SERVER_ERROR')
    log.error({ err: cause, path: formatted.path }, 'Unhandled error in an operation');
  return {
    message: appError.message,
    ...(path && { path }),
    extensions: { code: appError.code, errors: appError.fields, retryAfter: appError.retryAfter },
  };
}
