import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGeoip } from '../../server/outside/geoip';
import { startApp } from '../support/app';
import { writeGeoipFile } from '../support/geoipFile';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motokey-geoip-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('visitorLocation names country and city if the GeoIP file has the address', async () => {
  const file = join(folder, 'city.mmdb');
  await writeGeoipFile(file, '127.0.0.1', {
    country: { iso_code: 'NL', names: { en: 'The Netherlands' } },
    city: { names: { en: 'Leiden' } },
  });
  const locate = await openGeoip(file);
  expect(locate('127.0.0.2')).toEqual({ country: null, city: null });
  expect(locate('::1')).toEqual({ country: null, city: null });
  const app = await startApp({ outside: { locate } });
  const answer = await app.graph('{ visitorLocation { ip country city } }');
  expect(answer.data?.visitorLocation).toEqual({ ip: '127.0.0.1', country: 'The Netherlands', city: 'Leiden' });
  await app.close();
});

test('an unreadable GeoIP file stops the start', async () => {
  await expect(openGeoip(join(folder, 'none.mmdb'))).rejects.toThrow(/none\.mmdb/);
});
