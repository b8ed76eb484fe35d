import { oneLine } from '../../../../text';
import { SPACING } from '../../../keyData';
import { isNoValue } from '../../sheet/check/noValues';

/** How the measures of a row are written. */
interface Writing {
  /** Whether the row is known to have millimetres, in which 10 is ten. */
  isMetric: boolean;
  /** Whether the row is of a list that writes thousandths of an inch without a point: 98 and 098 are .098. */
  hasThousandths: boolean;
}

/**
 * A measure of a list of key systems in the form in which we record it: 098 and 0.098 are .098; 0.000 is empty, as these lists
 * mean it. See docs/rules.md, "Key systems".
 */
export function readMeasure(
  cell: string,
  { isMetric, hasThousandths }: Writing,
): { value: string } | { wrong: string } {
  const wrong = `“${cell.slice(0, 50)}” is not a measure.`;
  // Patterns take quadratic time in a long text.
  if (cell.length > SPACING.max) return { wrong };
  const text = oneLine(cell)
    .replace(/^(\d*),(\d+)$/, '$1.$2')
    .replace(/\s*(?:in|mm|")$/i, '');
  if (text === '' || isNoValue('', text) || /^0*\.?0*$/.test(text)) return { value: '' };
  if (!/^\d*\.?\d+$/.test(text)) return { wrong };
  if (isMetric) return { value: text };
  if (text.includes('.')) return { value: text.replace(/^0+\./, '.') };
  if (/^\d{3,4}$/.test(text) || hasThousandths) return { value: inInches(Number(text)) };
  return { wrong: `${text} may be thousandths of an inch or millimetres: write it with a point, or give the unit.` };
}

const inInches = (thousandths: number) =>
  `${Math.floor(thousandths / 1000) || ''}.${String(thousandths % 1000).padStart(3, '0')}`;

/** Whether every measure is one that only inches give: no key has a cut two inches from its stop, or one of two millimetres' tenth. */
export const areInches = (measures: readonly string[]) =>
  measures.length > 0 && measures.every((measure) => Number(measure) < 2);
