import { wrongYear } from '../../../../inputs/fields';
import { quoted } from '../../../../outside/sheets/sheet';

/** The years that a text means; or an open range ("1996+", "pre 1993", "All"), whose missing ends are null; or what is wrong. */
export type Years = { years: number[] } | OpenYears | { wrong: string };
interface OpenYears {
  from: number | null;
  until: number | null;
}

const DASHES = /[‐‑‒–—―−~]|\.{2,}|…|->|→/g;
const TO = /\s*(?:-|\b(?:to|thru|through|until|till|bis)\b)\s*/;
const LIST = /\s*(?:[,;&+\n]|\b(?:and|und)\b)\s*/;
/** A range without an end: "1996+", "1996-", "1996 on", "from 1996". */
const OPEN =
  /^(?:(?:from|since|ab|seit)\s+)?('?\d+)\s*(?:[+-]|-?\s*(?:on|onwards?|and (?:up|newer|later|on)|& (?:up|newer|later)|up|newer|later)|(?:-|to)\s*(?:present|date|now|today|current))$/;
const SINCE = /^(?:from|since|ab|seit)\s+('?\d+)$/;
/** A range without a beginning, with its last year ("up to 1990", "-1990") or the year after it ("pre 1993", "pre-84"). */
const UP_TO = /^(?:(?:up to|until|till|to|bis)\s+|-\s*)('?\d+)$/;
const BEFORE = /^(?:pre|before|vor)[\s-]*('?\d+)$/;
const ALL = /^(?:all|any)(?: years?)?$/;

/** Characters: far more than a list of all years has. Thousands of ranges in a cell would keep everybody waiting. */
const MAX_LIST = 1_000;

/** Reads a year as lists write them: 2004, 1998-2003, 98-03, 2001/02, "2004, 2006-2008". Nothing ambiguous is guessed. */
export function yearsOf(text: string): Years {
  if (text.length > MAX_LIST) return { wrong: notRead(text) };
  const written = text.replace(DASHES, '-').replace(/[’‘`]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
  if (ALL.test(written)) return { from: null, until: null };
  const single = singleYear(written);
  if (single !== null || !/\d/.test(written)) return one(single ?? text.trim());
  const from = yearIn(OPEN, written) ?? yearIn(SINCE, written);
  const before = yearIn(BEFORE, written);
  const until = before === null ? yearIn(UP_TO, written) : before - 1;
  if (from !== null || until !== null)
    return wrongYear(from ?? until) === null ? { from, until } : { wrong: notRead(text) };
  const years = new Set<number>();
  let last: number | null = null;
  for (const part of written.split(LIST)) {
    const range = yearsOfPart(part, last);
    if (typeof range === 'string') return { wrong: range };
    if (!range) return { wrong: notRead(text) };
    for (const year of range) years.add(year);
    last = range.at(-1) ?? null;
  }
  const wrong = [...years].map(wrongYear).find((wrong) => wrong !== null);
  return wrong ? { wrong } : { years: [...years].sort((one, other) => one - other) };
}

/** The years from one to another, both included; the problem if there are none. */
export function yearsBetween(first: number, last: number): Years {
  const wrong = wrongYear(first) ?? wrongYear(last);
  if (wrong) return { wrong };
  return last < first ? { wrong: `${last} is before ${first}.` } : { years: span(first, last) };
}

const yearIn = (form: RegExp, text: string) => {
  const [, year] = form.exec(text) ?? [];
  return year === undefined ? null : fullYear(year);
};

const WRITE = 'write it like 1998-2003, or as single years.';
const notRead = (text: string) => `${quoted(text.trim(), 50)} cannot be read as years: ${WRITE}`;

/** Some sheets write 2007.0, or show it as 2,007. */
const singleYear = (text: string) =>
  /^\d{1,9}(\.0+)?$|^\d[,.' ]\d{3}$/.test(text) ? Number(text.replace(/\.0+$|\D/g, '')) : null;

function one(year: number | string): Years {
  const wrong = wrongYear(year);
  return wrong === null ? { years: [Number(year)] } : { wrong };
}

const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** A year or a range; null or the problem if it is neither. `before` is the year before it in the list. */
function yearsOfPart(part: string, before: number | null): number[] | string | null {
  const slash = /^('?\d{2,4})\s*\/\s*('?\d{2,4})$/.exec(part);
  const [start = '', end, ...more] = slash ? [slash[1] ?? '', slash[2]] : part.split(TO);
  const first = fullYear(start, before);
  if (first === null || more.length > 0) return null;
  if (end === undefined) return [first];
  const last = fullYear(end, first);
  if (last === null) return null;
  // 2001/02 is a season; of 1998/2003 nobody knows whether it is a range.
  if (slash && last !== first + 1) return `${quoted(part)} may be a range or two years: write 1998-2003 or 1998, 2003.`;
  const wrong = wrongYear(first) ?? wrongYear(last);
  if (wrong) return wrong;
  return last < first ? `The years of ${quoted(part)} are in the wrong order.` : span(first, last);
}

/** Four digits, or two: then the next such year after `before`, or else the latest that a model can have. */
function fullYear(text: string, before: number | null = null): number | null {
  const digits = /^'?(\d{4}|\d{2})$/.exec(text.trim())?.[1];
  if (!digits) return null;
  const year = Number(digits);
  if (digits.length === 4) return year;
  if (before !== null) {
    const same = before - (before % 100) + year;
    return same > before ? same : same + 100;
  }
  const latest = new Date().getUTCFullYear() + 2;
  const century = latest - (latest % 100);
  return century + year <= latest ? century + year : century - 100 + year;
}
