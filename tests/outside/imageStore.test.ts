import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskImageStore, type ImageStore } from '../../server/outside/images/imageStore';
import { s3ImageStore } from '../../server/outside/images/s3ImageStore';
import { startApp } from '../support/app';
import { type LocalS3, startLocalS3 } from '../support/localS3';
import { people } from '../support/people';
import { png } from '../support/pictures';

let s3: LocalS3;
let folder: string;
const stores: Record<string, () => ImageStore> = {
  disk: () => diskImageStore(folder),
  'an S3-compatible bucket': () => s3ImageStore(s3.settings),
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motokey-store-'));
  s3 = await startLocalS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

test('on disk, other accounts of the machine cannot read pictures', async () => {
  const store = diskImageStore(folder);
  await store.place();
  await store.put('models/private.webp', Buffer.from('x'));
  const modes = await Promise.all(['', 'models/private.webp'].map((path) => stat(join(folder, path))));
  expect(modes.map(({ mode }) => (mode & 0o77).toString(8))).toEqual(['0', '0']);
});

describe.each(Object.keys(stores))('%s', (name) => {
  test('puts, finds, reads and removes', async () => {
    const store = stores[name]!();
    const key = 'models/some-name.webp';
    expect([await store.has(key), await store.read(key)]).toEqual([false, null]);
    await store.put(key, Buffer.from('the bytes'));
    expect(await store.has(key)).toBe(true);
    expect((await buffer((await store.read(key))!)).toString()).toBe('the bytes');
    await store.remove(key);
    await store.remove(key);
    expect(await store.has(key)).toBe(false);
  });

  test('stores every image of the product', async () => {
    const app = await startApp({ outside: { images: stores[name]!() } });
    const admin = await people.administrator(app);
    const { url, thumbnailUrl } = (await app.upload('MODEL', await png(), admin)).data!.uploadImage;
    for (const path of [url, thumbnailUrl]) {
      const response = await app.app.inject({ url: path, cookies: { session: admin.token! } });
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(response.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    }
    await app.close();
  });
});

test('S3 requests use path-style URLs and are signed', () => {
  expect(s3.requests.length).toBeGreaterThan(0);
  for (const request of s3.requests) expect(request).toMatch(/^[A-Z]+ \/pictures\/models\/\S+ AWS4-HMAC-SHA256$/);
});

test('a store that fails or does not answer is reported, soon', async () => {
  const store = s3ImageStore(s3.settings, { attempts: 1 });
  const hasty = s3ImageStore(s3.settings, { requestTimeout: 100, attempts: 1 });
  await store.put('models/here.webp', Buffer.from('bytes'));
  for (const mood of ['fails', 'hangs'] as const) {
    s3.state.mood = mood;
    await expect(hasty.read('models/here.webp')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(hasty.put('models/here.webp', Buffer.from('bytes'))).rejects.toThrow();
  }
  s3.state.mood = 'fails';
  await expect(store.has('models/here.webp')).rejects.toThrow('The image store answered 500');
  s3.state.mood = 'well';
  expect((await buffer((await store.read('models/here.webp'))!)).toString()).toBe('bytes');
});

test('what a killed server was writing is removed once it is old', async () => {
  const store = diskImageStore(folder);
  await store.put('models/whole.webp', Buffer.from('bytes'));
  const draft = join(folder, 'models', 'half.webp.4711.1234.5');
  await writeFile(draft, 'half');
  const drafts = async () =>
    (await readdir(join(folder, 'models'))).filter((file) => /^(half|whole)/.test(file)).sort();
  await store.removeDrafts(new Date(Date.now() - 60_000));
  expect(await drafts()).toEqual(['half.webp.4711.1234.5', 'whole.webp']);
  await store.removeDrafts(new Date(Date.now() + 60_000));
  expect(await drafts()).toEqual(['whole.webp']);
});

test('a failed put leaves no file on disk', async () => {
  const store = diskImageStore(folder);
  await expect(store.put('models/bad.webp', undefined as unknown as Buffer)).rejects.toThrow();
  expect((await readdir(join(folder, 'models'))).filter((file) => file.startsWith('bad'))).toEqual([]);
});
