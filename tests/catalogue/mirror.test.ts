import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { TokenScope } from '../../server/accounts/tokenScope';
import { KEY_DATA_TEXTS } from '../../server/catalogue/keyData';
import { type Person, sharedApp } from '../support/app';
import { createImage, createKeySystem, createMake, createModel } from '../support/factories';
import { people, sharedPerson, withToken } from '../support/people';
import { act } from '../support/sheets';

/* Copies of the catalogue that are kept while it is edited (docs/rules.md, "Changes of the catalogue"). */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const HASHES = ['a', 'b', 'c'].map((letter) => letter.repeat(64));

/** Numbers from 0 to below 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A row of this table that there was a moment ago, or 0. */
const any = (table: string) =>
  `coalesce((select id from ${table} tablesample bernoulli (30) order by random() limit 1), 0)`;
/** What writers do, each in one statement. */
const CHANGES = [
  `insert into models (make_id, name, year, spacing, depth_names, depth_values, created_at, updated_at)
   select id, 'New ' || random(), 2001, array_fill(''::text, array[12]), array_fill(''::text, array[8]), array_fill(''::text, array[16]),
   now(), now() from makes where id = ${any('makes')}`,
  `update models set name = 'Changed ' || random(), version = version + 1 where id = ${any('models')}`,
  `update models set name = 'Changed ' || random(), version = version + 1 where id = ${any('models')}`,
  `delete from models where id = ${any('models')}`,
  `insert into makes (display_name, full_name, created_at, updated_at) values ('New ' || random(), 'New', now(), now())`,
  `update makes set display_name = 'Changed ' || random(), version = version + 1 where id = ${any('makes')}`,
  `delete from makes where id = ${any('makes')} and full_name <> 'Stays'
   and not exists (select from models where make_id = makes.id)`,
  `update key_systems set notes = 'Changed ' || random(), version = version + 1 where id = ${any('key_systems')}`,
  `with own as (update models set version = version + 1 where id = ${any('models')} returning id)
   insert into model_images (model_id, position, hash, width, height)
   select id, 0, '${HASHES[0]}', 1, 1 from own where not exists (select from model_images where model_id = own.id)`,
  `with own as (update models set version = version + 1 where id = ${any('models')} returning id)
   delete from model_images using own where model_id = own.id`,
  `with picked as (select id from models where id % 5 = 0 order by id for no key update)
   update models m set tips = 'Many ' || random(), version = version + 1 from picked where m.id = picked.id`,
];

/**
 * Writes in one transaction after another; some end later than others that began after them, some are rolled back. Returns how
 * many were committed.
 */
async function write(random: () => number, goesOn: (transactions: number) => boolean): Promise<number> {
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: app.database }).href;
  const client = new pg.Client(url);
  await client.connect();
  let committed = 0;
  for (let count = 0; goesOn(count); count++) {
    await client.query('begin');
    try {
      for (let changes = random() * 3; changes > 0; changes--)
        await client.query(CHANGES[Math.floor(random() * CHANGES.length)] ?? '');
      for (let waits = random() * 8; waits > 0; waits--) await client.query('select 1');
      const keeps = random() < 0.8;
      await client.query(keeps ? 'commit' : 'rollback');
      if (keeps) committed += 1;
    } catch (error) {
      // Deadlocks, and makes or models that are gone by now.
      expect((error as pg.DatabaseError).code).toMatch(/^(40P01|23503)$/);
      await client.query('rollback');
    }
  }
  await client.end();
  return committed;
}

/** Changes many models at once and takes it back; again if others have come in between. */
async function changeMany(name: string, input: object): Promise<void> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  for (;;) {
    const models = await app.sql('select id from models order by id limit 20');
    const selection = { ids: models.map(({ id }) => String(id)) };
    const document = `mutation ($input: ${type}!) { ${name}(input: $input) { id } }`;
    const { data } = await app.graph(document, { input: { selection, ...input } }, admin);
    const id = data?.[name].id;
    if (!id || !('done' in (await act(app, admin, 'applyImport', id)))) continue;
    if ('done' in (await act(app, admin, 'undoImport', id))) return;
  }
}

interface Item {
  kind: string;
  action: string;
  id: string;
  record: { version: number } | null;
}
/** A page of the feed. As programs must, it goes on where it was when the database is too busy with the writers. */
async function read(as: Person, since: string | null): Promise<{ items: Item[]; next: string | null }> {
  const { data, errors } = await app.graph(
    `query ($since: String) { catalogueChanges(since: $since, limit: 40) { next items { kind action id
      make { displayName version } keySystem { notes version } model { name tips version images { hash } } } } }`,
    { since },
    as,
  );
  if (errors?.[0]?.extensions.code === 'SERVICE_UNAVAILABLE') return { items: [], next: since };
  expect(errors).toBeUndefined();
  const { items, next } = data?.catalogueChanges ?? {};
  return {
    next,
    items: items.map(({ make, keySystem, model, ...item }: any) => ({ ...item, record: make ?? keySystem ?? model })),
  };
}

/** The records as `read` returns them, by kind and id. */
const catalogue = async (): Promise<Record<string, object>> =>
  Object.fromEntries(
    (
      await app.sql(`select 'MAKE ' || id as key, json_build_object('displayName', display_name, 'version', version) as record from makes
        union all select 'KEY_SYSTEM ' || id, json_build_object('notes', notes, 'version', version) from key_systems
        union all select 'MODEL ' || id, json_build_object('name', name, 'tips', tips, 'version', version, 'images',
          (select coalesce(json_agg(json_build_object('hash', hash) order by position), '[]') from model_images where model_id = models.id))
        from models`)
    ).map(({ key, record }) => [key, record]),
  );

/** Some records of each kind. */
async function fill(): Promise<void> {
  for (const hash of HASHES) await createImage(app, hash);
  for (let make = 0; make < 5; make++) {
    const { id } = await createKeySystem(app);
    const made = await createMake(app);
    for (let model = 0; model < 20; model++) await createModel(app, made, { tips: `${id}` });
  }
}

test('a copy misses nothing and is told nothing twice while 50 writers change the catalogue', async () => {
  await app.sql('truncate models, makes, key_systems, imports, images cascade');
  await fill();
  // Key systems have notes and a version for administrators.
  const reader = await people.administrator(app);
  const copy = new Map<string, object>();
  const versions = new Map<string, number>();
  let since: string | null = null;
  const readOn = async () => {
    const { items, next } = await read(reader, since);
    for (const { kind, action, id, record } of items) {
      const key = `${kind} ${id}`;
      expect([key, action, record === null]).toEqual([key, action, action === 'DELETED']);
      if (!record) copy.delete(key);
      else {
        // Each change raises the version.
        expect([key, record.version]).toEqual([key, expect.toSatisfy((now) => now > (versions.get(key) ?? 0))]);
        versions.set(key, record.version);
        copy.set(key, record);
      }
    }
    since = next;
    return items.length;
  };

  const writers = Promise.all([
    ...Array.from({ length: 48 }, (_, seed) => write(numbers(seed + 1), (count) => count < 4)),
    changeMany('setModelField', { field: 'SILCA', value: 'HON70' }).then(() => 1),
    changeMany('deleteModels', {}).then(() => 1),
  ]);
  let isOver = false;
  const over = writers.finally(() => {
    isOver = true;
  });
  while (!isOver) await readOn();
  const committed = await over;
  // The others were rolled back.
  expect(committed.reduce((sum, count) => sum + count)).toBeGreaterThan(50);
  const current = await catalogue();
  await expect
    .poll(async () => {
      while ((await readOn()) > 0);
      return Object.fromEntries(copy);
    })
    .toEqual(current);
}, 120_000);

test('docs/examples/mirror.mjs keeps a copy, although it is killed again and again', async () => {
  await app.sql('truncate models, makes, key_systems, imports, images cascade');
  await fill();
  const script = 'docs/examples/mirror.mjs';
  const code = await readFile(script, 'utf8');
  expect(code.split('\n').length).toBeLessThanOrEqual(80);
  for (const { name } of KEY_DATA_TEXTS) expect(code).toMatch(new RegExp(`\\b${name}\\b`));

  const folder = await mkdtemp(join(tmpdir(), 'motokey-mirror-'));
  const file = join(folder, 'catalogue.db');
  const user = (await people.downloader(app)).user!;
  const { apiToken } = await withToken(app, user, { scopes: [TokenScope.DOWNLOAD] });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const env = { ...process.env, MOTOKEY_URL: url, MOTOKEY_TOKEN: apiToken, MOTOKEY_SECONDS: '0.02' };
  const start = () => spawn(process.execPath, [script, file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  /** The copy, and whether there is one yet. */
  const copied = (): Record<string, any> | null => {
    try {
      const copy = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
      const rows = copy.prepare('select kind, id, record from records').all();
      copy.close();
      return Object.fromEntries(rows.map(({ kind, id, record }) => [`${kind} ${id}`, JSON.parse(String(record))]));
    } catch {
      // It is being made.
      return null;
    }
  };
  let mirror: ChildProcess = start();
  const end = async () => {
    mirror.kill('SIGKILL');
    await once(mirror, 'exit');
  };
  let over = false;
  // The server runs in this process as well: more would leave it no time for the mirror.
  const writer = write(numbers(7), () => !over);
  try {
    for (let time = 0; time < 3; time++) {
      const { id } = await createMake(app, { displayName: `Marker ${time}`, fullName: 'Stays' });
      await expect.poll(() => copied()?.[`MAKE ${id}`], { timeout: 30_000 }).toBeDefined();
      await end();
      mirror = start();
    }
    over = true;
    await writer;
    const current = await catalogue();
    const names = (records: Record<string, any> | null) =>
      Object.entries(records ?? {})
        .map(([key, { displayName, name, tips, version }]) =>
          [key, displayName ?? (key.startsWith('MODEL') ? `${name} ${tips} ${version}` : '')].join(' '),
        )
        .sort();
    await expect.poll(() => names(copied()), { timeout: 30_000 }).toEqual(names(current));
    // After a restore, it begins again.
    await app.sql('delete from catalogue_feed_state');
    const { id } = await createMake(app, { displayName: 'Afterwards' });
    await expect
      .poll(() => Object.keys(copied() ?? {}).length, { timeout: 30_000 })
      .toBe(Object.keys(current).length + 1);
    expect(copied()?.[`MAKE ${id}`]).toMatchObject({ displayName: 'Afterwards' });
  } finally {
    over = true;
    await end();
    await rm(folder, { recursive: true });
  }
}, 120_000);
