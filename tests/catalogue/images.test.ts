import type { EntityManager } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { encodeUpload, storeImage } from '../../server/catalogue/images/images';
import { sharedApp } from '../support/app';
import { people } from '../support/people';

const app = sharedApp();
const hashes: Record<string, string> = {};
beforeAll(async () => {
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2b3f8c' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();
  for (const kind of ['icons', 'models'] as const) {
    const encoded = await encodeUpload(kind, { name: 'picture.jpg', bytes: picture }, 'file');
    const commit = <T>(step: (em: EntityManager) => Promise<T>) => app.orm.em.fork().transactional(step);
    hashes[kind] = (await storeImage(commit, app.outside.images, encoded)).hash;
  }
});

const get = (url: string, token?: string) => app.app.inject({ url, cookies: token ? { session: token } : {} });

test('an icon is public and cached permanently', async () => {
  const response = await get(`/images/icons/${hashes.icons}-100.webp`);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('a model’s picture requires sign-in, and shared caches do not store it', async () => {
  const url = `/images/models/${hashes.models}.webp`;
  expect((await get(url)).statusCode).toBe(401);
  const response = await get(url, (await people.locksmith(app)).token);
  expect(response.headers['cache-control']).toBe('private, max-age=31536000, immutable');
  const metadata = await sharp(response.rawPayload).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: 640, height: 480 });
  expect(metadata.exif).toBeUndefined();
});

test.each([
  [100, 100],
  [40, 40],
])('has a thumbnail of %i', async (size, expected) => {
  const response = await get(`/images/icons/${hashes.icons}-${size}.webp`);
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: expected, height: expected });
});

test.each([
  ['an unknown name', `/images/icons/${'0'.repeat(64)}.webp`, 404],
  ['an invalid name', '/images/icons/passwd', 422],
  ['a path traversal', '/images/icons/..%2f..%2fpasswd', 422],
  ['another kind', `/images/others/${'0'.repeat(64)}.webp`, 404],
])('%s answers %s', async (_name, url, status) => {
  const response = await get(url);
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toContain('application/json');
});
