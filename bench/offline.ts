/** How fast the installed app opens without a network: from its icon to a pinned sheet, with a 4× slower processor. */
import type { Page } from 'playwright-core';
import type { Lifetime } from '../server/process/program.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { signedInPage } from './browser.ts';
import type { Database } from './database.ts';
import { connected } from './postgres.ts';
import { startServer } from './server.ts';

const SLOWED = 4;
const TIMES = 9;
/** The start page of the installed app (client/public/manifest.webmanifest). */
const START = '/product?company=53&m=year';

export interface Opening {
  /** Milliseconds (median) from the start of the navigation until the pinned sheets are painted. */
  pins: number;
  /** The same until the sheet of one of them is painted, if it is pressed at once. */
  sheet: number;
  /** Milliseconds of the page's main thread for both, slowed likewise: other programs count less in them. */
  thread: number;
}

export interface Openings {
  without: Opening;
  /** The same page with a network, for comparison. */
  with: Opening;
}

export async function measureOffline(life: Lifetime, database: Database): Promise<Openings> {
  // Not as in production, where cookies need https.
  const server = await startServer(life, database, { NODE_ENV: 'development' });
  const browser = await launchChromium();
  life.onClose(() => browser.close());
  const page = await signedInPage(browser, server.url, 390, database.password);
  const { rows } = await connected(database.url, (client) =>
    client.query<{ path: string; name: string }>(
      `select concat('/product?company=', make_id, '&m=year&value=', year, '&id=', id) as path, name
       from models order by id limit 3`,
    ),
  );
  for (const { path } of rows) await pin(page, path);
  // From now on the frame lists them.
  await page.goto(START);
  await page.getByRole('list', { name: 'Pinned' }).waitFor();
  const name = rows[0]?.name ?? '';
  const context = page.context();
  await page.close();
  const found: Record<keyof Openings, Opening[]> = { without: [], with: [] };
  for (let time = 0; time < TIMES; time += 1) {
    for (const network of ['without', 'with'] as const) {
      await context.setOffline(network === 'without');
      const opened = await context.newPage();
      const devtools = await context.newCDPSession(opened);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      const shown = await opening(opened, name);
      const { metrics } = await devtools.send('Performance.getMetrics');
      const seconds = metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0;
      found[network].push({ ...shown, thread: seconds * 1000 });
      await opened.close();
    }
  }
  await browser.close();
  await server.stop();
  return { without: median(found.without), with: median(found.with) };
}

function median(found: Opening[]): Opening {
  const of = (what: keyof Opening) => found.map((one) => one[what]).sort((a, b) => a - b)[(TIMES - 1) / 2] ?? 0;
  return { pins: of('pins'), sheet: of('sheet'), thread: of('thread') };
}

/** Pins the sheet, and waits until it and the lists that lead to it are kept. */
async function pin(page: Page, path: string) {
  await page.goto(path);
  await page.evaluate(async () => {
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  // Not waitForFunction, which takes the promise of an async function for true.
  await page.evaluate(async (id) => {
    const found = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const isKept = async () => {
      if (!(await indexedDB.databases()).some(({ name }) => name === 'motokey')) return false;
      const db = await found(indexedDB.open('motokey'));
      const stores = db.transaction(['sheets', 'answers']);
      const sheet = await found(stores.objectStore('sheets').get(id));
      const answers = (await found(stores.objectStore('answers').getAllKeys())).map(String);
      db.close();
      return sheet?.savedAt > 0 && answers.includes('RecentSheets {}') && answers.includes('MakeOptions {}');
    };
    while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 200));
  }, id);
}

/** Opens the app's start, and presses the sheet of the model with this name as soon as it is there. */
async function opening(page: Page, name: string): Promise<Omit<Opening, 'thread'>> {
  await page.addInitScript((name) => {
    /** Calls `act` after the frame that paints what `find` finds. */
    const painted = <T>(find: () => T | null | undefined, act: (found: T) => void) => {
      const look = () => {
        const found = find();
        if (!found) return;
        observer.disconnect();
        requestAnimationFrame(() => scheduler.postTask(() => act(found), { priority: 'user-blocking' }));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      look();
    };
    // Looks up the root each time: when this script starts, the document may still be an empty one.
    const note = (what: string, at: number) => document.documentElement.setAttribute(`data-${what}`, String(at));
    painted(
      () => [...document.querySelectorAll<HTMLElement>('main a')].find((link) => link.textContent?.includes(name)),
      (link) => {
        note('pins', performance.now());
        link.click();
      },
    );
    painted(
      () => document.querySelector('main [aria-label="Key data"]')?.textContent?.includes('Spacing'),
      () => note('sheet', performance.now()),
    );
  }, name);
  await page.goto(START, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset.sheet);
  return page.evaluate(() => {
    const { pins, sheet } = document.documentElement.dataset;
    return { pins: Number(pins), sheet: Number(sheet) };
  });
}
