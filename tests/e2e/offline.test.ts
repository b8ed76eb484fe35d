import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { createUser, day } from '../support/factories';
import { signedIn } from '../support/people';
import { openRelay } from '../support/relay';
import { shared } from '../support/shared';
import { sharedSite } from '../support/site';

const site = sharedSite();
/** Between the browser and the servers. */
const relay = shared(() => openRelay(site.url));
afterEach(() => relay.join(site.url));

/** The next release: the same code, in files of other names. */
const next = shared(async () => {
  const clientDir = await mkdtemp(join(tmpdir(), 'motokey-next-'));
  await cp('dist/client', clientDir, { recursive: true });
  const assets = join(clientDir, 'assets');
  const entry = (await readdir(assets)).find((name) => /^index-[\w-]+\.js$/.test(name)) ?? '';
  for (const ending of ['', '.br', '.gz'])
    await rename(join(assets, entry + ending), join(assets, `index-next.js${ending}`));
  const pages = (await readdir(join(clientDir, '.visitors'))).map((name) => join('.visitors', name));
  for (const name of ['index.html', 'sw.js', ...pages]) {
    const path = join(clientDir, name);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(entry, 'index-next.js'));
  }
  const app = await startApp({ demo: true, sharing: site.app, clientDir });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    /** Replaces its service worker. */
    serve: (worker: string) => writeFile(join(clientDir, 'sw.js'), worker),
    async close() {
      await app.close();
      await rm(clientDir, { recursive: true });
    },
  };
});

let path = '';
beforeAll(async () => {
  const [model] = await site.app.sql<{ id: string }>(
    "select id::text from models where make_id = 53 and name = 'CBR600RR' and year = 2007",
  );
  path = `/product?company=53&m=year&value=2007&id=${model!.id}`;
});

const newUser = () => createUser(site.app, { subscriptionEndDate: day(100) });
type Who = Awaited<ReturnType<typeof newUser>>;

const openPage = (who: Who) => site.openAs(who, { serviceWorkers: 'allow', baseURL: relay.url });

/** Waits until the service worker answers for the page. */
const worked = (page: Page) =>
  page.evaluate(async () => {
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

const heading = (page: Page) =>
  page.getByRole('region', { name: 'Key data' }).getByRole('heading', { name: 'Honda CBR600RR (2007)' });

/** What the browser keeps: its databases, addresses in its caches, and the names of stored items. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const cached = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
    return {
      databases: (await indexedDB.databases()).map(({ name }) => name),
      urls: cached.map(({ url }) => new URL(url).pathname),
      stored: [...Object.entries(localStorage), ...Object.entries(sessionStorage)].map((pair) => pair.join(': ')),
    };
  });

/** The keys of the answers in the database of the page. */
const answersIn = (page: Page) =>
  page.evaluate(async () => {
    // Opening it would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'motokey')) return [];
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('motokey');
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = reject;
    });
    const keys = db.transaction('answers').objectStore('answers').getAllKeys();
    await new Promise((resolve) => {
      keys.onsuccess = resolve;
    });
    db.close();
    return keys.result.map(String);
  });

const hasSheet = async (page: Page) => (await answersIn(page)).some((key) => key.startsWith('Model '));

/** Opens the sheet, and keeps it from now on. */
async function keepSheet(page: Page) {
  await page.goto(path, { waitUntil: 'load' });
  await worked(page);
  await page.getByRole('button', { name: 'Take this job along' }).click();
  await page.getByRole('status').filter({ hasText: 'Kept for offline' }).waitFor();
}

/** Signs in another user, as if the page of the one before had been closed. */
async function changeUser(page: Page, who: Who) {
  const { token = '' } = await signedIn(site.app, who, { ip: '127.0.0.1', browser: 'Chrome on Linux' });
  await page.context().addCookies([{ name: 'session', value: token, url: relay.url }]);
  await page.goto('/healthz', { waitUntil: 'load' });
  const { id, username } = who;
  const user = { id: String(id), username, isAdmin: false, roles: [{ id: '4', authority: 'ROLE_USER' }] };
  await page.evaluate((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
}

async function openKept(who: Who) {
  const page = await openPage(who);
  await keepSheet(page);
  return page;
}

/** Everything of the user has left the device. Only the app itself is still there. */
async function seeNothingLeft(page: Page, { username }: Who) {
  await expect.poll(async () => (await keptBy(page)).databases).toEqual([]);
  const { urls, stored } = await keptBy(page);
  expect(urls).toContain('/product');
  expect(urls.filter((url) => /^\/(images|graphql|api)/.test(url))).toEqual([]);
  expect(stored.filter((item) => /^(user|ofUser-.*):/.test(item) || item.includes(username))).toEqual([]);
}

test('the app is installable, and opens from its icon without a network, or if the network swallows requests', async () => {
  const page = await openKept(await newUser());
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe(type);
    if (sizes === 'any') continue;
    const bytes = await icon.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)].join('x')).toBe(sizes);
  }
  expect((await page.request.get('/sw.js')).headers()['cache-control']).toBe('no-store');

  await page.context().setOffline(true);
  await page.goto(manifest.start_url, { waitUntil: 'load' });
  await page
    .getByRole('main')
    .getByRole('link', { name: /CBR600RR/ })
    .first()
    .click();
  await heading(page).waitFor();
  await page.goto('/terms', { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();

  // Reloaded as soon as there is a network.
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
  const answered = page.waitForResponse((answer) => answer.request().postDataJSON()?.operationName === 'Model');
  await page.context().setOffline(false);
  expect((await answered).status()).toBe(200);

  // A network that swallows requests does not keep it back.
  relay.silence();
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
});

test('signing out without a network removes everything in all tabs, and ends the session later', async () => {
  const who = await newUser();
  const page = await openKept(who);
  const other = await page.context().newPage();
  await other.goto(path);
  await heading(other).waitFor();
  await page.context().setOffline(true);
  // A reload reads all from the device.
  await page.reload();
  await page.getByText('No company has said yet that it worked.').waitFor();
  await page.getByRole('button', { name: 'It worked' }).click();
  const form = page.getByRole('dialog', { name: 'It worked' });
  await form.getByLabel('Tool').fill('Duplicator 7');
  await form.getByRole('button', { name: 'Send' }).click();
  await page.getByText('It will be sent when there is one.').waitFor();
  expect((await keptBy(page)).stored.join()).toContain('Duplicator 7');
  await page.getByRole('button', { name: who.username }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
  await seeNothingLeft(page, who);

  const sessions = () => site.app.sql('select 1 from sessions where user_id = ?', [who.id]);
  expect(await sessions()).toHaveLength(1);
  await page.context().setOffline(false);
  await expect.poll(sessions).toEqual([]);
  await other.close();
});

test('what is kept is removed when the session or the subscription ends, and when somebody else signs in', async () => {
  const first = await newUser();
  const page = await openKept(first);
  await site.app.sql('delete from sessions where user_id = ?', [first.id]);
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForURL('**/login');
  await seeNothingLeft(page, first);

  const second = await newUser();
  await changeUser(page, second);
  await keepSheet(page);
  await site.app.sql('update users set subscription_end_date = ? where id = ?', [day(-1), second.id]);
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForURL('**/checkout?*');
  await seeNothingLeft(page, second);

  await changeUser(page, await newUser());
  await keepSheet(page);
  await changeUser(page, await newUser());
  await page.context().setOffline(true);
  await page.goto(path, { waitUntil: 'load' });
  await page.getByText('No connection').first().waitFor();
  await expect.poll(() => hasSheet(page)).toBe(false);
  expect(await heading(page).count()).toBe(0);
});

test('what is kept is removed after a week without the server, after the last day, and if the clock is set back', async () => {
  const page = await openKept(await newUser());
  const now = Date.now();
  for (const [days, reason] of [
    [8, 'has not reached Motokey for 7 days'],
    [-2, 'clock of this device was set back'],
    [101, 'Your subscription ended on'],
  ] as const) {
    await page.context().setOffline(true);
    await page.goto(path, { waitUntil: 'load' });
    await heading(page).waitFor();
    await page.clock.setSystemTime(now + days * 86_400_000);
    await page.goto(path, { waitUntil: 'load' });
    await page.getByText(reason).first().waitFor();
    await expect.poll(() => hasSheet(page)).toBe(false);
    expect(await heading(page).count()).toBe(0);
    await page.clock.setSystemTime(now);
    await page.context().setOffline(false);
    // With a connection it is kept again.
    await page.goto(path, { waitUntil: 'load' });
    await expect.poll(() => hasSheet(page)).toBe(true);
  }
});

test('an operator can remove the service worker', async () => {
  const page = await openKept(await newUser());
  const removing = await startApp({ demo: true, sharing: site.app, config: { removeServiceWorker: true } });
  relay.join(await removing.app.listen({ port: 0, host: '127.0.0.1' }));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect((await keptBy(page)).urls).toEqual([]);
  await removing.close();
});

test('a new version is offered and keeps what was kept', async () => {
  const page = await openKept(await newUser());
  relay.join(next.url);
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await update();
  const offer = page.getByRole('region', { name: 'New version' });
  await offer.getByText('A new version is ready.').waitFor();
  await offer.getByRole('button', { name: 'Reload' }).click();
  await heading(page).waitFor();
  expect(await page.evaluate(() => [...document.scripts].some(({ src }) => src.endsWith('/index-next.js')))).toBe(true);
  // The worker of the new version takes over by itself, and removes the files of the old one.
  const kept = async () => (await keptBy(page)).urls.filter((url) => url.startsWith('/assets/index-'));
  await expect.poll(kept).toEqual(['/assets/index-next.js']);
  expect(await offer.count()).toBe(0);
  await page.context().setOffline(true);
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
});

test.each([
  [
    'throws while it is installed',
    "addEventListener('install', () => { throw new Error('broken'); }); throw new Error('broken');",
  ],
  ['throws at each request', "addEventListener('fetch', () => { throw new Error('broken'); });"],
])('a service worker that %s leaves the site working', async (_name, worker) => {
  await next.serve(worker);
  relay.join(next.url);
  const page = await openPage(await newUser());
  // Again, when the worker has been installed, or has failed.
  for (const _ of ['first', 'second']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await heading(page).waitFor();
  }
});

test('without storage, the site works', async () => {
  const page = await openPage(await newUser());
  await page.addInitScript(() => {
    for (const name of ['indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is blocked.', 'SecurityError');
        },
      });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await heading(page).waitFor();
  await page.getByRole('button', { name: 'Pin' }).click();
  await page.getByRole('button', { name: 'Unpin' }).waitFor();
});
