import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelImage } from '../../server/catalogue/images/modelImage.entity';
import type { Make } from '../../server/catalogue/make.entity';
import { type Person, startApp, type TestApp } from '../support/app';
import { createImage, createMake, createModel } from '../support/factories';
import { people } from '../support/people';

let app: TestApp;
let locksmith: Person;
let honda: Make;
beforeAll(async () => {
  app = await startApp();
  locksmith = await people.locksmith(app);
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
afterAll(() => app.close());

/** Statements of the operation itself, without those that read the caller. */
const ownStatements = () => app.statements().filter(({ sql }) => !sql.includes(' from sessions'));

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
    const document = '{ lookupModels(makeId: "53", mode: YEAR, value: "1995") { images { url } } }';
    // The first sheet of a user on a server also reads what the user opened before.
    await app.graph(document, {}, locksmith);
    ownStatements();
    await app.graph(document, {}, locksmith);
    expect(ownStatements()).toHaveLength(2);
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
