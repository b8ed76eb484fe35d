/** A plain number as sheets have them: .258, 0.5, 2,54. */
const NUMBER = /^\d*[.,]?\d+$/;

const numberOf = (text: string) => (NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null);
const decimalsOf = (text: string) => text.trim().split(/[.,]/)[1]?.length ?? 0;

/**
 * How much larger or smaller the measure that was found is, in the unit of the sheet: `.020 less`. Null if one of them is not a
 * number. It is written as the sheet writes its values, with the decimals of the finer one.
 */
export function differenceOf(here: string, found: string): string | null {
  const [one, other] = [numberOf(here), numberOf(found)];
  if (one === null || other === null || one === other) return null;
  const size = Math.abs(other - one).toFixed(Math.max(decimalsOf(here), decimalsOf(found)));
  return `${/^\s*[.,]/.test(here) ? size.replace(/^0\./, '.') : size} ${other < one ? 'less' : 'more'}`;
}
