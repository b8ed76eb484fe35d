import { beforeAll, describe, expect, test } from 'vitest';
import { ModelImage } from '../../server/catalogue/images/modelImage.entity';
import { KEY_DATA } from '../../server/catalogue/keyData';
import { compactModelYears } from '../../server/catalogue/lookup/lookup.operations';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { sharedApp } from '../support/app';
import { createImage, createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';

const app = sharedApp();
const locksmith = sharedPerson(app, 'locksmith');
let honda: Make;
beforeAll(async () => {
  honda = await createMake(app, { id: 53, displayName: 'Honda' });
  const yamaha = await createMake(app, { displayName: 'Yamaha' });
  for (const [name, years] of Object.entries({
    'CB 1000': [1994, 1995],
    'CB 125': [1994],
    'CB 50': [1995, 2001],
    CBR600RR: [2007],
  })) {
    for (const year of years) await createModel(app, honda, { name, year });
  }
  await createModel(app, yamaha, { name: 'YZF-R1', year: 1995 });
});

/** Statements that read the caller or count opened sheets. */
const BESIDES = / from sessions|sheet_openings|recent_sheets|^(begin|commit)/;
/** The statements of the operation itself. */
const ownStatements = () => app.statements().filter(({ sql }) => !BESIDES.test(sql));

const VALUES = 'query ($makeId: ID!, $mode: LookupMode!) { lookupValues(makeId: $makeId, mode: $mode) }';
const MODELS = `query ($makeId: ID!, $mode: LookupMode!, $value: String!) {
  lookupModels(makeId: $makeId, mode: $mode, value: $value) { id name year }
}`;
const values = async (mode: string, makeId: unknown = 53) => {
  const answer = await app.graph(VALUES, { makeId, mode }, locksmith);
  return answer.data?.lookupValues ?? answer.errors?.[0]?.extensions.code;
};
const models = async (mode: string, value: string, makeId: unknown = 53) => {
  const answer = await app.graph(MODELS, { makeId, mode, value }, locksmith);
  return (
    answer.data?.lookupModels.map((model: any) => `${model.name} ${model.year}`) ?? answer.errors?.[0]?.extensions.code
  );
};

describe('makeOptions', () => {
  test('lists every make in natural order, whatever the database’s collation', async () => {
    const created = [];
    for (const displayName of ['ZZ 9', 'zz 10', 'Zündapp']) created.push(await createMake(app, { displayName }));
    const { data } = await app.graph('{ makeOptions { displayName } }', {}, locksmith);
    const names = data?.makeOptions.map((make: any) => make.displayName);
    expect(names).toEqual(['Honda', 'Yamaha', 'Zündapp', 'ZZ 9', 'zz 10']);
    for (const make of created) await app.sql('delete from makes where id = ?', [make.id]);
  });
});

describe('lookupValues', () => {
  test('lists the years of a make, newest first, each once', async () => {
    expect(await values('YEAR')).toEqual(['2007', '2001', '1995', '1994']);
  });

  test('lists the models of a make in natural order, each once', async () => {
    expect(await values('MODEL')).toEqual(['CB 50', 'CB 125', 'CB 1000', 'CBR600RR']);
  });

  test('is empty for a make without models', async () => {
    const make = await createMake(app, { displayName: 'Empty' });
    expect(await values('YEAR', make.id)).toEqual([]);
    await app.sql('delete from makes where id = ?', [make.id]);
  });

  test.each([['999'], ['0'], ['-1'], ['abc'], ['99999999999999'], ['1.5']])(
    'treats make %s as not found',
    async (id) => {
      expect(await values('YEAR', id)).toBe('NOT_FOUND');
      expect(await models('YEAR', '1995', id)).toBe('NOT_FOUND');
    },
  );

  test('refuses an unknown mode', async () => {
    expect(await values('COLOUR')).toBe('BAD_USER_INPUT');
  });

  test('runs one statement', async () => {
    ownStatements();
    await values('MODEL');
    expect(ownStatements()).toHaveLength(1);
  });
});

describe('the years of a make', () => {
  let make: Make;
  let other: Make;
  const years = () => values('YEAR', make.id);
  const rows = async () =>
    (await app.sql('select count(*)::int as n from model_years where make_id = ?', [make.id]))[0]?.n;
  // Each has a name of its own, because changes of the same make and name wait for each other.
  const insert = `insert into models (make_id, name, year, spacing, depth_values, created_at, updated_at)
    select ?, gen_random_uuid()::text, year, array_fill(''::text, '{12}'), array_fill(''::text, '{16}'), now(), now()
    from generate_series(?::int, ?::int) as year`;
  beforeAll(async () => {
    make = await createMake(app, { displayName: 'Years' });
    other = await createMake(app, { displayName: 'Other' });
  });

  test('follow every change of its models', async () => {
    await app.sql(insert, [make.id, 2001, 2003]);
    await app.sql(insert, [make.id, 2003, 2003]);
    expect(await years()).toEqual(['2003', '2002', '2001']);
    await app.sql('delete from models where make_id = ? and year >= 2002', [make.id]);
    expect(await years()).toEqual(['2001']);
    await app.sql(insert, [make.id, 2002, 2003]);
    await app.sql('update models set year = year + 1, tips = ? where make_id = ?', ['x', make.id]);
    expect(await years()).toEqual(['2004', '2003', '2002']);
    await app.sql('update models set make_id = ? where make_id = ? and year = 2004', [other.id, make.id]);
    expect(await years()).toEqual(['2003', '2002']);
    expect(await values('YEAR', other.id)).toEqual(['2004']);
  });

  test('are right after transactions that overlap, none of which waits for another', async () => {
    await app.sql('delete from models where make_id = ?', [make.id]);
    await app.sql(insert, [make.id, 1990, 1991]);
    const [adds, removes, addsToo] = [app.orm.em.fork(), app.orm.em.fork(), app.orm.em.fork()];
    for (const em of [adds, removes, addsToo]) await em.begin();
    await adds.execute(insert, [make.id, 1991, 1992]);
    await removes.execute('delete from models where make_id = ?', [make.id]);
    await addsToo.execute(insert, [make.id, 1992, 1992]);
    for (const em of [removes, adds, addsToo]) await em.commit();
    expect(await years()).toEqual(['1992', '1991']);
  });

  test('are added up by the sweep, whatever is added meanwhile', async () => {
    const adds = app.orm.em.fork();
    await adds.begin();
    await adds.execute(insert, [make.id, 1993, 1993]);
    await Promise.all([compactModelYears(app.system, {}), compactModelYears(app.system, {})]);
    await adds.commit();
    expect(await years()).toEqual(['1993', '1992', '1991']);
    expect(await rows()).toBe(3);
    await app.sql('delete from models where make_id = ?', [make.id]);
    await compactModelYears(app.system, {});
    expect(await rows()).toBe(0);
    expect(await compactModelYears(app.system, {})).toBe(0);
  });
});

describe('lookupModels', () => {
  test('lists the models of a year in natural order, of this make only', async () => {
    expect(await models('YEAR', '1995')).toEqual(['CB 50 1995', 'CB 1000 1995']);
  });

  test('lists the years of a model, newest first', async () => {
    expect(await models('MODEL', 'CB 50')).toEqual(['CB 50 2001', 'CB 50 1995']);
  });

  test.each([
    ['YEAR', '1901'],
    ['YEAR', 'abc'],
    ['YEAR', '99999999999'],
    ['YEAR', ''],
    ['MODEL', 'CB'],
    ['MODEL', "'; drop table models; --"],
  ])('finds nothing under %s %j', async (mode, value) => {
    expect(await models(mode, value)).toEqual([]);
  });

  test('runs one statement, with the make too', async () => {
    ownStatements();
    const { data } = await app.graph(
      'query ($value: String!) { lookupModels(makeId: "53", mode: YEAR, value: $value) { name make { displayName } } }',
      { value: '1995' },
      locksmith,
    );
    expect(data?.lookupModels[0].make.displayName).toBe('Honda');
    expect(ownStatements()).toHaveLength(1);
  });

  test('fetches the images of all models at once', async () => {
    ownStatements();
    await app.graph('{ lookupModels(makeId: "53", mode: YEAR, value: "1995") { images { url } } }', {}, locksmith);
    expect(ownStatements()).toHaveLength(2);
  });
});

describe('lookupLines', () => {
  const lines = async (makeId: string) => {
    const answer = await app.graph(`{ lookupLines(makeId: "${makeId}") { name year } }`, {}, locksmith);
    return (
      answer.data?.lookupLines.map((line: any) => `${line.name} ${line.year}`) ?? answer.errors?.[0]?.extensions.code
    );
  };

  test('lists all models of a make, newest first, those of a year in natural order, in one statement', async () => {
    ownStatements();
    const found = await lines('53');
    expect(ownStatements()).toHaveLength(1);
    const byYear = [];
    for (const year of await values('YEAR')) byYear.push(...(await models('YEAR', year)));
    expect(found).toEqual(byYear);
  });

  test('treats an unknown make as not found', async () => {
    expect(await lines('999')).toBe('NOT_FOUND');
  });
});

describe('model', () => {
  test('returns the key data, twelve spacings, eight depth rows and the images in order, in one statement', async () => {
    const depthValues = Array.from({ length: 16 }, (_, index) => (index < 8 ? `.${300 - index * 10}` : ''));
    const model = await createModel(app, honda, {
      name: 'CBR600F',
      year: 1999,
      ilco: 'X196',
      tips: 'Line one\nLine two',
      spacing: ['.098', '.196', ...Array(10).fill('')],
      depthValues,
      sample: true,
    });
    const em = app.orm.em.fork();
    for (const [position, hash] of [
      [1, 'b'],
      [0, 'a'],
    ] as const) {
      await createImage(app, hash.repeat(64));
      em.create(ModelImage, { model: model.id, position, hash: hash.repeat(64), width: 1200, height: 800 });
    }
    await em.flush();
    ownStatements();
    const { data } = await app.graph(
      `query ($id: ID!) { model(id: $id) {
        name year ilco jma tips sample spacing depth { oneX twoX }
        make { id displayName } images { url thumbnailUrl width height }
      } }`,
      { id: model.id },
      locksmith,
    );
    expect(ownStatements()).toHaveLength(1);
    expect(data?.model).toEqual({
      name: 'CBR600F',
      year: 1999,
      ilco: 'X196',
      jma: '',
      tips: 'Line one\nLine two',
      sample: true,
      spacing: ['.098', '.196', ...Array(10).fill('')],
      depth: Array.from({ length: 8 }, (_, row) => ({ oneX: depthValues[row * 2], twoX: depthValues[row * 2 + 1] })),
      make: { id: '53', displayName: 'Honda' },
      images: ['a', 'b'].map((letter) => ({
        url: `/images/models/${letter.repeat(64)}.webp`,
        thumbnailUrl: `/images/models/${letter.repeat(64)}-100.webp`,
        width: 1200,
        height: 800,
      })),
    });
  });

  test.each([['999999'], ['abc'], ['']])('treats model %j as not found', async (id) => {
    const answer = await app.graph('query ($id: ID!) { model(id: $id) { id } }', { id }, locksmith);
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  });
});

describe('modelYears', () => {
  const years = async (name: string, fields = 'year keyDataHash') =>
    (
      await app.graph(
        `query ($makeId: ID!, $name: String!) { modelYears(makeId: $makeId, name: $name) { ${fields} } }`,
        { makeId: honda.id, name },
        locksmith,
      )
    ).data?.modelYears;

  test('lists the years of a name, newest first, with digests that are equal if the key data is', async () => {
    const blank = { ilco: 'X1', spacing: ['.1', '', '.3', ...Array(9).fill('')] };
    await createModel(app, honda, { name: 'VT 750', year: 2001, ...blank });
    await createModel(app, honda, { name: 'VT 750', year: 2003, ...blank, spacing: blank.spacing.with(1, '.2') });
    await createModel(app, honda, { name: 'VT 750', year: 2002, ...blank, sample: true });
    await createModel(app, honda, { name: 'VT 750 C', year: 2002 });
    const found = await years('VT 750');
    expect(found.map(({ year }: { year: number }) => year)).toEqual([2003, 2002, 2001]);
    const [changed, second, first] = found.map(({ keyDataHash }: { keyDataHash: string }) => keyDataHash);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(changed).not.toBe(first);
    expect(await years('VT 7')).toEqual([]);
  });

  test('gives the same digest as every other way to a model', async () => {
    const [{ id, keyDataHash }] = await years('VT 750', 'id keyDataHash');
    const one = await app.graph(`{ model(id: ${id}) { ilco keyDataHash } }`, {}, locksmith);
    expect(one.data?.model).toEqual({ ilco: 'X1', keyDataHash });
    const list = await app.graph(
      `{ lookupModels(makeId: ${honda.id}, mode: MODEL, value: "VT 750") { keyDataHash } }`,
      {},
      locksmith,
    );
    expect(list.data?.lookupModels[0]).toEqual({ keyDataHash });
  });

  test('gives another digest for the same key data of another make or name, and with another secret', async () => {
    const yamaha = await createMake(app, { displayName: 'Yamaha' });
    const digests = async () => {
      const models = await app.sql(`select id from models where name in ('Digest 1', 'Digest 2') order by id`);
      const asked = models.map(({ id }, n) => `m${n}: model(id: ${id}) { keyDataHash }`).join(' ');
      const { data } = await app.graph(`{ ${asked} }`, {}, locksmith);
      return Object.values(data!).map(({ keyDataHash }) => keyDataHash);
    };
    for (const [make, name, year] of [
      [honda, 'Digest 1', 2001],
      [honda, 'Digest 1', 2002],
      [honda, 'Digest 2', 2001],
      [yamaha, 'Digest 1', 2001],
    ] as const)
      await createModel(app, make, { name, year, ilco: 'X1' });
    const before = await digests();
    expect(before[1]).toBe(before[0]);
    expect(new Set(before).size).toBe(3);
    await app.sql(`update secrets set value = 'another'`);
    expect(new Set([...before, ...(await digests())]).size).toBe(6);
  });

  test('refuses a make that does not exist', async () => {
    const { errors } = await app.graph('{ modelYears(makeId: 999999, name: "X") { id } }', {}, locksmith);
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

test('keyDataHash covers each field of the key data, and neither null nor an empty text changes it', async () => {
  const hash = async (id: number) =>
    (await app.graph(`{ model(id: ${id}) { keyDataHash } }`, {}, locksmith)).data?.model.keyDataHash;
  const { id } = await createModel(app, honda, { name: 'Hash', year: 2000 });
  const seen = new Set([await hash(id)]);
  for (const { name, column, place } of KEY_DATA) {
    await app.sql(
      place
        ? `update models set ${column}[${place}] = 'x' where id = ?`
        : `update models set ${column} = 'x' where id = ?`,
      [id],
    );
    const changed = await hash(id);
    expect(seen, name).not.toContain(changed);
    seen.add(changed);
    await app.sql(
      place
        ? `update models set ${column}[${place}] = null where id = ?`
        : `update models set ${column} = '' where id = ?`,
      [id],
    );
    expect(await hash(id), name).toBe([...seen][0]);
  }
});

test('printSheet logs who printed which sheet, and opens none', async () => {
  const [model] = await app.sql(`select id from models where name = 'CBR600RR'`);
  const id = model?.id;
  const answer = await app.graph(`mutation { printSheet(input: { modelId: ${id} }) { kind details } }`, {}, locksmith);
  expect(answer.data?.printSheet).toEqual({
    kind: 'SHEET_PRINTED',
    details: 'Printed the sheet of Honda CBR600RR 2007',
  });
  // A device that printed without a network sends it later, and perhaps twice.
  const sent = `mutation { printSheet(input: { modelId: ${id}, sentId: "${crypto.randomUUID()}" }) { id } }`;
  const [once, again] = [await app.graph(sent, {}, locksmith), await app.graph(sent, {}, locksmith)];
  expect(again.data?.printSheet.id).toBe(once.data?.printSheet.id);

  const gone = await app.graph('mutation { printSheet(input: { modelId: 999999 }) { id } }', {}, locksmith);
  expect(gone.errors?.[0]?.message).toBe('There is no such model.');

  await app.sql(`update attempts set count = 199 where key = 'sheets printed by ${locksmith.user!.id}'`);
  const print = () => app.graph(`mutation { printSheet(input: { modelId: ${id} }) { id } }`, {}, locksmith);
  expect((await print()).errors).toBeUndefined();
  expect((await print()).errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});
