import { beforeEach, describe, expect, test } from 'vitest';
import { eraseAtTerminal } from '../../server/accounts/users/erasure.operations';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { sharedApp } from '../support/app';
import { createKeySystem, createMake, createModel, createUser, day } from '../support/factories';
import { sharedPerson, signedIn } from '../support/people';
import { act, checkedImport, csv, rowsOf } from '../support/sheets';

/* docs/rules.md, "Source and checks". */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const locksmith = sharedPerson(app, 'locksmith');
let honda: Make;
beforeEach(async () => {
  await app.sql('truncate models, makes, imports, log_entries, key_systems cascade');
  honda = await createMake(app, { displayName: 'Honda' });
});

const FIELDS = 'id version sample silca source checkedBy checkedAt';
const save = async (input: object, as = admin) =>
  (await app.graph(`mutation ($input: ModelInput!) { saveModel(input: $input) { ${FIELDS} } }`, { input }, as)).data
    ?.saveModel;
const created = (input: object = {}) =>
  save({ makeId: honda.id, name: 'CB 500', year: 2001, silca: 'HON63', ...input });
const read = async (id: string, as = admin) =>
  (
    await app.graph(
      `query ($id: ID!) { model(id: $id) { ${FIELDS} keySystem { name source checkedBy checkedAt } } }`,
      { id },
      as,
    )
  ).data?.model;
const historyOf = async (id: string) =>
  (
    await app.graph(
      'query ($id: ID!) { model(id: $id) { history { items { id changes { label before after } } } } }',
      { id },
      admin,
    )
  ).data?.model.history.items.map(({ id, changes }: any) => ({
    id,
    said: changes.map((c: any) => `${c.label}: ${c.before} → ${c.after}`),
  }));
const me = () => admin.user!.username;
const MARK = () => `${me()}, ${day(0)}`;
const UNCHECKED = { checkedBy: '', checkedAt: null };

describe('a check', () => {
  test('is made by the administrator who says so, and a changed value ends it, unless it says so again', async () => {
    const { id } = await created({ source: 'Ilco 2024, p. 12' });
    expect(await read(id)).toMatchObject({ source: 'Ilco 2024, p. 12', ...UNCHECKED });
    const first = await save({ id, checked: true });
    expect(first).toMatchObject({ checkedBy: me(), checkedAt: expect.stringContaining(day(0)) });
    expect(await read(id)).toEqual({ ...first, keySystem: null });

    // Neither the source nor a picture is a value.
    expect(await save({ id, source: 'Silca 2025' })).toMatchObject({ checkedAt: first.checkedAt });
    expect(await save({ id, silca: 'HON66' })).toMatchObject({ silca: 'HON66', ...UNCHECKED });
    expect(await save({ id, silca: 'HON70', checked: true })).toMatchObject({ checkedBy: me() });
    expect(await save({ id, checked: false })).toMatchObject(UNCHECKED);
    expect((await historyOf(id)).map(({ said }: any) => said)).toEqual([
      [`Checked by: ${MARK()} → `],
      ['SILCA: HON66 → HON70', `Checked by:  → ${MARK()}`],
      ['SILCA: HON63 → HON66', `Checked by: ${MARK()} → `],
      ['Source: Ilco 2024, p. 12 → Silca 2025'],
      [`Checked by:  → ${MARK()}`],
      expect.arrayContaining(['Source:  → Ilco 2024, p. 12']),
    ]);
  });

  test('takes the mark of sample data, and taking the mark is a check', async () => {
    const [one, other] = [await created({ sample: true }), await created({ sample: true, year: 2002 })];
    expect(await save({ id: one.id, checked: true })).toMatchObject({ sample: false, checkedBy: me() });
    expect(await save({ id: other.id, sample: false })).toMatchObject({ sample: false, checkedBy: me() });
    expect(await created({ sample: false, year: 2003 })).toMatchObject(UNCHECKED);
  });

  test('names the person to administrators; members see no address, visitors nobody', async () => {
    const { id } = await created({ source: 'Ilco', checked: true });
    await app.sql('insert into sample_sheet (model_id) values (?)', [id]);
    expect((await read(id)).checkedBy).toBe(me());
    expect((await read(id, locksmith)).checkedBy).toBe(me().split('@')[0]);
    const { data } = await app.graph('{ sampleSheet { source checkedBy checkedAt } }');
    expect(data?.sampleSheet).toEqual({ source: 'Ilco', checkedBy: '', checkedAt: expect.any(String) });
  });

  test('is not of a copy, nor of the copies in other years', async () => {
    const { id } = await created({ checked: true, source: 'Ilco' });
    expect(await save({ copyOf: id, makeId: honda.id, name: 'CB 500', year: 2010 })).toMatchObject(UNCHECKED);
    const { data } = await app.graph(
      'mutation ($input: CopyModelsInput!) { copyModels(input: $input) { id } }',
      { input: { selection: { ids: [id] }, years: [2011] } },
      admin,
    );
    await act(app, admin, 'applyImport', data?.copyModels.id);
    expect(await app.sql('select source, checked_by, checked_at from models where year = 2011')).toEqual([
      { source: 'Ilco', checked_by: '', checked_at: null },
    ]);
  });

  test('comes back with the state that was checked, and only with that', async () => {
    const { id } = await created({ checked: true });
    const { checkedAt } = await save({ id, silca: 'HON66', ilco: 'X1' });
    expect(checkedAt).toBeNull();
    const [last] = await historyOf(id);
    const restore = async (changeId: string) =>
      (
        await app.graph(
          `mutation ($input: RestoreModelInput!) { restoreModel(input: $input) { ${FIELDS} } }`,
          { input: { id, changeId } },
          admin,
        )
      ).data?.restoreModel;
    expect(await restore(last.id)).toMatchObject({ silca: 'HON63', checkedBy: me() });
  });
});

const set = async (field: string, value: string, ids: string[]) => {
  const { data, errors } = await app.graph(
    'mutation ($input: SetModelFieldInput!) { setModelField(input: $input) { id fileName } }',
    { input: { selection: { ids }, field, value } },
    admin,
  );
  return { ...data?.setModelField, errors: errors?.[0]?.extensions.errors };
};
const said = async (id: string) =>
  (await rowsOf(app, admin, id)).items.map(({ verdict, changes, problems }: any) => [
    verdict,
    ...changes.map((c: any) => `${c.label}: ${c.before} → ${c.after}`),
    ...problems.map((p: any) => p.message),
  ]);

describe('many models', () => {
  test('are marked as checked, and taken back', async () => {
    const ids = [(await created({ sample: true })).id, (await created({ year: 2002 })).id];
    const { id, fileName } = await set('CHECKED_BY', 'yes', ids);
    expect(fileName).toBe('Mark as checked');
    expect(await said(id)).toEqual([
      ['CHANGED', `Checked by:  → ${MARK()}`, 'Sample data: yes → no'],
      ['CHANGED', `Checked by:  → ${MARK()}`],
    ]);
    await act(app, admin, 'applyImport', id);
    expect(await read(ids[0])).toMatchObject({ sample: false, checkedBy: me() });
    await act(app, admin, 'undoImport', id);
    expect(await read(ids[0])).toMatchObject({ sample: true, ...UNCHECKED });
    expect((await set('CHECKED_AT', day(0), ids)).errors).toEqual({ value: ['This field cannot be set.'] });
    expect(await said((await set('CHECKED_BY', 'no', ids)).id)).toEqual([['UNCHANGED'], ['UNCHANGED']]);
  });

  test('lose their check with a value; the undo gives it back, unless something else has happened since', async () => {
    const ids = [(await created({ checked: true })).id, (await created({ year: 2002, checked: true })).id];
    const { id } = await set('SILCA', 'X', ids);
    expect(await said(id)).toEqual(Array(2).fill(['CHANGED', 'SILCA: HON63 → X', `Checked by: ${MARK()} → `]));
    await act(app, admin, 'applyImport', id);
    await save({ id: ids[1], ilco: 'HD75' });
    const { done } = await act(app, admin, 'undoImport', id);
    expect(done.undone).toMatchObject({ restored: 2, left: 0 });
    expect(await read(ids[0])).toMatchObject({ silca: 'HON63', checkedBy: me() });
    expect(await read(ids[1])).toMatchObject({ silca: 'HON63', ...UNCHECKED });
  });
});

test('a key system counts for its measures: its change leaves the checks of its models', async () => {
  const system = await createKeySystem(app, { name: 'Honda CMC37', source: 'HPC', macs: '2' });
  const { id } = await created({ keySystemId: String(system.id), checked: true });
  const { data } = await app.graph(
    'mutation ($input: KeySystemInput!) { saveKeySystem(input: $input) { checkedBy } }',
    { input: { id: system.id, macs: '3', checked: true } },
    admin,
  );
  expect(data?.saveKeySystem.checkedBy).toBe(me());
  expect(await read(id, locksmith)).toMatchObject({
    checkedBy: me().split('@')[0],
    keySystem: { name: 'Honda CMC37', source: 'HPC', checkedBy: me().split('@')[0], checkedAt: expect.any(String) },
  });
  // Values of its own are its own affair.
  expect(await save({ id, keySystemId: null })).toMatchObject({ checkedBy: me() });
  expect(await save({ id, macs: '4' })).toMatchObject(UNCHECKED);
});

describe('sheets', () => {
  const HEAD = ['Make', 'Model', 'Year', 'SILCA', 'Source', 'Checked by', 'Checked at'];

  test('say source and check, which the preview shows and the import keeps as given', async () => {
    const old = await created({ checked: true });
    const { id, totals } = await checkedImport(
      app,
      admin,
      csv([
        HEAD,
        ['Honda', 'CB 500', 2001, 'HON63', 'Ilco', 'Bob of Ilco', '2020-02-03'],
        ['Honda', 'CB 500', 2002, 'HON66', 'Silca', 'Ann', '2020-02-03 10:20'],
        ['Honda', 'CB 500', 2003, 'HON66', '', 'Ann', ''],
        ['Honda', 'CB 500', 2004, 'HON66', '', '', '2020-02-03'],
        ['Honda', 'CB 500', 2005, 'HON66', '', 'Ann', 'yesterday'],
        ['Honda', 'CB 500', 2006, 'HON66', '', 'Ann', day(2)],
      ]),
    );
    expect(totals).toMatchObject({ changed: 1, new: 2, refused: 3 });
    const rows = await said(id);
    expect(rows[0]).toEqual(['CHANGED', 'Source:  → Ilco', `Checked by: ${MARK()} → Bob of Ilco, 2020-02-03`]);
    expect(rows[1]).toEqual(expect.arrayContaining(['Source:  → Silca', 'Checked by:  → Ann, 2020-02-03']));
    expect(rows.slice(3)).toEqual([
      ['REFUSED', 'It says when it was checked, but not by whom.'],
      ['REFUSED', 'The time of the check must be a day, e.g. 2026-11-03, or a time in UTC.'],
      ['REFUSED', 'The check is in the future.'],
    ]);
    await act(app, admin, 'applyImport', id);
    expect(await read(old.id)).toMatchObject({
      source: 'Ilco',
      checkedBy: 'Bob of Ilco',
      checkedAt: '2020-02-03T00:00:00.000Z',
    });
    const stored = await app.sql(
      'select year, checked_by, checked_at from models where year in (2002, 2003) order by year',
    );
    expect(stored).toMatchObject([
      { checked_by: 'Ann', checked_at: '2020-02-03 10:20:00+00' },
      { checked_by: 'Ann', checked_at: `${day(0)} 00:00:00+00` },
    ]);
  });

  test('come back from complete exports unchanged; a value changed in them ends the check that they repeat', async () => {
    await created({ checked: true, source: 'Ilco 2024, "p. 12"' });
    const download = async (format: string, as = admin) =>
      (
        await app.app.inject({
          url: `/api/products/download?format=${format}&complete=true`,
          headers: { cookie: `session=${as.token}` },
        })
      ).rawPayload;
    for (const format of ['csv', 'xlsx'])
      expect(
        (await checkedImport(app, admin, await download(format), { name: `again.${format}` })).totals,
      ).toMatchObject({
        unchanged: 1,
      });
    const text = String(await download('csv'));
    const { id } = await checkedImport(app, admin, text.replace('HON63', 'HON66'));
    expect(await said(id)).toEqual([['CHANGED', 'SILCA: HON63 → HON66', `Checked by: ${MARK()} → `]]);

    const downloader = await signedIn(app, await createUser(app, { databaseDownloadAllowed: true }));
    const theirs = String(await download('csv', downloader));
    expect(theirs).not.toContain(me());
    expect(theirs).toContain(`,${me().split('@')[0]},${day(0)}`);
  });
});

describe('lists', () => {
  const found = async (filter: object) =>
    (
      await app.graph(
        'query ($filter: ModelFilter) { models(filter: $filter, sortBy: YEAR) { items { year } } }',
        { filter },
        admin,
      )
    ).data?.models.items.map(({ year }: any) => year);
  const searched = async (filter: object) =>
    (
      await app.graph(
        'query ($filter: CheckedFilter) { searchModels(make: "honda", filter: $filter, sortBy: YEAR) { items { year } } }',
        { filter },
        admin,
      )
    ).data?.searchModels.items.map(({ year }: any) => year);

  test('are filtered by check and source', async () => {
    const at = (days: number) => ({ checkedBy: 'ann', checkedAt: new Date(`${day(days)}T12:00:00Z`) });
    await createModel(app, honda, { year: 2001, source: 'Ilco 2024, 100%' });
    await createModel(app, honda, { year: 2002, ...at(0) });
    await createModel(app, honda, { year: 2003, source: 'SILCA', ...at(-400) });
    for (const list of [found, searched]) {
      expect(await list({ checked: false })).toEqual([2001]);
      expect(await list({ checked: true })).toEqual([2002, 2003]);
      expect(await list({ checkedBefore: day(-365) })).toEqual([2003]);
      expect(await list({ source: 'silca' })).toEqual([2003]);
      expect(await list({ source: '0%' })).toEqual([2001]);
      expect(await list({ checked: false, source: 'silca' })).toEqual([]);
    }
    await createKeySystem(app, { name: 'A', source: 'HPC', ...at(-400) });
    await createKeySystem(app, { name: 'B', source: 'ITL' });
    const systems = async (filter: object) =>
      (
        await app.graph(
          'query ($filter: KeySystemFilter) { keySystems(filter: $filter) { items { name } } }',
          { filter },
          admin,
        )
      ).data?.keySystems.items.map(({ name }: any) => name);
    expect(await systems({ checkedBefore: day(-365) })).toEqual(['A']);
    expect(await systems({ source: 'itl' })).toEqual(['B']);
  });
});

test('whoever is erased has checked nothing any longer', async () => {
  const user = await createUser(app, { username: 'anna', roleId: 1 });
  const { id } = await save({ makeId: honda.id, name: 'CB', year: 2001, checked: true }, await signedIn(app, user));
  const { pseudonym } = await eraseAtTerminal(app.system, { who: 'anna' });
  expect((await read(id)).checkedBy).toBe(pseudonym);
  expect(JSON.stringify(await app.sql('select changes from model_changes'))).not.toContain('anna');
});
