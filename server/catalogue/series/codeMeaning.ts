import { type Code, codeIn, covers, digitsOf, fits, fromBow, hasDigit, readSeries, type Series } from './codeSeries';

/** What a key code means on one sheet. */
export interface CodeMeaning {
  /** The series that has the code, as it is recorded. */
  series: string | null;
  /** The names of the depths, from bow to tip; as in the code where its direction is unknown. */
  cuts: string[] | null;
  /** The cuts if such a code is read tip to bow; only where its direction is unknown. */
  otherCuts: string[] | null;
  direction: 'bow to tip' | 'tip to bow' | 'unknown' | null;
  /** Why there are no cuts. */
  problem: string | null;
}

interface Sheet {
  codeSeries: string;
  codeDirection: string;
  /** The names of the depths that are recorded. */
  depths: string[];
}

/** Reads a code by the series of a sheet (docs/rules.md, "Code series"). `typed` is shown as it is. */
export function meaningOf(typed: string, { codeSeries, codeDirection, depths }: Sheet): CodeMeaning {
  const without = (series: Series | null, problem: string): CodeMeaning => ({
    ...{ series: series?.text ?? null, cuts: null, otherCuts: null, direction: null },
    problem,
  });
  const { series, reason } = readSeries(codeSeries);
  if (reason !== null) return without(null, `The code series cannot be read: ${reason}`);
  if (series.length === 0) return without(null, 'No code series is recorded');
  const code = codeIn(typed);
  const found = code && bestOf(series, code);
  if (!found) return without(null, `${typed} is in no code series of this model`);
  const digits = digitsOf(found, code);
  if (!digits) return without(found, 'This series does not give the cuts');
  const isDepth = (digit: string) => hasDigit(found, digit) && (depths.length === 0 || depths.includes(digit));
  const wrong = [...new Set(digits.filter((digit) => !isDepth(digit)))];
  if (wrong.length > 0) return without(found, notDepths(wrong));
  const direction = codeDirection === 'bow to tip' || codeDirection === 'tip to bow' ? codeDirection : 'unknown';
  return {
    series: found.text,
    cuts: fromBow(digits, direction),
    otherCuts: direction === 'unknown' ? fromBow(digits, 'tip to bow') : null,
    direction,
    problem: null,
  };
}

/** A direct code before a number, also with a digit that is no depth; a letter last. */
const bestOf = (series: Series[], code: Code): Series | undefined =>
  series.find((one) => one.lowest !== null && covers(one, code)) ??
  series.find((one) => !one.isWhole && covers(one, code)) ??
  series.find((one) => one.lowest !== null && fits(one, code)) ??
  series.find((one) => covers(one, code));

const notDepths = (digits: string[]) =>
  digits.length === 1
    ? `${digits[0]} is not a depth of this series`
    : `${digits.slice(0, -1).join(', ')} and ${digits.at(-1)} are not depths of this series`;
