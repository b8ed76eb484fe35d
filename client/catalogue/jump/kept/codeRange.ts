import { wordsOf } from './words';

interface Code {
  prefix: string;
  digits: string;
  suffix: string;
}

const CODE = /^([a-z\d]*?[a-z]|)(\d{1,15})([a-z]*)$/;

/** A text as a key code, in lower case and without signs; null if it has no number. */
function codeIn(text: string): Code | null {
  const [, prefix = '', digits, suffix = ''] = CODE.exec(wordsOf(text).join('')) ?? [];
  return digits ? { prefix, digits, suffix } : null;
}

/** The digits between which the cuts of a direct code lie ("A111111-A444444"); null for numbers. */
function cutsBetween(first: string, last: string): [lowest: number, highest: number] | null {
  const isOne = (digits: string) => digits.length > 2 && new Set(digits).size === 1;
  return isOne(first) && isOne(last) && first.length === last.length ? [Number(first[0]), Number(last[0])] : null;
}

function isBetween(code: Code, from: Code, to: Code): boolean {
  if (code.prefix !== from.prefix || code.suffix !== from.suffix) return false;
  if (code.digits.length < from.digits.length || code.digits.length > to.digits.length) return false;
  const cuts = cutsBetween(from.digits, to.digits);
  if (cuts) return [...code.digits].every((digit) => Number(digit) >= cuts[0] && Number(digit) <= cuts[1]);
  return Number(code.digits) >= Number(from.digits) && Number(code.digits) <= Number(to.digits);
}

/**
 * Whether a text of `codeSeries` covers a key code, of what can be read without the server's grammar (docs/rules.md, "Code
 * series"): ranges with the same text before and behind the number, and single codes. Nothing else is guessed.
 */
export function coversCode(series: string, typed: string): boolean {
  const code = codeIn(typed);
  if (!code) return false;
  return series.split(/[,;/&]|\band\b/i).some((part) => {
    const [first = '', last, ...others] = part.split(/\s*[-–]\s*(?=[A-Za-z]*\s?\d)/);
    const from = codeIn(first);
    if (!from || others.length > 0) return false;
    const end = last === undefined ? from : codeIn(last);
    // "K0001-9999" has its letters only once.
    const to = end && last !== undefined && /^\s*\d+\s*$/.test(last) ? { ...end, prefix: from.prefix } : end;
    return to !== null && to.prefix === from.prefix && to.suffix === from.suffix && isBetween(code, from, to);
  });
}
