/** How much JavaScript Chromium receives on the first visit of a screen, including response headers. */
import type { Page } from 'playwright-core';
import type { Lifetime } from '../server/process/program.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { signedInPage } from './browser.ts';
import type { Database } from './database.ts';
import { startServer } from './server.ts';

/** The budgets of docs/performance.md, "First load", in kilobytes. */
const VISITORS: [path: string, budget: number][] = [
  ['/', 160],
  ['/login', 225],
  ['/join', 225],
];
const MEMBERS: typeof VISITORS = [
  ['/product?company=53&m=year', 310],
  ['/company-details/list', 310],
  ['/products/list', 310],
  ['/correction/list', 310],
  ['/correction/create', 350],
  ['/products/create', 350],
];

export interface FirstLoad {
  path: string;
  kilobytes: number;
  files: number;
  budget: number;
}

export async function measureFirstLoads(life: Lifetime, database: Database): Promise<FirstLoad[]> {
  // Not as in production, where cookies need https.
  const server = await startServer(life, database, { NODE_ENV: 'development' });
  const browser = await launchChromium();
  life.onClose(() => browser.close());
  const found: FirstLoad[] = [];
  for (const [path, budget] of [...VISITORS, ...MEMBERS]) {
    const isOpen = VISITORS.some(([open]) => open === path);
    const page = isOpen
      ? await (await browser.newContext({ baseURL: server.url })).newPage()
      : await signedInPage(browser, server.url, 1280, database.password);
    found.push({ path, budget, ...(await loadedBy(page, path)) });
    await page.context().close();
  }
  await browser.close();
  await server.stop();
  return found;
}

/** The bytes received until the network is idle. */
async function loadedBy(page: Page, path: string): Promise<Pick<FirstLoad, 'kilobytes' | 'files'>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return { kilobytes: bytes / 1000, files: scripts.size };
}
