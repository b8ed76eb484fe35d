import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lowContrasts, violations } from '../../support/axe';
import { DESK, dismissMessages, painted, type Site } from '../../support/site';
import { prepare } from './prepare';

type Step = (page: Page) => Promise<unknown>;

/** A screen, what brings it into the state, and its title if that is not only the heading. */
export type States = Record<string, [path: string, until: Step, title?: string]>;

type Who = 'visitor' | 'administrator';

/** More than one wait may take. */
const STATE_TIMEOUT_MS = 20_000;
const NARROW = { width: 360, height: 800 };
/** The width at which WCAG asks for a page without scrolling sideways. */
const NARROWEST = { width: 320, height: 700 };

/** The overlays on the page, and their texts. */
const over = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=alert]').allInnerTexts();

const recolour = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html${colorScheme === 'dark' ? '.dark' : ':not(.dark)'}`).waitFor();
};

/** Opens the page, unless it is open. An open overlay is closed first: beside it, the page would have to be loaded. */
async function goTo(page: Page, site: Site, path: string) {
  if (String(await over(page))) {
    await page.keyboard.press('Escape');
    await painted(page);
  }
  if (page.url() !== site.url + path || String(await over(page))) await page.goto(path);
}

/** What is wrong with the page as a whole, whatever is on it. */
async function outlineOf(page: Page, title: string | undefined): Promise<string[]> {
  const is = await page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1')];
    const words = document.createTreeWalker(headings[0] ?? document.body, NodeFilter.SHOW_TEXT).nextNode()?.nodeValue;
    return { title: document.title, words, headings: headings.length, mains: document.querySelectorAll('main').length };
  });
  const found: string[] = [];
  const heading = is.words?.replace(/ \([\d,]+\)$/, '');
  const isRight = title ? is.title === `${title} · Motokey` : heading && is.title.includes(heading);
  if (!isRight || !is.title.endsWith(' · Motokey')) found.push(`${is.words} has the title ${is.title}`);
  if (is.headings !== 1) found.push(`${is.headings} h1`);
  if (is.mains !== 1) found.push(`${is.mains} main`);
  return found;
}

const scrollsSideways = async (page: Page, width: number) => {
  // Overlays are repositioned a moment after the window changes.
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(scrollWidth, { message: `scrolls sideways at ${width} px` }).toBe(width);
};

/**
 * Shows states one after the other on a page for each user. In each, axe looks at the document once, and at its contrast in the
 * dark; its outline and how far it scrolls are checked, too (docs/decisions/0071-axe-in-place.md).
 */
export function walkThrough(site: Site) {
  // One page for all states, so its process reuses the compiled client and axe.
  const pages = {} as Record<Who, Page>;
  beforeAll(async () => {
    await prepare(site.app);
    pages.visitor = await site.open();
    pages.administrator = await site.openAs('admin@example.com');
  });
  afterAll(async () => {
    for (const page of Object.values(pages)) await page.context().close();
  });
  // One address may start only twenty payments an hour.
  beforeEach(async () => void (await site.app.sql('delete from attempts')));

  const seen = new Set<string>();
  /** The menu, if axe has looked at it in this theme: its seventy makes take as long as the rest of a page. */
  const menuOf = (who: Who, path: string, theme: string) => {
    const kind = `${who} ${theme} ${path.startsWith('/product?')}`;
    if (who === 'administrator' && seen.has(kind)) return 'nav[aria-label=Main]';
    seen.add(kind);
    return undefined;
  };
  const countTables = (page: Page) => page.locator('main table').count();

  async function visit(who: Who, [path, until, title]: States[string], found: string[]) {
    const page = pages[who];
    await page.unrouteAll();
    await page.context().setOffline(false);
    await page.evaluate(() => sessionStorage.clear());
    await page.setViewportSize(DESK);
    await goTo(page, site, path);
    await until(page);
    found.push(...(await violations(page, menuOf(who, path, 'light'))), ...(await outlineOf(page, title)));
    const tables = await countTables(page);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { right: scrollWidth - innerWidth, below: scrollHeight - innerHeight };
    });
    if (beyond.right > 0) found.push('scrolls sideways');
    if (beyond.below === 1 || beyond.below === 2) found.push('scrolls by a border');

    const before = await over(page);
    await page.setViewportSize(NARROW);
    if (who === 'administrator') await page.locator('[aria-label="Toggle sidebar"]').waitFor({ state: 'attached' });
    if (String(await over(page)) !== String(before)) {
      await page.reload();
      await until(page);
    }
    await dismissMessages(page);
    // Narrow, the rows of a list are cards. The rest is the same document, which was looked at.
    if ((await countTables(page)) < tables) found.push(...(await violations(page)).map((one) => `narrow: ${one}`));
    await recolour(page, 'dark');
    found.push(...(await lowContrasts(page)).map((one) => `dark: ${one}`));
    await recolour(page, 'light');
    await scrollsSideways(page, NARROW.width);
    await page.setViewportSize(NARROWEST);
    await scrollsSideways(page, NARROWEST.width);
  }

  /**
   * A test of states: says what is wrong, by state. A state that cannot be reached does not hide the others. The more states,
   * the more time it has.
   */
  return (name: string, who: Who, ...groups: States[]): void => {
    const states = groups.flatMap((group) => Object.entries(group));
    test(name, { timeout: states.length * STATE_TIMEOUT_MS }, async () => {
      const problems: Record<string, string[]> = {};
      for (const [title, state] of states) {
        const found: string[] = [];
        await visit(who, state, found).catch((error: Error) => found.push(error.message));
        if (found.length > 0) problems[title] = found;
      }
      expect(problems).toEqual({});
    });
  };
}
