/**
 * Characters that XML 1.0 forbids, which the exports cannot contain, and other control characters (docs/rules.md, "Lengths
 * and characters").
 */
const FORBIDDEN = /[^\t\n\r\u0020-~\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Whether any text in `value` has a forbidden character. Not recursive: nested JSON could overflow the stack. */
export function hasForbiddenCharacter(value: unknown): boolean {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && FORBIDDEN.test(next)) return true;
    if (isPlain(next)) for (const one of Object.values(next)) pending.push(one);
  }
  return false;
}

/** `text` with forbidden characters replaced by U+FFFD. */
export const withoutForbidden = (text: string) => text.replace(new RegExp(FORBIDDEN, 'gu'), '\uFFFD');

/** An object or array within an input, but not a file or a date. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date);
}
