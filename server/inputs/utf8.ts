import { AppError } from '../errors';

/* Bodies and query strings are UTF-8 or refused: in a lossy text, a value would be stored as "T�n" (docs/rules.md, "Input"). */

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text of a body, without a byte-order mark. */
export function utf8(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new AppError('BAD_REQUEST', 'The request is not encoded in UTF-8.');
  }
}

/** The text of a body in the charset that its content type names; without one, it is UTF-8. */
export function decoded(bytes: Buffer, contentType: string | undefined): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '') ?? [];
  if (charset.toLowerCase() === 'utf-8') return utf8(bytes);
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This charset is not known. Please send UTF-8.');
    throw new AppError('BAD_REQUEST', 'The request is not encoded in the charset that it names.');
  }
}

/** The text of a form, with escapes of UTF-8 in place of those of its charset. */
export const utf8Form = (bytes: Buffer, contentType: string | undefined): string =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      encodeURIComponent(decoded(Buffer.from(run.replaceAll('%', ''), 'hex'), contentType)),
    );

/** For query strings: refuses escapes of other bytes, e.g. %E9. */
export function requireUtf8Escapes(text: string): void {
  for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) utf8(Buffer.from(run.replaceAll('%', ''), 'hex'));
}

/**
 * For texts of a multipart body, whose parser replaces what it cannot decode by U+FFFD. Not recursive: nested JSON could
 * overflow the stack.
 */
export function requireNoReplacement(value: unknown): void {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && next.includes('\uFFFD'))
      throw new AppError('BAD_REQUEST', 'The request is not encoded in UTF-8.');
    // One by one: a hundred thousand arguments of a call would overflow the stack, too.
    if (Array.isArray(next)) for (const one of next) pending.push(one);
    else if (isPlain(next)) for (const [name, one] of Object.entries(next)) pending.push(name, one);
  }
}

/** Not a file. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
