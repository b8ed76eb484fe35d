/**
 * A key that an input method handles (Japanese, Chinese, Korean, dead keys) is its own: Enter confirms a word, Escape discards
 * it, the arrow keys choose one. Nothing else sees it. Safari ends the word before it reports that Enter, with the code 229.
 */
function keepInputMethodKeys(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}

/** The wheel over a number field that has the focus would change its value. One that is read-only at that moment keeps it. */
function keepNumber({ target }: WheelEvent): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'number' || target.readOnly) return;
  target.readOnly = true;
  setTimeout(() => {
    target.readOnly = false;
  });
}

/** The browser shows only the caret of a field that Tab reaches. The rest may still be under a bar (components/bars/covers.ts). */
function showWhole({ key }: KeyboardEvent): void {
  if (key === 'Tab') document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** For the whole page, before all other listeners (docs/decisions/0075-input-methods-and-the-wheel.md). */
export function guardFields(): void {
  addEventListener('keydown', keepInputMethodKeys, { capture: true });
  addEventListener('keyup', showWhole);
  addEventListener('wheel', keepNumber, { capture: true, passive: true });
}
