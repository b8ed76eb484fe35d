import { describe, expect, test } from 'vitest';
import { comparedFirst, keyTitle, lettersOf, markYears, sameKey, yearOf } from '../../client/catalogue/years/yearMarks';

/** The years of these digests, one character each, newest first as the server lists them. */
const years = (digests: string) =>
  markYears(
    [...digests].map((keyDataHash, index) => ({
      id: `m${2010 - index}`,
      year: 2010 - index,
      label: '',
      keyDataHash,
    })),
  );
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

describe('a year whose bike has several keys', () => {
  const model = (year: number, id: string, label: string, keyDataHash: string) => ({ year, id, label, keyDataHash });
  const bikes = markYears([
    model(2008, 'c1', 'Luggage', 'y'),
    model(2008, 'c2', 'all (except luggage)', 'x'),
    model(2007, 'b1', 'All (except luggage)', 'x'),
    model(2007, 'b2', 'Luggage', 'y'),
    model(2006, 'a1', 'All (except luggage)', 'x'),
  ]);

  test('is one year, whose letter stands for all its keys in any order', () => {
    expect(bikes.map(({ year, letter, keys }) => `${year} ${letter} ${keys.length}`)).toEqual([
      '2006 A 1',
      '2007 B 2',
      '2008 B 2',
    ]);
    expect(yearOf(bikes, 'b2')?.year).toBe(2007);
    expect(yearOf(bikes, 'other')).toBeUndefined();
    expect(comparedFirst(bikes, 'c1')?.year).toBe(2006);
  });

  test('leads to the key with the same locks, else to the first', () => {
    const from = (id: string, year: number) => sameKey(bikes, id, bikes.find((one) => one.year === year)!).id;
    expect(from('b2', 2008)).toBe('c1');
    expect(from('a1', 2008)).toBe('c2');
    expect(from('b2', 2006)).toBe('a1');
  });

  test('leads to the key in the same place where the keys are not told apart', () => {
    const untold = markYears([
      model(2008, 'd1', '', 'x'),
      model(2008, 'd2', '', 'y'),
      model(2007, 'e1', '', 'x'),
      model(2007, 'e2', '', 'y'),
    ]);
    expect(sameKey(untold, 'e2', untold[1]!).id).toBe('d2');
    expect(sameKey([...untold, bikes[0]!], 'e2', bikes[0]!).id).toBe('a1');
  });

  test('has its keys numbered, with their locks', () => {
    const { keys } = bikes[2]!;
    expect(keys.map(({ id }) => keyTitle(keys, id))).toEqual(['Key 1: Luggage', 'Key 2: all (except luggage)']);
    expect(keyTitle([{ id: '1', label: '' }], '1')).toBe('Key 1');
  });
});
