import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { refuseStaleWaits } from './staleWaits';

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** How many times slower the processor of every tab is (docs/testing.md, "Races"). */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 0);

/** The user as the client stores it, and the token of the session. */
interface SignedIn {
  stored: string;
  token: string;
}

/** The visitors' pages, which the build renders. They are always loaded. */
const RENDERED = ['/', '/login', '/join', '/picture-gallery'];

/** A page of the site without the client. */
const PLAIN = '/healthz';

/**
 * Opens the tabs of a site, each in a browser profile of its own. Loading the client takes half a second of CPU, therefore
 * `page.goto` opens another screen like a link does while a user is signed in. It loads the page if it is told what to wait for
 * (`{ waitUntil: 'load' }`), if the screen stays the same, and if a dialog or unsaved input is in the way.
 */
export function openTabs(browser: Browser, url: string) {
  const contexts = new Set<BrowserContext>();

  async function newTab(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: DESK,
      reducedMotion: 'reduce',
      // Not those of the machine: screens show times in the reader's time zone, and counts as the reader writes them.
      timezoneId: 'UTC',
      locale: 'en-US',
      // It would answer what a test intercepts, and keep files of the build before.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(15_000);
    // An error in the client's own code fails the test in which it occurs.
    context.on('weberror', (error) => {
      throw error.error();
    });
    const page = await context.newPage();
    if (process.env.STALE_WAITS) await refuseStaleWaits(page);
    if (SLOWDOWN) {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    const load = page.goto.bind(page);
    page.goto = async (path, how) => {
      if (!how?.waitUntil && !RENDERED.includes(path) && (await page.evaluate(canFollow, path))) {
        await page.evaluate(`(${show})(${JSON.stringify(path)}); (${focused})()`);
        return null;
      }
      const answer = await load(path, how);
      // A rendered page handles clicks once its code has loaded.
      if (options.javaScriptEnabled !== false && how?.waitUntil !== 'domcontentloaded')
        await page.waitForFunction(() => !('rendered' in document.documentElement.dataset));
      return answer;
    };

    contexts.add(context);
    await load(PLAIN);
    return page;
  }

  return {
    async open({ viewport = DESK, ...options }: BrowserContextOptions = {}, user?: SignedIn): Promise<Page> {
      const page = await newTab(options);
      if (TestRunner.getCurrentTest())
        onTestFinished(async ({ task }) => {
          if (task.result?.state === 'fail') console.log(await shownOn(page));
          await page.context().close();
        });
      await page.setViewportSize(viewport ?? DESK);
      if (user) {
        await page.evaluate((stored) => localStorage.setItem('user', stored), user.stored);
        await page.context().addCookies([{ name: 'session', value: user.token, url }]);
      }
      return page;
    },
    close: () => Promise.all([...contexts].map((context) => context.close())),
  };
}

/** What a test saw when it failed. */
async function shownOn(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
  const state = await page.evaluate(() => `${location.href}, online: ${navigator.onLine}`).catch(String);
  return `${state}\n${snapshot}`;
}

/**
 * In the page: whether its client can show another screen without losing input or an overlay. Not without a user: React may
 * still be taking over a rendered page. Waits until the client shows its first screen.
 */
async function canFollow(path: string) {
  const root = document.getElementById('root');
  if (!root || !('user' in localStorage)) return false;
  while (!root.hasChildNodes() || document.querySelector('[data-frame]')) await new Promise(requestAnimationFrame);
  return (
    new URL(path, location.href).pathname !== location.pathname &&
    !document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') &&
    dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}

/** In the page: shows another screen, as Back and Forward do. */
function show(path: string) {
  history.pushState({ key: crypto.randomUUID() }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/** In the page: waits until the heading of a new screen, or a field, takes the focus. */
function focused() {
  return new Promise<void>((resolve, reject) => {
    addEventListener('focusin', () => resolve(), { once: true });
    setTimeout(() => reject(new Error(`Nothing took the focus on ${location.pathname}.`)), 10_000);
  });
}

/** In the page: waits until a screen has been painted and its heading may have taken the focus. */
export function untilPainted() {
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
  });
}
