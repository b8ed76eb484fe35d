/**
 * A key that an input method handles (Japanese, Chinese, Korean, dead keys) is its own: Enter confirms a word, Escape discards
 * it, the arrow keys choose one. Nothing else sees it. Safari ends the word before it reports that Enter, with the code 229.
 */
export const keepInputMethodKeys = () =>
  addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
    },
    { capture: true },
  );
