import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openRelay } from '../support/relay';
import { shared } from '../support/shared';
import { sharedSite } from '../support/site';

const site = sharedSite();
const relay = shared(() => openRelay(site.url));

const START = '/product';

/** Opens a sheet as a user whose device keeps it. */
async function openSheet(who: string) {
  const page = await site.openAs(who, { serviceWorkers: 'allow', baseURL: relay.url });
  const [model] = await site.app.sql<{ id: string }>(
    "select m.id::text from models m where m.make_id = 53 and m.name = 'CBR600RR' and m.year = 2007",
  );
  const path = `/product?company=53&m=year&value=2007&id=${model!.id}`;
  const answer = page.waitForResponse((response) => response.request().postDataJSON()?.operationName === 'Model');
  page.on('console', (m) => console.log('CONSOLE', m.text()));
  page.on('requestfailed', (m) => console.log('FAILED', m.url(), m.failure()?.errorText));
  await page.goto(path, { waitUntil: 'load' });
  const { data } = await (await answer).json();
  const { variables } = (await answer).request().postDataJSON();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await page.evaluate(
    async ([key, value]) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open('motokey');
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = reject;
      });
      const done = db.transaction('answers', 'readwrite');
      done.objectStore('answers').put(value, key as string);
      await new Promise((resolve) => {
        done.oncomplete = resolve;
      });
      db.close();
    },
    [`Model ${JSON.stringify(variables)}`, { data, savedAt: Date.now() }] as const,
  );
  return { page, path };
}

const sheet = (page: Page) => page.getByRole('region', { name: 'Key data' });

test('a kept sheet opens without a network', async () => {
  const { page, path } = await openSheet('user@example.com');
  await page.context().setOffline(true);
  await page.goto(START, { waitUntil: 'load' });
  console.log(await page.locator('body').innerText());
  await page.goto(path, { waitUntil: 'load' });
  await sheet(page).getByRole('heading', { name: /CBR600RR/ }).waitFor();
  await page.screenshot({ path: '/tmp/offline.png' });
});
