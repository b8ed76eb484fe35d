import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../server/text';
import { sharedApp } from '../support/app';
import { sharedPerson } from '../support/people';
import { faultsOf } from '../support/tables';
import { FIRST_HITS } from './jumpFirsts';

/* What Jump finds first in the demo catalogue, however it is typed. */

const app = sharedApp({ demo: true });
const admin = sharedPerson(app, 'administrator');

const JUMP = `query ($text: String!) { jump(text: $text, limit: 3) {
  make { displayName } name field value } }`;
/** Make and name of the first hits; `field` and value follow where an identifier matched. */
const hits = async (text: string): Promise<string[]> =>
  (await app.graph(JUMP, { text }, admin)).data?.jump.map(({ make, name, field, value }: any) =>
    [make.displayName, name, ...(field ? [field, value] : [])].join(' '),
  );
const first = async (text: string) => (await hits(text))[0] ?? null;

const PLACES = `query ($text: String!) { jumpPlaces(text: $text) { makes { make { displayName } year } family { value total } } }`;
const places = async (text: string) => {
  const { data } = await app.graph(PLACES, { text }, admin);
  const { makes, family } = data?.jumpPlaces ?? {};
  return {
    makes: makes.map(({ make, year }: any) => [make.displayName, year].filter(Boolean).join(' ')),
    family,
  };
};

test('each nickname stands for some of its models', async () => {
  const squashed = (text: string) => wordsOf(text).join('');
  const aliases = await app.sql<{ text: string; name: string; names: string[] }>(
    `select text, name, array(select distinct m.name from models m where m.make_id = a.make_id) as names from aliases a`,
  );
  expect(aliases.length).toBeGreaterThan(40);
  for (const { text, name, names } of aliases)
    expect(
      names.some((one) => squashed(one).includes(squashed(name))),
      text,
    ).toBe(true);
});

describe('as typed', () => {
  test('the first hits stay as they were', async () => {
    const rows = FIRST_HITS.trim()
      .split('\n')
      .flatMap((line) => {
        const [hit = '', texts = ''] = line.trim().split(' < ');
        return texts.split('; ').map((text) => [text, hit] as const);
      });
    expect(rows.length).toBeGreaterThan(190);
    const found: Record<string, string | null> = {};
    for (const [text] of rows) found[text] = await first(text);
    expect(found).toEqual(Object.fromEntries(rows));
  });

  test('exact ones come before beginnings', async () => {
    const firsts: [string, string[]][] = [
      ['er6', ['Kawasaki ER-6f', 'Kawasaki ER-6n']],
      ['er-6', ['Kawasaki ER-6f', 'Kawasaki ER-6n']],
      ['indian scout', ['Indian Scout', 'Indian Scout 101']],
      ['scout indian', ['Indian Scout']],
      ['scout', ['Indian Scout', 'Indian Scout 101']],
      ['cb500', ['Honda CB 500', 'Honda CB 500 Hornet']],
      ['honda cb 500', ['Honda CB 500', 'Honda CB 500 Hornet']],
      ['zx6', ['Kawasaki Ninja ZX-6', 'Kawasaki Ninja ZX-6R']],
      ['zx10', ['Kawasaki Ninja ZX-10', 'Kawasaki Ninja ZX-10R']],
      ['zx14', ['Kawasaki Ninja ZX-14', 'Kawasaki Ninja ZX-14R']],
      ['cbr1000rr', ['Honda CBR1000RR', 'Honda CBR1000RR-R Fireblade']],
      ['zzr1400', ['Kawasaki ZZR1400']],
      ['wr250', ['Husqvarna WR 250', 'Yamaha WR250F']],
      ['r1250gs', ['BMW R 1250 GS', 'BMW R 1250 GS Adventure']],
      ['tiger 800', ['Triumph Tiger 800', 'Triumph Tiger Sport 800']],
      ['sportster 883', ['Harley-Davidson Sportster 883']],
      ['road king', ['Harley-Davidson Road King', 'Harley-Davidson Road King Special']],
      ['hammer', ['Victory Hammer', 'Victory Hammer 8-Ball']],
      ['ttr', ['Yamaha TT-R125']],
      // A word alone is not the exact name of one make's model if other makes have it in theirs.
      ['bandit', ['Suzuki GSX125 Bandit']],
    ];
    const faults = await faultsOf(firsts, async (expected, text) =>
      expect((await hits(text)).slice(0, expected.length)).toEqual(expected),
    );
    expect(faults).toEqual({});
  });
});

describe('mistyped', () => {
  test.each([
    ['yamhaa r1', 'Yamaha YZF-R1'],
    ['triumf bonneville', 'Triumph Bonneville T100'],
    ['bwm r1200gs', 'BMW R 1200 GS'],
    ['hodna rebl', 'Honda CMX300 Rebel'],
    ['ducatti monster', 'Ducati Monster 937'],
    ['goldwnig', 'Honda GL1800 Gold Wing'],
    ['gild wing', 'Honda GL1800 Gold Wing'],
    ['glod wing', 'Honda GL1800 Gold Wing'],
    ['hornt', 'Honda CB 500 Hornet'],
    ['hayabsua', 'Suzuki GSX1300R Hayabusa'],
    ['harley davison', 'Harley-Davidson Electra Glide Police'],
    // Inside of a name, as typed: "tard" is no typo of a word.
    ['tard', 'Ducati Hypermotard 698 Mono'],
    ['600rr', 'Honda CBR600RR'],
    // Whole identifiers are not corrected to names.
    ['chip', 'Piaggio 1 Active TRANSPONDER chip'],
  ])('%j: %s', async (text, expected) => {
    expect(await first(text)).toBe(expected);
  });

  test.each([
    ['harly', 'Harley-Davidson'],
    ['harley davison', 'Harley-Davidson'],
    ['bwm', 'BMW'],
    ['kmt', 'KTM'],
    ['triumf', 'Triumph'],
    ['triumf 2007', 'Triumph 2007'],
    ['kawazaki', 'Kawasaki'],
    ['moto guzi', 'Moto Guzzi'],
    ['motoguzi', 'Moto Guzzi'],
    ['royal enfeild', 'Royal Enfield'],
    ['husquvarna', 'Husqvarna'],
    ['aprillia', 'Aprilia'],
    ['suzuky', 'Suzuki'],
  ])('%j means the make %s', async (text, make) => {
    expect((await places(text)).makes).toEqual([make]);
    expect(await first(text)).toMatch(new RegExp(`^${make.replace(' 2007', '')} `));
  });

  /** Short words, and other words that are spelt like this. */
  const AMBIGUOUS = ['Bea', 'Bg Dog', 'Cn-Am', 'Bell', 'Bull', 'MT Racing'];

  test('every make with two letters swapped, or without one, means the make', async () => {
    const all = await app.sql<{ make: string }>('select display_name as make from makes');
    const spellings = all
      .filter(({ make }) => make.length >= 4)
      .flatMap(({ make }) => {
        const at = Math.floor(make.length / 2) - 1;
        const [before, one = '', two = '', after] = [make.slice(0, at), make[at], make[at + 1], make.slice(at + 2)];
        return [before + two + one + after, before + one + after].map((typed) => [typed, make] as const);
      })
      .filter(([typed, make]) => typed !== make && !AMBIGUOUS.includes(typed));
    expect(spellings.length).toBeGreaterThan(100);
    const wrong = [];
    for (const [typed, make] of spellings) {
      const { makes } = await places(typed);
      const hit = await first(typed);
      if (makes[0] !== make || !hit?.startsWith(`${make} `)) wrong.push([typed, make, makes, hit]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a make or a year alone', () => {
  test.each([
    ['honda', ['Honda']],
    ['HONDA', ['Honda']],
    ['hon', ['Honda']],
    ['harley', ['Harley-Davidson']],
    ['hd', ['Harley-Davidson']],
    ['gas gas', ['GasGas']],
    ['guzzi', ['Moto Guzzi']],
    ['honda 2007', ['Honda 2007']],
    ['2007 honda', ['Honda 2007']],
    // It has none of that year.
    ['victory 2025', []],
    // A model is meant.
    ['honda cb', []],
    ['scout', []],
    ['classic', []],
    ['racing', []],
    ['cbr600 07', []],
    ['', []],
    ['zwieback', []],
  ])('%j means %j', async (text, makes) => {
    expect((await places(text)).makes).toEqual(makes);
  });

  test('a year means the makes of that year, the one with the most models first', async () => {
    const { makes } = await places('2007');
    const rows = await app.sql(`select k.display_name || ' 2007' as make from models m join makes k on k.id = m.make_id
      where m.year = 2007 group by k.id order by count(distinct m.name) desc, k.display_name`);
    expect(makes).toEqual(rows.map(({ make }) => make));
    expect(makes.length).toBeGreaterThan(30);
    expect((await places('1950')).makes).toEqual([]);
  });
});

test.each([
  ['chip 52', 'Honda Africa Twin CRF1100L TRANSPONDER chip 52'],
  ['chip52', 'Honda Africa Twin CRF1100L TRANSPONDER chip 52'],
  ['CMC71', 'Suzuki Address 125 HPC CMC71'],
  ['demo itl 34', 'KTM 125 Duke ITL DEMO ITL 34'],
  ['428', 'Kawasaki Ninja 1100SX DSD 428'],
  ['406', 'Honda ADV160 DSD 406'],
  ['pak 34', 'KTM 125 Duke PAKA_PUNCH PAK 34'],
])('%j is an identifier', async (text, expected) => {
  expect(await first(text)).toBe(expected);
});

test.each(['CMC7', 'DEMOPA', '42', 'hip 52'])('%j, a part of one of these, is none', async (text) => {
  expect((await hits(text)).filter((hit) => / (HPC|ITL|DSD|PAKA_PUNCH|TRANSPONDER) /.test(hit))).toEqual([]);
});
