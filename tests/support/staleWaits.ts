/**
 * Refuses waits for words that were on the page before the last press or input and have not changed since (`--waits`). A test that
 * waits for them goes on before the page has answered.
 */
import type { Page } from 'playwright-core';

/** In the page, before its own code: notes when nodes change, and when somebody last did something. */
function noteChanges() {
  const added = new WeakMap<Node, number>();
  const touched = new WeakMap<Node, number>();
  const shown = new WeakMap<Node, number>();
  let acted = 0;
  let isTyping = false;
  const act = ({ type, target, isTrusted }: Event) => {
    // The client itself goes back in the history. A checkbox changes with the click, and tells of its input afterwards.
    if (type === 'popstate' && isTrusted) return;
    if (type === 'input' && target instanceof HTMLInputElement && /checkbox|radio/.test(target.type)) return;
    const wasTyping = isTyping;
    isTyping = type === 'keydown' || type === 'input';
    // Keys one after the other are one act.
    if (!(wasTyping && isTyping)) acted = performance.now();
  };
  for (const type of ['pointerdown', 'keydown', 'input', 'popstate']) addEventListener(type, act, true);
  const note = (records: MutationRecord[]) => {
    const now = performance.now();
    for (const { type, attributeName, target, addedNodes } of records) {
      // A change of the attributes of the whole page says nothing about one of its parts.
      if (type !== 'attributes' || (target !== document.body && target !== document.documentElement))
        touched.set(target, now);
      // React hides what waits for code or data, and shows it again with all that is in it.
      if (attributeName === 'style' || attributeName === 'hidden') shown.set(target, now);
      for (const node of addedNodes) added.set(node, now);
    }
  };
  const attributeFilter = ['hidden', 'style', 'class', 'aria-hidden', 'aria-current', 'data-state'];
  const observer = new MutationObserver(note);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter,
  });

  const since = (times: WeakMap<Node, number>, node: Node) => (times.get(node) ?? 0) >= acted;
  Object.assign(window, {
    /** Whether the element has been added, shown or changed since the last act. */
    hasChanged(element: Element) {
      note(observer.takeRecords());
      if (acted === 0) return true;
      for (let node: Node | null = element; node && node !== document.body; node = node.parentNode)
        if (since(added, node) || since(shown, node)) return true;
      const parts = document.createTreeWalker(element);
      for (let node: Node | null = element; node; node = parts.nextNode())
        if (since(added, node) || since(touched, node)) return true;
      return false;
    },
  });
}

const watched = new WeakSet<object>();

/** Watches the page, and all waits for a text. */
export async function refuseStaleWaits(page: Page): Promise<void> {
  await page.addInitScript(noteChanges);
  const prototype = Object.getPrototypeOf(page.locator('html'));
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const { waitFor } = prototype;
  prototype.waitFor = async function (options?: { state?: string }) {
    await waitFor.call(this, options);
    if ((options?.state ?? 'visible') !== 'visible' || !/getByText\([^)]*\)(\.\w+\(\d*\))?$/.test(String(this))) return;
    const fresh: boolean = await this.evaluateAll((found: Element[]) => {
      const { hasChanged } = window as unknown as { hasChanged?: (element: Element) => boolean };
      return found.length === 0 || !hasChanged || found.some(hasChanged);
    });
    if (!fresh) throw new Error(`${this} was there before the last press or input: this wait does not wait.`);
  };
}
