import type { ErrorCode, FieldErrors } from '../../errors';

/**
 * Why a file cannot be read. The server makes an AppError of it: errors.ts would load the ORM into the process that
 * reads.
 */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields: FieldErrors,
  ) {
    super(message);
  }
}

/** An error that concerns the whole file. */
export const refusal = (message: string) => inField('file', message);

/** An error in what was chosen. */
export const inField = (field: string, message: string) =>
  new Refusal('BAD_USER_INPUT', 'The given data was invalid.', { [field]: [message] });

/** The file has an unsupported format. The message says how to convert it. */
export const notASheet = (message: string) => new Refusal('UNSUPPORTED_MEDIA_TYPE', message, { file: [message] });

export const appleNumbers = () =>
  notASheet(
    'This is an Apple Numbers file. In Numbers, choose File, Export To, Excel (on a phone or in a browser: Export or Download a Copy), and upload that.',
  );

/** A file larger than a sheet may be. */
export const tooLarge = () => {
  const message = 'The file is larger than 50 MB.';
  return new Refusal('PAYLOAD_TOO_LARGE', message, { file: [message] });
};
