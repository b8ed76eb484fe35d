import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { createUser, day, PASSWORD } from '../support/factories';
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

/** Keeps the sheet that is open from now on. */
async function takeAlong(page: Page) {
  await page.getByRole('button', { name: 'Take this job along' }).click();
  await page.getByRole('status').filter({ hasText: 'Kept for offline' }).waitFor();
}

const logIn = (page: Page) => page.getByRole('link', { name: 'Log in' }).first();

/** On the page where one signs in. Leaves the user there on another screen than the sheet, where it was taken along. */
async function signInAndKeep(page: Page, { username }: Who) {
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: username }).waitFor();
  // From another screen, the sheet opens without loading the page.
  if (new URL(page.url()).pathname !== '/sessions') await page.goto('/sessions');
  await page.goto(path);
  await takeAlong(page);
}

/** Signs in another user, as if in another tab. */
async function becomeUser(page: Page, who: Who) {
  const { token = '' } = await signedIn(site.app, who, { ip: '127.0.0.1', browser: 'Chrome on Linux' });
  await page.context().addCookies([{ name: 'session', value: token, url: relay.url }]);
  const { id, username } = who;
  const user = { id: String(id), username, isAdmin: false, roles: [{ id: '4', authority: 'ROLE_USER' }] };
  await page.evaluate((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
}

async function openKept(who: Who) {
  const page = await openPage(who);
  await page.goto(path, { waitUntil: 'load' });
  await worked(page);
  await takeAlong(page);
  return page;
}

/** Everything of the user has left the device. Only the app itself is still there, and what the present page keeps (`besides`). */
async function seeNothingLeft(page: Page, { username }: Who, besides = '-') {
  await expect.poll(async () => (await keptBy(page)).databases).toEqual([]);
  const { urls, stored } = await keptBy(page);
  expect(urls).toContain('/product');
  expect(urls.filter((url) => /^\/(images|graphql|api)/.test(url))).toEqual([]);
  const left = stored.filter((item) => /^(user|ofUser-.*|shownUnit.*):/.test(item) || item.includes(username));
  expect(left.filter((item) => !item.startsWith(besides))).toEqual([]);
}

test('the app is installable, opens from its icon without a network, and leaves nothing behind after a sign-out there', async () => {
  const who = await newUser();
  const page = await openKept(who);
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
  const unit = (tab: Page, name: 'inch' | 'mm') =>
    tab.getByRole('group', { name: 'inch / mm' }).getByRole('radio', { name, exact: true });
  const storedUnit = async () =>
    (await site.app.sql('select length_unit from users where id = ?', [who.id]))[0]?.length_unit;
  await unit(page, 'mm').check();
  const answered = page.waitForResponse((answer) => answer.request().postDataJSON()?.operationName === 'Model');
  await page.context().setOffline(false);
  expect((await answered).status()).toBe(200);
  // What was chosen meanwhile counts, here and for the user's other devices.
  await expect.poll(storedUnit).toBe('mm');
  expect(await unit(page, 'mm').isChecked()).toBe(true);

  // A network that swallows requests does not keep it back.
  relay.silence();
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
  relay.join();

  const other = await page.context().newPage();
  await other.goto(path);
  await heading(other).waitFor();
  await unit(other, 'inch').check();
  await expect.poll(storedUnit).toBe('inch');
  await expect.poll(() => Promise.all([page, other].map((tab) => unit(tab, 'inch').isChecked()))).toEqual([true, true]);

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
  // The session ends as soon as there is a network.
  const sessions = () => site.app.sql('select 1 from sessions where user_id = ?', [who.id]);
  expect(await sessions()).toHaveLength(1);
  await page.context().setOffline(false);
  await expect.poll(sessions).toEqual([]);
  await other.close();

  // The worker stays until an operator removes it.
  const removing = await startApp({ demo: true, sharing: site.app, config: { removeServiceWorker: true } });
  relay.join(await removing.app.listen({ port: 0, host: '127.0.0.1' }));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect((await keptBy(page)).urls).toEqual([]);
  await removing.close();
});

test('what is kept is removed when the session or the subscription ends, or somebody else signs in', async () => {
  const first = await newUser();
  const page = await openKept(first);
  await site.app.sql('delete from sessions where user_id = ?', [first.id]);
  await page.goto('/sessions');
  await page.waitForURL('**/login');
  await seeNothingLeft(page, first);

  // On a page of visitors, too, which shows them their home.
  const second = await newUser();
  await signInAndKeep(page, second);
  await site.app.sql('delete from sessions where user_id = ?', [second.id]);
  await page.goto('/', { waitUntil: 'load' });
  await page.getByRole('heading', { name: /1990 to the present/ }).waitFor();
  await seeNothingLeft(page, second);
  await logIn(page).click();

  const third = await newUser();
  await signInAndKeep(page, third);
  await site.app.sql('update users set subscription_end_date = ? where id = ?', [day(-1), third.id]);
  await page.goto('/whats-new');
  await page.waitForURL('**/checkout?*');
  // The payment that has begun there survives a reload.
  await seeNothingLeft(page, third, 'payment:');

  await logIn(page).click();
  await signInAndKeep(page, await newUser());
  // Another user signs in while the page is closed.
  await page.goto('/healthz', { waitUntil: 'load' });
  await becomeUser(page, await newUser());
  await page.context().setOffline(true);
  await page.goto(path, { waitUntil: 'load' });
  await page.getByText('No connection').first().waitFor();
  await expect.poll(() => hasSheet(page)).toBe(false);
  expect(await heading(page).count()).toBe(0);
});

test('what is kept is removed when the time is up, or the clock is set back', async () => {
  const page = await openKept(await newUser());
  const now = Date.now();
  /** Opens the sheet without a connection, so many days from now by the device's clock. */
  const openAfter = async (days: number) => {
    await page.context().setOffline(true);
    // As the start of a phone leaves it, for its frame.
    await page.evaluate(() => localStorage.setItem('ofUser-pins', '{}'));
    await page.clock.setSystemTime(now + days * 86_400_000);
    await page.goto(path, { waitUntil: 'load' });
  };
  const isRemovedBecause = async (reason: string) => {
    await page.getByText(reason).first().waitFor();
    await expect.poll(() => hasSheet(page)).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('ofUser-pins'))).toBeNull();
    expect(await heading(page).count()).toBe(0);
  };
  /** With a connection it is kept again. What is only recent may still be sorted out, therefore the job is taken along. */
  const keepAgain = async () => {
    await page.clock.setSystemTime(now);
    await page.context().setOffline(false);
    await page.goto(path, { waitUntil: 'load' });
    await page.getByRole('status').filter({ hasText: 'Kept for offline' }).waitFor();
  };
  await openAfter(3);
  await heading(page).waitFor();
  // The device has noted the time that its clock has shown.
  await openAfter(2);
  await isRemovedBecause('clock of this device was set back');
  await keepAgain();
  await openAfter(101);
  await isRemovedBecause('Your subscription ended on');
});

test('what one user wrote is never sent as another who signs in before the answer comes', async () => {
  const page = await site.openAs(await newUser(), { baseURL: relay.url });
  await page.goto(path, { waitUntil: 'load' });
  const other = await page.context().newPage();
  await other.goto('/healthz');
  await page.getByRole('button', { name: 'It worked' }).click();
  // The dialog is loaded before the network is lost.
  const send = page.getByRole('dialog', { name: 'It worked' }).getByRole('button', { name: 'Send' });
  await send.waitFor();
  const sent = page.waitForRequest((request) => request.postDataJSON()?.operationName === 'SaveVerdict');
  relay.silence();
  await send.click();
  await sent;
  const who = await newUser();
  await becomeUser(other, who);
  await page.getByRole('button', { name: who.username }).waitFor();
  relay.join();
  const banner = page.getByText(/^No connection\./).first();
  await banner.waitFor();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await banner.waitFor({ state: 'hidden' });
  await page.goto('/offline', { waitUntil: 'load' });
  await page.getByText('Nothing waits to be sent.').waitFor();
  expect(await site.app.sql('select 1 from verdicts where username = ?', [who.username])).toEqual([]);
});

test('a version spoiled by a network that asks to sign in is not kept; a whole one is offered and keeps what was kept', async () => {
  const page = await openKept(await newUser());
  for (const swallowed of [/^\/assets\//, /^\/[\w-]*$/]) {
    const portal = createServer(async ({ url = '', headers: { cookie = '' } }, response) => {
      const asked = swallowed.test(url);
      const answer = asked ? new Response('<h1>Sign in</h1>') : await fetch(next.url + url, { headers: { cookie } });
      response.setHeader('content-type', answer.headers.get('content-type') ?? 'text/html');
      // A release of which the pages have changed, too.
      const text = url === '/sw.js' && (await answer.text()).replaceAll(/revision:([`'"])/g, 'revision:$1next-');
      response.writeHead(answer.status).end(text || (await answer.bytes()));
    }).listen(0, '127.0.0.1');
    await once(portal, 'listening');
    relay.join(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`);
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const worker = registration.installing ?? registration.waiting;
      while (worker?.state === 'installing')
        await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
      return worker?.state ?? 'redundant';
    });
    expect(state, `${swallowed}`).toBe('redundant');
    portal.close();
    portal.closeAllConnections();
  }
  // The version before still opens.
  await page.context().setOffline(true);
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
  await page.context().setOffline(false);

  relay.join(next.url);
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await update();
  const offer = page.getByRole('region', { name: 'New version' });
  await offer.getByText('A new version is ready.').waitFor();
  await page.addInitScript(() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (message, options) {
      if (message === 'activate') document.documentElement.dataset.activated = this.state;
      postMessage.call(this, message, options as StructuredSerializeOptions);
    };
  });
  await offer.getByRole('button', { name: 'Reload' }).click();
  await heading(page).waitFor();
  expect(await page.evaluate(() => [...document.scripts].some(({ src }) => src.endsWith('/index-next.js')))).toBe(true);
  // The page lets the worker of its version take over, unless it has done so already. Chromium then waits until the old one is idle:
  // for half a minute if a request comes just then, and for up to five minutes while a debugger is attached to it. So it is ended.
  const isLet = async () => {
    const registration = await navigator.serviceWorker.ready;
    return !registration.waiting || document.documentElement.dataset.activated === 'installed';
  };
  await expect.poll(() => page.evaluate(isLet)).toBe(true);
  const devtools = await page.context().newCDPSession(page);
  let active = '';
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    active = versions.findLast(({ status }) => status === 'activated')?.versionId ?? active;
  });
  await devtools.send('ServiceWorker.enable');
  const isAlone = async () => {
    await devtools.send('ServiceWorker.stopWorker', { versionId: active }).catch(() => {});
    return page.evaluate(async () => !(await navigator.serviceWorker.ready).waiting);
  };
  await expect.poll(isAlone).toBe(true);
  expect(await offer.count()).toBe(0);
  await page.context().setOffline(true);
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
});

test('the site works with a broken service worker, and without storage', async () => {
  await next.serve("addEventListener('install', () => { throw new Error('broken'); }); throw new Error('broken');");
  relay.join(next.url);
  const page = await openPage(await newUser());
  const refused = page.waitForEvent('console', (message) =>
    message.text().startsWith('The service worker was refused.'),
  );
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
  await refused;

  await next.serve("addEventListener('fetch', () => { throw new Error('broken'); });");
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto(path, { waitUntil: 'load' });
  await heading(page).waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');

  const other = await page.context().newPage();
  await other.addInitScript(() => {
    for (const name of ['indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is blocked.', 'SecurityError');
        },
      });
  });
  await other.goto(path);
  await heading(other).waitFor();
  await other.getByRole('button', { name: 'Pin' }).click();
  await other.getByRole('button', { name: 'Unpin' }).waitFor();
});
