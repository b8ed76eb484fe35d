import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { backUp } from '../../server/backup/backup';
import { restore } from '../../server/backup/restore';
import { removeUnusedImages } from '../../server/catalogue/images/image.operations';
import { keysOf, ownPicture, storeImage } from '../../server/catalogue/images/images';
import { changesOf, isReady, migrationsOf, openDatabase } from '../../server/database';
import type { Commit } from '../../server/gate/operation';
import { diskImageStore, type ImageStore } from '../../server/outside/images/imageStore';
import { s3ImageStore } from '../../server/outside/images/s3ImageStore';
import { Reads } from '../../server/outside/postgres/reads';
import { silent, startApp, type TestApp } from '../support/app';
import { dropDatabase } from '../support/databases';
import { createMake, createModel, createUser } from '../support/factories';
import { type LocalS3, startLocalS3 } from '../support/localS3';
import { signedIn } from '../support/people';
import { picture } from '../support/pictures';

/* The drill of docs/operations.md, "Backup" and "Restore". */

const urlOf = (database: string) => Object.assign(new URL(inject('postgresUrl')), { pathname: database }).href;

let app: TestApp;
let folder: string;
let path: string;
let s3: LocalS3;
/** The state of the source when it was backed up. */
let before: Record<string, string>;
const opened: { orm: MikroORM; name: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motokey-backup-'));
  path = join(folder, 'motokey.tar.gz');
  s3 = await startLocalS3();
  app = await startApp();
  await fill(app);
});
afterAll(async () => {
  for (const { orm, name } of opened) {
    await orm.close();
    await dropDatabase(app.orm, name);
  }
  await app.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

/** An empty database, with or without tables, and a separate image store. */
async function newPlace({ bare = false } = {}) {
  const name = `motokey_restored_${randomBytes(6).toString('hex')}`;
  await app.sql(`create database ${name} ${bare ? '' : `template ${inject('emptyTemplate')}`}`);
  const orm = openDatabase(urlOf(name), silent);
  opened.push({ orm, name });
  return { url: urlOf(name), orm, images: diskImageStore(join(folder, name)) };
}
type Place = Awaited<ReturnType<typeof newPlace>>;
async function isPlaceReady({ url, orm }: Place): Promise<boolean> {
  const reads = new Reads(url, {
    changes: changesOf(orm),
    watch: { log: silent, slowAfter: Number.POSITIVE_INFINITY },
  });
  return isReady(orm, reads).finally(() => reads.close());
}

const common = () => ({ path, say: () => {}, signal: new AbortController().signal });
const restoreTo = (place: Place, options: { path?: string; replaces?: boolean } = {}) =>
  restore({ ...common(), ...place, replaces: false, ...options });
const backUpTo = (file: string, url: string, images: ImageStore) =>
  backUp({ ...common(), path: file, url, images, version: '1.2.3' });

/** A way to the database on which the end of a COPY arrives before PostgreSQL's count of its rows, as it may by TLS. */
async function openSlowWay() {
  const { hostname, port } = new URL(inject('postgresUrl'));
  const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    socket.pipe(onward).on('close', () => socket.destroy());
    onward.on('data', (bytes: Buffer) => {
      const end = bytes.indexOf(copyDone) + copyDone.length;
      if (end < copyDone.length) return void socket.write(bytes);
      onward.pause();
      socket.write(bytes.subarray(0, end), () =>
        setTimeout(() => {
          socket.write(bytes.subarray(end));
          onward.resume();
        }, 20),
      );
    });
    for (const end of [socket, onward]) end.on('error', () => onward.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return Object.assign(new URL(urlOf(app.database)), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` })
    .href;
}

/** Something in most tables, with texts that a careless copy would break. */
async function fill(source: TestApp): Promise<void> {
  const make = await createMake(source, { displayName: 'A\tB\\N', otherDetails: 'one\ntwo\r\n\\.' });
  for (const [index, colour] of ['red', 'green', 'blue'].entries()) {
    const webp = await picture(colour, { width: 300, height: 200 }).webp().toBuffer();
    const commit: Commit = (step) => source.orm.em.fork().transactional(step);
    const image = await storeImage(commit, source.outside.images, await ownPicture('models', webp));
    const model = await createModel(source, make, { name: `Été "${index}" {,}`, year: 2001 + index, tips: '𝄞 ß' });
    await source.sql('insert into model_images (model_id, position, hash, width, height) values (?, 0, ?, 300, 200)', [
      model.id,
      image.hash,
    ]);
    await source.sql(`update models set code_series = 'A0001-A0500', ilco = 'X103', spacing[1] = '.1"' where id = ?`, [
      model.id,
    ]);
  }
  await source.sql(`insert into aliases (text, make_id, created_at, updated_at) values ('Gixxer', ?, now(), now())`, [
    make.id,
  ]);
  // A name whose last model is gone leaves a row that no trigger would make again.
  await source.sql('delete from models where id = ?', [(await createModel(source, make, { name: 'Gone' })).id]);
  const user = await createUser(source);
  await signedIn(source, user);
  await source.sql(
    `insert into api_tokens (user_id, name, token_hash, hint, scopes, registered_only, created_by, expires_at, created_at, updated_at)
     values (?, 'Shop', 'h', '', '["LOOKUP"]', false, 'a', now() + interval '1 day', now(), now())`,
    [user.id],
  );
  await source.sql(`update users set temporary_password_hash = 'x', temporary_password_expires_at = now()`);
  const mail = `insert into mails (recipient, subject, text, next_try_at, expires_at, created_at, sent_at) values`;
  await source.sql(
    `${mail} ('a@b.c', 'Sent', '', now(), now(), now(), now()), ('a@b.c', 'Due', 'x', now(), now(), now(), null)`,
  );
  await source.sql(
    `insert into payment_attempts (key, user_id, username, "join", provider, state, next_look_at, created_at, updated_at)
     values ('k', ?, 'u', false, 'sandbox', 'paid', now(), now(), now())`,
    [user.id],
  );
  await source.sql(
    `insert into payments (user_id, username, amount_cents, subscription_end_date, created_at, attempt_id)
     select user_id, username, 7995, now(), now(), id from payment_attempts`,
  );
  await source.sql(
    `insert into model_changes (model_id, username, source, created, changes, created_at)
     select id, 'u', 'form', true, '[{"label": "a\\nb", "after": "\\\\N"}]', now() from models`,
  );
  await source.sql(
    `insert into log_entries (username, details, created_at) select 'u', repeat('ä', 5000), now() from generate_series(1, 500)`,
  );
}

/** The rows that a restore omits or adds. */
const COMPARED: Record<string, string> = {
  mails: 'select * from mails where sent_at is not null',
  users: 'select id, username, full_name, password_hash, client_id, version, created_at from users',
  log_entries: `select * from log_entries where kind <> 'RESTORED'`,
  api_tokens: 'select id, token_hash from api_tokens',
  // Begins anew, with what there is.
  catalogue_feed: 'select kind, id from catalogue_feed where not deleted',
  catalogue_feed_state: 'select from catalogue_feed_state',
};

/** The number and hash of all rows of each table, and the position of each sequence. */
async function fingerprint(orm: MikroORM): Promise<Record<string, string>> {
  const em = orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await em.execute<{ hash: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as hash
       from (${COMPARED[name] ?? `select * from ${name}`}) as t`,
    );
    found[name] = row!.hash;
  }
  const sequences = await em.execute<{ name: string; last: string }[]>(
    `select sequencename as name, last_value as last from pg_sequences where sequencename <> 'log_entries_id_seq'`,
  );
  for (const { name, last } of sequences) found[name] = String(last);
  return found;
}

const filesOf = async (orm: MikroORM, store: ImageStore) => {
  const images = await orm.em
    .fork()
    .execute<{ kind: 'models'; hash: string }[]>('select kind, hash from images order by hash');
  return Promise.all(
    images.flatMap(keysOf).map(async (key) => {
      const file = await store.read(key);
      return [key, file && (await buffer(file)).toString('base64')];
    }),
  );
};

describe('a backup', () => {
  test('waits for PostgreSQL’s count of the rows, which may arrive after them', async () => {
    const file = join(folder, 'slow-way.tar.gz');
    const { tables } = await backUpTo(file, await openSlowWay(), app.outside.images);
    expect(tables.find(({ name }) => name === 'makes')?.rows).toBe(1);
  });

  test('is a consistent snapshot despite concurrent writes, and is restored exactly', async () => {
    before = await fingerprint(app.orm);
    expect(Object.keys(before).length).toBeGreaterThan(30);
    const files = await filesOf(app.orm, app.outside.images);
    expect(files).toHaveLength(9);

    // The backup has to wait for this table. Meanwhile, tables before and after it are changed.
    const writer = app.orm.em.fork();
    await writer.begin();
    await writer.execute('lock table model_images in access exclusive mode');
    let removed: number | undefined;
    const images: ImageStore = {
      ...app.outside.images,
      async read(key) {
        removed ??= await removeUnusedImages(app.system, { before: new Date() });
        return app.outside.images.read(key);
      },
    };
    const writing = backUpTo(path, urlOf(app.database), images);
    const waiting = `select 1 from pg_stat_activity where application_name = 'motokey backup' and wait_event_type = 'Lock'`;
    await expect.poll(() => app.sql(waiting)).toHaveLength(1);
    await writer.execute('delete from model_images where position = 0');
    await writer.execute(`update makes set display_name = 'Changed'`);
    await writer.execute('delete from payments');
    await writer.execute(`insert into feedbacks (username, email, comment, created_at) values ('u', 'e', 'c', now())`);
    await writer.commit();
    const manifest = await writing;
    expect(manifest).toMatchObject({ version: '1.2.3', images: { files: 9 }, missing: [] });
    // Images that nothing uses any more stay until the backup has read them.
    expect(removed).toBe(0);
    expect(await removeUnusedImages(app.system, { before: new Date() })).toBe(3);
    expect((await stat(path)).mode & 0o777).toBe(0o600);

    const place = await newPlace({ bare: true });
    expect(await restoreTo(place)).toEqual(manifest);
    expect(await fingerprint(place.orm)).toEqual({ ...before, sessions: '0 ' });
    expect(await filesOf(place.orm, place.images)).toEqual(files);
    expect(await isPlaceReady(place)).toBe(true);
    // One that was revoked since the backup must not work again.
    expect(await place.orm.em.execute('select name from api_tokens where revoked_at is null')).toEqual([]);
    const sql = (statement: string) => place.orm.em.fork().execute(statement);
    expect(await sql('select count(*)::int as unsent from mails where sent_at is null')).toEqual([{ unsent: 0 }]);
    expect(await sql('select count(*)::int as temporary from users where temporary_password_hash is not null')).toEqual(
      [{ temporary: 0 }],
    );
    expect(await sql(`select username, details from log_entries where kind = 'RESTORED'`)).toEqual([
      { username: '(system)', details: `Restored the backup of ${manifest.createdAt} at the server's terminal` },
    ]);
    // Cursors of the feed are refused here.
    const state = 'select id from catalogue_feed_state';
    expect(await sql(state)).not.toEqual(await app.sql(state));
    // The triggers work again.
    await sql(`update models set name = 'Renamed'`);
    expect(await sql(`select name from jump_names where name = 'Renamed'`)).toHaveLength(1);
  });

  test('does not overwrite a file, and leaves none if it fails or is aborted', async () => {
    await expect(backUpTo(path, urlOf(app.database), app.outside.images)).rejects.toThrow('already exists');
    const other = join(folder, 'other.tar.gz');
    const broken = { ...app.outside.images, read: () => Promise.reject(new Error('The store is away')) };
    await createMake(app, {});
    await app.sql(`insert into images values (repeat('a', 64), 'icons', 1, 1, now())`);
    await expect(backUpTo(other, urlOf(app.database), broken)).rejects.toThrow('The store is away');
    const signal = AbortSignal.abort(new Error('Ended'));
    const ended = backUp({ ...common(), path: other, url: urlOf(app.database), images: broken, version: '1', signal });
    await expect(ended).rejects.toThrow('Ended');
    expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual([]);
  });
});

describe('a restore', () => {
  test('refuses a damaged, truncated, newer or foreign file before it changes anything', async () => {
    const place = await newPlace();
    const untouched = await fingerprint(place.orm);
    const bytes = await readFile(path);
    const file = join(folder, 'wrong.tar.gz');
    const refused = async (reason: string) =>
      expect(restoreTo(place, { path: file }), reason).rejects.toThrow(new RegExp(`${reason}.*Nothing was changed`));
    for (const at of [bytes.length >> 1, bytes.length - 6]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      await writeFile(file, damaged);
      await refused('is damaged or not complete');
    }
    // In a table, and in the manifest, which is read before the checksum of the file.
    const whole = gunzipSync(bytes);
    for (const at of [whole.indexOf('Gixxer'), whole.lastIndexOf('tables"')]) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      await writeFile(file, gzipSync(changed));
      await refused('is damaged or not complete');
    }
    await writeFile(file, bytes);
    await truncate(file, bytes.length - 1_000);
    await refused('is damaged or not complete');
    await writeFile(file, 'Dear Sir or Madam');
    await refused('is not a Motokey backup');
    await writeFile(file, gzipSync('Dear Sir or Madam'));
    await refused('is damaged or not complete');
    await expect(restoreTo(place, { path: join(folder, 'none') })).rejects.toThrow('There is no file');

    const newer = await newPlace();
    await newer.orm.em.fork().execute(`insert into mikro_orm_migrations (name) values ('9999-01-01-01-later')`);
    await rm(file);
    await backUpTo(file, newer.url, newer.images);
    await refused('was made by a newer release');
    expect(await fingerprint(place.orm)).toEqual(untouched);
    expect(existsSync(join(folder, place.url.split('/').at(-1)!))).toBe(false);
  });

  test('refuses a database with data unless it is to be replaced, all or nothing, with the images in S3', async () => {
    const images = s3ImageStore(s3.settings);
    const place = { ...(await newPlace()), images };
    const { orm } = place;
    const em = orm.em.fork();
    await restoreTo(place);
    const files = await filesOf(orm, images);
    expect(files).toHaveLength(9);
    expect(s3.objects.size).toBe(9);
    expect(files.filter(([, file]) => !file)).toEqual([]);
    await em.execute(`update makes set display_name = 'Newer'`);
    await em.execute(`insert into images values (repeat('b', 64), 'models', 1, 1, now())`);
    const left = `models/${'b'.repeat(64)}.webp`;
    await images.put(left, Buffer.from('left'));
    const changed = await fingerprint(orm);
    await expect(restoreTo(place)).rejects.toThrow('The database is not empty. Nothing was changed');
    const [lost = '', ...others] = (await filesOf(orm, images)).flatMap(([key, file]) =>
      key && file && key !== left ? key : [],
    );
    await images.remove(lost);
    const last = others.at(-1);
    const full: ImageStore = {
      ...images,
      put: (key, bytes) => (key === last ? Promise.reject(new Error('The disk is full')) : images.put(key, bytes)),
    };
    await expect(restoreTo({ ...place, images: full }, { replaces: true })).rejects.toThrow('The disk is full');
    expect(await fingerprint(orm)).toEqual(changed);
    expect(await images.has(lost)).toBe(false);
    const ending = new AbortController();
    const end = (line: string) => line.startsWith('log_entries') && ending.abort(new Error('Ended'));
    const ended = restore({ ...common(), ...place, replaces: true, say: end, signal: ending.signal });
    await expect(ended).rejects.toThrow('Ended');
    expect(await fingerprint(orm)).toEqual(changed);
    await restoreTo(place, { replaces: true });
    expect(await fingerprint(orm)).toEqual({ ...before, sessions: '0 ' });
    expect(await images.has(left)).toBe(false);
    expect(await filesOf(orm, images)).toEqual(files);
    const again = await backUpTo(join(folder, 'from-s3.tar.gz'), place.url, images);
    expect(again).toMatchObject({ images: { files: 9 }, missing: [] });
  });

  test('refuses a database that a server uses, or another program', async () => {
    const used = { url: urlOf(app.database), orm: app.orm, images: app.outside.images };
    await expect(restoreTo(used, { replaces: true })).rejects.toThrow(
      'A server is using this database. Nothing was changed',
    );
    const place = await newPlace({ bare: true });
    await place.orm.em.fork().execute('create table theirs (id int)');
    await expect(restoreTo(place, { replaces: true })).rejects.toThrow('contains tables that are not Motokey’s');
  });

  test('migrates an older backup', async () => {
    const old = await newPlace({ bare: true });
    const sql = (place: Place, statement: string) => place.orm.em.fork().execute(statement);
    await sql(
      old,
      'create table mikro_orm_migrations (id serial primary key, name varchar(255) not null, executed_at timestamptz default now())',
    );
    for (const migration of migrationsOf(old.orm).slice(0, 11)) {
      await migration.up();
      for (const statement of migration.getQueries()) await sql(old, String(statement));
      await sql(old, `insert into mikro_orm_migrations (name) values ('${migration.name}')`);
    }
    await sql(
      old,
      `insert into log_entries (username, details, created_at) values ('u', 'Signed in from 192.0.2.7', now())`,
    );
    await sql(
      old,
      `insert into makes (display_name, full_name, created_at, updated_at) values ('Honda', 'Honda', now(), now());
       insert into models (make_id, name, year, spacing, depth_values, created_at, updated_at)
       values (1, 'CBR 600', 2007, array_fill(''::text, '{12}'), array_fill(''::text, '{16}'), now(), now())`,
    );
    const file = join(folder, 'old.tar.gz');
    await backUpTo(file, old.url, old.images);
    const place = await newPlace();
    await restoreTo(place, { path: file });
    expect(await isPlaceReady(place)).toBe(true);
    expect(await sql(place, `select kind from log_entries where kind <> 'RESTORED'`)).toEqual([{ kind: 'SIGN_IN' }]);
    expect(await sql(place, 'select name, years, model_ids from jump_names')).toEqual([
      { name: 'CBR 600', years: [2007], model_ids: [1] },
    ]);
    expect(
      await sql(
        place,
        'insert into makes (display_name, full_name, created_at, updated_at) values (1, 1, now(), now()) returning id',
      ),
    ).toEqual([{ id: 2 }]);
  });
});
