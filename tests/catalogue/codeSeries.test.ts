import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meaningOf } from '../../server/catalogue/series/codeMeaning';
import { codeIn, covers, digitsOf, readSeries } from '../../server/catalogue/series/codeSeries';

const has = (text: string, code: string) => {
  const found = codeIn(code);
  return Boolean(found && readSeries(text).series?.some((series) => covers(series, found)));
};

/** Spellings as references print them: codes of the series, and after the second bar codes that are none of it. */
const READ = `
  E1-E500 | E1 E77 E500 | E0 E501 D100 E1A
  E001-E500 | E001 E500 | E1 E501
  0001-1625 | 0001 1625 | 1 1626 01625
  1-500 | 1 500 | 0 501
  1001-2000 | 1001 2000 | 1000 2001 A1500
  5000-5999 | 5000 5999 | 4999 6000
  10000-19999 | 10000 19999 | 9999 20000
  00001-10000 | 00001 10000 | 1 10001
  101K-400K | 101K 400K | 100K 401K K200 200
  0001R-0999R | 0001R 0999R | 1R 1000R
  1X-500X | 1X 500X | 501X 1
  001A-999A | 001A 999A | 001B
  100AB-199AB | 100AB 199AB | 100A 200AB
  HB1-HB2988 | HB1 HB2988 | HB2989 H1 B1
  PK500A-PK999A | PK500A PK999A | PK499A PK500B PK500
  51.00001-51.60000 | 51.00001 51.60000 5100001 | 51.60001 51.00000 52.00001
  51.00001-60000 | 51.00001 51.60000 | 60000
  6K001-6K999 | 6K001 6K999 | K001 7K001
  7A01-7A60 | 7A01 7A60 | 7A61
  FB101-FB400 | FB101 FB400 | FB100
  X001-X999 | X001 X999 | X000
  Z5001-Z6000 | Z5001 Z6000 | Z5000
  T0001-T1500 | T0001 T1500 | T1501
  GH201-GH700 | GH201 GH700 | GH701
  MOTO1-MOTO50 | MOTO1 MOTO50 | MOTO51
  DEMOAB00-DEMOAB99 | DEMOAB00 | DEMOA00
  A1-A1000 | A1 A1000 | A1001
  C0001-C9999 | C0001 C9999 | C0000 C1
  AA001-AA999 | AA001 AA999 | AB001
  N00001-N50000 | N00001 N50000 | N50001
  ZX0001-ZX2000 | ZX0001 ZX2000 | ZX2001
  K0001 - K9999 | K0001 K9999 | K0000
  K0001– K9999 | K1234 | K12345
  K0001—K9999 | K1234 | L1234
  K0001 −K9999 | K1234 | 1234
  K0001 ~ K9999 | K1234 | K123
  K0001‑K9999 | K1234 | K123
  K0001..K9999 | K1234 | K123
  K0001 ... K9999 | K1234 | K123
  K0001…K9999 | K1234 | K123
  K0001→K9999 | K1234 | K123
  K0001 to K9999 | K1234 | K123
  K0001 TO K9999 | K1234 | K123
  K0001 thru K9999 | K1234 | K123
  K0001 Thru K9999 | K1234 | K123
  K0001 through K9999 | K1234 | K123
  K0001 up to K9999 | K1234 | K123
  from K0001 to K9999 | K1234 | K123
  From 5000 to 5999 | 5000 | 6000
  k0001-k9999 | K1234 | K123
  K0001-9999 | K1234 | 1234
  K 0001 - K 9999 | K1234 K-1234 | K123
  K-0001 - K-9999 | K1234 | K123
  K-0001-K-9999 | K1234 | K123
  K.0001-K.9999 | K1234 | K123
  K 0001-9999 | K1234 | 1234
  0001 R - 0999 R | 0001R | 0001
  #1001-#2000 | 1001 2000 | 2001
  No. 1001-2000 | 1001 2000 | 2001
  Nos. 1-500 | 1 500 | 501
  Codes K0001-K9999 | K1234 | K123
  Code K0001-K9999 | K1234 | K123
  Codes: K0001-K9999 | K1234 | K123
  Key codes 5000-5999 | 5000 | 6000
  Code series K0001-K9999 | K1234 | K123
  Series 5000-5999 | 5000 | 6000
  Series: 5000 - 5999 | 5000 | 6000
  5000-5999 series | 5000 | 6000
  5000-5999 codes | 5000 | 6000
  K0001-K9999 Code Series | K1234 | K123
  (K0001-K9999) | K1234 | K123
  [K0001-K9999] | K1234 | K123
  A111111-A444444 | A111111 A132414 A444444 | A132514 A013241 A13241 B132414 132414
  B111111-B444444 | B143212 | B150000
  C11111-C44444 | C13241 | C13251
  11111-55555 | 11111 15243 55555 | 16243 1524 10000
  1111-4444 | 1234 4321 | 1235 5111
  111-333 | 123 | 124
  1111111-4444444 | 1324142 | 1324152
  11111111-33333333 | 12312312 | 12341231
  011111-055555 | 015243 | 15243 016243 115243
  00000-33333 | 00000 01230 | 01234
  A0000-A3333 | A0123 | A0124
  A01111-A04444 | A01234 | A1234 A01235 A11234
  2222-6666 | 2345 6543 | 1234
  111111X-444444X | 132414X | 132414
  A111111 to A444444 | A132414 | A132514
  A 111111 – A 444444 | A132414 | A132514
  A111111-444444 | A132414 | A132514
  A1111-A4444, B1111-B4444 | A1234 B4321 | A1235 B5111
  1111-1111 | 1111 | 1112
  A00-A99, B00-B99 | A00 A99 B00 B99 | C00 A100 A0
  C00-C99, D00-D99 | C00 D99 | E00
  A00-A99 | A00 A07 A99 | A100
  000-999 | 000 120 999 | 1000
  0000-9999 | 0000 1203 | 12034
  J00-U39 | J00 J99 K00 P55 T99 U00 U39 | U40 I99 J0 V00 J100
  A00-C99 | A00 B50 C99 | D00
  A50-C20 | A50 A99 B00 C20 | A49 C21
  A000-Z999 | A000 M500 Z999 | A00
  X000-Z499 | X000 Y999 Z499 | Z500
  A1000-C9999 | A1000 B0500 C9999 | A0999
  HA00-HD49 | HA00 HB99 HD49 | HD50 HE00
  j00-u39 | K12 | U40
  J00 to U39 | K12 | U40
  J00 – U39 (2003 on) | K12 | U40
  S000A-S999K | S000A S999A S500E S999K | S000L T000A S00A
  000A-999D | 000A 999D 500B | 000E
  S100A-S499C | S100A S999A S000B S499C | S099A S500C
  00A-99F | 00A 55C 99F | 00G
  Z5001-Z6000 (New) | Z5001 | Z6001
  Z5001-Z6000 [new] | Z5001 | Z6001
  K0001-K9999 (see tag) | K1234 | K123
  (Old) K0001-K9999 | K1234 | K123
  5000-5999 (gas cap), 6000-6999 (seat) | 5000 6999 | 7000
  A001-A999 (1998-2002) | A001 | 1999
  A001 (old)-A999 (new) | A500 | B500
  K0001-K9999 {tag} | K1234 | K123
  A111111-A444444 (direct) | A132414 | A132514
  A code series | A1 A12345 1234A | B1 AA1
  A series | A1 | B1
  A codes | A1 | B1
  A-Series | A1 | B1
  A-Series Codes | A1 A9999 | B1
  A Series Code | A1 | B1
  a code series | A1 | B1
  C or D code series | C1 D12345 | A1
  C and D series | C1 D1 | A1
  C & D Series | C1 D1 | A1
  C/D-Series | C1 D1 | A1
  A, B, C code series | A1 B1 C1 | D1
  G, H, J, K, L-Series | G1 H12 J123 K1234 L12345 | I1 M1
  G,H,J,K,L-Series | G1 L1 | I1
  Series A | A1 | B1
  Code series B | B1 | A1
  A001-A999, B series | A001 A999 B5 | A000 C1
  123 | 123 | 12 124 0123 1234
  12345 | 12345 | 1234
  1234 | 1234 | 1235
  Series 9 | series9 | 9 series8
  series 12 | series12 | 12
  Z7 | Z7 | Z8 7
  A1234 | A1234 | A1235
  A001-999; B1..B20 & Z7 | A001 A999 B1 B20 Z7 | Z8 B21
  A001-A999, B001-B999 | A001 B999 | C001
  A001-A999; B001-B999 | A001 B999 | C001
  A001-A999 / B001-B999 | A001 B999 | C001
  A001-A999/B001-B999 | A001 B999 | C001
  A001-A999 & B001-B999 | A001 B999 | C001
  A001-A999&B001-B999 | A001 B999 | C001
  A001-A999 and B001-B999 | A001 B999 | C001
  A001-A999 AND B001-B999 | A001 B999 | C001
  A001-A999 or B001-B999 | A001 B999 | C001
  A001-A999 + B001-B999 | A001 B999 | C001
  A001-A999 plus B001-B999 | A001 B999 | C001
  A001-A999, B001-B999, and C001-C999 | A001 B999 C001 | D001
  A001-A999 B001-B999 | A001 B999 | C001
  A001-A999. B001-B999. | A001 B999 | C001
  A001-A999, | A001 | B001
  5000-5999, 6000-6999, A1-A500 | 5000 6999 A1 | 7000
  A111111-A444444 & K0001-K9999 | A132414 K5678 | A132514
  101K-400K; 401K-700K | 101K 700K | 701K
  1, 2, 3 | 1 2 3 | 4
`;

/** Misprints and other texts that are never guessed at, each with the reason that administrators see. */
const UNREAD: [text: string, reason: RegExp][] = [
  ['E32010-D39897', /^The letters go down, from E to D$/],
  ['111111111-33333333', /^111111111 repeats a digit 9 times, and 33333333 8 times$/],
  ['8001-4000', /^The numbers go down, from 8001 to 4000$/],
  ['9999-0001', /go down/],
  ['10000-9999', /^10000 has more digits than 9999$/],
  ['A-Z', /^“A-Z” is not a code$/],
  ['A1-B9', /^Under each letter there must be equally many digits, at least two$/],
  ['HB1-HC2988', /equally many digits/],
  ['AB01-CD99', /^“AB” and “CD” before the numbers differ$/],
  ['A01-99B', /^“B” is behind only one of the numbers$/],
  ['0001-0999R', /^“R” is behind only one of the numbers$/],
  ['101K-400', /^“K” is behind only one of the numbers$/],
  ['0001-A999', /^“A” is before only one of the numbers$/],
  ['S000A-T999K', /^The texts before and behind the numbers differ$/],
  ['A1111-D4444', /^It is not clear whether the digits are cuts/],
  ['111-4444', /^111 repeats a digit 3 times, and 4444 4 times$/],
  ['51.00001-52.60000', /^“51” and “52” before the numbers differ$/],
  ['1-9999999999999999', /^9999999999999999 has more than 15 digits$/],
  ['100,000-199,999', /^It is not clear whether the commas belong to the numbers$/],
  ['5000 series', /^“5000 series” is not a code$/],
  ['ask the dealer', /^“ask the dealer” is not a code$/],
  ['see 500-999', /not a code/],
  ['Z5001-Z6000 New', /not a code/],
  ['A001-A999 except A500', /not a code/],
  ['K0001-K9999 (see tag', /^A bracket is not closed$/],
  ['A001-A999, 8001-4000', /go down/],
  ['A and B', /^“A” is not a code$/],
  ['N/A', /^“N” is not a code$/],
  ['none', /not a code/],
  ['the series', /not a code/],
  ['No codes', /not a code/],
  ['A001-', /not a code/],
  ['½-5', /not a code/],
  ['日本', /not a code/],
  [`${'x'.repeat(60)}`, /^“x{40}…” is not a code$/],
];

const rows = READ.trim()
  .split('\n')
  .map((line) => line.trim().split(' | '))
  .filter((cells) => cells.length === 3)
  .map(([text = '', within = '', outside = '']) => ({ text, within: within.split(' '), outside: outside.split(' ') }));

describe('of the spellings of the trade', () => {
  test('at least 150 are read', () => {
    expect(new Set(rows.map(({ text }) => text)).size).toBeGreaterThanOrEqual(150);
  });

  test('each has the codes that it means, and no others', () => {
    const wrong = rows.map(({ text, within, outside }) => ({
      text,
      reason: readSeries(text).reason,
      missing: within.filter((code) => !has(text, code)),
      tooMany: outside.filter((code) => has(text, code)),
    }));
    expect(wrong.filter(({ reason, missing, tooMany }) => reason || missing.length || tooMany.length)).toEqual([]);
  });

  test('what is not clear is not read, for a reason', () => {
    const read = UNREAD.map(([text, reason]) => [text, { series: null, reason: expect.stringMatching(reason) }]);
    expect(UNREAD.map(([text]) => [text, readSeries(text)])).toEqual(read);
  });

  test.each(['', '-', ' / ', '()'])('%j has no series', (text) => {
    expect(readSeries(text)).toEqual({ series: [], reason: null });
  });
});

/** How many codes of so many digits the series have. */
function count(text: string, length: number, prefix = ''): number {
  const series = readSeries(text).series ?? [];
  // Higher digits are in none of these.
  const codes = Array.from({ length: 7 ** length }, (_, at) => prefix + at.toString(7).padStart(length, '0'));
  return codes.filter((code) => series.some((one) => covers(one, codeIn(code)!))).length;
}

test('a direct code has as many keys as its cuts allow', () => {
  expect(count('A111111-A444444', 6, 'A')).toBe(4_096);
  expect(count('11111-55555', 5)).toBe(3_125);
  expect(count('011111-055555', 6)).toBe(3_125);
  const [series] = readSeries('A111111-A444444').series!;
  expect(digitsOf(series!, codeIn('a-132414')!)).toEqual(['1', '3', '2', '4', '1', '4']);
  expect(digitsOf(readSeries('011111-055555').series![0]!, codeIn('015243')!)).toEqual(['1', '5', '2', '4', '3']);
  expect(digitsOf(readSeries('K0001-K9999').series![0]!, codeIn('K1234')!)).toBeNull();
});

describe('on a sheet, a code', () => {
  const sheet = (codeSeries: string, codeDirection = '', depths = ['1', '2', '3', '4']) => ({
    codeSeries,
    codeDirection,
    depths,
  });
  const none = { cuts: null, otherCuts: null, direction: null };
  const digits = ['1', '3', '2', '4', '1', '4'];

  test.each([
    ['bow to tip', digits, null],
    ['tip to bow', digits.toReversed(), null],
    ['unknown', digits, digits.toReversed()],
  ])('has cuts in the order of the sheet: %s', (direction, cuts, otherCuts) => {
    const recorded = direction === 'unknown' ? '' : direction;
    expect(meaningOf('a-132414', sheet('A111111-A444444 (new), K0001-K9999', recorded))).toEqual({
      ...{ series: 'A111111-A444444', cuts, otherCuts, direction, problem: null },
    });
  });

  test.each([
    ['K1234', 'A111111-A444444, K0001-K9999', 'K0001-K9999', 'This series does not give the cuts'],
    ['A07', 'A00-A99', 'A00-A99', 'This series does not give the cuts'],
    ['C77', 'C or D code series', 'C series', 'This series does not give the cuts'],
    ['A132494', 'A111111-A444444', 'A111111-A444444', '9 is not a depth of this series'],
    ['A132494', 'A111111-A444444, A series', 'A111111-A444444', '9 is not a depth of this series'],
    ['A132494', 'A111111-A444444, A1-A999999', 'A1-A999999', 'This series does not give the cuts'],
    ['A975675', 'A111111-A444444', 'A111111-A444444', '9, 7, 5 and 6 are not depths of this series'],
    ['A11115', 'A11111-A55555', 'A11111-A55555', '5 is not a depth of this series'],
    ['B132414', 'A111111-A444444', null, 'B132414 is in no code series of this model'],
    ['A13241', 'A111111-A444444', null, 'A13241 is in no code series of this model'],
    ['abc', 'A111111-A444444', null, 'abc is in no code series of this model'],
    ['A1', '', null, 'No code series is recorded'],
    ['A1', 'ask us', null, 'The code series cannot be read: “ask us” is not a code'],
  ])('%s of %j has none, for a reason', (code, text, series, problem) => {
    expect(meaningOf(code, sheet(text))).toEqual({ ...none, series, problem });
  });

  test('is not compared with depths that are not recorded', () => {
    expect(meaningOf('A11115', sheet('A11111-A55555', '', [])).cuts).toEqual(['1', '1', '1', '1', '5']);
    expect(meaningOf('0120', sheet('0000-2222', '', ['0', '1', '2'])).cuts).toEqual(['0', '1', '2', '0']);
  });
});

const letters = (max: number) => fc.string({ unit: fc.constantFrom(...'ABHKPXZ'), maxLength: max });
const dash = fc.constantFrom('-', ' - ', '–', '—', ' to ', '..', ' thru ');
const separator = fc.constantFrom(', ', ';', ' / ', ' & ', ' and ', ' ');
/** A range with a fixed text before or behind, and all digits written. */
const range = fc
  .record({ digits: fc.integer({ min: 1, max: 7 }), before: letters(3), behind: letters(2), dash })
  .chain((shape) =>
    fc.tuple(fc.nat(10 ** shape.digits - 1), fc.nat(10 ** shape.digits - 1)).map(([one, other]) => {
      const code = (number: number) => `${shape.before}${String(number).padStart(shape.digits, '0')}${shape.behind}`;
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      return { text: `${code(first)}${shape.dash}${code(last)}`, code, first, last, shape };
    }),
  );
const isRepeated = (code: string) => /^(\d)\1{2,}$/.test(code.replace(/\D/g, '').replace(/^0+(?=[1-9])/, ''));

describe('whatever is written', () => {
  test('a range has the codes between its ends, and no others', () => {
    fc.assert(
      fc.property(range, fc.nat(), ({ text, code, first, last, shape }, at) => {
        fc.pre(![first, last].some((end) => isRepeated(code(end))));
        const within = first + (at % (last - first + 1));
        expect([code(first), code(within), code(last)].filter((one) => !has(text, one))).toEqual([]);
        const outside = [first - 1, last + 1].filter((number) => number >= 0 && number < 10 ** shape.digits).map(code);
        expect([...outside, `Q${code(within)}`, `${code(within)}Q`].filter((one) => has(text, one))).toEqual([]);
      }),
    );
  });

  test('a direct code has the codes whose digits lie between those of its ends', () => {
    const cuts = fc.integer({ min: 3, max: 10 });
    const ends = fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 8 })).filter(([a, b]) => a < b);
    fc.assert(
      fc.property(
        letters(2),
        cuts,
        ends,
        fc.array(fc.nat(9), { minLength: 10, maxLength: 10 }),
        (before, n, [a, b], all) => {
          const digits = all.slice(0, n);
          const text = `${before}${String(a).repeat(n)}-${before}${String(b).repeat(n)}`;
          expect(has(text, before + digits.join(''))).toBe(digits.every((digit) => digit >= a && digit <= b));
        },
      ),
    );
  });

  test('a span of letters has the numbers of each letter in turn', () => {
    const letter = fc.integer({ min: 0, max: 25 });
    const number = fc.integer({ min: 0, max: 99 });
    const place = ([one, two]: [number, number]) => one * 100 + two;
    const code = ([one, two]: [number, number]) => String.fromCharCode(65 + one) + String(two).padStart(2, '0');
    const code3 = fc.tuple(fc.tuple(letter, number), fc.tuple(letter, number), fc.tuple(letter, number));
    fc.assert(
      fc.property(code3, (all) => {
        const [first, last] = [all[0], all[1]].sort((one, other) => place(one) - place(other)) as (typeof all)[0][];
        fc.pre(first![0] < last![0]);
        const isWithin = place(all[2]) >= place(first!) && place(all[2]) <= place(last!);
        expect(has(`${code(first!)}-${code(last!)}`, code(all[2]))).toBe(isWithin);
      }),
    );
  });

  test('a list has the series of its parts, and a remark none', () => {
    const parts = fc.array(range, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, separator, fc.constantFrom('', ' (New)', ' [1998-2002]'), (some, between, remark) => {
        const read = some.map(({ text }) => readSeries(text));
        const all = readSeries(some.map(({ text }) => text + remark).join(between));
        if (read.some(({ series }) => !series)) expect(all.series).toBeNull();
        else expect(all.series).toEqual(read.flatMap(({ series }) => series));
      }),
    );
  });

  test('a text is read as a whole or refused with a reason', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 255 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(...'A19-,() .&/sК'), maxLength: 60 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { series, reason } = readSeries(text);
        expect(series === null).toBe(Boolean(reason));
        for (const one of series ?? []) {
          expect(one.first).toBeLessThanOrEqual(one.last);
          expect(one.shortest).toBeLessThanOrEqual(one.longest);
          expect(Number.isSafeInteger(one.last)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
