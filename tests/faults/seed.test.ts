import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { User } from '../../server/accounts/users/user.entity';
import { MakeNames } from '../../server/catalogue/makes/makeNames';
import { diskImageStore, type ImageStore } from '../../server/outside/images/imageStore';
import { DEMO_USERS, seedDemo } from '../../server/seed/demo';
import { demoModels } from '../../server/seed/demoCatalogue';
import { startApp, type TestApp } from '../support/app';
import { createUser } from '../support/factories';

/* The first start, which loads the demo data. */

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'motokey-seed-'));
});
afterAll(() => rm(root, { recursive: true }));

const TABLES = ['clients', 'users', 'makes', 'models', 'model_images'];
/** The number of rows in each table of the demo data. */
async function rows(app: TestApp) {
  const columns = TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const [counts] = await app.sql<Record<string, number>>(`select ${columns.join(', ')}`);
  return counts;
}

describe('seedDemo', () => {
  test('leaves no partial data when it fails', async () => {
    const app = await startApp();
    // Fails after the first pictures are stored and before the accounts are created.
    let puts = 0;
    const store = diskImageStore(root);
    const breaking: ImageStore = {
      ...store,
      put: (key, bytes) => (++puts > 5 ? Promise.reject(new Error('The disk is full')) : store.put(key, bytes)),
    };
    await expect(seedDemo(app.orm, breaking, () => {})).rejects.toThrow('The disk is full');
    expect(await rows(app)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
    await app.close();
  });

  test('refuses a row that an import would refuse', async () => {
    await expect(demoModels(new MakeNames([]))).rejects.toThrow(
      'models.csv, row 2 with the key family TWN-1: Company Detail: There is no make Adly.',
    );
  });

  test('waits while another start loads the data, and then finds it', async () => {
    const app = await startApp();
    const other = app.orm.em.fork();
    await other.begin();
    await other.execute(`select pg_advisory_xact_lock(hashtext('motokey demo data'))`);
    const said: string[] = [];
    const loaded = seedDemo(app.orm, diskImageStore(root), (line) => said.push(line));
    await expect.poll(() => said).toEqual(['Another start is loading the demo catalogue: waiting for it ...']);
    await createUser(app, { username: DEMO_USERS[0]!.username });
    await other.commit();
    expect(await loaded).toBe(false);
    expect(await app.orm.em.fork().count(User)).toBe(1);
    await app.close();
  });

  test('two simultaneous starts load the data once', async () => {
    expect(inject('demoLoads').toSorted()).toEqual([false, true]);
    const app = await startApp({ demo: true });
    expect(await rows(app)).toMatchObject({ clients: 3, users: 5, makes: 70, models: 22_430, model_images: 44_860 });
    // A bike with two keys has two records, with different blanks.
    const same = await app.sql('select from models group by make_id, lower(name), year, ilco having count(*) > 1');
    expect(same).toEqual([]);
    const [linked] = await app.sql(`select count(*)::int as models, count(distinct key_system_id)::int as systems,
      (select last_value::int from key_systems_id_seq) as last from models where key_system_id is not null`);
    expect(linked).toEqual({ models: expect.any(Number), systems: 31, last: 32 });
    expect(linked?.models).toBeGreaterThan(15_000);
    await app.close();
  });
});
