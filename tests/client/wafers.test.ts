import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CutListModel } from '../../client/catalogue/cutList/cutListOf';
import { type Plan, readMeasures } from '../../client/catalogue/drawing/readMeasures';
import { keyDataGroups, type TextName } from '../../client/catalogue/keyData';
import { cutPositions, firstEndOf, lockRows } from '../../client/catalogue/wafers/lockRows';
import { type Positions, readPositions } from '../../client/catalogue/wafers/readPositions';
import { SEED } from '../hostile/corpus';
import { SYSTEMS } from '../support/keySystems';
import { answered } from '../support/tables';

fc.configureGlobal({ seed: SEED });

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const key = (count: number, first: Positions['first'] = 'shoulder'): Positions => ({ count, first });
const read = (text: string, count = 7, first: Positions['first'] = 'shoulder') => {
  return readPositions(text, key(count, first))?.join(' ') ?? null;
};

describe('readPositions', () => {
  test('reads what the trade writes', () => {
    const written: [text: string, positions: string, count?: number][] = [
      ['positions 1-6', '1 2 3 4 5 6'],
      ['2-8', '2 3 4 5 6 7 8', 8],
      ['3 through 10', '3 4 5 6 7 8 9 10', 10],
      ['5 thru 8', '5 6 7 8', 8],
      ['#1 thru #4', '1 2 3 4'],
      ['1,2, 4 and 6', '1 2 4 6'],
      ['3 and 6', '3 6'],
      ['Odd positions', '1 3 5 7'],
      ['Even positions', '2 4 6'],
      ['All', '1 2 3 4 5 6 7'],
      ['all 10 wafers', '1 2 3 4 5 6 7 8 9 10', 10],
      ['first six cuts', '1 2 3 4 5 6'],
      ['last 2 cuts', '6 7'],
      ['5 nearest the tip', '3 4 5 6 7'],
      ['the 2 nearest the shoulder', '1 2'],
      ['1-2-3-4-5', '1 2 3 4 5'],
      ['3–7', '3 4 5 6 7'],
      ['1–4, 6', '1 2 3 4 6'],
      ['1/3/5', '1 3 5'],
      ['2-6 even', '2 4 6'],
      ['1 to 5', '1 2 3 4 5'],
      ['12345', '1 2 3 4 5'],
      ['all but 1', '2 3 4 5 6 7'],
      ['none', ''],
    ];
    expect(written.map(([text, , count]) => [text, read(text, count)])).toEqual(
      written.map(([text, positions]) => [text, positions]),
    );
  });

  test('reads other spellings', async () => {
    const spellings: [text: string, positions: string][] = [
      ['Wafer positions 1–6', '1 2 3 4 5 6'],
      ['pos. 1-4', '1 2 3 4'],
      ['cuts: 1, 2 & 5', '1 2 5'],
      ['from 2 to 6', '2 3 4 5 6'],
      ['1 up to 4', '1 2 3 4'],
      ['1…5', '1 2 3 4 5'],
      ['1 + 3 + 5', '1 3 5'],
      ['1 3 5', '1 3 5'],
      ['1|3|5', '1 3 5'],
      ['135', '1 3 5'],
      ['P1-P4', '1 2 3 4'],
      ['no. 1 to no. 4', '1 2 3 4'],
      ['1st, 2nd and 4th', '1 2 4'],
      ['first and third positions', '1 3'],
      ['second to fifth', '2 3 4 5'],
      ['all seven cuts', '1 2 3 4 5 6 7'],
      ['every position', '1 2 3 4 5 6 7'],
      ['no wafers', ''],
      ['odd-numbered', '1 3 5 7'],
      ['evens only', '2 4 6'],
      ['even numbers from 2 to 4', '2 4'],
      ['odd 3-7', '3 5 7'],
      ['first 3', '1 2 3'],
      ['the last', '7'],
      ['3 wafers closest to the bow', '1 2 3'],
      ['the one nearest the tip', '7'],
      ['all except 3 and 5', '1 2 4 6 7'],
      ['1-7 but not 4', '1 2 3 5 6 7'],
      ['all but the last two', '1 2 3 4 5'],
      ['1 thru 6, not 3', '1 2 4 5 6'],
      ['1-3, 5-7', '1 2 3 5 6 7'],
      ['1-2-3, 6', '1 2 3 6'],
      ['5 wafers: 1-5', '1 2 3 4 5'],
      ['1-5 (5 wafers)', '1 2 3 4 5'],
      ['1-7 (all)', '1 2 3 4 5 6 7'],
      ['position 5', '5'],
      ['#5', '5'],
      ['2 to the last', '2 3 4 5 6 7'],
      [' ONE  through FOUR. ', '1 2 3 4'],
    ];
    expect(await answered(spellings, (text) => read(text))).toEqual(spellings);
  });

  test('keeps as text what is not clear', () => {
    const unclear = [
      ...['3 through 10 (sometimes 4-10)', 'fewer wafers than the ignition', '5-Cut Keys', '6 wafers'],
      ...['5', '1-12', '7-3', '0-4'],
      // A count, a misprint, or two things at once.
      ...[
        '',
        'five',
        '1-6 wafers',
        'all but one',
        'all 6 wafers',
        'first 8',
        '12',
        '3 1',
        '2 5',
        '1, 2, 2',
        '1-4, 3-6',
      ],
      ...[
        'second to last',
        '5 from the tip',
        '4 wafers: 1-5',
        '1-5 (6 wafers)',
        '3-3',
        '1-3-2',
        '54321',
        '1-',
        ',',
        'DEMO 1-5',
      ],
      ...[
        'every other',
        'ignition only',
        '1-5?',
        '1.5',
        '1-2-3-4-5-6-7-8',
        'all but all',
        '3 nearest',
        'the tip',
        '1-3 except 5',
      ],
    ];
    const countOf = (text: string) => (text === '3 through 10 (sometimes 4-10)' ? 10 : 7);
    expect(unclear.filter((text) => read(text, countOf(text)) !== null)).toEqual([]);
  });

  test('counts from the end at which position 1 is', () => {
    expect(read('5 nearest the tip', 7, 'tip')).toBe('1 2 3 4 5');
    expect(read('2 nearest the shoulder', 7, 'tip')).toBe('6 7');
    expect(read('first 3', 7, 'tip')).toBe('1 2 3');
    expect(read('5 nearest the tip', 7, null)).toBeNull();
    expect(read('first 3', 7, null)).toBe('1 2 3');
  });

  const positions = fc
    .tuple(fc.integer({ min: 3, max: 12 }), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
    .map(([count, chosen]) => [count, upTo(count).filter((one) => chosen[one - 1])] as const)
    .filter(([, set]) => set.length > 1);
  /** "1-3, 5" */
  const inRanges = (set: readonly number[], to: string) =>
    set
      .filter((one) => !set.includes(one - 1))
      .map((from) => {
        const end = set.find((one) => one >= from && !set.includes(one + 1)) ?? from;
        return end === from ? String(from) : `${from}${to}${end}`;
      })
      .join(', ');

  test('reads any positions back in every way of writing them', () => {
    const ways: ((set: readonly number[], count: number) => string)[] = [
      (set) => set.join(', '),
      (set) => `positions ${set.slice(0, -1).join(', ')} and ${set.at(-1)}`,
      (set) => set.map((one) => `#${one}`).join(' / '),
      (set) => inRanges(set, '-'),
      (set) => inRanges(set, ' thru '),
      (set) => (set.length > 2 ? set.join('-') : set.join(' & ')),
      (set, count) =>
        set.length === count
          ? 'all'
          : `all but ${upTo(count)
              .filter((one) => !set.includes(one))
              .join(' and ')}`,
      (set) => `${inRanges(set, '–')} (${set.length} wafers)`,
    ];
    fc.assert(
      fc.property(
        positions,
        fc.constantFrom(...ways),
        fc.constantFrom('shoulder', 'tip', null),
        ([count, set], way, first) => {
          expect(readPositions(way(set, count), key(count, first))).toEqual(set);
        },
      ),
    );
  });

  test('reads nothing that has a word of another meaning', () => {
    fc.assert(
      fc.property(
        positions,
        fc.constantFrom('sometimes', 'approx', 'mostly', '?', 'or', 'fewer'),
        ([count, set], word) => {
          expect(readPositions(`${set.join(', ')} ${word}`, key(count))).toBeNull();
          expect(readPositions(`${word} ${set.join(', ')}`, key(count))).toBeNull();
        },
      ),
    );
  });

  test('whatever is written, the positions are those of the key, each once and in order', () => {
    const words =
      'all odd even first last 1 2 5 7 9 12 345 - – , and to but not the nearest tip shoulder none # ( ) one wafers position'.split(
        ' ',
      );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((some) => some.join(' ')),
        ),
        fc.integer({ min: 0, max: 12 }),
        (text, count) => {
          const found = readPositions(text, key(count));
          if (found) expect(found).toEqual(upTo(count).filter((one) => found.includes(one)));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

const NO_TEXTS = Object.fromEntries(
  keyDataGroups.flatMap(({ data }) => data.flatMap((datum) => ('name' in datum ? [[datum.name, '']] : []))),
) as Record<TextName, string>;
const modelOf = (change: Partial<CutListModel> = {}): CutListModel => ({
  ...NO_TEXTS,
  ...SYSTEMS[441],
  make: { id: '1', displayName: 'Suzuki' } as CutListModel['make'],
  name: 'GSX-R 600',
  year: 1997,
  sample: false,
  ...change,
});
const planOf = (model: CutListModel): Plan => readMeasures(model).plan!;

describe('the rows of the wafer map', () => {
  const rowsOf = (change: Partial<CutListModel>) => {
    const model = modelOf(change);
    const plan = planOf(model);
    const first = firstEndOf(plan, model.codeDirection).end;
    return lockRows(model, { count: plan.positions.length, first });
  };
  const map = (change: Partial<CutListModel>) =>
    rowsOf(change).map(({ label, positions }) => `${label}: ${positions?.join(' ') ?? 'text'}`);

  test('are the locks with fields of their own, and those that “Locks” names', () => {
    expect(
      map({ ignition: '1-7', gasCap: 'first four cuts', seatAux: '6 wafers', locks: 'Seat/Storage/Gas Cap' }),
    ).toEqual(['Ignition: 1 2 3 4 5 6 7', 'Gas cap: 1 2 3 4', 'Seat/aux: text', 'Storage: text']);
    expect(map({ gasCap: 'same as ignition', ignition: '1-5', locks: 'Luggage' })).toEqual([
      'Ignition: 1 2 3 4 5',
      'Gas cap: 1 2 3 4 5',
      'Seat/aux: text',
      'Luggage: text',
    ]);
    for (const locks of ['', 'All (except luggage)', 'All except luggage', 'Ignition, Fuel Cap and Seat Lock', 'All'])
      expect(rowsOf({ locks })).toHaveLength(3);
    expect(rowsOf({ locks: 'Steering Lock' }).at(-1)).toMatchObject({
      label: 'Steering Lock',
      said: 'the steering lock',
    });
  });

  test.each<[string, Partial<CutListModel>, string]>([
    ['the shoulder, with spacings from it', {}, '3 4 5 6 7'],
    ['the tip, with spacings from it', { datum: 'tip' }, '1 2 3 4 5'],
    [
      'the shoulder, with spacings from the tip',
      { datum: 'tip', spacing: SYSTEMS[441].spacing.toReversed() },
      '3 4 5 6 7',
    ],
    ['the tip, with spacings from the shoulder', { spacing: SYSTEMS[441].spacing.toReversed() }, '1 2 3 4 5'],
    ['the shoulder, whichever way codes are read', { codeDirection: 'tip to bow' }, '3 4 5 6 7'],
    ['where codes begin, without a stop', { datum: '', codeDirection: 'tip to bow' }, '1 2 3 4 5'],
  ])('position 1 is at %s', (_, change, positions) => {
    expect(map({ ...change, seatAux: '5 nearest the tip' })).toContain(`Seat/aux: ${positions}`);
  });

  test('nothing is taken from an end that is not known', () => {
    expect(map({ datum: '', codeDirection: '', seatAux: '5 nearest the tip' })).toContain('Seat/aux: text');
  });

  test('a key has the cuts of its locks; all, if the ignition is not read', () => {
    expect(cutPositions(rowsOf({ ignition: '1-3', seatAux: '3,5' }), 7)).toEqual([1, 2, 3, 5]);
    expect(cutPositions(rowsOf({ ignition: '6 wafers', seatAux: '3,5' }), 7)).toEqual(upTo(7));
  });
});
