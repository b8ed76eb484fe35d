import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { plain } from '../list/matches';

/** Keys that follow each other faster than this form one word. */
const WORD_MS = 1000;

/**
 * Makes a list of many controls one tab stop (roving focus, as in the ARIA practices): arrow keys, Home, End and first
 * letters move inside it. `stops` selects the controls, which all have `tabIndex={-1}`; one of them gets 0. That is done
 * in the DOM, because rendering some hundred rows again for one attribute would take a phone too long. `what` names the
 * list: another one begins at its current control again.
 */
export function useRoving(list: RefObject<HTMLElement | null>, stops: string, what: string) {
  const typed = useRef({ text: '', at: 0 });
  const moveTo = (next: HTMLElement) => {
    for (const stop of list.current?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []) stop.tabIndex = -1;
    next.tabIndex = 0;
  };
  const settle = () => {
    const first = ['[aria-current]', '[aria-expanded=true]', '']
      .map((state) => list.current?.querySelector<HTMLElement>(`:is(${stops})${state}`))
      .find(Boolean);
    if (first) moveTo(first);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins anew
  useLayoutEffect(settle, [what]);
  // The control may have gone, as when its item was closed.
  useLayoutEffect(() => {
    if (!list.current?.querySelector(`:is(${stops})[tabindex="0"]`)) settle();
  });

  /** The control whose name begins with what was typed; after the present one, if that is a first letter. */
  const named = (all: HTMLElement[], here: number, key: string, at: number) => {
    const { current: before } = typed;
    const begun = at - before.at < WORD_MS ? before.text : '';
    // A key that acts alone on this screen still does (shell/keys); as part of a word it is a letter.
    if (!begun && document.querySelector(`[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]`)) return undefined;
    const text = begun + plain(key);
    typed.current = { text, at };
    // The same letter again goes to the next one with it.
    const isAgain = [...text].every((letter) => letter === text[0]);
    const word = isAgain ? text.slice(0, 1) : text;
    const from = isAgain ? here + 1 : here;
    return [...all.slice(from), ...all.slice(0, from)].find(({ textContent }) => plain(textContent).startsWith(word));
  };

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.matches(stops)) moveTo(target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, target, timeStamp, ctrlKey, metaKey, altKey } = event;
      if (!(target as Element).matches(stops) || ctrlKey || metaKey || altKey) return;
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)];
      const here = all.indexOf(target as HTMLElement);
      const step = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[key];
      const isLetter = key.length === 1 && plain(key) !== '';
      const next = step !== undefined ? all[step] : isLetter ? named(all, here, key, timeStamp) : undefined;
      if (!next) return;
      // Keeps single-key shortcuts (shell/keys) from acting on the same key.
      event.preventDefault();
      next.focus();
    },
  };
}
