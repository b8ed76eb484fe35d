import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { errorCode, fieldErrors, serverMessage } from '../../graphql/graphErrors';

export type SaveProblem =
  | { kind: 'invalid'; errors: Record<string, string[]> }
  /** `heading` is the fixed text; `detail` is the server's message below it. */
  | { kind: 'failed'; lead?: string | undefined; heading: string; detail?: string | undefined }
  | { kind: 'silent' };

/** Thrown if the input is invalid before it is sent. `errors` maps field names to messages, as in a 422. */
export class InvalidInput extends Error {
  errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super('invalid');
    this.errors = errors;
  }
}

const SERVER_ERROR = 'A server error occurred. Please try again later.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/**
 * What to say about a failed save or delete (docs/look.md, "Messages"). `lead` is the text of this kind of record, if
 * it has one.
 */
export function saveProblem(error: unknown, lead?: string): SaveProblem {
  if (error instanceof InvalidInput) return { kind: 'invalid', errors: error.errors };
  const errors = fieldErrors(error);
  if (errorCode(error) === 'BAD_USER_INPUT' && Object.keys(errors).length) return { kind: 'invalid', errors };
  if (CombinedGraphQLErrors.is(error)) {
    return errorCode(error) === 'INTERNAL_SERVER_ERROR'
      ? { kind: 'failed', lead, heading: SERVER_ERROR }
      : { kind: 'failed', lead, heading: UNEXPECTED, detail: serverMessage(error) };
  }
  if (ServerError.is(error)) {
    return { kind: 'failed', lead, heading: error.statusCode === 500 ? SERVER_ERROR : UNEXPECTED };
  }
  if (ServerParseError.is(error)) return { kind: 'failed', lead, heading: UNEXPECTED };
  // A bug of ours must not look like a lost connection.
  if (!(error instanceof TypeError) && !(error instanceof DOMException)) console.error(error);
  return { kind: 'silent' };
}
