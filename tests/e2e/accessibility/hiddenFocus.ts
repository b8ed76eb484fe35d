import type { Page } from 'playwright-core';

/** How the page tells where its walk is. */
interface Walk {
  hidden: string[];
  stops: number;
  ended: boolean;
}
type Walked = typeof globalThis & { walk?: Walk };

/** In the page: begins a walk at the skip link, which ends when the focus has been everywhere. */
function begin() {
  const page = globalThis as Walked;
  const isNew = !page.walk;
  const walk: Walk = { hidden: [], stops: 0, ended: false };
  page.walk = walk;
  scrollTo(0, 0);
  document.querySelector<HTMLElement>('[href="#main"]')?.focus();
  if (!isNew) return;
  const isShown = (control: Element, x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    return !!top && (control.contains(top) || top.contains(control));
  };
  // Keys are sent faster than they are handled: those after the end do nothing.
  addEventListener('keydown', (event) => page.walk?.ended && event.preventDefault(), { capture: true });
  // After the page's own listeners.
  addEventListener('keyup', () => {
    const { walk } = page;
    const control = document.activeElement;
    if (!walk || walk.ended) return;
    walk.stops++;
    if (!control || control === document.body || control.matches('[href="#main"]')) {
      walk.ended = walk.stops > 2;
      return;
    }
    const { left, top, width, height } = control.getBoundingClientRect();
    const x = left + Math.min(width / 2, 30);
    // Neighbours may overlap its edges.
    const shown = [0.2, 0.5, 0.8].filter((share) => isShown(control, x, top + share * height)).length;
    // Of what may be higher than the room between the bars, a part is enough.
    if (shown === 3 || (shown > 0 && height > innerHeight / 3)) return;
    const name = control.getAttribute('aria-label') ?? (control as HTMLInputElement).labels?.[0]?.textContent;
    walk.hidden.push(`${control.tagName} ${name ?? control.textContent}: ${shown} of 3 at ${Math.round(top)}`);
  });
}

/**
 * What cannot be seen when it has the focus (WCAG 2.2, 2.4.11), by Tab from the start and by Shift+Tab from the end: a bar is over
 * it, or it is out of the window.
 */
export async function hiddenFocus(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const hidden: string[] = [];
  for (const [way, modifiers] of [
    ['Tab', 0],
    ['Shift+Tab', 8],
  ] as const) {
    await page.evaluate(begin);
    let walk: Walk | undefined;
    do {
      // Playwright waits for each key.
      const keys = Array.from({ length: 20 }, () => ['rawKeyDown', 'keyUp'] as const).flat();
      const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers };
      await Promise.all(keys.map((type) => devtools.send('Input.dispatchKeyEvent', { type, ...tab })));
      walk = await page.evaluate(() => (globalThis as Walked).walk);
      if (!walk || walk.stops > 400) throw new Error(`${way} does not come to an end.`);
    } while (!walk.ended);
    hidden.push(...walk.hidden.map((one) => `${way}: ${one}`));
  }
  await devtools.detach();
  return hidden;
}
