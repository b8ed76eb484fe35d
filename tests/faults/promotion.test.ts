import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gate, openGate } from '../../faults/gates';
import { makePostgres, type Postgres } from '../../faults/postgres';
import { changesOf } from '../../server/database';
import { type Person, startApp, type TestApp } from '../support/app';
import { createMake } from '../support/factories';
import { people } from '../support/people';

/* Two servers whose primary dies while it has a streaming replica, which is then promoted. */

let primary: Postgres;
let gate: Gate;
let one: TestApp;
let other: TestApp;
let admin: Person;
const closers: (() => unknown)[] = [];
const life = { signal: new AbortController().signal, onClose: (close: () => unknown) => void closers.push(close) };
beforeAll(async () => {
  primary = await makePostgres(life);
  await primary.sql('create database motokey');
  gate = await openGate(life, primary.port);
  const url = primary.url('motokey', gate.port);
  one = await startApp({ url });
  other = await startApp({ url });
  admin = await people.administrator(one);
});
afterAll(async () => {
  await other?.close();
  await one?.close();
  for (const close of closers.reverse()) await close();
});

test('servers continue with a promoted replica: acknowledged writes are there, and the caches follow it', async () => {
  const { id } = await createMake(one);
  const rename = async (displayName: string) =>
    (
      await one.graph(
        'mutation ($input: MakeInput!) { saveMake(input: $input) { id } }',
        { input: { id: String(id), displayName } },
        admin,
      )
    ).errors?.[0]?.extensions.code;
  const nameOn = async (app: TestApp) =>
    (await app.graph('query ($id: ID!) { make(id: $id) { displayName } }', { id: String(id) }, admin)).data?.make
      .displayName;
  const replica = await primary.replicate();
  await primary.commitOnReplica(true);
  expect(await rename('Acknowledged')).toBeUndefined();
  expect(await nameOn(other)).toBe('Acknowledged');

  // The connections die silently. This is detected, and all of them are replaced.
  gate.silence();
  await primary.stop('SIGKILL');
  gate.to = replica.port;
  for (const { orm } of [one, other]) await expect.poll(() => changesOf(orm).isListening).toBe(false);
  // It can be read, but not written yet.
  expect(await nameOn(one)).toBe('Acknowledged');
  expect(await rename('Too early')).toBe('SERVICE_UNAVAILABLE');

  await replica.promote();
  await expect.poll(() => rename('Promoted')).toBeUndefined();
  await expect.poll(() => changesOf(other.orm).isListening).toBe(true);
  expect(await nameOn(other)).toBe('Promoted');
  expect(await rename('Followed')).toBeUndefined();
  await expect.poll(() => nameOn(other)).toBe('Followed');
});
