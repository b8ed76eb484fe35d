import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { User } from '../../server/accounts/users/user.entity';
import { type Config, readConfig, type StripeSettings } from '../../server/config';
import { stripeCards } from '../../server/outside/cards/stripe';
import { startApp, type TestApp } from './app';
import { sharedChromium } from './chromium';
import { signedIn } from './people';
import { shared } from './shared';
import { openTabs, untilPainted } from './tabs';

export { violations } from './axe';
export { DESK, PHONE } from './tabs';

/** The built client on a server with the demo catalogue, and a browser to open it. */
export interface Site {
  app: TestApp;
  url: string;
  /** Opens a page in a browser profile of its own, without cookies or anything stored (see `openTabs`). */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** The same, signed in as one of the demo users, by username, or as another user. */
  openAs(who: string | User, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** One for all tests of a file, or of the `describe` that calls this. */
export const sharedSite = (): Site => shared(startSite);

/** With `stripe`, payments go to the Stripe of those settings, otherwise to the sandbox. */
export async function startSite({ stripe, ...own }: { stripe?: StripeSettings } & Partial<Config> = {}): Promise<Site> {
  const { webhookPrivateAddresses } = readConfig({ WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.0/8' });
  const config = {
    ...own,
    supportPhone: '+1 555 0100',
    supportEmail: 'help@example.com',
    stripe,
    webhookPrivateAddresses,
  };
  const app = await startApp({ demo: true, config, outside: stripe && { cards: stripeCards(stripe) } });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const tabs = openTabs(await sharedChromium(), url);
  return {
    app,
    url,
    open: (options) => tabs.open(options),
    async openAs(who, options) {
      const username = typeof who === 'string' ? who : who.username;
      const user = await app.orm.em.fork().findOneOrFail(User, { username }, { populate: ['role'] });
      // What the client stores when it signs in (docs/look.md, "Routes").
      const { id, isAdmin, role } = user;
      const stored = { id: String(id), username, isAdmin, roles: [{ id: String(role.id), authority: role.authority }] };
      // Without verifying a password, which takes a tenth of a second by design.
      const { token = '' } = await signedIn(app, user, { ip: '127.0.0.1', browser: 'Chrome on Linux' });
      return tabs.open(options, { stored: JSON.stringify(stored), token });
    },
    async close() {
      await tabs.close();
      await app.close();
    },
  };
}

/**
 * Passes the page's requests to `url` to `handle`. Chromium confirms an interception slightly before it applies to a loaded
 * page, so `page.route` alone can miss a request sent right after it.
 */
export async function intercept(page: Page, url: string, handle: Parameters<Page['route']>[1]): Promise<void> {
  await page.route(url, handle);
  if (!page.url().startsWith('http')) return;
  await page.route('**/intercepted', (route) => route.fulfill({ status: 204 }));
  await expect
    .poll(() => page.evaluate(() => fetch('/intercepted', { method: 'HEAD' }).then(({ status }) => status)))
    .toBe(204);
  await page.unroute('**/intercepted');
}

/** Closes the messages, all at once: each would also close by itself. One covers the user's icon on a phone. */
export const dismissMessages = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[role=status] [aria-label=Dismiss]')) one.click();
  });

/** Waits until what has come is painted, and until the heading of a new screen may have taken the focus. */
export const painted = (page: Page) => page.evaluate(untilPainted);

/**
 * Follows the requests of the page from now on. The returned function waits until all have been answered and what they
 * brought is painted, which may have asked for more.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  const end = (request: Request) => void pending.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const urls = () => [...pending].map((request) => request.url());
  return async () => {
    do {
      await expect.poll(urls, { message: 'requests without an answer' }).toEqual([]);
      await painted(page);
    } while (pending.size > 0);
  };
}

/** Measures the layout shift of what the page loads from now on. The returned function reads that of the present page. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shift = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shift += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // The observer is told about a shift some time after it was painted.
    Object.assign(window, {
      readShift: () => {
        add(observer.takeRecords());
        return shift;
      },
    });
  });
  return async () => {
    await painted(page);
    return page.evaluate(() => (window as unknown as { readShift: () => number }).readShift());
  };
}
