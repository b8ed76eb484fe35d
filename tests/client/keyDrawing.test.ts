import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestDepth, readBitting } from '../../client/catalogue/drawing/bitting';
import { macsInWords } from '../../client/catalogue/drawing/drawingWords';
import { type Drawing, drawKey, FRAME, type Label } from '../../client/catalogue/drawing/geometry';
import { profileOf } from '../../client/catalogue/drawing/profile';
import {
  type Depth,
  type Measures,
  type Plan,
  readMeasures,
  readUnit,
} from '../../client/catalogue/drawing/readMeasures';
import { spread } from '../../client/catalogue/drawing/spread';
import { inUnit } from '../../client/catalogue/drawing/units';
import { SEED } from '../hostile/corpus';
import { SYSTEMS } from '../support/keySystems';

fc.configureGlobal({ seed: SEED });

const HONDA: Measures = {
  spacing: ['.098', '.177', '.256', '.335', '.414', '', '', '', '', '', '', ''],
  depth: rows('.236/.216', '.216/.176', '.196/.136', '.176/.096'),
  unit: 'inch',
  datum: 'shoulder',
  sides: '1',
  width: '',
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
    // The blade is .256 wide by both, so either gives the other.
    expect(planOf({ sides: '2' })).toMatchObject({ column: '1x', isDouble: true });
    expect(planOf({ sides: '2', depth: rows('/.216', '/.176') })).toMatchObject({ column: '2x', isDouble: true });
    expect(planOf({ sides: '2', depth: rows('.236/.216', '.216/.150') })).toMatchObject({
      column: '2x',
      isDouble: true,
    });
    expect(planOf({ sides: '2', depth: rows('.236/', '.216/') })).toMatchObject({ column: '1x', isDouble: true });
    // Two cuts of .1 do not fit into a blade of .26.
    expect(planOf({ sides: '2', depth: rows('.256/', '.1/') })).toMatchObject({ column: '1x', isDouble: false });
    expect(planOf({ sides: '' })).toMatchObject({ column: '1x', isDouble: false });
    expect(planOf({ sides: '', depth: rows('/.216', '/.176') })).toMatchObject({ column: '2x', isDouble: true });
  });

  test('knows the width of the blade where 1x and 2x agree on it', () => {
    expect(planOf().width?.value).toBeCloseTo(0.256);
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
    ['1-b', 'Depth b is not one of 1, 2, 3, 4'],
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
  expect(nearestDepth(text, planOf({ depth: rows('.236/', '.216/', '.196/', '.176/') })).join(' ')).toBe(words);
});

/** Texts as people enter them, and everything else. */
const anyText = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', '.1', '2.5', '110', '-', '1e9', '0'));
const anyMeasures = fc.record<Measures>({
  spacing: fc.array(anyText, { maxLength: 12 }),
  depth: fc.array(fc.record({ name: anyText, oneX: anyText, twoX: anyText }), { maxLength: 8 }),
  unit: fc.constantFrom('', 'inch', 'mm'),
  datum: fc.constantFrom('', 'shoulder', 'tip'),
  sides: fc.constantFrom('', '1', '2'),
  width: fc.constantFrom('', '.3', '5', '5,1', '-'),
  macs: fc.constantFrom('', '3', 'none'),
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
  .tuple(
    anyMeasures,
    measures({ minLength: 2, maxLength: 12 }),
    measures({ minLength: 1, maxLength: 8 }),
    fc.array(fc.constantFrom('', '0', 'A', '10', 'shallow'), { maxLength: 8 }),
  )
  .map(
    ([rest, spacing, depth, names]) =>
      readMeasures({
        ...rest,
        spacing,
        depth: depth.map((one, row) => ({ name: names[row] ?? '', oneX: one, twoX: one })),
      }).plan,
  )
  .filter((plan) => plan !== null);
const cutPlan = drawable.chain((plan) =>
  fc.tuple(
    fc.constant(plan),
    fc.array(fc.option(fc.constantFrom(...plan.depths)), { maxLength: plan.positions.length }),
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
const boxes = ({ datum, scribes, rungs, mirrored, cutNames }: Drawing) => [
  ...[datum, ...scribes].map(({ label }) => boxOf(label, true)),
  ...cutNames.map((label) => boxOf(label, true)),
  ...[datum.text, ...[...rungs, ...mirrored].flatMap(({ label }) => label ?? [])].map((label) => boxOf(label, false)),
];
/** The depths called so, from bow to tip; null is uncut. */
const cutsOf = (plan: Plan, ...names: (string | null)[]): (Depth | null)[] =>
  names.map((name) => plan.depths.find((depth) => depth.name === name) ?? null);
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

/** The flats of the cuts in a profile: from where to where, and how high. */
const flatsOf = (points: readonly (readonly [number, number])[]) =>
  Array.from(
    { length: (points.length - 4) / 2 },
    (_, index) => [points[2 + 2 * index]!, points[3 + 2 * index]!] as const,
  );

describe.each(Object.entries(SYSTEMS))('the system %s', (_dsd, measures) => {
  const { plan } = readMeasures(measures);
  const names = measures.depth.map(({ name }) => name);
  /** Every depth once, and again from the first one. */
  const bitting = measures.spacing.map((_, index) => names[index % names.length]!);
  const recorded = bitting.map((name) => Number(measures.depth.find((depth) => depth.name === name)!.oneX));

  test('has its cuts where the list has them, with the root that the list gives', () => {
    const { upper, lower, width } = profileOf(
      plan!,
      cutsOf(plan!, ...bitting).map((cut) => cut!.value),
    );
    flatsOf(upper).forEach(([[left, height], [right, other]], index) => {
      expect((left + right) / 2).toBeCloseTo(Number(measures.spacing[index]), 9);
      expect([height, other]).toEqual([recorded[index], recorded[index]]);
    });
    expect(width).toBeGreaterThan(Math.max(...recorded));
    expect(upper[0]).toEqual([0, width]);
    expect(new Set(lower.map(([, y]) => y))).toEqual(new Set([0]));
  });

  test('is drawn to scale, its deepest cut the lowest, each cut with its name', () => {
    const cuts = cutsOf(plan!, ...bitting);
    const { blade, scribes, cutNames } = drawKey(plan!, cuts);
    const [first, last] = [scribes[0]!, scribes.at(-1)!];
    const scale = (last.x - first.x) / (Number(measures.spacing.at(-1)) - Number(measures.spacing[0]));
    const points = pointsOf(blade);
    const bottom = Math.max(...points.map(([, y]) => y));
    flatsOf(points.slice(0, 2 * bitting.length + 4)).forEach(([[left, y]], index) => {
      expect(left).toBeLessThan(scribes[index]!.x);
      expect((bottom - y) / scale).toBeCloseTo(recorded[index]!, 3);
    });
    expect(cutNames.map(({ text }) => text)).toEqual(bitting);
  });

  test('has both edges with the width of the blade and 1x alone', () => {
    const double = readMeasures({ ...measures, sides: '2', width: '.300' }).plan!;
    expect(double).toMatchObject({ isDouble: true, column: '1x', conflict: null });
    const cuts = cutsOf(double, ...bitting);
    const { upper, lower } = profileOf(
      double,
      cuts.map((cut) => cut!.value),
    );
    const under = flatsOf(lower);
    flatsOf(upper).forEach(([[, y]], index) => {
      const across = Number((2 * recorded[index]! - 0.3).toFixed(3));
      expect(y).toBe(recorded[index]);
      expect(y - under[index]![0][1]).toBeCloseTo(across, 9);
      expect(cuts[index]!.across?.text).toBe(across.toFixed(3).replace(/^0/, ''));
    });
  });
});

test('depths that go up are root depths, unless the largest is below .10 in or 2.5 mm', () => {
  const isLeft = (unit: string, ...depths: string[]) =>
    planOf({ unit, spacing: unit === 'mm' ? spacings('2.5', '5') : HONDA.spacing, depth: rows(...depths) }).isLeft;
  expect(isLeft('inch', '.157/', '.236/')).toBe(true);
  expect(isLeft('inch', '.060/', '.100/')).toBe(true);
  expect(isLeft('inch', '.020/', '.099/')).toBe(false);
  expect(isLeft('inch', '.099/', '.020/')).toBe(false);
  expect(isLeft('mm', '1.5/', '2.5/')).toBe(true);
  expect(isLeft('mm', '1.5/', '2.49/')).toBe(false);
  expect(isLeft('', '.020/', '.060/')).toBe(false);
});

test('a cut into the blade has a root only if the width is known', () => {
  const roots = (width: string) =>
    planOf({ width, depth: rows('.020/', '.060/') }).depths.map(({ root }) => root?.text ?? null);
  expect(roots('')).toEqual([null, null]);
  expect(roots('.300')).toEqual(['.280', '.240']);
});

test.each<[string | null, Partial<Measures>]>([
  [null, { width: '.256' }],
  [null, { width: '.257' }],
  ['Depth 1: 2 × .236 − .216 is .256, not the blade width .300', { width: '.300' }],
  [
    'Depth 2: 2 × .216 − .170 is .262, not the blade width .256',
    { width: '.256', depth: rows('.236/.216', '.216/.170') },
  ],
  ['1x and 2x do not agree on one blade width (2 × 1x − 2x)', { depth: rows('.236/.216', '.216/.150') }],
  ['The blade width .2 is less than the largest 1x', { width: '.2' }],
  ['The blade width leaves nothing between two cuts', { width: '.5', depth: rows('.236/', '.216/') }],
])('of 1x, 2x and the width it says: %s', (conflict, change) => {
  const measures = { ...HONDA, sides: '2', ...change };
  const { plan, warnings } = readMeasures(measures);
  expect(plan!.conflict).toBe(conflict);
  expect(warnings).toEqual(conflict ? [conflict] : []);
});

describe('names of depths', () => {
  const named = (...depths: string[]) => ({
    depth: rows(...depths.map((text) => `${text.split('=')[1]}/`)).map((row, index) => ({
      ...row,
      name: depths[index]?.split('=')[0] ?? '',
    })),
  });

  test('may be anything, and are the number of the row where there is none', () => {
    expect(planOf(named('0=.276', 'A=.244', '=.213')).depths.map(({ name }) => name)).toEqual(['0', 'A', '3']);
  });

  test('may share a depth, which is drawn and called by either', () => {
    const plan = planOf(named('1=.276', '2=.244', '3=.244', '4=.213'));
    expect(drawKey(plan).rungs.map(({ label }) => label?.text)).toEqual(['1 .276', '2 .244', '3 .244', '4 .213']);
    const cuts = readBitting('2-3', plan, 'bow to tip').cuts;
    expect(cuts.slice(0, 2).map((cut) => [cut?.name, cut?.value])).toEqual([
      ['2', 0.244],
      ['3', 0.244],
    ]);
    expect(nearestDepth('.245', plan)).toEqual(['Nearest depth: 2 or 3 (.244, 1x), measured 0.001 more.']);
  });

  test('that are missing or not unique are told to those who maintain them', () => {
    const warn = (...depths: string[]) => readMeasures({ ...HONDA, ...named(...depths) }).warnings;
    expect(warn('=.276', '=.276', '=.213')).toEqual(['Depth 2 1x is the same as depth 1 1x']);
    expect(warn('1=.276', '2=.276')).toEqual([]);
    expect(warn('2=.276', '=.244')).toEqual(['Depth 2 has the name of depth 1: 2']);
    const plan = planOf(named('2=.276', '=.244'));
    expect(readBitting('2', plan, 'bow to tip').problems).toEqual(['Two depths are called 2']);
  });

  test.each<[string, string[], string[], string[]]>([
    ['0-a-5', ['0=.3', 'A=.28', '5=.26'], ['0', 'A', '5'], []],
    ['0a5', ['0=.3', 'A=.28', '5=.26'], ['0', 'A', '5'], []],
    ['1-10-2', ['1=.3', '2=.28', '10=.26'], ['1', '10', '2'], []],
    ['1102', ['1=.3', '2=.28', '10=.26'], ['1', '10', '2'], []],
    ['10', ['0=.3', '1=.28', '10=.26'], [], ['That may be 1-0 or 10: separate the depths']],
    ['1.5 2 1.5', ['1.5=.3', '2=.28'], ['1.5', '2', '1.5'], []],
    ['3', ['10=.3', '20=.28'], [], ['Depth 3 is not one of 10, 20']],
  ])('are typed as %s', (text, depths, cuts, problems) => {
    const read = readBitting(text, planOf({ macs: '', ...named(...depths) }), 'bow to tip');
    expect(read.cuts.flatMap((cut) => cut?.name ?? [])).toEqual(cuts);
    expect(read.problems).toEqual(problems);
    expect(read.isReadable).toBe(problems.length === 0);
  });

  test('are what MACS counts, if they are numbers in order', () => {
    const apart = (macs: string, ...depths: string[]) =>
      readBitting('1-5', planOf({ macs, ...named(...depths) }), 'bow to tip').problems;
    expect(apart('2', '1=.3', '3=.28', '5=.26')).toEqual(['Cuts 1 and 2 are 4 apart: MACS allows 2']);
    expect(apart('2', '5=.3', '3=.28', '1=.26')).toEqual(['Cuts 1 and 2 are 4 apart: MACS allows 2']);
    expect(apart('2', '5=.3', '1=.28', 'A=.26')).toEqual([]);
    expect(apart('none', '1=.3', '3=.28', '5=.26')).toEqual([]);
  });
});

test('no limit and an unknown one are different', () => {
  expect([planOf({ macs: 'none' }).macs, planOf({ macs: '' }).macs, planOf().macs]).toEqual(['none', null, 2]);
  expect(new Set([planOf({ macs: 'none' }), planOf({ macs: '' }), planOf()].map(macsInWords)).size).toBe(3);
});

test('a caliper on a key with two sides may have measured either way', () => {
  expect(nearestDepth('.214', planOf({ sides: '2' }))).toEqual([
    'Nearest depth: 2 (.216, 1x), measured 0.002 less.',
    'Nearest depth: 1 (.216, 2x), measured 0.002 less.',
  ]);
});

describe('the drawing of 2x', () => {
  test('is a dimension across the blade for each depth, until a bitting is drawn', () => {
    const plan = planOf({ sides: '2' });
    const { across, mirrored, rungs } = drawKey(plan);
    expect(mirrored.map(({ label }) => label?.text)).toEqual(['2x .096', '2x .136', '2x .176', '2x .216']);
    expect(rungs.map(({ label }) => label?.text)).toEqual(['1 .236', '2 .216', '3 .196', '4 .176']);
    across.forEach(({ path, number }) => {
      const [[, top], [, bottom]] = pointsOf(path) as [Point, Point];
      expect(top).toBe(pointsOf(rungs.find((rung) => rung.number === number)!.path)[0]![1]);
      expect(bottom).toBe(pointsOf(mirrored.find((rung) => rung.number === number)!.path)[0]![1]);
    });
    expect(across).toHaveLength(4);
    expect(drawKey(plan, cutsOf(plan, '1')).across).toEqual([]);
    expect(drawKey(planOf({ sides: '2', depth: rows('.236/', '.216/') })).across).toEqual([]);
  });
});

describe('inches and millimetres', () => {
  test('are converted to .001 in and .01 mm, half up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), (thousandths) => {
        // In ten-thousandths of a millimetre, exactly.
        const exact = thousandths * 254;
        expect(inUnit(thousandths / 1000, { mm: 25.4 }, 'mm')).toBe((Math.floor((exact + 50) / 100) / 100).toFixed(2));
        expect(inUnit(thousandths, { mm: 0.0254 }, 'mm')).toBe((Math.floor((exact + 50) / 100) / 100).toFixed(2));
      }),
    );
    expect([inUnit(4.01, { mm: 1 }, 'inch'), inUnit(30, { mm: 1 }, 'inch')]).toEqual(['.158', '1.181']);
  });

  test('are shown as chosen; what is recorded stays, and so does what is not certain', () => {
    const texts = (change: Partial<Measures>, shown: 'inch' | 'mm' | null) =>
      readMeasures({ ...HONDA, ...change }, shown).plan!.positions.map(
        ({ text, recorded }) => `${text} ${recorded}`,
      )[0];
    expect(texts({}, null)).toBe('.098 .098');
    expect(texts({}, 'inch')).toBe('.098 .098');
    expect(texts({}, 'mm')).toBe('2.49 .098');
    expect(texts({ unit: '' }, 'mm')).toBe('.098 .098');
    expect(texts({ unit: 'mm' }, 'inch')).toBe('.098 .098');
    const thousandths = { spacing: spacings('110', '208'), depth: rows('256/', '234/') };
    expect(texts(thousandths, 'mm')).toBe('2.79 110');
    expect(texts(thousandths, 'inch')).toBe('110 110');
    const plan = readMeasures(HONDA, 'mm').plan!;
    expect(nearestDepth('5.5', plan)[0]).toBe('Nearest depth: 2 (5.49, 1x), measured 0.01 more.');
    expect(nearestDepth('.216 in', plan)[0]).toBe('Nearest depth: 2 (5.49, 1x), measured exactly.');
  });

  test.each<[string | null | undefined, Partial<Measures>]>([
    [null, {}],
    [null, { spacing: spacings('.1', '', '.3') }],
    [null, { spacing: spacings() }],
    [null, { spacing: spacings(), depth: rows(), width: '.3' }],
    [undefined, { spacing: spacings('-'), depth: rows() }],
    ['The unit is not recorded', { unit: '' }],
    ['The unit is mm, but spacing looks like inches', { unit: 'mm' }],
    ['Spacing and depth cannot be in the same unit', { depth: rows('6.4/', '5.8/') }],
  ])('are not converted: %s', (problem, change) => {
    const recorded = readUnit({ ...HONDA, ...change });
    expect(recorded?.problem).toBe(problem);
    if (recorded) expect(recorded.unit === null).toBe(problem !== null);
  });
});

describe('drawKey, of any key', () => {
  test('stays inside the frame', () => {
    fc.assert(
      fc.property(cutPlan, ([plan, cuts]) => {
        const drawing = drawKey(plan, cuts);
        const { scribes, rungs, mirrored, across } = drawing;
        const paths = [drawing.blade, drawing.bow, drawing.datum.path];
        for (const { path } of [...scribes, ...rungs, ...mirrored, ...across]) paths.push(path);
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
        const rungs = [...drawing.rungs, ...drawing.mirrored]
          .filter(({ label }) => label)
          .sort((a, b) => a.label!.y - b.label!.y)
          .map(({ path }) => pointsOf(path));
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
        const ys = plan.depths.map(
          (depth) => pointsOf(rungs.find(({ number }) => number === depth.number)!.path)[0]![1],
        );
        const distances = (measures: { value: number }[]) =>
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
          isAt(Math.abs(ys[index]! - ys[0]!), distance, plan.isDouble && plan.column === '2x' ? 2 : 1);
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
    const cut = drawKey(planOf(), cutsOf(planOf(), '1', '3', null, null, null));
    expect(heightsOf(cut).size).toBe(4);
  });

  test('cuts both edges of a key with two sides alike, and one edge of another', () => {
    for (const depth of [HONDA.depth, rows('.236/', '.216/', '.196/', '.176/'), rows('/.216', '/.176', '/.136')]) {
      const plan = planOf({ sides: '2', depth });
      const { blade, end, rungs, mirrored } = drawKey(plan, cutsOf(plan, '1', '3', '2', null, null));
      const points = pointsOf(blade).filter(([x]) => x < end);
      const half = points.length / 2;
      const [upper, lower] = [points.slice(0, half), points.slice(half).reverse()];
      const sum = upper[0]![1] + lower[0]![1];
      upper.forEach(([x, y], index) => {
        expect(lower[index]![0]).toBe(x);
        expect(lower[index]![1] + y).toBeCloseTo(sum, 1);
      });
      expect(mirrored.map(({ number }) => number).sort()).toEqual(rungs.map(({ number }) => number).sort());
    }
    const one = drawKey(planOf(), cutsOf(planOf(), '1', '3', '2', null, null));
    const edges = pointsOf(one.blade).filter(([x]) => x < one.end);
    const lower = edges.slice(edges.length / 2).map(([, y]) => y);
    expect(new Set(lower)).toEqual(new Set([Math.max(...heightsOf(one))]));
    expect(one.mirrored).toEqual([]);
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
