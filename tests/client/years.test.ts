import { describe, expect, test } from 'vitest';
import { comparedFirst, lettersOf, markYears } from '../../client/catalogue/years/yearMarks';

/** The years of these digests, one character each, newest first as the server lists them. */
const years = (digests: string) =>
  markYears([...digests].map((keyDataHash, index) => ({ id: `m${2010 - index}`, year: 2010 - index, keyDataHash })));
const shown = (digests: string) =>
  years(digests).map(({ year, letter, changed }) => `${changed ? '|' : ''}${year}${letter}`);

describe('the letters of the years', () => {
  test('are the same for the same key data, in the order of the strip', () => {
    expect(lettersOf(['x', 'x', 'y', 'x', 'z'])).toEqual(['A', 'A', 'B', 'A', 'C']);
    expect(lettersOf([])).toEqual([]);
  });

  test('go on after Z', () => {
    const letters = lettersOf(Array.from({ length: 54 }, (_, index) => String(index)));
    expect([letters[25], letters[26], letters[51], letters[52]]).toEqual(['Z', 'AA', 'AZ', 'BA']);
  });

  test('run from the oldest year to the newest, with a gap where the key data changes', () => {
    expect(shown('yyxxy')).toEqual(['2006A', '|2007B', '2008B', '|2009A', '2010A']);
    expect(shown('x')).toEqual(['2010A']);
  });
});

describe('what a year is compared with first', () => {
  const first = (digests: string, year: number) => comparedFirst(years(digests), `m${year}`)?.year;
  test('is the nearest older year that differs', () => expect(first('yyxx', 2010)).toBe(2008));
  test('is else the nearest newer one that differs', () => expect(first('zyxx', 2007)).toBe(2009));
  test('is else the year beside it', () => {
    expect(first('xxx', 2010)).toBe(2009);
    expect(first('xxx', 2008)).toBe(2009);
  });
  test('is nothing for the only year', () => expect(first('x', 2010)).toBeUndefined());
});
