import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { DESK, PHONE } from './site';

/** A way to work with a page: with the keyboard alone, or with a finger on a phone. */
export interface Hand {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** An option of a select, by its text. */
  choose(target: Locator, option: string): Promise<void>;
}

export type Way = 'keyboard' | 'finger';

export const optionsOf: Record<Way, BrowserContextOptions> = {
  keyboard: { viewport: DESK },
  finger: { viewport: PHONE, hasTouch: true },
};

/** Tabs to the target, forwards or backwards, as far as somebody would go. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < 60; tabs++) {
    const way = await target.evaluate((one) => {
      const { activeElement } = document;
      if (one === activeElement) return null;
      return activeElement && one.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING
        ? 'Shift+Tab'
        : 'Tab';
    });
    if (!way) return;
    await page.keyboard.press(way);
  }
  throw new Error(`The focus does not get to ${target}`);
}

export const handOf: Record<Way, (page: Page) => Hand> = {
  keyboard: (page) => ({
    async press(target) {
      await reach(page, target);
      await page.keyboard.press((await target.evaluate((one) => one.matches('input'))) ? 'Space' : 'Enter');
    },
    async write(target, text) {
      await reach(page, target);
      await page.keyboard.insertText(text);
    },
    async choose(target, option) {
      await reach(page, target);
      // So many letters tell it from the others.
      await page.keyboard.type(option.slice(0, 3));
    },
  }),
  finger: (page) => ({
    press: (target) => target.tap(),
    async write(target, text) {
      await target.tap();
      await page.keyboard.insertText(text);
    },
    async choose(target, option) {
      await target.selectOption({ label: option });
    },
  }),
};

/**
 * Counts what is done on the page from now on: presses of a button or finger (a choice in a select takes two, to open
 * it and to choose), and keys. Written text is not counted. The function that it returns says what was done since its last
 * call.
 */
export async function countEffort(page: Page): Promise<() => Promise<{ presses: number; keys: number }>> {
  const count = () => {
    const add = (what: string, n: number) =>
      sessionStorage.setItem(what, String(Number(sessionStorage[what] ?? 0) + n));
    addEventListener('pointerdown', () => add('presses', 1), true);
    addEventListener('keydown', () => add('keys', 1), true);
    addEventListener(
      'change',
      ({ target, isTrusted }) => !isTrusted && target instanceof HTMLSelectElement && add('presses', 2),
      true,
    );
  };
  await page.addInitScript(count);
  await page.evaluate(count);
  return () =>
    page.evaluate(() => {
      const { presses = 0, keys = 0 } = sessionStorage;
      sessionStorage.presses = 0;
      sessionStorage.keys = 0;
      return { presses: Number(presses), keys: Number(keys) };
    });
}
