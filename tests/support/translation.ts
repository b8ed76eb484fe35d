import type { Page } from 'playwright-core';

/**
 * Translates the page as Chrome does: texts in elements take the place of the text nodes, now and whenever others appear. No
 * letter changes, so that the page can be read and used as before.
 */
export async function translate(page: Page): Promise<void> {
  // Also after a reload. The tab is not kept for other tests (tabs.ts).
  await page.addInitScript(`addEventListener('load', ${translateTexts})`);
  await page.evaluate(translateTexts);
}

/** In the page. */
function translateTexts() {
  const translated = new WeakSet<Node>();
  const walk = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const isKept = text.parentElement?.closest('script, style, textarea, [translate=no], .notranslate');
      if (isKept || translated.has(text) || !text.data.trim()) continue;
      const [outer, inner, other] = [
        document.createElement('font'),
        document.createElement('font'),
        new Text(text.data),
      ];
      translated.add(other);
      inner.append(other);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  walk();
  new MutationObserver(walk).observe(document.body, { childList: true, subtree: true, characterData: true });
}
