import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MeasuredKey, rankSystems } from '../../server/catalogue/identify/rankSystems';

const system = (name: string, positions: number[], depths: number[], sides = '') => ({
  name,
  positions,
  depths,
  sides,
});
/** Systems of the trade's lists, in inches. */
const SYSTEMS = [
  system('406', [0.098, 0.197, 0.295, 0.394, 0.492], [0.276, 0.244, 0.213]),
  system('402', [0.098, 0.197, 0.295, 0.394, 0.492], [0.276, 0.256, 0.236, 0.217]),
  system('421', [0.315, 0.413, 0.512, 0.61, 0.709, 0.807], [0.295, 0.276, 0.256, 0.236]),
  system('423', [0.098, 0.197, 0.295, 0.394, 0.492, 0.591], [0.278, 0.258, 0.238, 0.219]),
  system('420', [0.098, 0.197, 0.295, 0.394, 0.492, 0.591], [0.258, 0.238, 0.218, 0.199]),
  system('428', [0.216, 0.315, 0.413, 0.512, 0.61, 0.709, 0.807], [0.295, 0.276, 0.256, 0.236]),
  system('400', [0.142, 0.246, 0.35, 0.455, 0.559], [0.157, 0.177, 0.197, 0.217, 0.236]),
  system('unmeasured', [], []),
];
const nothing: MeasuredKey = {
  cuts: null,
  first: null,
  pitch: null,
  distances: [],
  shallowest: null,
  deepest: null,
  sides: '',
};
const rank = (key: Partial<MeasuredKey>, tolerance = 0.01) => rankSystems({ ...nothing, ...key }, SYSTEMS, tolerance);
const names = (key: Partial<MeasuredKey>) => rank(key).map(({ system: { name } }) => name);
const KEY = { cuts: 6, first: 0.098, pitch: 0.098 };

describe('a key without a name', () => {
  test('six cuts at .098 with depths from .258 to .199: DSD 420', () => {
    const [first, second] = rank({ ...KEY, shallowest: 0.258, deepest: 0.199 });
    expect([first?.system.name, first?.fits]).toEqual(['420', true]);
    expect([second?.system.name, second?.fits]).toEqual(['423', false]);
    // The errors tell the two apart.
    const errors = second?.comparisons.map(({ label, error, fits }) => [label, Number(error?.toFixed(3)), fits]);
    expect(errors).toEqual([
      ['Cuts', 0, true],
      ['First cut', 0, true],
      ['Pitch', -0.001, true],
      ['Shallowest', -0.02, false],
      ['Deepest', -0.02, false],
    ]);
  });

  test('with .280 to .220 it is 423, which differs by .020', () => {
    expect(names({ ...KEY, shallowest: 0.28, deepest: 0.22 }).slice(0, 2)).toEqual(['423', '420']);
  });

  test('its distances tell systems of one pitch apart', () => {
    expect(names({ distances: [0.32, 0.41, 0.515] })).toEqual(['421']);
    expect(rank({ cuts: 7, distances: [0.22] })[0]).toMatchObject({ system: { name: '428' }, fits: true });
  });

  test('depths that rise are root depths all the same', () => {
    expect(names({ cuts: 5, first: 0.142, shallowest: 0.236, deepest: 0.157 })[0]).toBe('400');
  });

  test('a system without a value to compare is not offered, and one without some of them comes later', () => {
    expect(names({ cuts: 6 })).not.toContain('unmeasured');
    const half = system('half', [0.098, 0.197], []);
    const found = rankSystems({ ...nothing, first: 0.098, deepest: 0.199 }, [half, SYSTEMS[4]!], 0.01);
    expect(found.map(({ system: { name }, fits }) => [name, fits])).toEqual([
      ['420', true],
      ['half', true],
    ]);
    expect(found[1]?.comparisons.at(-1)).toMatchObject({ label: 'Deepest', recorded: null, error: null });
  });

  test('the tolerance is included, whatever its last bit', () => {
    expect(rank({ first: 0.108 })[0]?.fits).toBe(true);
    expect(rank({ first: 0.1081 })[0]?.fits).toBe(false);
  });

  test('without any tolerance, only equal values fit', () => {
    const found = rank({ first: 0.098, deepest: 0.199 }, 0).map(({ system: { name }, fits }) => [name, fits]);
    expect(found).toEqual([['420', true]]);
  });
});

test('whatever is measured on a system’s own key, that system fits, and none before it is further off', () => {
  const measured = fc
    .record({ at: fc.nat(6), off: fc.double({ min: -1, max: 1, noNaN: true }), cuts: fc.boolean(), all: fc.boolean() })
    .map(({ at, off, cuts, all }) => {
      const { name, positions, depths } = SYSTEMS[at]!;
      const wrong = off * 0.0099;
      return {
        name,
        key: {
          ...nothing,
          cuts: cuts ? positions.length : null,
          first: positions[0]! + wrong,
          distances: all ? positions.map((position) => position + wrong) : [],
          shallowest: Math.max(...depths) + wrong,
          deepest: Math.min(...depths) - wrong,
        },
      };
    });
  fc.assert(
    fc.property(measured, ({ name, key }) => {
      const found = rankSystems(key, SYSTEMS, 0.01);
      const at = found.findIndex((one) => one.system.name === name);
      expect(found[at]?.fits).toBe(true);
      expect(found.slice(0, at).every(({ fits }) => fits)).toBe(true);
    }),
  );
});
