/** How pages load in Chromium: the layout shift of links to a sheet; contentful paint and blocking time of visitors' pages. */
import type { Browser, Page } from 'playwright-core';
import type { Lifetime } from '../server/process/program.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { signedInPage } from './browser.ts';
import type { Database } from './database.ts';
import { connected } from './postgres.ts';
import { startServer } from './server.ts';

/** Like Lighthouse's phone: a 4× slower processor, 1.6 Mbps, a round trip of 150 ms. */
const PHONE = { cpu: 4, bytesPerSecond: 1_600_000 / 8, latency: 150 };
const VISITORS = ['/', '/login'];
const WIDTHS = [1280, 390];
const TIMES = 3;

interface Shift {
  /** The width of the window, in pixels. */
  width: number;
  what: string;
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
  const links = await sheetLinks(database);
  const shifts: Shift[] = [];
  for (const width of WIDTHS)
    for (const [what, path] of links) {
      const page = await signedInPage(browser, server.url, width, database.password);
      const { shift } = await load(page, path);
      shifts.push({ width, what, shift });
      await page.context().close();
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

/** Links to the newest sheet of the make with the most models: in both lists, and compared with another sheet. */
async function sheetLinks({ url }: Database): Promise<[what: string, path: string][]> {
  const { rows } = await connected(url, (client) =>
    client.query<{ make: number; id: number; name: string; year: number; other: number }>(
      `select make_id as make, m.id, name, year, (select min(id) from models where make_id = m.make_id) as other
       from models m where make_id = (select make_id from models group by 1 order by count(*) desc, 1 limit 1)
       order by year desc, m.id limit 1`,
    ),
  );
  const [model] = rows;
  if (!model) throw new Error('There is no model.');
  const { make, id, name, year, other } = model;
  const byYear = `/product?company=${make}&m=year&value=${year}&id=${id}`;
  return [
    ['sheet by year', byYear],
    ['sheet by model', `/product?company=${make}&m=model&value=${encodeURIComponent(name)}&id=${id}`],
    ['comparison', `${byYear}&compare=${other}`],
  ];
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
