/** How fast the lookup reacts to clicks, in Chromium with a 4× slower processor. */
import type { Browser, Locator, Page } from 'playwright-core';
import type { Lifetime } from '../server/process/program.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { ADMINISTRATOR, type Database } from './database.ts';
import { connected } from './postgres.ts';
import { startServer } from './server.ts';

const SLOWED = 4;
const PRESSES = 50;
const WIDTHS = [1280, 390];
/** The longest wait for the result of a click, in milliseconds. */
const LONGEST = 20_000;

export interface Shown {
  /** The width of the window, in pixels. */
  width: number;
  what: 'make → list' | 'item → detail';
  /** Milliseconds from a click until its result is painted (p75): on the first visit, and when it was seen before. */
  first: number;
  again: number;
  /** The same for a click that only puts the finished HTML of these results into `main`: what the browser alone needs. */
  html: number;
}

/** The result of a click: a list with these headings, or a detail with these texts. */
interface Expected {
  what: Shown['what'];
  texts: string[];
}

/** A click, the milliseconds until its result was painted, and the content of `main` at that time. */
interface Press {
  expected: Expected;
  time: number;
  html: string;
}

/** A make, the names of its models, and the newest model of the first name. */
interface Place {
  make: string;
  makeName: string;
  names: string[];
  id: string;
  year: number;
  ilco: string;
}

export async function measureBrowser(life: Lifetime, database: Database): Promise<Shown[]> {
  // Not as in production, where cookies need https.
  const server = await startServer(life, database, { NODE_ENV: 'development' });
  const places = await placesOf(database);
  const browser = await launchChromium();
  life.onClose(() => browser.close());
  const found: Shown[] = [];
  for (const width of WIDTHS) {
    const page = await openSignedIn(browser, server.url, width, database.password);
    const first = await walk(page, places, width);
    const again = await walk(page, places, width);
    // Half of the clicks, to save time.
    const html = await putHtml(page, again.slice(0, PRESSES));
    for (const what of ['make → list', 'item → detail'] as const)
      found.push({ width, what, first: p75(first, what), again: p75(again, what), html: p75(html, what) });
    await page.context().close();
  }
  await browser.close();
  await server.stop();
  return found;
}

async function placesOf({ url }: Database): Promise<Place[]> {
  const { rows } = await connected(url, (client) =>
    client.query<Place>(
      `select k.id::text as make, k.display_name as "makeName", names, m.id::text, m.year, split_part(m.ilco, ' / ', 1) as ilco
       from makes k
       cross join lateral (select array(select distinct name from models where make_id = k.id order by name) as names) as n
       cross join lateral (
         select * from models where make_id = k.id and name = names[1] order by year desc, id limit 1) as m
       order by k.id limit $1`,
      [PRESSES],
    ),
  );
  return rows;
}

/** A page in a new browser profile, not opened yet. All pages of its context are signed in. */
export async function signedInPage(browser: Browser, baseURL: string, width: number, password: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 800 } });
  const page = await context.newPage();
  const answer = await page.request.post('/api/login', { form: { userEmail: ADMINISTRATOR, userPassword: password } });
  const { USER_DATA } = await answer.json();
  // What the client stores when it signs in.
  const user = JSON.stringify({ ...USER_DATA, id: String(USER_DATA.id) });
  await context.addInitScript((stored) => localStorage.setItem('user', stored), user);
  return page;
}

async function openSignedIn(...where: Parameters<typeof signedInPage>): Promise<Page> {
  const page = await signedInPage(...where);
  await page.goto('/product');
  await page.locator('main').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  return page;
}

/** The same clicks without the client: each replaces the content of `main` with the HTML of its result. */
async function putHtml(page: Page, presses: Press[]): Promise<Press[]> {
  // The HTML may contain a busy bar, whose animation never ends, and `timeOf` waits for animations.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('main * { animation: none !important; }');
    document.adoptedStyleSheets.push(still);
  });
  const times: Press[] = [];
  for (const { expected, html } of presses) {
    await page.evaluate((html) => {
      const put = (event: MouseEvent) => {
        event.stopPropagation();
        event.preventDefault();
        const main = document.querySelector('main');
        if (main) main.innerHTML = html;
      };
      // On the document, after the listener of `timeOf` on the window.
      document.addEventListener('click', put, { capture: true, once: true });
    }, html);
    times.push(await timeOf(page, expected, page.locator('main')));
  }
  return times;
}

/** Opens each make, its first item and the newest model of it. */
async function walk(page: Page, places: Place[], width: number): Promise<Press[]> {
  const presses: Press[] = [];
  const isPhone = width < 600;
  const menu = isPhone ? '[role=dialog]' : 'nav[aria-label=Main]';
  for (const { make, makeName, names, id, year, ilco } of places) {
    if (isPhone) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    const entry = page.locator(`${menu} li[data-make="${make}"]`);
    const toggle = entry.locator('> button');
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    const list: Expected = { what: 'make → list', texts: names };
    presses.push(await timeOf(page, list, entry.getByRole('link', { name: 'By Model' })));
    await page.locator('main [data-heading]').first().click();
    const detail: Expected = { what: 'item → detail', texts: [`${makeName} ${names[0]} (${year})`, ilco] };
    presses.push(await timeOf(page, detail, page.locator(`main a[data-model="${id}"]`)));
    if (isPhone) await page.getByRole('link', { name: 'Back to the list' }).click();
  }
  return presses;
}

/**
 * Clicks the target. Measures the milliseconds in the page from the click, by the time stamp of its event, to the end of
 * the frame that paints the expected texts. Later work, such as a refresh from the server, is not counted, because the
 * task that reads the clock has the highest priority. Fails if they are not shown in time.
 */
async function timeOf(page: Page, expected: Expected, target: Locator): Promise<Press> {
  // The page comes to rest under the pointer, as it does before somebody clicks.
  await target.hover();
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    // With a slowed-down processor, Chromium sometimes has no idle time for minutes.
    await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
  });
  const asked = { expected, longest: LONGEST };
  const result = await page.evaluateHandle(({ expected, longest }) => {
    const { what, texts } = expected;
    const content = () => document.querySelector('main');
    const isShown = () => {
      if (what === 'make → list') {
        const headings = [...document.querySelectorAll('main [data-heading]')].map((one) => one.textContent);
        return JSON.stringify(headings) === JSON.stringify(texts);
      }
      const sheet = document.querySelector('main [aria-label="Key data"]')?.textContent ?? '';
      const title = content()?.textContent ?? '';
      return texts.every((text) => sheet.includes(text) || title.includes(text));
    };
    const shown = new Promise<{ time: number; html: string }>((done, fail) => {
      let pressed: number | undefined;
      const giveUp = () =>
        fail(new Error(`${pressed === undefined ? 'No click arrived' : 'Not shown'}: ${JSON.stringify(expected)}`));
      const timer = setTimeout(giveUp, longest);
      const look = () => {
        if (pressed === undefined || !isShown()) return;
        const from = pressed;
        observer.disconnect();
        clearTimeout(timer);
        requestAnimationFrame(() =>
          scheduler.postTask(() => done({ time: performance.now() - from, html: content()?.innerHTML ?? '' }), {
            priority: 'user-blocking',
          }),
        );
      };
      const observer = new MutationObserver(look);
      const press = ({ timeStamp }: Event) => {
        pressed = timeStamp;
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      };
      addEventListener('click', press, { capture: true, once: true });
    });
    return { shown };
  }, asked);
  // Not `click`, whose checks in the page would be measured, too.
  await page.mouse.down();
  await page.mouse.up();
  return { expected, ...(await result.evaluate(({ shown }) => shown)) };
}

function p75(presses: Press[], what: Shown['what']): number {
  const times = presses.filter(({ expected }) => expected.what === what).map(({ time }) => time);
  return times.sort((one, other) => one - other)[Math.ceil(times.length * 0.75) - 1] ?? Number.NaN;
}
