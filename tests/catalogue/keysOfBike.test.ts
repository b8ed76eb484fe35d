import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { type Person, startApp, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';
import { act, checkedImport, csv, type Row, rowsOf } from '../support/sheets';

/* Records of one make, name and year are the keys of one bike (docs/rules.md, "Keys of a bike"). */

let app: TestApp;
let admin: Person;
let honda: Make;
beforeAll(async () => {
  app = await startApp();
  admin = await people.administrator(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('truncate models, makes, imports, log_entries cascade');
  honda = await createMake(app, { displayName: 'Honda' });
});

const bike = { name: 'CBR 600', year: 2004 };
const key = (locks: string, ilco: string, more: object = {}) =>
  createModel(app, honda, { ...bike, locks, ilco, ...more });
/** Year, locks and blank of every record. */
const keys = async () =>
  (await app.sql('select year, locks, ilco from models order by year, id')).map(({ year, locks, ilco }) =>
    [year, locks, ilco].join(' '),
  );

describe('an import', () => {
  const HEAD = ['Make', 'Model', 'Year', 'Locks', 'ILCO'];
  const check = (...rows: Row[]) => checkedImport(app, admin, csv([HEAD, ...rows]));
  const shown = async (id: string) =>
    (await rowsOf(app, admin, id)).items.map(({ verdict, modelId, changes, problems }: any) =>
      [
        verdict,
        modelId,
        ...changes.map((c: any) => `${c.label}: ${c.before} → ${c.after}`),
        ...problems.map((p: any) => p.message),
      ].join(' | '),
    );
  const row = (locks: string, ilco: string): Row => ['honda', 'cbr 600', 2004, locks, ilco];

  test('makes a key of each row of a bike with other locks, but not of two rows with the same', async () => {
    const { id, totals } = await check(
      row('All (except luggage)', 'X1'),
      row('Luggage', 'X2'),
      row('luggage', 'X3'),
      row('', 'X4'),
    );
    expect(totals).toMatchObject({ new: 3, duplicates: 1 });
    expect((await shown(id))[2]).toBe('DUPLICATE |  | Row 3 is for the same model.');
    await act(app, admin, 'applyImport', id);
    expect(await keys()).toEqual(['2004 All (except luggage) X1', '2004 Luggage X2', '2004  X4']);
  });

  test('finds the key of a bike by its locks; without them it asks which', async () => {
    const all = await key('All (except luggage)', 'X1');
    const luggage = await key('Luggage', 'X2');
    const { id } = await check(
      row('LUGGAGE', 'X20'),
      row('All (except luggage)', 'X1'),
      row('', 'X9'),
      row('Seat', 'X3'),
    );
    expect(await shown(id)).toEqual([
      `CHANGED | ${luggage.id} | ILCO: X2 → X20 | Locks: Luggage → LUGGAGE`,
      `UNCHANGED | ${all.id}`,
      `DUPLICATE |  | 2 models match, with the IDs ${all.id}, ${luggage.id}: choose one by its ID or its locks.`,
      'NEW |  | Make:  → Honda | Model:  → cbr 600 | Year:  → 2004 | ILCO:  → X3 | Locks:  → Seat',
    ]);
    await act(app, admin, 'applyImport', id);
    expect(await keys()).toEqual(['2004 All (except luggage) X1', '2004 LUGGAGE X20', '2004 Seat X3']);
  });

  test('gives a record without locks to the row that differs least from it', async () => {
    const old = await key('', 'X1');
    const { id } = await check(row('Luggage', 'X2'), row('All (except luggage)', 'X1'));
    expect(await shown(id)).toEqual([
      'NEW |  | Make:  → Honda | Model:  → cbr 600 | Year:  → 2004 | ILCO:  → X2 | Locks:  → Luggage',
      `CHANGED | ${old.id} | Locks:  → All (except luggage)`,
    ]);
    await act(app, admin, 'applyImport', id);
    expect(await keys()).toEqual(['2004 All (except luggage) X1', '2004 Luggage X2']);
  });

  test('is refused if its new key has been recorded since the check, but not for another key of the bike', async () => {
    const first = await check(row('Luggage', 'X2'));
    await key('All (except luggage)', 'X1');
    await act(app, admin, 'applyImport', first.id);
    expect(await keys()).toEqual(['2004 All (except luggage) X1', '2004 Luggage X2']);

    const second = await check(row('Seat', 'X3'));
    await key('seat', 'X4');
    expect((await act(app, admin, 'applyImport', second.id)).code).toBe('CONFLICT');
  });
});

describe('copying', () => {
  const copyTo = async (ids: number[], years: number[]) => {
    const document =
      'mutation ($input: CopyModelsInput!) { copyModels(input: $input) { id totals { new duplicates } } }';
    const input = { selection: { ids: ids.map(String) }, years };
    return (await app.graph(document, { input }, admin)).data?.copyModels as { id: string; totals: object };
  };

  test('of a model to other years takes all keys of its bike, labelled or not', async () => {
    const labelled = await key('All (except luggage)', 'X1');
    await key('Luggage', 'X2', { name: 'cbr 600' });
    const { id, totals } = await copyTo([labelled.id], [2005]);
    expect(totals).toEqual({ new: 2, duplicates: 0 });
    await act(app, admin, 'applyImport', id);
    expect((await keys()).slice(2)).toEqual(['2005 All (except luggage) X1', '2005 Luggage X2']);

    await app.sql(`update models set locks = '' where year = 2005`);
    const again = await copyTo([labelled.id + 2], [2006]);
    expect(again.totals).toEqual({ new: 2, duplicates: 0 });
    await act(app, admin, 'applyImport', again.id);
    expect((await keys()).slice(4)).toEqual(['2006  X1', '2006  X2']);
    // A year that has them is not given them twice.
    expect((await copyTo([labelled.id], [2005, 2006])).totals).toEqual({ new: 0, duplicates: 4 });
  });

  test('leaves out a key that the year has, and one that it was given since', async () => {
    const all = await key('All (except luggage)', 'X1');
    await key('Luggage', 'X2');
    await key('Luggage', 'X9', { year: 2005 });
    const { id, totals } = await copyTo([all.id], [2005, 2006]);
    expect(totals).toEqual({ new: 3, duplicates: 1 });
    await key('all (except luggage)', 'X8', { year: 2006 });
    const { done } = await act(app, admin, 'applyImport', id);
    expect(done.totals).toMatchObject({ new: 2, duplicates: 2 });
  });

  test('in the form takes the other keys along, unless it is a further key of the bike', async () => {
    const all = await key('All (except luggage)', 'X1');
    await key('Luggage', 'X2', { spacing: Array(12).fill('.100') });
    const save = (input: object) =>
      app.graph(
        'mutation ($input: ModelInput!) { saveModel(input: $input) { id otherKeys { year locks ilco spacing } } }',
        { input: { copyOf: String(all.id), makeId: String(honda.id), ...input } },
        admin,
      );
    const copied = await save({ name: 'CBR 600', year: 2005, locks: 'All (except luggage)', ilco: 'X1' });
    expect(copied.data?.saveModel).toMatchObject({
      otherKeys: [{ year: 2005, locks: 'Luggage', ilco: 'X2', spacing: Array(12).fill('.100') }],
    });
    await save({ name: 'cbr 600', year: 2004, locks: 'Seat', ilco: 'X3' });
    expect(await keys()).toEqual([
      '2004 All (except luggage) X1',
      '2004 Luggage X2',
      '2004 Seat X3',
      '2005 All (except luggage) X1',
      '2005 Luggage X2',
    ]);
    const lines = await app.sql(`select details from log_entries where kind = 'MODEL_CREATED' order by id`);
    expect(lines).toHaveLength(3);
  });
});

test('all keys of a bike are renamed at once, but not onto another bike', async () => {
  await key('', 'X1');
  await key('', 'X2');
  await key('', 'X3', { year: 2005 });
  const document = `mutation ($input: SetModelFieldInput!) { setModelField(input: $input) { id totals { changed duplicates } } }`;
  const set = async (field: string, value: string) =>
    (await app.graph(document, { input: { selection: {}, field, value } }, admin)).data?.setModelField as {
      id: string;
      totals: object;
    };
  expect((await set('MODEL', 'CBR 600 RR')).totals).toEqual({ changed: 3, duplicates: 0 });
  const { id, totals } = await set('MODEL', 'cbr 600');
  expect(totals).toEqual({ changed: 3, duplicates: 0 });
  expect((await act(app, admin, 'applyImport', id)).done.totals).toMatchObject({ changed: 3, duplicates: 0 });
  expect((await set('YEAR', '2005')).totals).toEqual({ changed: 0, duplicates: 2 });
});
