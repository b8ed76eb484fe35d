import { beforeAll, expect, inject, test } from 'vitest';
import { sharedApp, startApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import { shared } from '../support/shared';

/*
 * A server that reads from a replica. The replica is another database, so that a test decides what it has: its rows say
 * "replica", and functions of its own say how much of the primary's log it has replayed.
 */

const primary = sharedApp();
const replica = sharedApp();
let id: number;
beforeAll(async () => {
  for (const app of [primary, replica]) await createModel(app, await createMake(app), { name: 'CB 500' });
  const [model] = await primary.sql('select id from models');
  id = model?.id;
  await replica.sql(`update models set id = ?, name = 'replica'`, [id]);
  await replica.sql('create schema lag');
  await replica.sql(`create table lag.replayed as select 'FFFFFFFF/FFFFFFFF'::pg_lsn as position`);
  await replica.sql(`create function lag.pg_is_in_recovery() returns bool language sql as 'select true'`);
  await replica.sql(`create function lag.pg_last_wal_replay_lsn() returns pg_lsn language sql
    as 'select position from lag.replayed'`);
  await replica.sql(`alter database ${replica.database} set search_path = lag, public, pg_catalog`);
});
const server = shared(() => {
  const databaseReadUrl = Object.assign(new URL(inject('postgresUrl')), { pathname: replica.database }).href;
  return startApp({ sharing: primary, config: { databaseReadUrl, answerCacheBytes: 0 } });
});
const member = sharedPerson(primary, 'administrator');

const name = async () => (await server.rest('GET', `/products/${id}`, { as: member })).json().model;
const rename = (text: string) =>
  server.graph(
    'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
    { input: { id: String(id), name: text } },
    member,
  );

test('reads come from the replica, callers from the primary', async () => {
  await expect.poll(name).toBe('replica');
  await primary.sql('update users set enabled = false where id = ?', [member.user!.id]);
  await expect.poll(async () => (await server.rest('GET', '/products', { as: member })).statusCode).toBe(401);
  await primary.sql('update users set enabled = true where id = ?', [member.user!.id]);
  await expect.poll(name).toBe('replica');
});

test('after a change, reads come from the primary until the replica has replayed it', async () => {
  await replica.sql(`update lag.replayed set position = '0/1'`);
  await rename('CB 501');
  for (let n = 0; n < 20; n++) expect(await name()).toBe('CB 501');
  await replica.sql(`update lag.replayed set position = 'FFFFFFFF/FFFFFFFF'`);
  await expect.poll(name).toBe('replica');
});

test('an old answer of a replica is not kept', async () => {
  const keeping = await startApp({
    sharing: primary,
    config: { databaseReadUrl: Object.assign(new URL(inject('postgresUrl')), { pathname: replica.database }).href },
  });
  const kept = async () => (await keeping.rest('GET', `/products/${id}`, { as: member })).json().model;
  await kept();
  await replica.sql(`update lag.replayed set position = '0/1'`);
  await rename('CB 502');
  await expect.poll(kept).toBe('CB 502');
  for (let n = 0; n < 20; n++) expect(await kept()).toBe('CB 502');
  await keeping.close();
  await replica.sql(`update lag.replayed set position = 'FFFFFFFF/FFFFFFFF'`);
});

test('a replica that does not answer is waited for once, and asked again when it does', async () => {
  await expect.poll(name).toBe('replica');
  await rename('CB 504');
  await expect.poll(name).toBe('replica');
  const holder = replica.orm.em.fork();
  await holder.begin();
  await holder.execute('lock table models, lag.replayed in access exclusive mode');
  const waiting = async (what: string) =>
    (
      await primary.sql(
        `select 1 from pg_stat_activity where datname = ? and wait_event_type = 'Lock' and query like ?`,
        [replica.database, `%${what}%`],
      )
    ).length;
  expect(await name()).toBe('CB 504');
  const reads = await waiting('from models');
  // A second later it is asked how far it is, and no request waits for that.
  await expect.poll(async () => [await name(), await waiting('pg_last_wal_replay_lsn')]).toEqual(['CB 504', 1]);
  expect(await waiting('from models')).toBe(reads);
  await holder.rollback();
  await expect.poll(name).toBe('replica');
});

test('without the replica, reads come from the primary', async () => {
  await expect.poll(name).toBe('replica');
  await rename('CB 503');
  await expect.poll(name).toBe('replica');
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = ? and application_name = 'motokey reads'`;
  await replica.sql('alter table lag.replayed rename to gone');
  await replica.sql('alter table models rename to models_gone');
  await primary.sql(others, [replica.database]);
  expect(await name()).toBe('CB 503');
  await replica.sql('alter table models_gone rename to models');
  await replica.sql('alter table lag.gone rename to replayed');
  await expect.poll(name).toBe('replica');
});
