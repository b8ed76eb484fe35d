import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestDepth, readBitting } from '../../client/catalogue/drawing/bitting';
import { type Drawing, drawKey, FRAME, type Label } from '../../client/catalogue/drawing/geometry';
import { type Measures, type Plan, readMeasures } from '../../client/catalogue/drawing/readMeasures';
import { spread } from '../../client/catalogue/drawing/spread';
import { SEED } from '../hostile/corpus';

fc.configureGlobal({ seed: SEED });

const HONDA: Measures = {
  spacing: ['.098', '.177', '.256', '.335', '.414', '', '', '', '', '', '', ''],
  depth: rows('.236/.216', '.216/.176', '.196/.136', '.176/.096'),
  unit: 'inch',
  datum: 'shoulder',
  sides: '1',
  macs: '2',
  codeDirection: 'bow to tip',
};

function rows(...texts: string[]) {
  return Array.from({ length: 8 }, (_, row) => {
    const [oneX = '', twoX = ''] = texts[row]?.split('/') ?? [];
    return { name: '', oneX, twoX };
  });
}
const spacings = (...texts: string[]) => Array.from({ length: 12 }, (_, index) => texts[index] ?? '');
const planOf = (change: Partial<Measures> = {}): Plan => {
  const { plan, reason } = readMeasures({ ...HONDA, ...change });
  if (!plan) throw new Error(`There is no drawing: ${reason}`);
  return plan;
};

describe('readMeasures', () => {
  test.each<[string, Partial<Measures>]>([
    ['No spacing is recorded', { spacing: spacings() }],
    ['Spacing has only one position', { spacing: spacings('.1') }],
    ['Spacing 3 is missing between others', { spacing: spacings('.1', '.2', '', '.4') }],
    ['Spacing 2 is not a number: “ca. .2”', { spacing: spacings('.1', 'ca. .2', '.3') }],
    ['Spacing 3 is out of order: .2 after .3', { spacing: spacings('.1', '.3', '.2', '.4') }],
    ['Spacing 2 is the same as spacing 1', { spacing: spacings('.1', '.10', '.3') }],
    ['No depth is recorded', { depth: rows() }],
    ['Depth 2 1x is not a number: “-”', { depth: rows('.236/', '-/', '.196/') }],
    ['Depth 3 1x is out of order: .220 after .216', { depth: rows('.236/', '.216/', '.220/', '.176/') }],
    ['The key has one side, but only 2x depths are recorded', { depth: rows('/.216', '/.176') }],
    ['Spacing and depth cannot be in the same unit', { depth: rows('6.4/', '5.8/', '5.2/') }],
  ])('draws nothing, and says why: %s', (reason, change) => {
    const reading = readMeasures({ ...HONDA, ...change });
    expect(reading.plan).toBeNull();
    expect(reason).toBe(reading.reason);
  });

  test('warns of everything that is wrong, also where it does not prevent a drawing', () => {
    const { plan, warnings } = readMeasures({
      ...HONDA,
      unit: 'mm',
      depth: rows('.236/', '/', '.196/.9.', '.176/'),
    });
    expect(plan).not.toBeNull();
    expect(warnings).toEqual([
      'Depth 2 1x is missing between others',
      'Depth 1 2x is missing between others',
      'Depth 2 2x is missing between others',
      'Depth 3 2x is not a number: “.9.”',
      'The unit is mm, but spacing looks like inches',
    ]);
    expect(readMeasures(HONDA).warnings).toEqual([]);
    expect(readMeasures({ ...HONDA, spacing: spacings(), depth: rows() }).warnings).toEqual([]);
  });

  test.each([
    ['looks like inches: a guess', '', HONDA.spacing, HONDA.depth],
    ['looks like millimetres: a guess', '', spacings('2.5', '5', '7.5'), rows('6.4/', '5.8/')],
    ['looks like thousandths of an inch: a guess', '', spacings('110', '208'), rows('256/', '234/')],
    ['looks like hundredths of a millimetre: a guess', '', spacings('250', '500'), rows('640/', '580/')],
    ['in inches', 'inch', HONDA.spacing, HONDA.depth],
    ['in thousandths of an inch', 'inch', spacings('110', '208'), rows('256/', '234/')],
  ])('says of the unit: %s', (words, unit, spacing, depth) => {
    expect(planOf({ unit, spacing, depth }).unit.words).toBe(words);
  });

  test('takes the measure of as many sides as the key has, and both if it says nothing else', () => {
    expect(planOf()).toMatchObject({ column: '1x', isDouble: false });
    expect(planOf({ sides: '2' })).toMatchObject({ column: '2x', isDouble: true });
    expect(planOf({ sides: '2', depth: rows('.236/', '.216/') })).toMatchObject({ column: '1x', isDouble: true });
    // Two cuts of .1 do not fit into a blade of .26.
    expect(planOf({ sides: '2', depth: rows('.256/', '.1/') })).toMatchObject({ column: '1x', isDouble: false });
    expect(planOf({ sides: '' })).toMatchObject({ column: '1x', isDouble: false });
    expect(planOf({ sides: '', depth: rows('/.216', '/.176') })).toMatchObject({ column: '2x', isDouble: true });
  });

  test('knows the width of the blade where 1x and 2x agree on it', () => {
    expect(planOf().width).toBeCloseTo(0.256);
    expect(planOf({ depth: rows('.236/.216', '.216/.150') }).width).toBeNull();
  });

  test('lists the positions from bow to tip, and calls a stop that nobody recorded a guess', () => {
    const numbers = (plan: Plan) => plan.positions.map(({ number }) => number);
    expect(numbers(planOf())).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(planOf({ datum: 'tip' }))).toEqual([5, 4, 3, 2, 1]);
    expect(numbers(planOf({ datum: 'tip', spacing: HONDA.spacing.slice(0, 5).reverse() }))).toEqual([1, 2, 3, 4, 5]);
    expect(planOf({ datum: '' })).toMatchObject({ stop: 'shoulder', isStopGuessed: true });
  });
});

describe('readBitting', () => {
  const read = (text: string, direction: 'bow to tip' | 'tip to bow' = 'bow to tip') => {
    const { cuts, problems } = readBitting(text, planOf(), direction);
    return { cuts: cuts.map((cut) => cut?.number ?? 0), problems };
  };
  test.each(['1-3-2-4-3', '13243', ' 1 3 2 4 3 ', '1,3,2,4,3'])('reads %j', (text) => {
    expect(read(text)).toEqual({ cuts: [1, 3, 2, 4, 3], problems: [] });
  });
  test('reads from the other end, and accepts an unfinished text', () => {
    expect(read('1-3', 'tip to bow')).toEqual({ cuts: [0, 0, 0, 3, 1], problems: [] });
    expect(read('')).toEqual({ cuts: [0, 0, 0, 0, 0], problems: [] });
  });
  test.each([
    ['1-3-2-4-3-2', '6 cuts are too many: the key has 5 positions'],
    ['1-7', 'Depth 7 is not one of 1, 2, 3, 4'],
    ['1-12', 'Depth 12 is not one of 1, 2, 3, 4'],
    ['1-b', '“b” is not a depth number'],
    ['2-1-4', 'Cuts 2 and 3 are 3 apart: MACS allows 2'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(read(text).problems).toEqual([problem]);
  });
});

test.each([
  ['.216', 'Nearest depth: 2 (.216, 1x), measured exactly.'],
  ['0,214', 'Nearest depth: 2 (.216, 1x), measured 0.002 less.'],
  ['5.5 mm', 'Nearest depth: 2 (.216, 1x), measured 0.001 more.'],
  ['.206', 'Between depths 3 and 2: nearer to 3 (.196, 1x), measured 0.010 more.'],
  ['.300', 'No depth is near: the nearest is 1 (.236, 1x), measured 0.064 more.'],
  ['abc', 'Type a number, such as .251 or 6.4 mm.'],
  [' ', ''],
])('a caliper at %s: %s', (text, words) => {
  expect(nearestDepth(text, planOf())).toBe(words);
});

/** Texts as people enter them, and everything else. */
const anyText = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', '.1', '2.5', '110', '-', '1e9', '0'));
const anyMeasures = fc.record<Measures>({
  spacing: fc.array(anyText, { maxLength: 12 }),
  depth: fc.array(fc.record({ name: anyText, oneX: anyText, twoX: anyText }), { maxLength: 8 }),
  unit: fc.constantFrom('', 'inch', 'mm'),
  datum: fc.constantFrom('', 'shoulder', 'tip'),
  sides: fc.constantFrom('', '1', '2'),
  macs: fc.constantFrom('', '3'),
  codeDirection: fc.constantFrom('', 'tip to bow'),
});

/** Steps that add up to measures, in either order. */
const measures = (count: { minLength: number; maxLength: number }) =>
  fc
    .tuple(fc.array(fc.integer({ min: 1, max: 400 }), count), fc.integer({ min: 0, max: 500 }), fc.boolean())
    .map(([steps, start, isDown]) => {
      let sum = start;
      const values = steps.map((step) => (sum += step));
      return (isDown ? values.reverse() : values).map((value) => String(value / 100));
    });
const drawable = fc
  .tuple(anyMeasures, measures({ minLength: 2, maxLength: 12 }), measures({ minLength: 1, maxLength: 8 }))
  .map(
    ([rest, spacing, depth]) =>
      readMeasures({ ...rest, spacing, depth: depth.map((one) => ({ name: '', oneX: one, twoX: one })) }).plan,
  )
  .filter((plan) => plan !== null);
const cutPlan = drawable.chain((plan) =>
  fc.tuple(
    fc.constant(plan),
    fc.array(fc.option(fc.constantFrom(...plan.depths.map(({ value }) => value))), { maxLength: 12 }),
  ),
);

const HEIGHT = 13;
/** A label's box: numbers are centred, other texts begin at x. */
const boxOf = ({ text, x, y, width }: Label, isNumber: boolean) => ({
  text,
  left: isNumber ? x - width / 2 : x,
  right: isNumber ? x + width / 2 : x + width,
  top: y - HEIGHT,
  bottom: y,
});
const boxes = ({ datum, scribes, rungs }: Drawing) => [
  ...[datum, ...scribes].map(({ label }) => boxOf(label, true)),
  ...[datum.text, ...rungs.map(({ label }) => label)].map((label) => boxOf(label, false)),
];
type Point = [number, number];
const pointsOf = (path: string): Point[] =>
  (path.match(/-?[\d.]+(e-?\d+)?,-?[\d.]+(e-?\d+)?/g) ?? []).map((pair) => pair.split(',').map(Number) as Point);

/** The heights of the blade's edges, without its tip. */
const heightsOf = ({ blade, end }: Drawing) =>
  new Set(
    pointsOf(blade)
      .filter(([x]) => x < end)
      .map(([, y]) => y),
  );

describe('drawKey, of any key', () => {
  test('stays inside the frame', () => {
    fc.assert(
      fc.property(cutPlan, ([plan, cuts]) => {
        const drawing = drawKey(plan, cuts);
        const paths = [drawing.blade, drawing.bow, drawing.datum.path];
        for (const { path } of [...drawing.scribes, ...drawing.rungs]) paths.push(path);
        for (const { mirrored } of drawing.rungs) if (mirrored) paths.push(mirrored);
        for (const path of paths) {
          expect(path).not.toMatch(/NaN|Infinity|undefined/);
          for (const [x, y] of pointsOf(path)) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x).toBeLessThanOrEqual(FRAME.width);
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y).toBeLessThanOrEqual(FRAME.height);
          }
        }
        for (const { left, right, top, bottom } of boxes(drawing)) {
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(FRAME.width);
          expect(bottom).toBeLessThanOrEqual(FRAME.height);
        }
        for (const { strip } of drawing.scribes) {
          expect(strip.x).toBeGreaterThanOrEqual(0);
          expect(strip.width).toBeGreaterThanOrEqual(0);
          expect(strip.x + strip.width).toBeLessThanOrEqual(FRAME.width + 0.01);
        }
      }),
    );
  });

  test('has no label over another', () => {
    fc.assert(
      fc.property(cutPlan, ([plan, cuts]) => {
        const all = boxes(drawKey(plan, cuts));
        all.forEach((one, index) => {
          for (const other of all.slice(index + 1)) {
            const isApart =
              one.right <= other.left + 0.02 ||
              other.right <= one.left + 0.02 ||
              one.bottom <= other.top + 0.02 ||
              other.bottom <= one.top + 0.02;
            expect(isApart, `${one.text} and ${other.text}`).toBe(true);
          }
        });
      }),
    );
  });

  test('has no leader line across another', () => {
    fc.assert(
      fc.property(cutPlan, ([plan, cuts]) => {
        const drawing = drawKey(plan, cuts);
        const scribes = (
          drawing.scribes.length && plan.stop === 'tip'
            ? [...drawing.scribes, drawing.datum]
            : [drawing.datum, ...drawing.scribes]
        ).map(({ path }) => pointsOf(path));
        const rungs = drawing.rungs.map(({ path }) => pointsOf(path));
        // Lines that keep their order at each of their bends do not cross.
        for (const [lines, axis] of [
          [scribes, 0],
          [rungs, 1],
        ] as const)
          lines.slice(1).forEach((line, index) => {
            for (const [bend, point] of line.entries())
              expect(point[axis]).toBeGreaterThanOrEqual(lines[index]![bend]![axis] - 0.02);
          });
      }),
    );
  });

  test('has one scale for both axes', () => {
    fc.assert(
      fc.property(drawable, (plan) => {
        const { scribes, rungs } = drawKey(plan);
        const xs = scribes.map(({ x }) => x);
        const ys = rungs.map(({ path }) => pointsOf(path)[0]![1]);
        const distances = (measures: Plan['depths']) =>
          measures.map(({ value }) => Math.abs(value - measures[0]!.value));
        const along = distances(plan.positions);
        const length = along.at(-1)!;
        const scale = (xs.at(-1)! - xs[0]!) / length;
        // Coordinates are rounded to 0.01, so a difference of two, and the length the scale is taken from, may be off by 0.01.
        const isAt = (drawn: number, distance: number, shared = 1) =>
          expect(Math.abs(drawn - (scale * distance) / shared)).toBeLessThanOrEqual(
            0.01 + (0.01 * distance) / length / shared + 1e-9,
          );
        along.forEach((distance, index) => {
          isAt(xs[index]! - xs[0]!, distance);
        });
        // A 2x depth is measured from cut to cut: each edge has half of the difference.
        distances(plan.depths).forEach((distance, index) => {
          isAt(ys[index]! - ys[0]!, distance, plan.isDouble && plan.column === '2x' ? 2 : 1);
        });
      }),
    );
  });

  test('cuts nothing unless there is a bitting', () => {
    fc.assert(
      fc.property(drawable, (plan) => {
        expect(heightsOf(drawKey(plan)).size).toBe(2);
      }),
    );
    const cut = drawKey(planOf(), [0.236, 0.196, null, null, null]);
    expect(heightsOf(cut).size).toBe(4);
  });

  test('cuts both edges of a key with two sides alike, and one edge of another', () => {
    const cuts = [0.236, 0.196, 0.216, null, null];
    for (const depth of [HONDA.depth, rows('.236/', '.216/', '.196/', '.176/')]) {
      const { blade, end, rungs } = drawKey(planOf({ sides: '2', depth }), cuts);
      const points = pointsOf(blade).filter(([x]) => x < end);
      const half = points.length / 2;
      const [upper, lower] = [points.slice(0, half), points.slice(half).reverse()];
      const sum = upper[0]![1] + lower[0]![1];
      upper.forEach(([x, y], index) => {
        expect(lower[index]![0]).toBe(x);
        expect(lower[index]![1] + y).toBeCloseTo(sum, 1);
      });
      expect(rungs.every(({ mirrored }) => mirrored)).toBe(true);
    }
    const one = drawKey(planOf(), cuts);
    const edges = pointsOf(one.blade).filter(([x]) => x < one.end);
    const lower = edges.slice(edges.length / 2).map(([, y]) => y);
    expect(new Set(lower)).toEqual(new Set([Math.max(...heightsOf(one))]));
    expect(one.rungs.every(({ mirrored }) => mirrored === null)).toBe(true);
  });

  test('ends in a nose where the key stops at its shoulder, and blunt where it stops at its tip', () => {
    const ends = (datum: string) => {
      const { blade, end } = drawKey(planOf({ datum }));
      const beyond = pointsOf(blade).filter(([x]) => x >= end);
      const tip = Math.max(...beyond.map(([x]) => x));
      return beyond.filter(([x]) => x === tip).length;
    };
    expect(ends('shoulder')).toBe(1);
    expect(ends('tip')).toBe(2);
  });
});

test('a drawing is never made of measures that do not suffice', () => {
  fc.assert(
    fc.property(anyMeasures, (measures) => {
      const { plan, reason } = readMeasures(measures);
      expect(plan === null).toBe(reason !== null);
      if (!plan) return;
      const typed = measures.spacing.filter((text) => text.trim());
      expect(plan.positions).toHaveLength(typed.length);
      expect(plan.positions.length).toBeGreaterThan(1);
      expect(plan.depths.length).toBeGreaterThan(0);
      if (!measures.unit) expect(plan.unit.words).toMatch(/: a guess$/);
      expect(plan.isStopGuessed).toBe(!measures.datum);
    }),
  );
});

test('spread keeps labels apart, in order and in their place, and leaves those alone that have room', () => {
  expect(spread([10, 50, 90], 17, 8, 280)).toEqual([10, 50, 90]);
  expect(spread([50, 50], 10, 0, 100)).toEqual([45, 55]);
  const sorted = fc
    .array(fc.double({ min: 0, max: 280, noNaN: true }), { maxLength: 13 })
    .map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, (targets) => {
      const placed = spread(targets, 17, 8, 280);
      placed.forEach((one, index) => {
        expect(one).toBeGreaterThanOrEqual(8 - 1e-9);
        expect(one).toBeLessThanOrEqual(280 + 1e-9);
        if (index > 0) expect(one - placed[index - 1]!).toBeGreaterThanOrEqual(17 - 1e-9);
      });
    }),
  );
});
