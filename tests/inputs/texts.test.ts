import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textKey as keyInClient } from '../../client/components/text/textKey';
import { AsTyped, inForm, ManyLines } from '../../server/inputs/textForms';
import { manyLines, oneLine, sqlKey, textKey, wordsOf } from '../../server/text';
import { sharedApp } from '../support/app';

const app = sharedApp();

/** Signs that forms change, next to signs that they do not. */
const ODD = [
  ...'  \t\n\r\u0085\u2028\u00a0\u2003\u202f\u3000\u2800',
  ...'\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u202e\u2060\u2066\u2069\u061c\ufeff\ufe0f\u180e',
  ...'\u2010\u2011\u2013\u2019\uff21\uff0d\uff03',
  ...['\u{e0061}', '\u{e0100}', '\u{1f469}', '\u{1f3fd}', '❤', '葛', '\uf900'],
  ...'aZé7-.\u0301\u0323\u00c5\u212b\u2adc\u2126ﬁ½',
  ...'نیم\u0915\u094d\u0937ス\u3099가\u1100\u1161',
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...ODD), { maxLength: 30 }).map((signs) => signs.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !/[\0\p{Surrogate}]/u.test(text)),
);

describe('the form of a text', () => {
  test('is final: formed again, it stays as it is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const form of [oneLine, manyLines]) expect(form(form(text))).toBe(form(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('of one line has no line end, no blank at its ends and none doubled', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(oneLine(text)).not.toMatch(/[\t-\r\u0085\u2028\u2029\u00a0\u200b\u200e\u202e\ufeff]|^ | $| {2}/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('does not depend on what cannot be seen', () => {
    const unseen = fc.constantFrom('\u200b', '\u200e', '\u2060', '\ufeff', '\u00ad', '\u202e');
    const blanks = fc.constantFrom(' ', '\u00a0', '  ', '\u2009', '\u200b \u200b', '\t', '\u2028', '\r\n');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(unseen, blanks), { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        (between, apart) => {
          const [before, inside, after] = between.map(([mark]) => mark);
          const blank = between[0]?.[1];
          const name = `${before}Moto${blank}Gu${inside}zzi${blank}Ténéré${after}${blank}`;
          expect(textKey(apart ? name.normalize('NFD') : name)).toBe('moto guzzi ténéré');
        },
      ),
    );
  });

  test('has nothing that Unicode lets a screen ignore', async () => {
    const ignored = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code)))
      .map((code) => `a${String.fromCodePoint(code)}b`);
    expect(ignored.length).toBeGreaterThan(4_000);
    for (const form of [oneLine, manyLines]) expect(ignored.filter((text) => form(text) !== 'ab')).toEqual([]);
    const left = await app.sql(
      `select count(*)::int as left from jsonb_array_elements_text(?) as t where one_line(t) <> 'ab' or many_lines(t) <> 'ab'`,
      [JSON.stringify(ignored)],
    );
    expect(left).toEqual([{ left: 0 }]);
  });

  test.each([
    ['hyphens', 'YZF\u2011R1\u2010M', 'YZF-R1M'.replace('R1M', 'R1-M')],
    ['dashes, quotes and widths, which look different', 'K1–K9\u3000“ＣＢ”', 'K1–K9 “ＣＢ”'],
    ['fractions and ligatures', '3½ ﬁ', '3½ ﬁ'],
    ['joiners in Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['joiners in Hindi', 'क्\u200dष', 'क्\u200dष'],
    ['joiners in emoji', '👩🏽\u200d🔧 ❤\ufe0f', '👩🏽\u200d🔧 ❤\ufe0f'],
    ['joiners between Latin letters', 'Guz\u200dzi\u200c V7\ufe0f', 'Guzzi V7'],
  ])('of one line: %s', (_what, text, form) => {
    expect(oneLine(text)).toBe(form);
  });

  test.each([
    ['lines and indentation', ' One:\r\n  a\u00a0 b \n\n\n\tc\u2028d\n ', 'One:\n  a b\n\n\n\tc\nd'],
    ['direction marks in Hebrew', 'קוד \u200eX221\u200e', 'קוד \u200eX221\u200e'],
    ['direction marks in English', 'code \u202e122X\u202c', 'code 122X'],
    [
      'marks on a letter, with others between',
      `e${'\u0301\u0323\u200b'.repeat(100_000)}`,
      `ẹ${'\u0323'.repeat(5)}${'\u0301'.repeat(5)}`,
    ],
    ['marks on a letter', `e${'\u0301'.repeat(5_000)}`, `é${'\u0301'.repeat(9)}`],
  ])('of several lines: %s', (_what, text, form) => {
    expect(manyLines(text)).toBe(form);
  });

  test('is made in PostgreSQL as here', async () => {
    const sample = fc.sample(texts, { numRuns: 4_000, seed: 30 });
    const formed = await app.sql<{ line: string; lines: string }>(
      `select one_line(text) as line, many_lines(text) as lines
       from jsonb_array_elements_text(?) with ordinality as t (text, at) order by at`,
      [JSON.stringify(sample)],
    );
    expect(formed).toEqual(sample.map((text) => ({ line: oneLine(text), lines: manyLines(text) })));
  });
});

test('texts are the same but for case in PostgreSQL as here', async () => {
  const letters = fc.array(fc.constantFrom(...ODD, ...'aAzZİIıißẞΣσςǅÉé', ' '), { maxLength: 12 });
  const sample = fc.sample(letters, { numRuns: 4_000, seed: 32 }).map((signs) => oneLine(signs.join('')));
  const keys = await app.sql<{ key: string }>(
    `select ${sqlKey('text')} as key from jsonb_array_elements_text(?) with ordinality as t (text, at) order by at`,
    [JSON.stringify(sample)],
  );
  expect(keys.map(({ key }) => key)).toEqual(sample.map(textKey));
});

test('and in the client, as far as people type and paste', () => {
  const letters = fc.array(fc.constantFrom(...'aAzZÉé \u00a0\u00ad\u2009\u200b\u200e\u2011\ufeff-'), { maxLength: 12 });
  const sample = fc.sample(letters, { numRuns: 2_000, seed: 33 }).map((signs) => signs.join(''));
  expect(sample.map(keyInClient)).toEqual(sample.map(textKey));
});

test('Jump has the same words of a text in PostgreSQL as here', async () => {
  const names = fc.array(fc.constantFrom(...ODD.filter((sign) => sign !== '½'), ' ', 'x'), { maxLength: 20 });
  const sample = fc.sample(names, { numRuns: 2_000, seed: 31 }).map((signs) => oneLine(signs.join('')));
  const indexed = await app.sql<{ words: string }>(
    'select jump_words(text) as words from jsonb_array_elements_text(?) with ordinality as t (text, at) order by at',
    [JSON.stringify(sample)],
  );
  expect(indexed.map(({ words }) => words.split(' ').filter(Boolean).slice(0, 8))).toEqual(sample.map(wordsOf));
});

describe('an input', () => {
  class Inner {
    name = ' a\u200b ';
    @AsTyped()
    password = ' a\u200b ';
  }
  class Outer {
    name = 'a\nb';
    @ManyLines()
    notes = ['a \nb', { deep: '\u00a0c' }];
    inner = new Inner();
    bytes = Buffer.from(' a ');
    none = null;
  }

  test('has each text in the form of its field, and is not changed itself', () => {
    const given = new Outer();
    const { inner, ...formed } = inForm(given);
    expect(formed).toEqual({ name: 'a b', notes: ['a\nb', { deep: 'c' }], bytes: given.bytes, none: null });
    expect(inner).toBeInstanceOf(Inner);
    expect({ ...inner }).toEqual({ name: 'a', password: ' a\u200b ' });
    expect(given).toEqual(new Outer());
  });

  test('that is in form is not copied', () => {
    const given = { name: 'Honda', years: [{ year: 2007 }] };
    expect(inForm(given)).toBe(given);
  });
});
