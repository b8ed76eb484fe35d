import { narrow, oneLine } from '../text.ts';

/*
 * A measure is a number, however it is written: spreadsheets make 0.098 of .098 and 0.1 of .100. Each has one form, in which
 * it is stored, compared and answered (docs/rules.md, "Measures"). `measure_form` in the migration 2026-12-04-20-measures does
 * the same.
 */

/** How many places a measure has at least. */
const PLACES = { inch: 3, mm: 2 };
/** Longer ones are thousandths of an inch or hundredths of a millimetre without a point, which get no places. */
const LONGEST = { inch: 10, mm: 60 };
/** Without a unit, smaller ones are inches: no key is two inches long, and no cut of a key so near its stop in millimetres. */
const LEAST_MM = 2;

const isUnit = (unit: string): unit is keyof typeof PLACES => Object.hasOwn(PLACES, unit);

/** The form of a measure in this unit, which may be empty. What is no number stays as it is. */
export function measureForm(text: string, unit: string): string {
  const line = oneLine(text);
  const [, before = '', after = ''] = /^([0-9]*)(?:[.,]([0-9]*))?$/.exec(line.normalize('NFKC')) ?? [];
  if (before === '' && after === '') return line;
  const whole = before.replace(/^0+/, '');
  const form = isUnit(unit) ? unit : Number(whole) < LEAST_MM ? 'inch' : 'mm';
  const least = Number(whole) < LONGEST[form] ? PLACES[form] : 0;
  const places = after.replace(/0+$/, '').padEnd(least, '0');
  return `${whole || (form === 'mm' ? '0' : '')}${places && `.${places}`}`;
}

/** Whether two texts are the same measure. */
export const isSameMeasure = (one: string, other: string): boolean =>
  one === other || measureForm(one, '') === measureForm(other, '');

/**
 * What to search for when this was typed: the text, and the forms of a measure as it is stored, also of the beginning of
 * one: 0.09 is a part of .098. A number without a point is found as it is.
 */
export function measureSpellings(text: string): string[] {
  const line = oneLine(text).normalize('NFKC');
  if (!/[.,]/.test(line)) return [narrow(text)];
  const forms = [line.replace(/^0*(\d*)[.,](\d*?)0*$/, '$1.$2'), measureForm(line, 'mm'), measureForm(line, 'inch')];
  const isWhole = /\d\.$|^\.?$/.test(forms[0] ?? '');
  return [...new Set([narrow(text), ...(isWhole ? forms.slice(1) : forms.slice(0, 1))])];
}
