import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { User } from '../../server/accounts/users/user.entity';
import { type Config, readConfig, type StripeSettings } from '../../server/config';
import { stripeCards } from '../../server/outside/cards/stripe';
import { startApp, type TestApp } from './app';
import { sharedChromium } from './chromium';
import { signedIn } from './people';
import { shared } from './shared';
import { openTabs } from './tabs';

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

/** Measures the layout shift of what the page loads from now on. The returned function reads that of the present page. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
      document.documentElement.dataset.shift = String(shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => Number(await page.evaluate(() => document.documentElement.dataset.shift ?? 0));
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What a browser that translates the page would break (docs/decisions/0074-translated-pages.md): texts that React keeps as
 * nodes, which it marks with a property, and options whose value is their text.
 */
const fragile = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (text.nodeValue?.trim() && Object.keys(text).some((key) => key.startsWith('__reactFiber')))
        found.push(`bare text: ${text.nodeValue} in ${text.parentElement?.outerHTML}`);
    for (const { outerHTML } of document.querySelectorAll('option:not([value])'))
      found.push(`without a value: ${outerHTML}`);
    return found;
  });

/**
 * The violations that axe finds on the page in its current state, by WCAG 2.2 AA and axe's best practices, and what is fragile.
 * `except` selects what axe has looked at before.
 */
export async function violations(page: Page, except?: string): Promise<string[]> {
  // Evaluated, not added as a script, because the page's content security policy allows only its own scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Wait for transitions to end, and for overlays to have slid in: axe ignores a dialog that is still off the screen.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return endless || animation.playState !== 'running';
    }),
  );
  const scope = { values: tags, context: except ? { exclude: [[except]] } : undefined };
  const found = await page.evaluate(async ({ values, context }) => {
    // A target partly hidden under a sticky bar would count as too small: such a one is looked at again in the middle.
    scrollTo(0, 0);
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const results = await axe.run(context ?? document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    const found: string[] = [];
    for (const { id, nodes } of results.violations) {
      const stay: string[] = [];
      for (const { html, target } of nodes) {
        const place = id === 'target-size' && document.querySelector(String(target[0]));
        if (place) {
          place.scrollIntoView({ block: 'center' });
          const again = await axe.run(place, { runOnly: [id] });
          if (again.violations.length === 0) continue;
        }
        stay.push(html);
      }
      if (stay.length > 0) found.push(`${id}: ${stay.join(' | ')}`);
    }
    scrollTo(0, 0);
    return found;
  }, scope);
  return [...found, ...(await fragile(page))];
}
