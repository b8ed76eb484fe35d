import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { partFound } from '../../server/catalogue/jump/searchTerms';
import { readNewSeries } from '../../server/catalogue/jump/series.operations';
import { codeIn, covers, GRAMMAR, readSeries } from '../../server/catalogue/series/codeSeries';
import { wordsOf } from '../../server/text';
import { type Person, sharedApp, startApp, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { answered } from '../support/tables';

const app = sharedApp();
const locksmith = sharedPerson(app, 'locksmith');
beforeAll(async () => {
  const honda = await createMake(app, { displayName: 'Honda' });
  const yamaha = await createMake(app, { displayName: 'Yamaha' });
  const guzzi = await createMake(app, { displayName: 'Moto Guzzi' });
  const models: [typeof honda, string, number[], object?][] = [
    [honda, 'CBR600F4i', [2001, 2002]],
    [honda, 'CBR600RR', [2003, 2004, 2007], { ilco: 'X221 / HD109-PT', codeSeries: 'K0001-K9999' }],
    [honda, 'CBR600RR', [2009], { ilco: 'X233', codeSeries: 'V001-V999' }],
    [honda, 'CB 500', [1994], { oem: '35121-MV4-003' }],
    [honda, 'CB 50', [1999]],
    [honda, 'CBR900RR', [1993, 1995], { codeSeries: '5000-5999' }],
    [honda, 'Gold Wing', [1998]],
    [yamaha, 'YZF-R1', [1999, 2000, 2005], { jma: 'HD109', codeSeries: 'A10001 – A20500; B001 to B999' }],
    [yamaha, 'YZF-R6', [2006], { codeSeries: 'ask the dealer' }],
    [yamaha, 'MT-07', [2014, 2016]],
    [yamaha, 'MT-03', [2007, 2008]],
    [guzzi, 'V7 Été', [2015]],
  ];
  for (const [make, name, years, data] of models)
    for (const year of years) await createModel(app, make, { name, year, ...data });
  await app.sql(
    `insert into aliases (text, make_id, name, created_at, updated_at) values
       ('Fire Blade', ${honda.id}, 'CBR900', now(), now()), ('Hogaraka', ${guzzi.id}, '', now(), now())`,
  );
});

/** Stops the clock half an hour from the next hour, because what is counted by the hour starts again there. */
function stopInMidHour() {
  const hour = 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(Date.now() / hour) + 0.5) * hour });
  return () => void vi.useRealTimers();
}

const JUMP = `query ($text: String!, $limit: Int) { jump(text: $text, limit: $limit) {
  make { displayName } name years model { year } field value } }`;
const answer = (text: string, limit?: number) => app.graph(JUMP, { text, limit }, locksmith);
/** Each hit as "name, year of the model". */
const found = async (text: string, limit?: number) =>
  (await answer(text, limit)).data?.jump.map((hit: any) => `${hit.name} ${hit.model.year}`);
/** The reason of each hit. */
const reasons = async (text: string) =>
  (await answer(text)).data?.jump.map(({ name, field, value, years }: any) => [name, years, field, value]);

describe('names', () => {
  test('are found by their beginnings, in any order and spelling, with make and year', async () => {
    const names: [string, string[]][] = [
      ['cbr600 07', ['CBR600RR 2007']],
      ['2007 cbr600rr', ['CBR600RR 2007']],
      ['CBR 600-RR', ['CBR600RR 2009']],
      ['rr 600 honda', ['CBR600RR 2009']],
      ['cbr', ['CBR600RR 2009', 'CBR600F4i 2002', 'CBR900RR 1995']],
      ['cb 50', ['CB 50 1999', 'CB 500 1994']],
      ['cb 94', ['CB 500 1994']],
      ['R 1', ['YZF-R1 2005']],
      ['r1 99', ['YZF-R1 1999']],
      ['goldwing', ['Gold Wing 1998']],
      ['gold-wing honda', ['Gold Wing 1998']],
      ['mt 07', ['MT-07 2016', 'MT-03 2007']],
      ['v7 ete', ['V7 Été 2015']],
      ['MOTOGUZZI', ['V7 Été 2015']],
      ['fireblade', ['CBR900RR 1995']],
      ['fire blade 93', ['CBR900RR 1993']],
      ['hogaraka v7', ['V7 Été 2015']],
      ['yzf', ['YZF-R6 2006', 'YZF-R1 2005']],
      ['cbr600 1990', []],
      ['2007', []],
      ['%', []],
      ["'; drop table models; --", []],
      ['  ', []],
      ['(?!', []],
    ];
    expect(await answered(names, found)).toEqual(names);
  });

  test.each([
    ['hnda cbr900rr', ['CBR900RR 1995']],
    ['yamhaa r1', ['YZF-R1 2005']],
    ['cbr60rr', ['CBR600RR 2009']],
    ['cbr600rrr 07', ['CBR600RR 2007']],
    ['firebalde', ['CBR900RR 1995']],
    ['glod wing', ['Gold Wing 1998']],
    ['goldwnig', ['Gold Wing 1998']],
    ['guzi', ['V7 Été 2015']],
    ['yzx', []],
    ['goldwngi2', []],
  ])('forgives the typo in %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  test('has one hit for each make and name, with all its years', async () => {
    expect(await reasons('cbr600rr 2004')).toEqual([['CBR600RR', [2009, 2007, 2004, 2003], null, null]]);
  });

  test('lead to their makes, with whatever is asked of them', async () => {
    const { data } = await app.graph(
      '{ jump(text: "gold wing") { make { displayName fullName version } } }',
      {},
      locksmith,
    );
    expect(data?.jump).toEqual([{ make: { displayName: 'Honda', fullName: expect.any(String), version: 1 } }]);
    const named = await app.graph('{ jump(text: "gold wing") { make { displayName } model { year } } }', {}, locksmith);
    expect(named.data?.jump).toEqual([{ make: { displayName: 'Honda' }, model: { year: 1998 } }]);
  });
});

describe('identifiers', () => {
  const rr = [2007, 2004, 2003];
  const r1 = [2005, 2000, 1999];
  test.each([
    [
      'HD109',
      [
        ['CBR600RR', rr, 'ILCO', 'HD109'],
        ['YZF-R1', r1, 'JMA', 'HD109'],
      ],
    ],
    ['hd 109 pt', [['CBR600RR', rr, 'ILCO', 'HD109-PT']]],
    ['x221 hd109pt', [['CBR600RR', rr, 'ILCO', 'X221 / HD109-PT']]],
    ['yamaha hd109', [['YZF-R1', r1, 'JMA', 'HD109']]],
    [
      'd10',
      [
        ['CBR600RR', rr, 'ILCO', 'D10'],
        ['YZF-R1', r1, 'JMA', 'D10'],
      ],
    ],
    ['hd', []],
    ['35121mv4', [['CB 500', [1994], 'OEM', '35121-MV4']]],
    ['35121-mv4-003', [['CB 500', [1994], 'OEM', '35121-MV4-003']]],
    ['K1234', [['CBR600RR', rr, 'CODE_SERIES', 'K1234']]],
    ['k-0001', [['CBR600RR', rr, 'CODE_SERIES', 'K0001']]],
    ['K0000', []],
    ['K12345', []],
    ['K123', []],
    ['5123', [['CBR900RR', [1995, 1993], 'CODE_SERIES', '5123']]],
    ['B077', [['YZF-R1', r1, 'CODE_SERIES', 'B077']]],
    ['a20500', [['YZF-R1', r1, 'CODE_SERIES', 'A20500']]],
    ['a20501', []],
    ['honda K1234 04', [['CBR600RR', rr, 'CODE_SERIES', 'K1234']]],
  ])('%j', async (text, expected) => {
    expect(await reasons(text)).toEqual(expected);
  });

  test('are shown no further than they were typed, whatever surrounds them', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', ' / ');
    const stored = fc.array(fc.tuple(fc.constantFrom('h', 'D', '1', '0', 'É', 'ß', 'ﬁ', '½'), separators), {
      minLength: 3,
    });
    fc.assert(
      fc.property(stored, fc.nat(), fc.nat(), (pieces, from, length) => {
        const value = pieces.flat().join('');
        const squash = (text: string) => Array.from(text, (one) => wordsOf(one).join('')).join('');
        const squashed = squash(value);
        const text = squashed.slice(from % squashed.length).slice(0, 1 + (length % squashed.length));
        const shown = partFound(value, text);
        expect(value).toContain(shown);
        // A letter such as ﬁ is compared as two, and shown as one.
        expect(squash(shown).length - text.length).toBeLessThanOrEqual(4);
        expect(squash(shown)).toContain(text);
        if (text === squashed) expect(shown).toBe(value);
      }),
    );
  });

  test('open the year that was typed, else the newest that has the identifier', async () => {
    expect(await found('hd109 2003')).toEqual(['CBR600RR 2003']);
    expect(await found('hd109')).toEqual(['CBR600RR 2007', 'YZF-R1 2005']);
  });

  test('come after names, and name no model twice', async () => {
    const special = { name: 'HD109 Special', year: 1990, ilco: 'HD109' };
    const model = await createModel(app, await createMake(app), special);
    expect(await found('hd109')).toEqual(['HD109 Special 1990', 'CBR600RR 2007', 'YZF-R1 2005']);
    expect(await found('hd109', 2)).toEqual(['HD109 Special 1990', 'CBR600RR 2007']);
    expect(await found('hd109', 1)).toEqual(['HD109 Special 1990']);
    await app.sql('delete from models where id = ?', [model.id]);
    expect(await found('hd109 special')).toEqual([]);
  });
});

describe('the index', () => {
  test('follows whatever is written to models, makes and aliases', async () => {
    const make = await createMake(app, { displayName: 'Zündapp' });
    const model = await createModel(app, make, { name: 'KS 125', year: 1979 });
    expect(await found('zundapp ks125')).toEqual(['KS 125 1979']);
    await app.sql('update models set name = ?, year = 1980, silca = ?, code_series = ? where id = ?', [
      'Florett',
      'ZD16R',
      'ZQ1-ZQ500',
      model.id,
    ]);
    expect(await found('ks125')).toEqual([]);
    expect(await found('zundapp florett')).toEqual(['Florett 1980']);
    expect(await reasons('zd16')).toEqual([['Florett', [1980], 'SILCA', 'ZD16']]);
    await readNewSeries(app.system, {});
    expect(await found('zq77')).toEqual(['Florett 1980']);
    await app.sql(`update makes set display_name = 'Dappler' where id = ?`, [make.id]);
    expect(await found('dappler')).toEqual(['Florett 1980']);
    await app.sql(
      `insert into aliases (text, make_id, name, created_at, updated_at) values ('Wasserbus', ?, 'FLO', now(), now())`,
      [make.id],
    );
    expect(await found('wasserbus')).toEqual(['Florett 1980']);
    await app.sql(`delete from aliases where text = 'Wasserbus'`);
    expect(await found('wasserbus')).toEqual([]);
    await app.sql('delete from models where id = ?', [model.id]);
    expect(await found('dappler')).toEqual([]);
    expect(await reasons('zd16')).toEqual([]);
    await createModel(app, make, { name: 'Florett', year: 1970 });
    expect(await found('dappler')).toEqual(['Florett 1970']);
  });

  test('leads to the first of the models of a year that match', async () => {
    const make = await createMake(app, { displayName: 'Kreidler' });
    const create = (data: object) => createModel(app, make, { name: 'Mustang', year: 1981, ...data });
    const [plain, coded, twin] = [
      await create({}),
      await create({ ilco: 'KR77', codeSeries: 'KR1-KR9' }),
      await create({}),
    ];
    const opens = async (text: string) =>
      (
        await app.graph('query ($text: String!) { jump(text: $text) { model { id } } }', { text }, locksmith)
      ).data?.jump.map(({ model }: any) => Number(model.id));
    expect(await opens('mustang')).toEqual([plain.id]);
    expect(await opens('mustang 81')).toEqual([plain.id]);
    expect(await opens('mustnag')).toEqual([plain.id]);
    expect(await opens('kr77 81')).toEqual([coded.id]);
    expect(await opens('kr5')).toEqual([coded.id]);
    await app.sql('delete from models where id = ?', [plain.id]);
    expect(await opens('mustang 81')).toEqual([coded.id]);
    await app.sql('update models set year = 1980 where id = ?', [coded.id]);
    expect(await opens('mustang')).toEqual([twin.id]);
    expect(await opens('mustang 80')).toEqual([coded.id]);
    expect(await opens('kr77')).toEqual([coded.id]);
  });
});

test('counts a sheet as opened only if key data is asked for', async () => {
  const opened = async () => (await app.sql('select count(*)::int as n from sheet_openings'))[0]?.n;
  await answer('gold wing');
  await app.graph('{ jump(text: "gold wing") { model { ilco } } }', {}, locksmith);
  await expect.poll(opened).toBe(1);
});

test.each([
  ['text', 'x'.repeat(256), undefined],
  ['limit', 'x', 0],
  ['limit', 'x', 101],
])('refuses a wrong %s', async (field, text, limit) => {
  expect((await answer(text, limit)).errors?.[0]?.extensions.errors).toHaveProperty(field);
});

describe('for administrators', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await people.administrator(app);
  });
  const save = (input: object) =>
    app.graph(
      'mutation ($input: AliasInput!) { saveAlias(input: $input) { id text name version make { displayName } } }',
      { input },
      admin,
    );

  test('aliases are created, listed, changed and deleted; Jump uses each change at once', async () => {
    const [yamaha] = await app.sql(`select id from makes where display_name = 'Yamaha'`);
    const { data } = await save({ text: ' Arwan ', makeId: yamaha?.id, name: 'r1' });
    const { id, ...saved } = data?.saveAlias ?? {};
    expect(saved).toEqual({ text: 'Arwan', name: 'r1', version: 1, make: { displayName: 'Yamaha' } });
    expect(await found('arwan')).toEqual(['YZF-R1 2005']);
    await save({ id, text: 'Arsix', name: 'R6', version: 1 });
    expect(await found('arwan')).toEqual([]);
    expect(await found('arsix')).toEqual(['YZF-R6 2006']);
    const list = '{ aliases(sortBy: MAKE, limit: 1) { total items { text make { displayName } } } }';
    const listed = await app.graph(list, {}, admin);
    expect(listed.data?.aliases).toEqual({ total: 3, items: [{ text: 'Fire Blade', make: { displayName: 'Honda' } }] });
    expect((await save({ id, name: 'x', version: 1 })).errors?.[0]?.extensions.code).toBe('CONFLICT');
    await app.graph('mutation ($id: ID!) { deleteAlias(input: { id: $id }) { id } }', { id }, admin);
    expect(await found('arsix')).toEqual([]);
    const logged = await app.sql('select details from log_entries order by id desc limit 3');
    expect(logged.map(({ details }) => details)).toEqual([
      'Deleted the alias Arsix of Yamaha R6',
      'Changed the alias Arsix of Yamaha R6',
      'Added the alias Arwan of Yamaha r1',
    ]);
  });

  test('a nickname of a make is known at once, and forgotten at once', async () => {
    const makesOf = async (text: string) => {
      const query = 'query ($text: String!) { jumpPlaces(text: $text) { makes { make { displayName } } } }';
      const { data } = await app.graph(query, { text }, admin);
      return data?.jumpPlaces.makes.map((one: { make: { displayName: string } }) => one.make.displayName);
    };
    const [yamaha] = await app.sql(`select id from makes where display_name = 'Yamaha'`);
    expect(await makesOf('tuningforks')).toEqual([]);
    const { data } = await save({ text: 'Tuningforks', makeId: yamaha?.id, name: '' });
    expect(await makesOf('tuningforks')).toEqual(['Yamaha']);
    const remove = 'mutation ($id: ID!) { deleteAlias(input: { id: $id }) { id } }';
    await app.graph(remove, { id: data?.saveAlias.id }, admin);
    expect(await makesOf('tuningforks')).toEqual([]);
  });

  test.each([
    ['text', { makeId: 1 }],
    ['text', { text: '---', makeId: 1 }],
    ['text', { text: 'FIRE BLADE', makeId: 1, name: 'cbr900' }],
    ['makeId', { text: 'x' }],
    ['makeId', { text: 'x', makeId: 999 }],
  ])('an alias with a wrong %s is refused', async (field, input: object) => {
    const [honda] = await app.sql(`select id from makes where display_name = 'Honda'`);
    const answer = await save({ ...input, ...('makeId' in input && input.makeId === 1 && { makeId: honda?.id }) });
    expect(answer.errors?.[0]?.extensions.errors).toHaveProperty(field);
  });

  test('series that cannot be read are listed with their newest model', async () => {
    const { data } = await app.graph(
      '{ unreadSeries { total items { value reason model { name year } } } sheets: unreadSeries { items { model { codeSeries } } } }',
      {},
      admin,
    );
    expect(data?.unreadSeries).toEqual({
      total: 1,
      items: [
        {
          value: 'ask the dealer',
          reason: '“ask the dealer” is not a code',
          model: { name: 'YZF-R6', year: 2006 },
        },
      ],
    });
    expect(data?.sheets.items).toEqual([{ model: { codeSeries: 'ask the dealer' } }]);
  });

  test('counts searches without results, once for each attempt, without the user', async () => {
    const another = await people.locksmith(app);
    const search = (text: string) => app.graph(JUMP, { text }, another);
    // Typed on, taken back a little; then something else that is found; then something that is found after all.
    for (const text of ['zzqx', 'zzqx 1', 'zzqx 12', 'zzqx 1', 'goldwing']) await search(text);
    for (const text of ['ZZQX-12', 'honda', 'honda wwz', 'honda', 'zz', 'r1']) await search(text);
    const listed = async () =>
      (
        await app.graph('{ missedSearches(sortBy: COUNT) { items { text count } } }', {}, admin)
      ).data?.missedSearches.items.filter(({ text }: any) => /^(zz|honda)/.test(text));
    await expect.poll(listed).toEqual([{ text: 'zzqx 12', count: 2 }]);
    const [row] = await app.sql('select * from missed_searches');
    expect(Object.keys(row ?? {})).toEqual(['id', 'text', 'count', 'last_at']);
  });

  test('a dismissed search is back once it is missed again, and one that became an alias is gone', async () => {
    await app.sql(
      `insert into missed_searches (text, count, last_at)
       select text, 7, now() from unnest(array['qqfoo', 'qqfoo bar', 'qqblade', 'qqgixxer']) text`,
    );
    const listed = async () =>
      (
        await app.graph('{ missedSearches(sortBy: TEXT, dir: ASC, limit: 100) { items { id text count } } }', {}, admin)
      ).data?.missedSearches.items.filter(({ text }: any) => text.startsWith('qq'));
    const texts = async () => (await listed()).map(({ text, count }: any) => [text, count]);
    const dismiss = (id: string, as = admin) =>
      app.graph('mutation ($id: ID!) { dismissMissedSearch(input: { id: $id }) { id text } }', { id }, as);
    const { id } = (await listed()).find(({ text }: any) => text === 'qqfoo');
    expect((await dismiss(id, await people.locksmith(app))).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await dismiss(id)).data?.dismissMissedSearch).toEqual({ id, text: 'qqfoo' });
    expect((await dismiss(id)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');

    const make = await createMake(app, { displayName: 'Dismissed' });
    const input = { text: 'QQBlade', makeId: String(make.id) };
    await app.graph('mutation ($input: AliasInput!) { saveAlias(input: $input) { id } }', { input }, admin);
    expect(await texts()).toEqual([
      ['qqfoo bar', 7],
      ['qqgixxer', 7],
    ]);

    const another = await people.locksmith(app);
    for (const text of ['qqfoo', 'honda']) await app.graph(JUMP, { text }, another);
    await expect.poll(texts).toEqual([
      ['qqfoo', 1],
      ['qqfoo bar', 7],
      ['qqgixxer', 7],
    ]);
  });

  test('counts at most 60 searches of a user in an hour, in few statements', async () => {
    onTestFinished(stopInMidHour());
    const other = await startApp({ sharing: app });
    const member = await people.locksmith(app);
    app.statements();
    for (let n = 0; n < 200; n++) await other.graph(JUMP, { text: `${n}nowhere` }, member);
    await other.close();
    const [row] = await app.sql(`select count(*)::int as n from missed_searches where text like '%nowhere'`);
    expect(row?.n).toBe(60);
  });
});

describe('code series', () => {
  test('are found by what the grammar reads, and by nothing else', async () => {
    const make = await createMake(app, { displayName: 'Coded' });
    const texts = [
      'A111111-A444444',
      '011111-055555',
      'J00-U39',
      'S000A-S999K',
      'HB1-HB2988',
      '51.00001-51.60000',
      '0001R-0999R',
      'Series 9',
      'E32010-D39897',
      'Q1-Q9, 8001-4000',
      'C or D code series',
    ];
    const nameOf = (text: string) => `Model ${String.fromCharCode(97 + texts.indexOf(text)).repeat(3)}`;
    for (const codeSeries of texts) await createModel(app, make, { name: nameOf(codeSeries), codeSeries });
    const codes = [
      ...['A111111', 'A132414', 'A-444444', 'A132415', 'A011111', 'A13241', 'B132414', '132414'],
      ...['015243', '15243', '016243', 'J00', 'K77', 'U39', 'U40', 'J100', 'S000A', 'S500F', 'S999K', 'S500L', 'S500'],
      ...[
        'HB1',
        'HB2988',
        'HB2989',
        '51.00001',
        '51-60000',
        '51.60001',
        '0001R',
        '999R',
        'series 9',
        'E35000',
        'Q5',
        '8001',
      ],
    ];
    for (const code of codes) {
      const found = codeIn(code)!;
      const expected = texts.filter((text) => readSeries(text).series?.some((series) => covers(series, found)));
      const hits = (await answer(code, 100)).data?.jump.filter(({ make }: any) => make.displayName === 'Coded');
      expect(hits.map(({ name, field }: any) => [name, field]).sort(), code).toEqual(
        expected.map((text) => [nameOf(text), 'CODE_SERIES']).sort(),
      );
    }
  });

  const CUTS = `query ($text: String!) { jump(text: $text) { name value cuts } }`;
  const cuts = async (text: string) => (await app.graph(CUTS, { text }, locksmith)).data?.jump;

  test('give the cuts of a direct code, from bow to tip; those of a letter come last', async () => {
    const make = await createMake(app, { displayName: 'Direct' });
    const direct = (name: string, data: object) => createModel(app, make, { name, year: 2000, ...data });
    await direct('Range', { codeSeries: 'W100000-W300000', year: 1999 });
    await direct('Letter', { codeSeries: 'W or X code series', year: 2005 });
    await direct('Part', { ilco: 'ZW132414Z', year: 2004 });
    await direct('Unknown', { codeSeries: 'W111111-W444444', year: 1998 });
    await direct('From bow', { codeSeries: 'W111111-W444444', codeDirection: 'bow to tip', year: 1997 });
    await direct('From tip', { codeSeries: 'W1-W999999, W111111-W444444', codeDirection: 'tip to bow', year: 1996 });
    expect(await cuts('W-132414')).toEqual([
      { name: 'Range', value: 'W132414', cuts: null },
      { name: 'Unknown', value: 'W132414', cuts: ['1', '3', '2', '4', '1', '4'] },
      { name: 'From bow', value: 'W132414', cuts: ['1', '3', '2', '4', '1', '4'] },
      { name: 'From tip', value: 'W132414', cuts: ['4', '1', '4', '2', '3', '1'] },
      { name: 'Part', value: 'W132414', cuts: null },
      { name: 'Letter', value: 'W132414', cuts: null },
    ]);
    expect((await cuts('x7'))?.map(({ name }: any) => name)).toEqual(['Letter']);
  });

  test('are read on a sheet, which is opened', async () => {
    const member = await people.locksmith(app);
    const server = await startApp({ sharing: app, config: { sheetsPerHour: 1 } });
    const make = await createMake(app);
    const depthNames = ['', '', '', '', '', '0', '', ''];
    const depthValues = Array.from({ length: 16 }, (_, at) => (at < 12 && at % 2 === 0 ? String(0.3 - at / 100) : ''));
    const create = () =>
      createModel(app, make, { codeSeries: '000000-666666', codeDirection: 'tip to bow', depthNames, depthValues });
    const [one, other] = [await create(), await create()];
    const read = async (modelId: unknown, code: string) => {
      const { data, errors } = await server.graph(
        'query ($modelId: ID!, $code: String!) { readCode(modelId: $modelId, code: $code) { series cuts direction problem } }',
        { modelId: String(modelId), code },
        member,
      );
      return data?.readCode ?? errors?.[0]?.extensions.code;
    };
    try {
      expect(await read(one.id, ' 00-12 35 ')).toEqual({
        ...{ series: '000000-666666', cuts: ['5', '3', '2', '1', '0', '0'], direction: 'tip to bow', problem: null },
      });
      // The sixth depth is called 0.
      expect(await read(one.id, '001236')).toMatchObject({ cuts: null, problem: '6 is not a depth of this series' });
      expect(await read(other.id, '001235')).toBe('TOO_MANY_REQUESTS');
      for (const id of [999_999, 'x']) expect(await read(id, '001235')).toBe('NOT_FOUND');
      for (const code of ['', ' ', 'x'.repeat(256)]) expect(await read(one.id, code)).toBe('BAD_USER_INPUT');
      const opened = () => app.sql('select model_id from sheet_openings where user_id = ?', [member.user!.id]);
      await expect.poll(opened).toEqual([{ model_id: one.id }]);
    } finally {
      await server.close();
    }
  });

  test('written past the writer are read soon, and those of an older grammar again', async () => {
    const make = await createMake(app, { displayName: 'Raw' });
    const model = await createModel(app, make, { name: 'Past', codeSeries: 'RA1-RA9' });
    const read = async () => {
      while (await readNewSeries(app.system, {}));
    };
    const known = async (code: string) => (await found(`raw ${code}`)).length > 0;
    await app.sql(`update models set code_series = 'RB111111-RB444444', ilco = 'RAW1' where id = ?`, [model.id]);
    expect([await known('ra5'), await known('rb132414')]).toEqual([false, false]);
    await read();
    expect([await known('rb132414'), await known('rb132415')]).toEqual([true, false]);

    // As another grammar had read them: what the index has stays until they are read again, whatever else is saved.
    await app.sql(`update jump_readings set grammar = 0, series = '[]' where value like 'RB%'`);
    await app.sql(`update jump_series set grammar = 0 where value like 'RB%'`);
    await app.sql(`delete from jump_readings where value = 'RA1-RA9'`);
    await read();
    expect(await known('rb132414')).toBe(true);
    await app.sql(`delete from jump_readings where value like 'RB%'`);
    await app.sql(`update models set ilco = 'RAW2' where id = ?`, [model.id]);
    expect(await known('rb132414')).toBe(true);
    await read();
    const readings = await app.sql(
      `select value, grammar, series is not null as read from jump_readings where value like 'R_1%'`,
    );
    expect(readings).toEqual([{ value: 'RB111111-RB444444', grammar: GRAMMAR, read: true }]);
    expect(await readNewSeries(app.system, {})).toBe(false);
  });
});

describe('matches of identifiers', () => {
  beforeEach(stopInMidHour);

  const limited = { config: { jumpMatchesPerHour: 3 } };
  const codeOf = (answer: Awaited<ReturnType<TestApp['graph']>>) => answer.errors?.[0]?.extensions.code ?? 'answered';
  const search = async (on: TestApp, text: string, as: Person) => codeOf(await on.graph(JUMP, { text }, as));
  const counted = async ({ user }: Person) =>
    (await app.sql('select matches from jump_matches where user_id = ?', [user!.id]))[0]?.matches;

  test('have an hourly budget, which all servers share; names have none', async () => {
    const servers = [
      await startApp({ sharing: app, ...limited }),
      await startApp({ sharing: app, ...limited }),
    ] as const;
    const member = await people.locksmith(app);
    const downloader = await people.downloader(app);
    try {
      for (const text of ['HD109', 'hd-109', 'cbr', 'mt 07'])
        expect(await search(servers[0], text, member)).toBe('answered');
      await expect.poll(() => counted(member)).toBe(2);
      const { extensions } = await servers[1].graph(JUMP, { text: 'K1234' }, member);
      expect(extensions).toMatchObject({ matches: { hour: { limit: 3, left: 0 } } });
      await expect.poll(() => counted(member)).toBe(3);
      const refused = await servers[1].graph(JUMP, { text: 'B077' }, member);
      expect(refused.errors?.[0]).toMatchObject({
        message: expect.stringMatching(
          /^You have seen 3 matches of blanks and codes this hour\. You can search for more at \d\d:00 UTC, in /,
        ),
        extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) },
      });
      // What was seen may be seen again.
      expect(await search(servers[1], 'K1234', member)).toBe('answered');
      expect(await search(servers[1], 'cbr', member)).toBe('answered');
      // What exists and what does not are refused alike, or identifiers could be guessed letter by letter.
      for (const text of ['HD1', 'HD109X', 'B077', 'B077X', 'cbr HD1', 'cbr HD109X', 'nowhere'])
        expect(await search(servers[1], text, member), text).toBe('TOO_MANY_REQUESTS');
      for (const text of ['B077', 'K1234', 'HD109', '5123', 'K1235'])
        expect(await search(servers[0], text, downloader)).toBe('answered');
      await expect.poll(() => counted(downloader)).toBe(6);
      const logged = await app.sql(`select details from log_entries where user_id = ? and details like 'Reached%'`, [
        member.user!.id,
      ]);
      expect(logged).toEqual([{ details: 'Reached the budget of 3 matches in Jump an hour' }]);
    } finally {
      for (const server of servers) await server.close();
    }
  });

  test('a family is counted as one, and each model of its list', async () => {
    const server = await startApp({ sharing: app, config: { jumpMatchesPerHour: 4 } });
    const [member, other] = [await people.locksmith(app), await people.locksmith(app)];
    const size = async (text: string, as: Person) =>
      (
        await server.graph(
          'query ($text: String!) { jumpPlaces(text: $text) { family { value total } } }',
          { text },
          as,
        )
      ).data?.jumpPlaces.family;
    const family = (text: string, as: Person) =>
      server.graph(
        `query ($text: String!) { jumpFamily(text: $text) {
          value total items { make { displayName } name years field value } } }`,
        { text },
        as,
      );
    try {
      // A part of an identifier, what fits one model, and words have none.
      for (const text of ['D10', '35121-mv4-003', 'hd', 'honda', 'nowhere 1'])
        expect(await size(text, member)).toBeNull();
      expect(await size('hd-109', member)).toEqual({ value: 'HD109', total: 2 });
      await expect.poll(() => counted(member)).toBe(1);
      expect((await family('hd109', member)).data?.jumpFamily).toEqual({
        value: 'HD109',
        total: 2,
        items: [
          {
            make: { displayName: 'Honda' },
            name: 'CBR600RR',
            years: [2007, 2004, 2003],
            field: 'ILCO',
            value: 'HD109',
          },
          { make: { displayName: 'Yamaha' }, name: 'YZF-R1', years: [2005, 2000, 1999], field: 'JMA', value: 'HD109' },
        ],
      });
      await expect.poll(() => counted(member)).toBe(3);
      // The hits of the list are those of Jump.
      expect(await search(server, 'hd109', member)).toBe('answered');
      expect(await search(server, 'K1234', member)).toBe('answered');
      await expect.poll(() => counted(member)).toBe(4);
      // The budget is used up: what was seen stays, everything else is refused alike.
      expect(codeOf(await family('hd109', member))).toBe('answered');
      expect(await size('hd109', member)).toEqual({ value: 'HD109', total: 2 });
      for (const text of ['B077', 'X221', 'nowhere 1']) {
        expect(codeOf(await family(text, member)), text).toBe('TOO_MANY_REQUESTS');
        expect(await size(text, member), text).toBeNull();
      }
      // A year means makes, which are free.
      expect(await search(server, '2007', member)).toBe('answered');
      expect((await family('nowhere 1', other)).data?.jumpFamily).toMatchObject({ total: 0, items: [] });
    } finally {
      await server.close();
    }
  });

  test('are in the access audit, one entry for each hour', async () => {
    const member = await people.locksmith(app);
    const other = await startApp({ sharing: app });
    for (const text of ['HD109', 'K1234']) await search(other, text, member);
    await other.close();
    const admin = await people.administrator(app);
    const query = `query ($user: String!, $kind: AccessKind) { accesses(filter: { user: $user, kind: $kind }) {
      total items { kind userId modelId details } } }`;
    for (const kind of [null, 'MATCHED']) {
      const { data } = await app.graph(query, { user: member.user!.username, kind }, admin);
      expect(data?.accesses).toEqual({
        total: 1,
        items: [
          {
            kind: 'MATCHED',
            userId: String(member.user!.id),
            modelId: null,
            details: 'Found 3 blanks, part numbers or codes in Jump within the hour',
          },
        ],
      });
    }
  });
});
