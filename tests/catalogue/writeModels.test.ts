import { beforeAll, expect, test } from 'vitest';
import { ChangeSource } from '../../server/catalogue/history/modelChange.entity';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { newModel } from '../../server/catalogue/models/modelRow';
import { modelsWith } from '../../server/catalogue/models/readModels';
import { type ModelWrite, writeModels, writeOf } from '../../server/catalogue/models/writeModels';
import { LogKind } from '../../server/logs/logKind';
import { sharedApp } from '../support/app';
import { createImage, createMake, createModel, createUser } from '../support/factories';

const app = sharedApp();
let honda: Make;
beforeAll(async () => {
  honda = await createMake(app, { displayName: 'Honda' });
});

/** Writes a batch in a transaction of its own. */
async function write(batch: ModelWrite[]) {
  const user = await createUser(app);
  const by = { user, source: ChangeSource.BULK, kind: LogKind.MODEL_UPDATED };
  return app.orm.em.fork().transactional((em) => writeModels(em, batch, by));
}
const read = async (id: number) => (await modelsWith(app.orm.em.fork(), [id]))[0]!;
const historyOf = (id: number) =>
  app.sql('select source, created, changes from model_changes where model_id = ? order by id', [id]);
const linesOf = (id: number) => app.sql('select kind, details from log_entries where subject_id = ?', [id]);

test('new, changed and unchanged models in one batch: each has its history and its line of the log once', async () => {
  const [changed, same] = [await createModel(app, honda, { silca: 'HD75' }), await createModel(app, honda)];
  await createImage(app, 'a'.repeat(64));
  const made = {
    ...newModel(),
    make: honda,
    name: `O'Neil ? $1`,
    year: 1998,
    spacing: ['.100', ...Array(11).fill('')],
    images: [{ id: 0, position: 0, hash: 'a'.repeat(64), width: 1200, height: 800 }],
  };
  const before = await read(changed.id);
  const saved = await write([
    writeOf(before, { ...before, silca: 'HD109', sample: true }, 'Changed it'),
    writeOf(null, made, 'Made it'),
    writeOf(await read(same.id), await read(same.id)),
  ]);
  expect(saved.map((one) => one?.version)).toEqual([2, 1, 2]);
  const id = saved[1]!.id;
  expect(await read(id)).toMatchObject({
    make: { id: honda.id, displayName: 'Honda' },
    name: made.name,
    spacing: made.spacing,
    sample: false,
    images: [{ hash: 'a'.repeat(64), width: 1200, height: 800 }],
  });
  expect(await read(changed.id)).toMatchObject({ silca: 'HD109', sample: true, version: 2 });
  expect(await historyOf(changed.id)).toEqual([
    {
      source: 'bulk',
      created: false,
      changes: [
        { field: 'silca', label: 'SILCA', before: 'HD75', after: 'HD109' },
        { field: 'sample', label: 'Sample data', before: 'no', after: 'yes' },
      ],
    },
  ]);
  expect((await historyOf(id)).map(({ created }) => created)).toEqual([true]);
  expect(await historyOf(same.id)).toEqual([]);
  expect(await linesOf(changed.id)).toEqual([{ kind: 'MODEL_UPDATED', details: 'Changed it' }]);
  expect(await linesOf(id)).toEqual([{ kind: 'MODEL_UPDATED', details: 'Made it' }]);
  expect(await linesOf(same.id)).toEqual([]);
});

test.each([
  ['has another version', `update models set version = 2 where name = 'other'`],
  ['is locked by somebody else', `select from models where name = 'other' for no key update`],
])('a batch with a model that %s is refused as a whole', async (_what, statement) => {
  await app.sql('delete from models');
  const models = await Promise.all(['free', 'other'].map((name) => createModel(app, honda, { name })));
  const rows = await Promise.all(models.map(({ id }) => read(id)));
  await app.orm.em.fork().transactional(async (em) => {
    if (statement.startsWith('update')) await app.sql(statement);
    else await em.execute(statement);
    const batch = rows.map((row) => writeOf(row, { ...row, tips: 'new' }, 'Changed it'));
    await expect(write(batch)).rejects.toThrow('A model was not locked');
  });
  for (const { id } of models)
    expect([await historyOf(id), await linesOf(id), (await read(id)).tips]).toEqual([[], [], '']);
});

test('a change that waited for another one is the later one', async () => {
  const { id } = await createModel(app, honda, { name: 'waits' });
  await app.orm.em.fork().transactional(async (em) => {
    await em.execute('select 1');
    const before = await read(id);
    await write([writeOf(before, { ...before, tips: 'first' })]);
    const by = { user: await createUser(app), source: ChangeSource.FORM };
    const between = await read(id);
    await writeModels(em, [writeOf(between, { ...between, tips: 'second' })], by);
  });
  const history = await app.sql('select changes from model_changes where model_id = ? order by created_at', [id]);
  expect(history.map(({ changes }) => changes[0].after)).toEqual(['first', 'second']);
});
