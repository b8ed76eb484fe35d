import { describe, expect, test } from 'vitest';
import { explanations } from '../../client/catalogue/help/explanations';
import { BITTING, SUZUKI } from '../../client/catalogue/help/keyShapes';
import { drawings, LADDERS, POSITIONS_OF } from '../../client/catalogue/help/topicDrawings';
import { anchorOf, type Topic, topics } from '../../client/catalogue/help/topics';
import { steps } from '../../client/catalogue/help/tourSteps';
import { TERMS } from '../../client/catalogue/identify/measuredTerms';
import { keyDataGroups } from '../../client/catalogue/keyData';
import { SYSTEMS } from '../support/keySystems';

/* docs/look.md, "Help". The figures of the examples are those of the trade's public lists. */

const sentences = (text: string) => text.split(/(?<=[.:?])\s+(?=[A-Z0-9“])/).length;

describe('every topic', () => {
  test.each(topics)(
    '%s is explained in two to five short sentences, with an example and a drawing in words',
    (topic) => {
      const { says, example, drawn } = explanations[topic];
      expect(sentences(says)).toBeGreaterThanOrEqual(2);
      expect(says.split(/(?<=\.)\s+/).length).toBeLessThanOrEqual(5);
      expect(example).toMatch(/\.$/);
      expect(drawn).toMatch(/\.$/);
      expect(drawings[topic].height).toBeGreaterThan(0);
    },
  );

  test('has an address of its own', () => {
    expect(new Set(topics.map(anchorOf)).size).toBe(topics.length);
    expect(topics.map(anchorOf)).toEqual(expect.arrayContaining(['macs', '1x-and-2x', 'hpc-card-itl-and-dsd']));
  });
});

/** What names a term of the trade, in the labels of the key data. */
const TERM = /MACS|HPC|ITL|DSD|Datum|Sides|width|direction|series|^Spacing|^Depth|Ignition|Gas cap|Seat|key$/i;

test('every field of the key data that names a term is explained, by itself or with its group', () => {
  const fields = keyDataGroups.flatMap(({ help, data }) =>
    data.map((datum) => ({ ...datum, help: datum.help ?? help })),
  );
  const named = fields.filter(({ label }) => TERM.test(label));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ help }) => !help).map(({ label }) => label)).toEqual([]);
});

test('every topic is reached from a field, or from what is made of the fields', () => {
  const reached = new Set<Topic | undefined>([
    ...keyDataGroups.flatMap(({ help, data }) => [help, ...data.map((datum) => datum.help)]),
    ...TERMS.map(({ help }) => help),
    // The choice of a system, and the partial key.
    'Key system',
    'Half cuts',
  ]);
  expect(topics.filter((topic) => !reached.has(topic))).toEqual([]);
});

const figure = (length: number) => length.toFixed(3).replace(/^0/, '');
/** All keys of these possible depths, whose neighbours differ by at most `macs`. */
const keys = (choices: readonly (readonly number[])[], macs = Number.POSITIVE_INFINITY): number[][] =>
  choices.reduce<number[][]>(
    (found, next) =>
      found.flatMap((key) =>
        next
          .filter((depth) => key.length === 0 || Math.abs(depth - key.at(-1)!) <= macs)
          .map((depth) => [...key, depth]),
      ),
    [[]],
  );
const FOUR = [1, 2, 3, 4];
const oneX = (dsd: keyof typeof SYSTEMS, name: string) =>
  SYSTEMS[dsd].depth.find((depth) => depth.name === name)?.oneX ?? 'none';
const WORDS = ['no', 'one', 'two', 'three', 'four'];

describe('the figures of', () => {
  test('spacing are those of DSD 441', () => {
    const { spacing, datum } = SYSTEMS[441];
    expect(SUZUKI.map(figure)).toEqual(spacing);
    expect(explanations['Spacing and the stop'].example).toBe(
      `DSD 441, Suzuki from 1988, stops at the ${datum}. Its first cut is ${spacing[0]} in from there, its seventh ${spacing[6]} in.`,
    );
  });

  test('1x, 2x and the width follow from each other', () => {
    const [one, two] = [oneX(406, '2'), oneX(406, '1')];
    const width = 0.3;
    const across = (text: string) => figure(2 * Number(text) - width);
    expect(explanations['1x and 2x'].example).toContain(
      `1x ${one}. If the blade is ${figure(width)} wide, 2x is 2 × ${one} − ${figure(width)} = ${across(one)}.`,
    );
    expect(explanations['Sides and blade width'].example).toBe(
      `1x ${two} and 2x ${across(two)} belong to a blade of 2 × ${two} − ${across(two)} = ${figure(width)} in.`,
    );
  });

  test('depth names are those of DSD 441 and 400, the deepest cut last', () => {
    for (const dsd of [441, 400] as const) {
      const named = SYSTEMS[dsd].depth.map(({ name, oneX: root }) => [name, root]);
      expect(LADDERS[dsd]).toEqual(named.sort(([, a], [, b]) => Number(b) - Number(a)));
    }
    const { example } = explanations['Depth names'];
    for (const [dsd, names] of [
      [441, ['1', '4']],
      [400, ['1', '5']],
    ] as const)
      expect(example).toContain(names.map((name) => `${name} = ${oneX(dsd, name)}`).join(', '));
  });

  test('MACS are counted', () => {
    const known = [[1], FOUR, [3], FOUR, [2]];
    const kept = keys(known, 1).map((key) => key.join('-'));
    expect(explanations.MACS.example).toContain(
      `${keys(known).length} keys are left; ${keys(known, 2).length} of them keep MACS 2, and ${WORDS[kept.length]} keep MACS 1: ${kept.join(' and ')}.`,
    );
  });

  test('a direct code are those of its digits', () => {
    const { example, drawn } = explanations['Direct and blind codes'];
    const [, digits = ''] = /A(\d{6}) is \d/.exec(example) ?? [];
    expect(example).toContain(`A${digits} is ${[...digits].join('-')}.`);
    expect(drawn).toContain(`A${digits}`);
    const { spacing, depth } = SYSTEMS[420];
    expect(example).toContain(`${(depth.length ** spacing.length).toLocaleString('en')} keys`);
  });

  test('a direction turn the bitting round', () => {
    const { example, drawn } = explanations['Code direction'];
    const [first, last] = [BITTING[0], BITTING.at(-1)];
    const [near, far] = [SYSTEMS[441].spacing[0], SYSTEMS[441].spacing.at(-1)];
    expect(example).toBe(
      `On DSD 441, ${BITTING.join('-')} from bow to tip has a ${first} at ${near} and a ${last} at ${far}. From tip to bow it has a ${last} at ${near} and a ${first} at ${far}.`,
    );
    expect(drawn).toContain(`tip to bow reads ${BITTING.toReversed().join('-')}.`);
  });

  test('a seat and a cap narrow the ignition', () => {
    const { example } = explanations['Wafer positions'];
    const [cap, seat] = ['2343', '321'];
    expect(cap[3]).toBe(seat[0]);
    for (const lock of [cap, seat]) expect(example).toContain(`reads ${[...lock].join('-')}`);
    const known = [...[...(cap + seat.slice(1))].map((cut) => [Number(cut)]), FOUR];
    const [all, two, one] = [undefined, 2, 1].map((macs) => WORDS[keys(known, macs).length]);
    expect(example).toContain(`${all} keys are left, ${two} at MACS 2 and ${one} at MACS 1.`);
  });

  test('half cuts are counted', () => {
    const known = [1, 1, 3, 3, 1, 3].map((cut) => [cut, cut + 1]);
    expect(explanations['Half cuts'].example).toBe(
      `With four depths, ${known.map(([cut]) => `${cut}½`).join('-')} leaves ${keys(known).length} keys: ${keys(known, 2).length} of them keep MACS 2, and ${WORDS[keys(known, 1).length]} keep MACS 1.`,
    );
  });

  test('key systems show one position more', () => {
    for (const dsd of [421, 428] as const) expect(POSITIONS_OF[dsd].map(figure)).toEqual(SYSTEMS[dsd].spacing);
    expect(SYSTEMS[428].spacing.slice(1)).toEqual(SYSTEMS[421].spacing);
    expect(SYSTEMS[428].depth).toEqual(SYSTEMS[421].depth);
    const [more, next] = SYSTEMS[428].spacing;
    expect(explanations['Key system'].example).toContain(
      `at ${more}. So position 1 of 421, at ${next}, is position 2 of 428.`,
    );
  });
});

test('the tour has four to six steps', () => {
  expect(steps.length).toBeGreaterThanOrEqual(4);
  expect(steps.length).toBeLessThanOrEqual(6);
  for (const { says, drawn } of steps) expect([says, drawn].join(' ')).toMatch(/\.$/);
});
