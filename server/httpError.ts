import { AppError, asAppError, notFound } from './errors';

const FASTIFY_ERRORS: Record<number, AppError> = {
  400: new AppError('BAD_REQUEST', 'The request could not be read.'),
  404: notFound('path'),
  413: new AppError('PAYLOAD_TOO_LARGE', 'The request is too large.'),
  415: new AppError('UNSUPPORTED_MEDIA_TYPE', 'This kind of content is not accepted.'),
};

/** Like asAppError, but also maps errors of Fastify and its plugins by their HTTP status. */
export function asHttpError(error: unknown): AppError {
  const told = asAppError(error);
  const { statusCode, status = statusCode ?? 500 } = error as { statusCode?: number; status?: number };
  if (told.code !== 'INTERNAL_SERVER_ERROR' || status >= 500) return told;
  return FASTIFY_ERRORS[status] ?? new AppError('BAD_REQUEST', 'The request could not be read.');
}
