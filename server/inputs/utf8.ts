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

/** For query strings and forms: refuses escapes of other bytes, e.g. %E9. */
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
