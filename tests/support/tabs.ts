import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
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

/** No screen has this path, so the client shows it without a query. */
const NOWHERE = '/nowhere';

/** What tests listen to. */
const EVENTS = ['request', 'requestfinished', 'requestfailed', 'response', 'download', 'framenavigated'] as const;

/**
 * Opens the tabs of a site, each in a browser profile of its own. Loading the client takes half a second of CPU, therefore:
 * - When a test ends, its tabs are signed out and kept for the next test that opens one with the same options.
 * - While a user is signed in, `page.goto` opens another screen like a link does. It loads the page if it is told what to
 *   wait for (`{ waitUntil: 'load' }`), if the screen stays the same, and if a dialog or unsaved input is in the way.
 */
export function openTabs(browser: Browser, url: string) {
  /** How to end the profiles that are open or kept. */
  const ends = new Set<() => Promise<void>>();
  const kept = new Map<string, Page[]>();
  const used = new Set<Page>();

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
        await page.evaluate(`(${show})(${JSON.stringify(path)}); (${followStorage})(); (${focused})()`);
        return null;
      }
      const answer = await load(path, how);
      // A rendered page handles clicks once its code has loaded.
      if (options.javaScriptEnabled !== false && how?.waitUntil !== 'domcontentloaded')
        await page.waitForFunction(() => !('rendered' in document.documentElement.dataset));
      return answer;
    };

    /**
     * Leaves the screen of a test, if the client can. Only then the user signs out: the gate of a screen that still shows
     * would lead to the sign-in, and from there the next user back to it.
     */
    const isLeft = async () => {
      if (!(await page.evaluate(canFollow, NOWHERE))) return false;
      await page.evaluate(show, NOWHERE);
      const heading = page.getByRole('heading', { level: 1, name: 'Page not found' });
      return heading.waitFor().then(
        () => true,
        () => false,
      );
    };

    // A clock, a start script, a slower CPU or a service worker stays with the profile. Without scripts, nothing can be reset.
    let isSpoilt = options.javaScriptEnabled === false || options.serviceWorkers === 'allow';
    const spoil = () => {
      isSpoilt = true;
    };
    before(page.clock, 'install', spoil);
    before(page, 'addInitScript', spoil);
    before(context, 'newCDPSession', spoil);
    // A request that is under way when its interception ends may never be answered, and what waits for it waits forever.
    let isIntercepted = false;
    before(page, 'route', () => {
      isIntercepted = true;
    });
    const pending = new Set<Request>();
    const answered = (request: Request) => void pending.delete(request);
    context.on('request', (request) => pending.add(request));
    context.on('requestfinished', answered);
    context.on('requestfailed', answered);
    const end = context.close.bind(context);
    ends.add(end);
    context.close = async () => {
      if (!used.delete(page)) return;
      if (isSpoilt || (isIntercepted && pending.size > 0)) {
        ends.delete(end);
        return end();
      }
      isIntercepted = false;
      for (const other of context.pages()) if (other !== page) await other.close();
      for (const event of EVENTS) page.removeAllListeners(event);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      const { colorScheme = 'light', forcedColors = 'none', reducedMotion = 'reduce' } = options;
      // Not 'screen', in which the next test would then also print.
      await page.emulateMedia({ media: null, colorScheme, forcedColors, reducedMotion });
      if (await isLeft()) {
        await page.evaluate(`(${clear})(); (${followStorage})(); (${untilPainted})()`);
      } else {
        await load(PLAIN);
        await page.evaluate(clear);
      }
      // Last, so that no request of the test is refused, which could end the session of the next one.
      await context.clearCookies();
      const kind = JSON.stringify(options);
      kept.set(kind, [...(kept.get(kind) ?? []), page]);
    };
    await load(PLAIN);
    return page;
  }

  return {
    async open({ viewport = DESK, ...options }: BrowserContextOptions = {}, user?: SignedIn): Promise<Page> {
      const page = kept.get(JSON.stringify(options))?.pop() ?? (await newTab(options));
      used.add(page);
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
    close: () => Promise.all([...ends].map((end) => end())),
  };
}

/** What a test saw when it failed. */
async function shownOn(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
  const state = await page.evaluate(() => `${location.href}, online: ${navigator.onLine}`).catch(String);
  return `${state}\n${snapshot}`;
}

/** Calls `act` before each call of the method. */
function before<M extends string>(owner: Record<M, unknown>, method: M, act: () => void) {
  const call = owner[method] as (...args: unknown[]) => unknown;
  owner[method] = (...args: unknown[]) => {
    act();
    return call.apply(owner, args);
  };
}

/**
 * In the page: whether its client can show another screen without losing input or an overlay. Not without a user: React may
 * still be taking over a rendered page.
 */
function canFollow(path: string) {
  return (
    !!document.getElementById('root')?.hasChildNodes() &&
    !document.querySelector('[data-frame]') &&
    'user' in localStorage &&
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

/** In the page: the client signs in or out by what is stored, as if another tab had stored it. */
function followStorage() {
  dispatchEvent(new StorageEvent('storage', { key: null }));
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

/** In the page: removes what a test has stored. */
function clear() {
  localStorage.clear();
  sessionStorage.clear();
}
