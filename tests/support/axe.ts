import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

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

/** The violations that axe finds on the page in its current state, by the rules of `runOnly`, except in what `except` selects. */
async function runAxe(page: Page, runOnly: RunOnly, except?: string): Promise<string[]> {
  // Evaluated, not added as a script, because the page's content security policy allows only its own scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Wait for transitions to end, and for overlays to have slid in: axe ignores a dialog that is still off the screen.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return endless || animation.playState !== 'running';
    }),
  );
  const context = except ? { exclude: [[except]] } : undefined;
  return page.evaluate(
    async ({ runOnly, context }) => {
      // A target partly hidden under a sticky bar would count as too small: such a one is looked at again in the middle.
      scrollTo(0, 0);
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const results = await axe.run(context ?? document, { runOnly, resultTypes: ['violations'] });
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
    },
    { runOnly, context },
  );
}

/**
 * The violations that axe finds on the page in its current state, by WCAG 2.2 AA and its best practices, and what is fragile.
 * `except` selects what axe has looked at before.
 */
export async function violations(page: Page, except?: string): Promise<string[]> {
  return [...(await runAxe(page, { type: 'tag', values: tags }, except)), ...(await fragile(page))];
}

/** The texts whose contrast is too low in the present theme. */
export const lowContrasts = (page: Page, except?: string): Promise<string[]> =>
  runAxe(page, { type: 'rule', values: ['color-contrast'] }, except);
