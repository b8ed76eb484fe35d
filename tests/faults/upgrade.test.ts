import { Migration } from '@mikro-orm/migrations';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { connected } from '../../bench/postgres';
import { migrate } from '../../server/database';
import { type Person, sharedApp, startApp, type TestApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';

/*
 * A rolling upgrade: servers of this release keep working while the next one migrates, and together with it afterwards.
 * `npm run faults -- --only upgrade` does it with the builds of the last release and of this one.
 */

class NextRelease extends Migration {
  override name = '9999-01-01-01-next-release';

  override up() {
    this.addSql(`alter table models add fax varchar(20) not null default '', add is_checked boolean`);
    this.addSql('create index models_fax on models (fax)');
    this.addSql('alter table missed_searches add country text');
  }
}

const old = sharedApp();
const next = sharedApp({ sharing: old });
/** Each edits and reads a different model. */
const editors: { person: Person; id: number }[] = [];
beforeAll(async () => {
  const { migrationsList = [], ...options } = next.orm.config.get('migrations');
  next.orm.config.set('migrations', { ...options, migrationsList: [...migrationsList, NextRelease] });
  const make = await createMake(old);
  for (let count = 0; count < 3; count++)
    editors.push({ person: await people.administrator(old), id: (await createModel(old, make)).id });
});

const SAVE = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';
const LOOK_UP = `query ($make: ID!, $id: ID!) {
  lookupModels(makeId: $make, mode: YEAR, value: "2007") { id tips } model(id: $id) { tips } }`;

async function saveAndLookUp(server: TestApp, { person, id }: (typeof editors)[number], tips: string) {
  const saved = await server.graph(SAVE, { input: { id: String(id), tips } }, person);
  const shown = await server.graph(LOOK_UP, { make: '1', id: String(id) }, person);
  const sheet = await server.rest('GET', `/products/${id}`, { as: person });
  const errors = [...(saved.errors ?? []), ...(shown.errors ?? [])].map(({ message }) => message);
  if (sheet.statusCode !== 200) errors.push(sheet.body);
  const seen = [
    shown.data?.model.tips,
    shown.data?.lookupModels.find((one: any) => one.id === String(id))?.tips,
    sheet.json().tips,
  ];
  if (seen.some((one) => one !== tips)) errors.push(`${seen} instead of ${tips}`);
  return errors;
}

const readiness = async (server: TestApp) => (await server.app.inject('/readyz')).statusCode;

test('servers of this release keep working during and after the migration of the next one', async () => {
  const wrong: string[] = [];
  let servers = [old];
  let stopped = false;
  const edits = editors.map(() => 0);
  const done = () => Math.min(...edits);
  const working = editors.map(async (editor, index) => {
    while (!stopped) {
      const edit = ++edits[index]!;
      wrong.push(...(await saveAndLookUp(servers[edit % servers.length]!, editor, `edit ${edit}`)));
    }
  });
  const stop = async () => {
    stopped = true;
    await Promise.all(working);
  };
  onTestFinished(stop);
  await expect.poll(done).toBeGreaterThan(2);
  expect(await readiness(next)).toBe(503);

  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: old.database }).href;
  const upgrade = await connected(url, async (holder) => {
    await holder.query('begin');
    await holder.query('lock table missed_searches in share mode');
    const running = migrate(next.orm);
    // The migration, and editors of which it has locked the table.
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(1);
    // Now each waits for the other. PostgreSQL aborts the one that has waited longer: the migration, which is retried.
    await holder.query('select from models limit 1').catch(() => {});
    await holder.query('rollback');
    return { running };
  });
  await upgrade.running;

  for (const both of [[old], [old, next]]) {
    servers = both;
    const before = done();
    await expect.poll(done).toBeGreaterThan(before + 4);
  }
  await stop();
  expect(wrong).toEqual([]);
  expect([await readiness(old), await readiness(next)]).toEqual([200, 200]);
  const rows = await old.sql(
    `select tips, (select count(*)::int from model_changes where model_id = models.id) as changes,
       (select count(*)::int from log_entries where subject_type = 'MODEL' and subject_id = models.id) as lines
     from models order by id`,
  );
  expect(rows).toEqual(edits.map((count) => ({ tips: `edit ${count}`, changes: count, lines: count })));

  // One that starts again, e.g. because the upgrade is taken back.
  const again = await startApp({ sharing: old });
  await migrate(again.orm);
  expect(await readiness(again)).toBe(200);
  expect(await saveAndLookUp(again, editors[0]!, 'after all')).toEqual([]);
  expect(await old.sql('select name from mikro_orm_migrations where name like ?', ['9999%'])).toHaveLength(1);
  await again.close();
});
