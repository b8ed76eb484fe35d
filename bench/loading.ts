/** How pages load in Chromium: the layout shift of every screen; contentful paint and blocking time of visitors' pages. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  aliasPaths,
  checkoutPath,
  clientPaths,
  correctionPaths,
  feedbackPaths,
  lookupPath,
  makePaths,
  modelPaths,
  paths,
  paymentsOf,
  sheetPaths,
  userPaths,
} from '../client/paths.ts';
import type { Lifetime } from '../server/process/program.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { signedInPage } from './browser.ts';
import { ADMINISTRATOR, type Database } from './database.ts';
import { connected } from './postgres.ts';
import { startServer } from './server.ts';

/** Like Lighthouse's phone: a 4× slower processor, 1.6 Mbps, a round trip of 150 ms. */
const PHONE = { cpu: 4, bytesPerSecond: 1_600_000 / 8, latency: 150 };
const VISITORS = [paths.home, paths.login];
const WIDTHS = [1280, 390];
const TIMES = 3;

interface Shift {
  /** The width of the window, in pixels. */
  width: number;
  path: string;
  /** Cumulative layout shift. */
  shift: number;
}

interface Paint {
  path: string;
  /** Largest contentful paint and total blocking time, the medians, in milliseconds. */
  largest: number;
  blocking: number;
}

export interface Loading {
  shifts: Shift[];
  paints: Paint[];
}

/** The measurements of a page load. */
interface Loaded {
  shift: number;
  largest: number;
  blocking: number;
}

export async function measureLoading(life: Lifetime, database: Database): Promise<Loading> {
  // Not as in production, where cookies need https.
  const server = await startServer(life, database, { NODE_ENV: 'development' });
  const browser = await launchChromium();
  life.onClose(() => browser.close());
  await requireShiftSeen(browser, server.url);
  const screens = await screensOf(database);
  const shifts: Shift[] = [];
  for (const width of WIDTHS) {
    const visitor = await browser.newContext({ baseURL: server.url, viewport: { width, height: 800 } });
    const member = (await signedInPage(browser, server.url, width, database.password)).context();
    for (const [context, own] of [
      [visitor, screens.visitor],
      [member, screens.member],
    ] as const) {
      for (const path of own) shifts.push({ width, path, shift: await shiftOf(context, path) });
      await context.close();
    }
  }
  const paints: Paint[] = [];
  for (const path of VISITORS) {
    const loads: Loaded[] = [];
    for (let time = 0; time < TIMES; time++) loads.push(await loadAsPhone(browser, server.url, path));
    const median = (of: 'largest' | 'blocking') =>
      loads.map((one) => one[of]).sort((one, other) => one - other)[Math.floor(TIMES / 2)] ?? Number.NaN;
    paints.push({ path, largest: median('largest'), blocking: median('blocking') });
  }
  await browser.close();
  await server.stop();
  return { shifts, paints };
}

/** The path of every screen: of a visitor, and of an administrator. The sheet is the newest of the make with the most models. */
async function screensOf({ url }: Database): Promise<{ visitor: string[]; member: string[] }> {
  const { rows } = await connected(url, (client) =>
    client.query<{ make: string; id: string; name: string; year: string; other: string; user: string; client: string }>(
      `select make_id::text as make, m.id::text, name, year::text, u.id::text as user, u.client_id::text as client,
         (select min(id)::text from models where make_id = m.make_id) as other
       from models m join users u on u.username = $1
       where make_id = (select make_id from models group by 1 order by count(*) desc, 1 limit 1)
       order by m.year desc, m.id limit 1`,
      [ADMINISTRATOR],
    ),
  );
  const [known] = rows;
  if (!known) throw new Error('There is no model.');
  const { make, id, name, year, other, user, client } = known;
  const { home, gallery, login, join, checkout: _, ...members } = paths;
  const kinds = [clientPaths, userPaths, makePaths, modelPaths, aliasPaths, correctionPaths, feedbackPaths, sheetPaths];
  return {
    visitor: [home, gallery, login, join, checkoutPath(ADMINISTRATOR)],
    member: [
      ...Object.values(members),
      // An index redirects to its list, and what is not a string needs a record.
      ...kinds
        .flatMap((kind) => Object.entries(kind))
        .flatMap(([name, path]) => (name === 'index' || typeof path !== 'string' ? [] : [path])),
      clientPaths.edit(client),
      userPaths.edit(user),
      makePaths.edit(make),
      modelPaths.edit(id),
      modelPaths.copy(id),
      correctionPaths.report(id),
      paymentsOf(user),
      lookupPath({ make, mode: 'year' }),
      lookupPath({ make, mode: 'year', value: year, id }),
      lookupPath({ make, mode: 'model', value: name, id }),
      lookupPath({ make, mode: 'year', value: year, id, compare: other }),
    ],
  };
}

/** The layout shift of a first visit. */
async function shiftOf(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  // So that what is shown until the answers come is painted.
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const { shift } = await load(page, path);
  await page.close();
  return shift;
}

/** Fails if no layout shift is measured on a page that certainly has one. */
async function requireShiftSeen(browser: Browser, baseURL: string): Promise<void> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  const grow = `requestAnimationFrame(() => setTimeout(() => { document.querySelector('div').style.height = '200px' }, 100))`;
  const body = `<!doctype html><div></div><p>Text that moves</p><script>${grow}; setTimeout(() => fetch('/healthz'), 300)</script>`;
  await page.route('**/moves', (route) => route.fulfill({ contentType: 'text/html', body }));
  const { shift } = await load(page, '/moves');
  await page.context().close();
  if (!(shift > 0)) throw new Error('No layout shift was measured on a page that has one.');
}

async function loadAsPhone(browser: Browser, baseURL: string, path: string) {
  const context = await browser.newContext({ baseURL, viewport: { width: 412, height: 823 }, isMobile: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const { cpu, bytesPerSecond, latency } = PHONE;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const found = await load(page, path);
  await context.close();
  return found;
}

/** Loads the page, and waits until it is idle. */
async function load(page: Page, path: string): Promise<Loaded> {
  await page.addInitScript(() => {
    const found = { shift: 0, largest: 0, blocking: 0 };
    Object.assign(window, { found });
    const watch = (type: string, read: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
    watch('layout-shift', (entry) => {
      found.shift += (entry as unknown as { value: number }).value;
    });
    watch('largest-contentful-paint', ({ startTime }) => {
      found.largest = startTime;
    });
    // Total blocking time: the part of each task beyond 50 ms, after the first contentful paint.
    watch('longtask', ({ startTime, duration }) => {
      const [shown] = performance.getEntriesByName('first-contentful-paint');
      if (shown && startTime + duration > shown.startTime) found.blocking += duration - 50;
    });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return page.evaluate(() => (window as unknown as { found: Loaded }).found);
}
