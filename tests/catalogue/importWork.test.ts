import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { longWork } from '../../server/outside/postgres/connections';
import { sharedApp, startApp } from '../support/app';
import { createMake, createModel, PASSWORD } from '../support/factories';
import { sharedPerson } from '../support/people';
import { act, catalogue, checkedImport, csv, importOf, type Row, settled, startImport } from '../support/sheets';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let honda: Make;
beforeAll(async () => {
  // A trigger makes writes of this model wait for advisory lock 7.
  await app.sql(`create function wait() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(7); return new; end $$`);
  await app.sql(`create trigger wait before insert or update on models for each row when (new.name = 'Slow')
    execute function wait()`);
  await app.sql(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'internal'; end $$`,
  );
});
beforeEach(async () => {
  await app.sql('drop trigger if exists fail on models');
  await app.sql('truncate models, makes, imports, log_entries cascade');
  honda = await createMake(app, { displayName: 'Honda' });
});

const HEADINGS = ['Make', 'Model', 'Year', 'ILCO'];
const models = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ['Honda', `M ${index}`, 2005, 'x']);
const SLOW: Row = ['Honda', 'Slow', 2005, 'new'];

const start = async (name: 'applyImport' | 'undoImport', id: string, from = app) => {
  const fields = 'state progress { task done total } failure { message }';
  const answer = await from.graph(`mutation ($id: ID!) { ${name}(input: { id: $id }) { ${fields} } }`, { id }, admin);
  return { answer: answer.data?.[name], code: answer.errors?.[0]?.extensions.code };
};

/** Holds the locks that `statement` takes, until the returned function is called. */
async function held(statement = 'select pg_advisory_xact_lock(7)') {
  const em = app.orm.em.fork();
  await longWork(() => em.begin());
  await em.execute(statement);
  return () => em.rollback();
}

const workers = (id: string) =>
  app.sql(`select pid from pg_locks where locktype = 'advisory' and classid = 1838 and objid = ?`, [Number(id)]);
const waitsForLock = async () =>
  (
    await app.sql(`select count(*)::int as n from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`)
  )[0]?.n;

describe('a task', () => {
  test('returns at once and continues; another server shows its progress and starts no second one', async () => {
    const other = await startApp({ sharing: app });
    const slow = await createModel(app, honda, { name: 'Slow', year: 2005, ilco: 'old' });
    const { id } = await checkedImport(app, admin, csv([HEADINGS, ...models(2_500), SLOW]));
    const release = await held();
    expect((await start('applyImport', id)).answer).toEqual({
      state: 'CHECKED',
      progress: { task: 'APPLY', done: 0, total: 2_501 },
      failure: null,
    });
    await expect.poll(async () => (await importOf(other, admin, id)).progress?.done).toBeGreaterThan(0);
    expect((await start('applyImport', id, other)).code).toBe('CONFLICT');
    expect((await act(other, admin, 'deleteImport', id)).code).toBe('CONFLICT');
    const listed = await other.graph('{ imports { items { progress { task total } } } }', {}, admin);
    expect(listed.data?.imports.items).toEqual([{ progress: { task: 'APPLY', total: 2_501 } }]);
    // The lock that a correction of this model, or a new picture, needs.
    await app.sql('select id from models where id = ? for key share nowait', [slow.id]);
    // The locks that changing a user and deleting a make wait for.
    await app.sql('select id from users for update nowait');
    await app.sql('select id from makes for update nowait');
    await release();
    expect(await settled(app, admin, id)).toMatchObject({ state: 'APPLIED', failure: null });
    await other.close();
  });

  test('can also be a check or an undo', async () => {
    await createModel(app, honda, { name: 'Slow', year: 2005, ilco: 'old' });
    const { started } = await startImport(app, admin, csv([HEADINGS, ...models(3), SLOW]));
    let release = await held('lock import_rows in exclusive mode');
    const mapping = ['MAKE', 'MODEL', 'YEAR', 'ILCO'].map((field, column) => ({ column, field }));
    const document = `mutation ($id: ID!, $mapping: [ImportMappingInput!]!) {
      checkImport(input: { id: $id, mapping: $mapping }) { state progress { task done total } } }`;
    const checking = await app.graph(document, { id: started.id, mapping }, admin);
    expect(checking.data?.checkImport).toEqual({ state: 'MAPPING', progress: { task: 'CHECK', done: 0, total: 4 } });
    await release();
    expect(await settled(app, admin, started.id)).toMatchObject({ state: 'CHECKED', totals: { new: 3, changed: 1 } });
    await act(app, admin, 'applyImport', started.id);
    release = await held();
    expect((await start('undoImport', started.id)).answer).toEqual({
      state: 'APPLIED',
      progress: { task: 'UNDO', done: 0, total: 4 },
      failure: null,
    });
    await release();
    expect(await settled(app, admin, started.id)).toMatchObject({
      state: 'UNDONE',
      undone: { restored: 1, deleted: 3 },
    });
  });

  test('that fails keeps its reason until it is started again; nothing is left changed or locked', async () => {
    const slow = await createModel(app, honda, { name: 'Slow', year: 2005, ilco: 'old' });
    const { id } = await checkedImport(app, admin, csv([HEADINGS, ...models(1_500), SLOW]));
    const failing = `create trigger fail before insert or update on models for each row when (new.name = 'Slow')
      execute function fail()`;
    const message = 'A server error occurred. Please try again later.';
    const before = await catalogue(app);
    await app.sql(failing);
    expect((await act(app, admin, 'applyImport', id)).code).toBe('INTERNAL_SERVER_ERROR');
    expect(await importOf(app, admin, id)).toMatchObject({
      state: 'CHECKED',
      progress: null,
      failure: { task: 'APPLY', code: 'INTERNAL_SERVER_ERROR', message },
    });
    expect(await catalogue(app)).toBe(before);
    expect(await workers(id)).toEqual([]);
    await app.sql('drop trigger fail on models');
    expect((await act(app, admin, 'applyImport', id)).done).toMatchObject({ state: 'APPLIED' });

    await app.sql(failing);
    const applied = await catalogue(app);
    expect((await act(app, admin, 'undoImport', id)).message).toBe(message);
    expect(await importOf(app, admin, id)).toMatchObject({ state: 'APPLIED', failure: { task: 'UNDO' } });
    expect(await catalogue(app)).toBe(applied);
    expect(await workers(id)).toEqual([]);
    await app.sql('select id from models where id = ? for update nowait', [slow.id]);
    await app.sql('drop trigger fail on models');
    expect((await act(app, admin, 'undoImport', id)).done?.undone).toMatchObject({ restored: 1, deleted: 1_500 });
  });

  test('is rolled back when its server stops, even in the middle of a statement, and reported as interrupted', async () => {
    const other = await startApp({ sharing: app });
    const { id } = await checkedImport(app, admin, csv([HEADINGS, ...models(10), SLOW]));
    const before = await catalogue(app);
    const release = await held();
    await start('applyImport', id, other);
    await expect.poll(waitsForLock).toBe(1);
    await other.close();
    expect(await importOf(app, admin, id)).toMatchObject({
      state: 'CHECKED',
      progress: null,
      failure: {
        task: 'APPLY',
        code: 'SERVICE_UNAVAILABLE',
        message: 'The server was interrupted before this import was applied. Nothing was saved: please try again.',
      },
    });
    expect(await catalogue(app)).toBe(before);
    await release();
    expect((await act(app, admin, 'applyImport', id)).done).toMatchObject({ state: 'APPLIED' });
    expect(await app.sql('select count(*)::int as n from models')).toEqual([{ n: 11 }]);
  });

  test.each(['applyImport', 'undoImport'] as const)(
    '%s that loses its connection is told as interrupted at once, and can be begun again at once',
    async (name) => {
      await createModel(app, honda, { name: 'Slow', year: 2005, ilco: 'old' });
      const { id } = await checkedImport(app, admin, csv([HEADINGS, ...models(10), SLOW]));
      if (name === 'undoImport') await act(app, admin, 'applyImport', id);
      const before = await catalogue(app);
      const release = await held();
      await start(name, id);
      await expect.poll(waitsForLock).toBe(1);
      const [worker] = await workers(id);
      await app.sql('select pg_terminate_backend(?)', [worker?.pid]);
      const result = await settled(app, admin, id);
      expect(result.state).toBe(name === 'applyImport' ? 'CHECKED' : 'APPLIED');
      expect(result.failure).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('interrupted'),
      });
      expect(await catalogue(app)).toBe(before);
      await release();
      expect((await act(app, admin, name, id)).done?.failure).toBeUndefined();
      expect((await importOf(app, admin, id)).state).toBe(name === 'applyImport' ? 'APPLIED' : 'UNDONE');
    },
  );

  test('is rolled back if a make was deleted meanwhile', async () => {
    const { id } = await checkedImport(app, admin, csv([HEADINGS, ...models(3), SLOW]));
    const release = await held();
    await start('applyImport', id);
    await expect.poll(waitsForLock).toBe(1);
    await app.sql('delete from makes');
    await release();
    expect((await settled(app, admin, id)).failure).toMatchObject({ task: 'APPLY', code: 'CONFLICT' });
    expect(await app.sql('select id from models')).toEqual([]);
  });

  test('runs with at most one other task; a third request must wait', async () => {
    const files = [1, 2, 3].map((ilco) => csv([HEADINGS, ['Honda', 'Slow', 2000 + ilco, ilco]]));
    const ids: string[] = [];
    for (const file of files) ids.push((await checkedImport(app, admin, file)).id);
    const release = await held();
    for (const id of ids.slice(0, 2)) expect((await start('applyImport', id)).code).toBeUndefined();
    expect((await start('applyImport', ids[2]!)).code).toBe('TOO_MANY_REQUESTS');
    await release();
    for (const id of ids.slice(0, 2)) expect((await settled(app, admin, id)).state).toBe('APPLIED');
    expect((await act(app, admin, 'applyImport', ids[2]!)).done?.state).toBe('APPLIED');
  });
});

describe('while an import is written', () => {
  /** Runs calls that must work during an import; returns the errors. */
  async function othersWork(saved: { id: number }, deleted: { id: number }) {
    const call = (name: string, type: string, input: object) =>
      app.graph(`mutation ($input: ${type}!) { ${name}(input: $input) { id } }`, { input }, admin);
    const makeId = String(honda.id);
    const answers = [
      await call('saveModel', 'ModelInput', { id: String(saved.id), makeId, ilco: 'saved' }),
      await call('saveModel', 'ModelInput', { makeId, name: 'Created', year: 2006 }),
      await call('deleteModel', 'DeleteModelInput', { id: String(deleted.id) }),
      await call('saveMake', 'MakeInput', { id: makeId, otherDetails: 'saved' }),
      await app.graph('mutation ($input: LoginInput!) { login(input: $input) { id } }', {
        input: { username: admin.user?.username, password: PASSWORD },
      }),
    ];
    return answers.flatMap(({ errors }) => errors?.map(({ message }) => message) ?? []);
  }

  const at = {
    'amid its models': () => 'select pg_advisory_xact_lock(7)',
    // Applying moves the last model to this make, undoing moves it back to the other.
    'at its end, when its makes are checked': (makes: Make[]) =>
      `select id from makes where id in (${makes.map(({ id }) => id).join(', ')}) for update`,
  };
  test.each(Object.entries(at))('other models, all makes and signing in do not wait for it: %s', async (_at, lock) => {
    const [suzuki, yamaha] = [
      await createMake(app, { displayName: 'Suzuki' }),
      await createMake(app, { displayName: 'Yamaha' }),
    ];
    const [first, slow, last] = [
      await createModel(app, honda, { name: 'First', year: 2005 }),
      await createModel(app, honda, { name: 'Slow', year: 2005 }),
      await createModel(app, yamaha, { name: 'Last', year: 2005 }),
    ];
    const { id } = await checkedImport(
      app,
      admin,
      csv([
        ['ID', ...HEADINGS],
        ['', 'Honda', 'New', 2005, 'x'],
        [first.id, 'Suzuki', 'First', 2005, 'new'],
        [slow.id, 'Honda', 'Slow', 2005, 'new'],
        [last.id, 'Suzuki', 'Last', 2005, 'new'],
      ]),
    );
    for (const [task, state] of [
      ['applyImport', 'APPLIED'],
      ['undoImport', 'UNDONE'],
    ] as const) {
      const [saved, deleted] = [await createModel(app, honda), await createModel(app, honda)];
      const release = await held(lock(task === 'applyImport' ? [suzuki] : [yamaha]));
      await start(task, id);
      await expect.poll(waitsForLock).toBe(1);
      expect(await othersWork(saved, deleted)).toEqual([]);
      // It has not ended meanwhile.
      expect((await importOf(app, admin, id)).progress?.task).toBeDefined();
      await release();
      expect(await settled(app, admin, id)).toMatchObject({ state, failure: null });
      expect(await app.sql('select ilco from models where id in (?, ?)', [saved.id, deleted.id])).toEqual([
        { ilco: 'saved' },
      ]);
    }
    expect(await app.sql('select other_details from makes where id = ?', [honda.id])).toEqual([
      { other_details: 'saved' },
    ]);
  });
});
