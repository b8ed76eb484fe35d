import { beforeAll, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
beforeAll(async () => {
  const honda = await createMake(app, { id: 53, displayName: 'Honda' });
  const bmw = await createMake(app, { id: 7, displayName: 'BMW' });
  const spacing = ['', '.2', ...Array(10).fill('')];
  await createModel(app, honda, { name: 'CB 500', year: 1994, ilco: 'HD75', spacing, sample: true });
  await createModel(app, honda, { name: 'CB 500', year: 2003, silca: 'HON63' });
  const pictured = await createModel(app, honda, { name: 'Été 50%', year: 2007, codeSeries: 'A1-A9', hpc: 'CX1' });
  await createModel(app, bmw, { name: 'R 1200', year: 2007, oem: '51', sample: true });
  await app.sql(`insert into images (hash, kind, width, height, touched_at) values ('p', 'models', 1, 1, now())`);
  await app.sql(
    `insert into model_images (model_id, position, hash, width, height) values (${pictured.id}, 0, 'p', 1, 1)`,
  );
  await app.sql(`update models set updated_at = '2020-05-05T23:59:00Z' where year = 2007 and make_id = 53`);
  await app.sql(`update models set updated_at = '2020-05-06T00:00:00Z' where year = 2003`);
});

const list = (variables: object, as = admin) =>
  app.graph(
    `query ($filter: ModelFilter, $page: Int = 1, $limit: Int = 10, $sortBy: ModelSort = YEAR, $dir: SortDirection = ASC) {
       models(filter: $filter, page: $page, limit: $limit, sortBy: $sortBy, dir: $dir) { total items { name year make { id } } } }`,
    variables,
    as,
  );

const [OLD, NEWER, ETE, BMW] = ['CB 500 1994', 'CB 500 2003', 'Été 50% 2007', 'R 1200 2007'];

test.each([
  [{ makeId: '53' }, [OLD, NEWER, ETE]],
  [{ makeId: '9' }, []],
  [{ name: 'cb' }, [OLD, NEWER]],
  [{ name: 'ÉTÉ' }, [ETE]],
  [{ name: '0%' }, [ETE]],
  [{ search: 'cb' }, [OLD, NEWER]],
  [{ search: '500 cb' }, [OLD, NEWER]],
  [{ search: 'HONDA 2003' }, [NEWER]],
  [{ search: '2007 hon' }, [ETE]],
  [{ search: 'bmw 0' }, [BMW]],
  [{ search: 'bmw 500' }, []],
  [{ search: '0%' }, [ETE]],
  [{ search: '200' }, [BMW]],
  [{ search: 'cb', makeId: '53', yearTo: 2000 }, [OLD]],
  [{ search: `${'cb '.repeat(10)}ignored` }, [OLD, NEWER]],
  [{ yearFrom: 2003 }, [NEWER, ETE, BMW]],
  [{ yearTo: 2003 }, [OLD, NEWER]],
  [{ yearFrom: 1995, yearTo: 2006 }, [NEWER]],
  [{ missing: 'BLANK' }, [ETE]],
  [{ missing: 'ILCO' }, [NEWER, ETE, BMW]],
  [{ missing: 'CODE_SERIES' }, [OLD, NEWER, BMW]],
  [{ missing: 'SPACING' }, [NEWER, ETE, BMW]],
  [{ missing: 'DEPTH', makeId: '7' }, [BMW]],
  [{ missing: 'PICTURE' }, [OLD, NEWER, BMW]],
  [{ sample: true }, [OLD, BMW]],
  [{ sample: false, missing: 'HPC' }, [NEWER]],
  [{ changedTo: '2020-05-05' }, [ETE]],
  [{ changedFrom: '2020-05-06', changedTo: '2020-05-06' }, [NEWER]],
  [{ changedFrom: '2020-05-07' }, [OLD, BMW]],
  [{ changedFrom: '1000-01-01', changedTo: '9999-12-31' }, [OLD, NEWER, ETE, BMW]],
  [{ name: ' ', search: ' ', makeId: null }, [OLD, NEWER, ETE, BMW]],
])('the models that match %j', async (filter, expected) => {
  const { data } = await list({ filter });
  expect(data?.models.items.map(({ name, year }: any) => `${name} ${year}`).sort()).toEqual([...expected].sort());
  expect(data?.models.total).toBe(expected.length);
});

test('are sorted and paged', async () => {
  const { data } = await list({ filter: { yearFrom: 2000 }, sortBy: 'NAME', dir: 'DESC', page: 2, limit: 2 });
  expect(data?.models).toEqual({ total: 3, items: [{ name: 'CB 500', year: 2003, make: { id: '53' } }] });
});

test.each([
  [{ changedFrom: '2020-02-30' }],
  [{ makeId: 'x' }],
  [{ yearFrom: 123_456 }],
  [{ name: 'x'.repeat(256) }],
  [{ search: 'x'.repeat(256) }],
])('refuses %j', async (filter) => {
  expect((await list({ filter })).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
});

test('the export takes the filter, and the log says so', async () => {
  const query = 'format=csv&company_id=53&search=cb+500&missing=code_series&year_from=1990&sample=false';
  const response = await app.rest('GET', `/products/download?${query}`, { as: admin });
  expect(response.headers['x-total-rows']).toBe('1');
  expect(response.body.split('\r\n').slice(1)).toEqual([expect.stringMatching(/^Honda,CB 500,2003,/), '']);
  const [line] = await app.sql('select details from log_entries order by id desc limit 1');
  expect(line).toEqual({ details: 'Exported models of the catalogue as CSV: 1 models' });
  const wrong = await app.rest('GET', '/products/download?missing=wheels', { as: admin });
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['missing']]);
});
