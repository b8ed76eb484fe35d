import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Measures, type Plan, readMeasures } from '../../client/catalogue/drawing/readMeasures';
import { blanksToCut } from '../../client/catalogue/wafers/blanksToCut';
import { CutReader, cutChoices, type Known, NO_CUT } from '../../client/catalogue/wafers/cutReader';
import { type Cuts, type Evidence, KeySpace } from '../../client/catalogue/wafers/keySpace';
import { measuredCut } from '../../client/catalogue/wafers/measuredCut';
import { SEED } from '../hostile/corpus';
import { SYSTEMS } from '../support/keySystems';

fc.configureGlobal({ seed: SEED });

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** A key with these depths, each "name=1x", and so many positions. */
const planOf = (depths: string, positions = 7, more: Partial<Measures> = {}): Plan => {
  const { plan, reason } = readMeasures({
    ...SYSTEMS[441],
    spacing: upTo(positions).map((one) => (one / 10).toFixed(3)),
    depth: depths.split(' ').map((depth) => {
      const [name = '', oneX = ''] = depth.split('=');
      return { name, oneX, twoX: '' };
    }),
    ...more,
  });
  if (!plan) throw new Error(reason ?? '');
  return plan;
};
/** Depths 1, 2, 3 … from the shallowest to the deepest. */
const numbered = (count: number, positions?: number) =>
  planOf(
    upTo(count)
      .map((name) => `${name}=${(0.32 - name * 0.02).toFixed(3)}`)
      .join(' '),
    positions,
  );

type Lock = readonly [said: string, cuts: string, positions: readonly number[]];

/** What locks say, with the cuts of each as they are typed. */
function spaceOf(plan: Plan, locks: readonly Lock[], positions = upTo(plan.positions.length)) {
  const choices = cutChoices(plan);
  const reader = new CutReader(choices);
  const evidence = locks.map(([said, text, at]): Evidence => {
    const { cells, problem } = reader.readAll(text, at.length);
    expect(problem).toBeNull();
    const cuts = at.flatMap((position, index) => {
      const { known } = reader.readCell(cells[index] ?? '');
      return known ? [[position, known] as const] : [];
    });
    return { said, cuts: new Map(cuts) };
  });
  const space = new KeySpace(choices, positions, evidence);
  const names = (key: Cuts) => key.map((choice) => choices[choice]?.names[0]).join('');
  return { space, choices, list: (macs: number | null) => space.list(macs).map(names) };
}

describe('the keys that remain', () => {
  test.each<[known: string, depths: number, none: number, two: number, one: number]>([
    ['??23432', 4, 16, 14, 8],
    ['???21123', 3, 27, 27, 17],
    ['1?3?2', 4, 16, 12, 2],
    ['?1324213', 5, 5, 3, 0],
    ['[1,2][1,2][3,4][3,4][1,2][3,4]', 4, 64, 30, 2],
    ['1½1½3½3½1½3½', 4, 64, 30, 2],
  ])('are those of the trade: %s of %i depths', (known, depths, none, two, one) => {
    const count = known.startsWith('[') || known.includes('½') ? 6 : known.length;
    const { space, list } = spaceOf(numbered(depths, count), [['the seat', known, upTo(count)]]);
    expect([null, 2, 1].map((macs) => space.count(macs))).toEqual([none, two, one]);
    expect([null, 2, 1].map((macs) => list(macs).length)).toEqual([none, two, one]);
  });

  test('are named', () => {
    const { list } = spaceOf(numbered(4, 5), [['the seat', '1?3?2', upTo(5)]]);
    expect(list(1)).toEqual(['12322', '12332']);
  });

  test('known cuts that break MACS are named, instead of none', () => {
    const { space } = spaceOf(numbered(5, 8), [['the seat', '?1324213', upTo(8)]]);
    expect(space.breaks(2)).toEqual([]);
    expect(space.breaks(1)).toEqual([
      '1 and 3 at positions 2 and 3 are 2 apart: MACS allows 1',
      '2 and 4 at positions 4 and 5 are 2 apart: MACS allows 1',
      '4 and 2 at positions 5 and 6 are 2 apart: MACS allows 1',
      '1 and 3 at positions 7 and 8 are 2 apart: MACS allows 1',
    ]);
    const { space: far } = spaceOf(numbered(5, 4), [['the seat', '1?5?', upTo(4)]]);
    expect(far.breaks(1)).toEqual(['1 and 5 at positions 1 and 3 are too far apart: MACS allows 1 from cut to cut']);
  });

  test('are as many where the depths are called the other way round', () => {
    const { space } = spaceOf(planOf('4=.300 3=.280 2=.260 1=.240', 5), [['the seat', '1?3?2', upTo(5)]]);
    expect([null, 2, 1].map((macs) => space.count(macs))).toEqual([16, 12, 2]);
  });

  const CAP: Lock = ['the cap', '2343', [1, 2, 3, 4]];
  test('several locks share positions', () => {
    const { space } = spaceOf(numbered(4), [CAP, ['the seat', '321', [4, 5, 6]]]);
    expect(space.contradictions).toEqual([]);
    expect([null, 2, 1].map((macs) => space.count(macs))).toEqual([4, 3, 2]);
  });

  test('locks that do not agree are named', () => {
    const { space } = spaceOf(numbered(4), [CAP, ['the seat', '421', [4, 5, 6]]]);
    expect(space.contradictions).toEqual(['the cap says 3, the seat says 4 at position 4']);
    const said = ([cap, seat, ignition]: [string, string, string]) =>
      spaceOf(numbered(4), [
        ['the ignition', ignition, [1]],
        ['the cap', cap, [1]],
        ['the seat', seat, [1]],
      ]).space.contradictions;
    expect(said(['1½', 'no cut', '?'])).toEqual(['the cap says 1½, the seat says no cut at position 1']);
    expect(said(['1/2', '2/3', '1/3'])).toEqual([
      'the ignition says 1/3, the cap says 1/2, the seat says 2/3 at position 1',
    ]);
    expect(said(['1/2', '2/3', '2/4'])).toEqual([]);
  });

  test('MACS counts only neighbours that are both cut', () => {
    const { space } = spaceOf(numbered(4, 3), [['the cap', '1?4', [1, 2, 3]]], [1, 3]);
    expect(space.count(1)).toBe(1);
    const { space: uncut } = spaceOf(numbered(4, 3), [['the cap', '1 no cut 4', [1, 2, 3]]]);
    expect(uncut.count(1)).toBe(1);
  });

  test('billions are counted, not listed', () => {
    const { space } = spaceOf(numbered(8, 12), []);
    expect(space.count(null)).toBe(68_719_476_736);
    expect(space.count(7)).toBe(68_719_476_736);
    expect(space.count(1)).toBe(807_574);
  });

  test('names of one depth make one key', () => {
    const { space } = spaceOf(planOf('1=.300 2=.280 3=.260 3A=.260', 2), []);
    expect(space.count(null)).toBe(9);
  });

  const known = fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }), {
    nil: null,
  });
  const lock = fc.array(known, { minLength: 5, maxLength: 5 });

  test('are as many, and the same, as by trying every key', () => {
    fc.assert(
      fc.property(
        fc.array(lock, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(null, 1, 2, 3),
        fc.subarray(upTo(5), { minLength: 1 }),
        (locks, macs, positions) => {
          const evidence = locks.map(
            (cuts, index): Evidence => ({
              said: `lock ${index}`,
              cuts: new Map(
                cuts.flatMap((choices, at) => (choices ? [[at + 1, { choices, text: String(choices) }] as const] : [])),
              ),
            }),
          );
          const space = new KeySpace(cutChoices(numbered(4, 5)), positions, evidence);
          const knownAt = (position: number) => evidence.flatMap(({ cuts }) => cuts.get(position) ?? []);
          let keys: number[][] = [[]];
          for (const position of positions) {
            const at = knownAt(position);
            const fits = (choice: number) =>
              at.length > 0 ? at.every(({ choices }: Known) => choices.includes(choice)) : choice !== NO_CUT;
            keys = keys.flatMap((key) => [0, 1, 2, 3, 4].filter(fits).map((choice) => [...key, choice]));
          }
          const keeps = (key: number[]) =>
            key.every((choice, index) => {
              const before = key[index - 1];
              const areNeighbours = (positions[index - 1] ?? 0) + 1 === positions[index];
              return !before || !choice || !areNeighbours || macs === null || Math.abs(choice - before) <= macs;
            });
          const right = keys.filter(keeps);
          expect(space.count(macs)).toBe(right.length);
          expect(space.list(macs).map(String).toSorted()).toEqual(right.map(String).toSorted());
          const disagree = positions.filter(
            (position) =>
              knownAt(position).length > 0 &&
              ![0, 1, 2, 3, 4].some((choice) => knownAt(position).every(({ choices }) => choices.includes(choice))),
          );
          expect(space.contradictions.map((text) => Number(/\d+$/.exec(text)?.[0]))).toEqual(disagree);
          if (macs !== null && disagree.length === 0) expect(space.breaks(macs).length > 0).toBe(right.length === 0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the blanks', () => {
  const keys = (text: string) => text.split(' ').map((key) => [...key].map(Number));
  const shown = (blanks: Cuts[][]) => blanks.map((blank) => blank.map((key) => key.join('')).join(' '));

  test('each next key is cut out of the one before', () => {
    expect(shown(blanksToCut(keys('12 11 22 21')))).toEqual(['11 12 22', '21']);
    expect(shown(blanksToCut(keys('12332 12322')))).toEqual(['12322 12332']);
    expect(blanksToCut(keys('111 112 121 222 131'))).toHaveLength(2);
    expect(blanksToCut([])).toEqual([]);
  });

  const isDeeper = (key: Cuts, other: Cuts) => key.every((choice, index) => choice >= (other[index] ?? 0));
  const someKeys = (most: number) =>
    fc.uniqueArray(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }), {
      selector: String,
      maxLength: most,
    });

  test('have every key once, always deeper', () => {
    fc.assert(
      fc.property(someKeys(60), (some) => {
        const blanks = blanksToCut(some);
        expect(blanks.flat().map(String).toSorted()).toEqual(some.map(String).toSorted());
        for (const blank of blanks)
          for (const [index, key] of blank.entries())
            expect(index === 0 || isDeeper(key, blank[index - 1] ?? [])).toBe(true);
        const lengths = blanks.map(({ length }) => length);
        expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
      }),
    );
  });

  test('are as few as possible: as many as the most keys of which none can be cut out of another', () => {
    fc.assert(
      fc.property(someKeys(11), (some) => {
        let most = 0;
        for (let chosen = 0; chosen < 1 << some.length; chosen++) {
          const few = some.filter((_, index) => (chosen >> index) & 1);
          if (few.length > most && few.every((key) => few.every((other) => key === other || !isDeeper(key, other))))
            most = few.length;
        }
        expect(blanksToCut(some)).toHaveLength(most);
      }),
      { numRuns: 60 },
    );
  });

  test('deeper is less metal, whatever the depths are called', () => {
    const orders = [
      ['1=.300 2=.280 3=.260', '1 2 3'],
      ['4=.300 3=.280 2=.260 1=.240', '4 3 2 1'],
      // BMW: the depths go up, and are root depths all the same.
      ['1=.157 2=.177 3=.197', '3 2 1'],
      ['A=.300 C=.280 B=.260', 'A C B'],
      ['1=.300 2=.280 3=.260 3A=.260', '1 2 3/3A'],
      // Cuts into the blade.
      ['1=.020 2=.040 3=.060', '1 2 3'],
    ] as const;
    for (const [depths, order] of orders) {
      const [uncut, ...choices] = cutChoices(planOf(depths));
      expect(uncut?.depth).toBeNull();
      expect(choices.map(({ names }) => names.join('/')).join(' ')).toBe(order);
    }
  });
});

describe('known cuts', () => {
  const readerOf = (depths: string) => new CutReader(cutChoices(planOf(depths)));
  const NUMBERS = readerOf('1=.300 2=.280 3=.260 4=.240');
  const textOf = (reader: CutReader, text: string) => {
    const { known, problem } = reader.readCell(text);
    return problem ?? known?.text ?? '?';
  };

  test.each([
    ['3', '3'],
    ['', '?'],
    [' ? ', '?'],
    ['3½', '3½'],
    ['3 1/2', '3½'],
    ['3.5', '3½'],
    ['3,5', '3½'],
    ['2/4', '2/4'],
    ['[1,2]', '1/2'],
    ['1 or 3', '1/3'],
    ['no cut', 'no cut'],
    ['0', 'no cut'],
    ['2/no cut', '2/no cut'],
    ['4½', 'There is no depth after 4, so no 4½'],
    ['7', 'Depth 7 is not one of 1, 2, 3, 4'],
    ['2/7', 'Depth 7 is not one of 1, 2, 3, 4'],
    ['-', 'Depth - is not one of 1, 2, 3, 4'],
  ])('of one position: “%s”', (text, read) => {
    expect(textOf(NUMBERS, text)).toBe(read);
  });

  test('half a depth lies between names that follow each other, wherever these go', () => {
    const between = (depths: string, text: string) => {
      const choices = cutChoices(planOf(depths));
      const { known } = new CutReader(choices).readCell(text);
      return known?.choices.map((choice) => choices[choice]?.names.join('=')).join(' ');
    };
    expect(between('4=.300 3=.280 2=.260 1=.240', '3½')).toBe('4 3');
    expect(between('1=.157 2=.177 3=.197', '1½')).toBe('2 1');
    expect(between('1=.300 3=.280 5=.260', '3½')).toBe('3 5');
    expect(between('A=.300 B=.280 C=.260', 'b½')).toBe('B C');
    expect(between('1=.300 2=.280 3=.260 3A=.260', '2½')).toBe('2 3=3A');
  });

  test('names of the system come before what they would mean otherwise', () => {
    expect(textOf(readerOf('0=.300 1=.280 X=.260'), '0')).toBe('0');
    expect(textOf(readerOf('0=.300 1=.280 X=.260'), 'x')).toBe('X');
    expect(textOf(readerOf('A=.300 B=.280 a=.260'), 'a')).toBe('a');
    expect(textOf(readerOf('1=.300 5=.280 1=.260'), '1')).toBe('Two depths are called 1');
    const five = readerOf('1=.300 2=.280 5=.260');
    expect([textOf(five, '1,5'), textOf(five, '[1,5]'), textOf(five, '1.5')]).toEqual(['1/5', '1/5', '1½']);
  });

  test.each([
    ['2343', '2 3 4 3'],
    ['2-3-4-3', '2 3 4 3'],
    ['2 3 4 3', '2 3 4 3'],
    ['23?3', '2 3 ? 3'],
    ['2?3½4', '2 ? 3½ 4'],
    ['2, 3.5, 4', '2 3½ 4'],
    ['2 2/4 no cut 3', '2 2/4 no cut 3'],
    ['12/43', '1 2/4 3'],
    ['[1,2][3,4]1', '1/2 3/4 1'],
    ['', ''],
  ])('of a lock: “%s”', (text, read) => {
    const { cells, problem } = NUMBERS.readAll(text, 4);
    expect(problem).toBeNull();
    expect(cells.map((cell) => textOf(NUMBERS, cell)).join(' ')).toBe(read);
  });

  test('of a lock that cannot be read are named', () => {
    expect(NUMBERS.readAll('23432', 4).problem).toBe('5 cuts are too many: the lock has 4 positions');
    expect(NUMBERS.readAll('2973', 4).problem).toBe('Depth 9 is not one of 1, 2, 3, 4');
    const long = readerOf('1=.300 10=.280 11=.260');
    expect(long.readAll('110', 4).problem).toBe('Separate the depths: 1-10-11');
    expect(long.readAll('1-10', 4).cells).toEqual(['1', '10']);
  });

  test('as one text are read as they were typed', () => {
    const cell = fc.constantFrom('1', '2', '3', '4', '', '3½', '3 1/2', '1/2', '2/4', 'no cut');
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), (cells) => {
        const { cells: again, problem } = NUMBERS.readAll(NUMBERS.joinCells(cells), cells.length);
        expect(problem).toBeNull();
        expect(cells.map((_, index) => textOf(NUMBERS, again[index] ?? ''))).toEqual(
          cells.map((one) => textOf(NUMBERS, one)),
        );
      }),
    );
  });

  test('several that are typed into one cell go on in the next ones', () => {
    expect(NUMBERS.splitCell('23', 4)).toEqual(['2', '3']);
    for (const one of ['2', '3½', '3.5', '2/4', '', '2345 6']) expect(NUMBERS.splitCell(one, 4)).toBeNull();
    expect(NUMBERS.splitCell('234', 2)).toBeNull();
  });
});

describe('a measured cut', () => {
  const measured = (text: string, plan: Plan, column: '1x' | '2x' = '1x') => {
    const cut = measuredCut(text, column, plan, new CutReader(cutChoices(plan)));
    return cut && (cut.problem ?? `${cut.known?.text} ${cut.error}`);
  };
  const SUZUKI = planOf('1=.295 2=.276 3=.256 4=.236');

  test.each([
    ['.256', '3 exact'],
    ['0.258', '3 +.002'],
    ['.253', '3 −.003'],
    ['.266', '2½ −.010'],
    ['.263', '2½ +.007'],
    ['.262', '3 +.006'],
    ['6.5 mm', '3 exact'],
    ['.300', '1 +.005'],
    ['.230', '4 −.006'],
    ['.210', '.210 is near no depth: 4 is .236'],
    ['.4', '.4 is near no depth: 1 is .295'],
    ['abc', '“abc” is not a length'],
  ])('%s is %s', (text, read) => {
    expect(measured(text, SUZUKI)).toBe(read);
    expect(measured(' ', SUZUKI)).toBeNull();
  });

  test('is in the unit that is shown, of the column that was measured, by any names', () => {
    const { plan } = readMeasures({ ...SYSTEMS[441], sides: '2', width: '.320' }, 'mm');
    expect(measured('6.50', plan!)).toBe('3 exact');
    expect(measured('4.9', plan!, '2x')).toBe('3 +0.02');
    expect(measured('.178', planOf('1=.157 2=.177 3=.197'))).toBe('2 +.001');
    expect(measured('.187', planOf('1=.157 2=.177 3=.197'))).toBe('2½ +.010');
    expect(measured('.262', planOf('1=.300 2=.280 3=.260 3A=.260'))).toBe('3 +.002');
  });
});
