import { format, getFormatInfo } from 'numfmt';
import { refusal } from '../refusal';
import { readPart } from './xml';
import type { Zip } from './zipReader';

/** The formats that every workbook has (ECMA-376, 18.8.30). All others are numbered from 164, or are those of dates. */
const BUILT_IN = new Map<number, string>([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [37, '#,##0 ;(#,##0)'],
  [38, '#,##0 ;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** More than a spreadsheet program allows. */
const MAX_FORMATS = 5_000;
const MAX_STYLES = 65_536;
const MAX_PATTERN = 255;

/** The number format of each cell style. */
export async function readFormats(zip: Zip, part: string): Promise<string[]> {
  const formats = new Map(BUILT_IN);
  const styles: string[] = [];
  let inCells = false;
  await readPart(zip, part, {
    open(tag, { numFmtId = '', formatCode = '' }) {
      const id = Number(numFmtId);
      if (tag === 'numFmt') formats.set(id, formatCode.slice(0, MAX_PATTERN + 1));
      if (tag === 'cellXfs') inCells = true;
      if (tag === 'xf' && inCells) styles.push(formats.get(id) ?? (isBuiltInDate(id) ? 'yyyy-mm-dd' : 'General'));
      if (formats.size > MAX_FORMATS || styles.length > MAX_STYLES) throw tooManyFormats();
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

const tooManyFormats = () => refusal('The workbook has too many number formats: save it as .csv.');

/** A format shows fewer digits than the cell holds, nothing at all, or cannot be reproduced. */
export type Loss = 'digits' | 'everything' | 'format';

/** What a cell's format makes of its value. */
export interface Shown {
  text: string;
  isDate?: boolean;
  loss?: Loss;
}

/** A number as the sheet shows it. */
export function shownNumber(value: string, pattern: string, date1904: boolean): Shown {
  const plain = numberText(value);
  const number = Number(plain);
  if (pattern === 'General' || pattern === '@' || Number.isNaN(number)) return { text: plain };
  if (pattern.length > MAX_PATTERN || /\[(DB|Nat)Num/i.test(pattern)) return { text: plain, loss: 'format' };
  try {
    const { type, isDate, maxDecimals, scale } = getFormatInfo(pattern);
    if (isDate) return shownDate(number, pattern, type === 'time', date1904);
    const rounded = /^(number|grouped|currency)$/.test(type) && scale === 1 ? halfUp(plain, maxDecimals) : number;
    const text = format(localised(pattern), rounded).trim();
    if (text === '') return { text, loss: 'everything' };
    const isWhole = isClose(
      shownValue(text, type) ?? Number(halfUp(String(number * scale), maxDecimals)) / scale,
      number,
    );
    return isWhole ? { text } : { text, loss: 'digits' };
  } catch {
    return { text: plain, loss: 'format' };
  }
}

/** A text as the sheet shows it: formats may add something, or hide it. */
export function shownText(text: string, pattern: string): Shown {
  if (pattern === '@' || !/@|;.*;.*;/s.test(pattern) || pattern.length > MAX_PATTERN) return { text };
  try {
    const shown = format(pattern, text);
    return shown === '' && text !== '' ? { text: shown, loss: 'everything' } : { text: shown };
  } catch {
    return { text, loss: 'format' };
  }
}

/** As spreadsheets show it: fifteen digits, so that .102 does not come as 0.10199999999999999. */
function numberText(value: string): string {
  if (value.trim() === '') return '';
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

/** Rounds as spreadsheets do, by the decimal digits: 1.005 has two decimals as 1.01. */
function halfUp(plain: string, decimals: number): number {
  const rounded = Number(`${Math.round(Number(`${plain.replace('-', '')}e${decimals}`))}e-${decimals}`);
  if (Number.isNaN(rounded)) return Number(plain);
  return plain.startsWith('-') ? -rounded : rounded;
}

/** The value of a fraction or a power as shown; undefined for other types. */
function shownValue(text: string, type: string): number | undefined {
  if (type === 'scientific') return Number(/[-+]?[\d.]+E[-+]?\d+/i.exec(text)?.[0]);
  if (type !== 'fraction') return undefined;
  const [, sign, whole = '0', over = '0', under = '1'] =
    /(-?)(?:(\d+)(?:\s+|$))?(?:(\d+)\s*\/\s*(\d+))?/.exec(text) ?? [];
  return (Number(whole) + Number(over) / Number(under)) * (sign ? -1 : 1);
}

const isClose = (one: number, other: number) => Math.abs(one - other) <= Math.abs(other) * 1e-14;

/** The currency and language of a pattern would change the decimal point, which cells do not keep. */
const localised = (pattern: string) =>
  pattern.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) => sign && `"${sign}"`);

/** A year if the format shows only that, a time if it shows no day, else the day as `YYYY-MM-DD`. */
function shownDate(number: number, pattern: string, isTime: boolean, date1904: boolean): Shown {
  // Since 1900, which counts as a leap year, as it was not; or since 1904.
  const serial = number + (date1904 ? 1_462 : 0);
  // Colours, currencies and quoted words of a format have letters too.
  const signs = pattern.split(';')[0]?.replace(/\[[^\]]*\]|"[^"]*"|\\.|[_*]./g, '') ?? '';
  if (/^\s*(y+|e+)\s*$/i.test(signs)) return { text: format('yyyy', serial) };
  return { text: format(isTime ? pattern : 'yyyy-mm-dd', serial).trim(), isDate: true };
}
