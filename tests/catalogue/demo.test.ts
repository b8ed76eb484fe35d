import { beforeAll, describe, expect, test } from 'vitest';
import { BLANKS, type KeyDataValues, SYSTEM_DATA, systemValues } from '../../server/catalogue/keyData';
import { Make } from '../../server/catalogue/makes/make.entity';
import { MakeNames } from '../../server/catalogue/makes/makeNames';
import { demoMakes, demoModels, demoSystems } from '../../server/seed/demoCatalogue';
import { SYSTEMS } from '../support/keySystems';

/* The demo catalogue: right where the trade's references give the facts, and else unmistakably invented. */

/** The cards of the systems, where one is known. */
const CARDS: Record<string, string> = { '406': 'CMC37', '420': 'CMC50', '441': 'CMC71', '450': 'CMC80' };
/** The key systems of the makers. */
const MAKERS: Record<string, string[]> = {
  Honda: ['406'],
  Kawasaki: ['420', '421', '428'],
  Suzuki: ['441'],
  Yamaha: ['450'],
  BMW: ['400'],
};
/** The names of each blank, and the codes for which it is. */
const BLANKS_OF: Record<string, Record<string, string[]>> = {
  Honda: {
    'X265 / HD109': ['', 'J00-U39'],
    'X84 / HD74': ['A00-A99, B00-B99'],
    'X138 / HD75': ['C00-C99, D00-D99'],
    'X291 / HD114': [''],
    'HD117-P': [''],
    'HON70MH-SI': ['', 'J00-U39'],
    'HON70T14-SI': [''],
  },
  Yamaha: { 'X248 / YM63': [''] },
};
const INVENTED = /^DEMO \d+$/;

type Bike = Awaited<ReturnType<typeof demoModels>>[number] & { make: string };
let bikes: Bike[];
beforeAll(async () => {
  const makes = await demoMakes();
  const names = new Map(makes.map(({ id, displayName }) => [id, displayName]));
  const models = await demoModels(new MakeNames(makes.map((make) => Object.assign(new Make(), make))));
  bikes = models.map((model) => ({ ...model, make: names.get(model.makeId) ?? '' }));
});

/** What each of the different values of `read` belongs to, so that a failure names a bike and not thousands. */
const different = <T>(of: Bike[], read: (bike: Bike) => T) =>
  [...new Map(of.map((bike) => [JSON.stringify(read(bike)), bike])).values()].map(
    (bike) => [`${bike.make} ${bike.name} ${bike.year}`, read(bike), bike] as const,
  );
const depthsOf = ({ depthNames, depthValues }: KeyDataValues) =>
  depthNames.flatMap((name, row) => (depthValues[row * 2] ? [`${name}=${depthValues[row * 2]}`] : [])).join(' ');
const positionsOf = ({ spacing }: KeyDataValues) => spacing.filter(Boolean).join(' ');

describe.each(Object.entries(MAKERS))('%s', (make, systems) => {
  const own = () => bikes.filter((bike) => bike.make === make);

  test('has the figures of its key systems, and no others', () => {
    const found = different(own(), (bike) => [bike.dsd, bike.hpc, positionsOf(bike), depthsOf(bike)]);
    expect(found.map(([, [dsd]]) => dsd).toSorted()).toEqual(systems);
    for (const [bike, [dsd = '', ...figures]] of found) {
      const { spacing, depth } = SYSTEMS[Number(dsd) as keyof typeof SYSTEMS];
      const depths = depth.map(({ name, oneX }) => `${name}=${oneX}`);
      expect(figures, bike).toEqual([CARDS[dsd] ?? '', spacing.join(' '), depths.join(' ')]);
    }
    // The references say no more of them than this.
    const facts = different(
      own(),
      ({ unit, datum, sides, width, macs, codeDirection, itl, pakaPunch, depthValues }) => [
        ...[unit, datum, sides, width, macs, codeDirection, itl, pakaPunch],
        depthValues.filter((_, index) => index % 2 === 1).join(''),
      ],
    );
    expect(facts.map(([, values]) => values)).toEqual([['inch', 'shoulder', '', '', '', '', '', '', '']]);
  });

  test('has blanks with their codes; all else is empty or says that it is invented', () => {
    for (const [bike, [ilco = '', series]] of different(own(), ({ ilco, codeSeries }) => [ilco, codeSeries])) {
      const known = BLANKS_OF[make]?.[ilco];
      if (known) expect(known, bike).toContain(series);
      else expect(ilco, bike).toMatch(/^(DEMO \d+)?$/);
      if (series && !known) expect(`${make} ${series}`, bike).toBe('Kawasaki A111111-A444444');
    }
    for (const [bike, values] of different(own(), (one) => [
      ...[one.jma, one.jet, one.silca, one.oem, one.transponder, one.accuReader, one.lishi, one.ignition, one.gasCap],
      ...[one.seatAux, one.chip, one.withoutKey, one.needs, one.mostKeys, one.warning, one.market, one.howToTell],
      ...`${one.tips}\n${one.tips2}`.split('\n'),
    ]))
      for (const value of values) expect(value, bike).toMatch(/^(DEMO|$)/);
    // Only the blank of which the references say so can be cloned.
    for (const [bike, [ilco, withKey]] of different(own(), ({ ilco, withKey }) => [ilco, withKey]))
      expect(withKey, bike).toBe(ilco === 'HON70MH-SI' ? 'clone' : '');
  });
});

test('direct codes have as many cuts as their system has positions, and no other depths', () => {
  const direct = bikes.filter(({ codeSeries }) => /(\d)\1{2}-[A-Z]*(\d)\2{2}/.test(codeSeries));
  expect(new Set(direct.map(({ make }) => make))).toContain('Kawasaki');
  for (const [bike, [series = '', positions, depths]] of different(direct, (one) => [
    one.codeSeries,
    positionsOf(one).split(' ').length,
    depthsOf(one).split(' ').length,
  ])) {
    const [, first = '', last = ''] = /^[A-Z]+(1+)-[A-Z]+(\d+)$/.exec(String(series)) ?? [];
    expect([first.length, last], bike).toEqual([positions, String(depths).repeat(Number(positions))]);
  }
});

test('a model has the values of its key system', async () => {
  const systems = await demoSystems();
  for (const [bike, [name, values]] of different(
    bikes.filter(({ system }) => system),
    (one) => [one.system, systemValues(one)] as const,
  )) {
    const system = systems.find((one) => one.name === name);
    for (const { label, read } of SYSTEM_DATA) expect(read(values), `${label} of ${bike}`).toBe(system && read(system));
  }
  expect(Object.keys(SYSTEMS).filter((dsd) => !systems.some((system) => system.dsd === dsd))).toEqual([]);
  for (const { name, dsd } of systems) if (!(dsd in SYSTEMS)) expect(name).toMatch(/^Demo system \d+$/);
});

test('the CBR600RR has its own series from 2003 on', () => {
  const series = different(
    bikes.filter(({ name }) => name === 'CBR600RR'),
    ({ codeSeries }) => codeSeries,
  );
  expect(series.map(([, value]) => value)).toEqual(['J00-U39']);
});

test('the keys of all other makes are unmistakably invented', () => {
  const others = bikes.filter(({ make }) => !(make in MAKERS));
  for (const [bike, , model] of different(others, (one) => BLANKS.map(({ read }) => read(one)))) {
    for (const { name, read } of BLANKS) expect(read(model), `${name} of ${bike}`).toMatch(INVENTED);
  }
  for (const [bike, values] of different(others, (one) => [
    ...[one.codeSeries, one.transponder, one.accuReader, one.lishi, one.hpc, one.itl, one.dsd, one.pakaPunch, one.chip],
    ...`${one.tips}\n${one.tips2}`.split('\n'),
  ]))
    for (const value of values) expect(value, bike).toMatch(/^(DEMO|$)/);
});

test('some bikes have two keys: most say which locks they fit and how to tell them apart', () => {
  const keys = [...Map.groupBy(bikes, ({ make, name, year }) => `${make} ${name} ${year}`).values()];
  const two = keys.filter(({ length }) => length > 1);
  expect(two.length).toBeGreaterThan(100);
  for (const [first, second, ...more] of two) {
    expect(more).toEqual([]);
    expect(first?.locks ? second?.locks : 'not told apart').not.toBe(first?.locks);
    expect(first?.ilco).not.toBe(second?.ilco);
  }
  const labelled = two.filter(([first]) => first?.locks && first.howToTell);
  expect(labelled.length).toBeGreaterThan(two.length * 0.8);
  expect(labelled.length).toBeLessThan(two.length);
});
