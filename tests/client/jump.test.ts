import { describe, expect, test } from 'vitest';
import { markedParts } from '../../client/catalogue/jump/hitText';
import { yearRanges } from '../../client/components/text/yearRanges';

describe('yearRanges', () => {
  test.each([
    [[2009, 2007, 2006, 2005, 2004, 2003], '2003–2007, 2009'],
    [[2007], '2007'],
    [[1999, 1998], '1998–1999'],
    [[], ''],
  ])('%j', (years, text) => expect(yearRanges(years)).toBe(text));

  test('holds all years and no others, whatever they are', () => {
    for (let seed = 1; seed < 4096; seed += 37) {
      const years = Array.from({ length: 12 }, (_, bit) => 1990 + bit).filter((_, bit) => seed & (1 << bit));
      const read = yearRanges(years)
        .split(', ')
        .flatMap((range) => {
          const [from = 0, to = from] = range.split('–').map(Number);
          return Array.from({ length: to - from + 1 }, (_, at) => from + at);
        });
      expect(read).toEqual(years);
    }
  });
});

describe('markedParts', () => {
  const marked = (text: string, typed: string) =>
    markedParts(text, typed)
      .map((part) => (part.marked ? `[${part.text}]` : part.text))
      .join('');
  test.each([
    ['Honda CBR600RR', 'cbr600 07', 'Honda [CBR600]RR'],
    ['Yamaha YZF-R1', 'R 1', 'Yamaha YZF-[R1]'],
    ['Honda CB 500', 'cb500', 'Honda [CB 500]'],
    ['Moto Guzzi V7 Été', 'ete guzzi', 'Moto [Guzzi] V7 [Été]'],
    ['X221 / HD109-PT', 'hd-109', 'X221 / [HD109]-PT'],
    ['Honda CBR900RR', 'fireblade', 'Honda CBR900RR'],
    ['Honda', '', 'Honda'],
  ])('%s for %s', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
    expect(
      markedParts(text, typed)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
