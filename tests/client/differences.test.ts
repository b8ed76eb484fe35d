import { describe, expect, test } from 'vitest';
import { compareKeyData, shortNames } from '../../client/catalogue/compare/differences';
import { filled } from '../../client/catalogue/sheet/filled';
import type { KeyDataFragment } from '../../client/graphql/generated/catalogue';
import { sample, texts } from '../support/keyDataOfSchema';

const empty = {
  ...Object.fromEntries(texts.map((name) => [name, ''])),
  spacing: sample.spacing.map(() => ''),
  depth: sample.depth.map(() => ({ name: '', oneX: '', twoX: '' })),
} as unknown as KeyDataFragment;
const full = { ...sample.texts, spacing: sample.spacing, depth: sample.depth } as unknown as KeyDataFragment;

const verdicts = (first: KeyDataFragment, second: KeyDataFragment) =>
  Object.fromEntries(
    compareKeyData(first, second).flatMap(({ texts }) => texts.map(({ label, verdict }) => [label, verdict])),
  );

describe('the differences of two sheets', () => {
  test('are reported for every text of the key data', () => {
    const all = Object.values(verdicts(full, empty));
    expect(all).toHaveLength(texts.length + 12 + 24);
    expect(new Set(all)).toEqual(new Set(['first']));
    expect(new Set(Object.values(verdicts(full, full)))).toEqual(new Set(['same']));
  });

  test('say which of the two has a value, and leave out what neither has', () => {
    const one = { ...empty, ilco: 'X1', jma: 'J', spacing: empty.spacing.with(2, '.3') };
    const other = {
      ...empty,
      ilco: 'X2',
      jma: 'J',
      oem: '35',
      depth: empty.depth.with(1, { name: '', oneX: '', twoX: '.2' }),
    };
    expect(verdicts(one, other)).toEqual({
      ILCO: 'different',
      JMA: 'same',
      OEM: 'second',
      'Spacing 3': 'first',
      'Depth 2 2X': 'second',
    });
    expect(compareKeyData(empty, empty)).toEqual([]);
  });
});

test('names two models by the part in which they differ', () => {
  const bike = (name: string, year: number, locks = '') => ({ name, year, locks, make: { displayName: 'Honda' } });
  expect(shortNames([bike('CBR600RR', 2007), bike('CBR600RR', 2006)])).toEqual(['2007', '2006']);
  expect(shortNames([bike('CB 500', 2007), bike('CB 50', 2007)])).toEqual(['Honda CB 500 2007', 'Honda CB 50 2007']);
  expect(shortNames([bike('CB 500', 2007), bike('CB 500', 2007, 'Luggage')])).toEqual(['2007 (1)', '2007 (2)']);
  expect(shortNames([bike('CB 500', 2007, 'Seat'), bike('CB 500', 2007, 'Luggage')])).toEqual([
    '2007 (Seat)',
    '2007 (Luggage)',
  ]);
});

test('a sheet shows the rows up to the last filled one, with their numbers', () => {
  const numbers = (values: string[]) => filled(values, Boolean).map(({ number, row }) => `${number}${row}`);
  expect(numbers(['a', '', 'c', '', ''])).toEqual(['1a', '2', '3c']);
  expect(numbers(['', ''])).toEqual([]);
});
