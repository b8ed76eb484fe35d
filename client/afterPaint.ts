import { useEffect, useState } from 'react';

/** Runs `act` after the next paint, so that it does not delay the paint. Returns a function that cancels it. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const soon = () => {
    timer = setTimeout(act);
  };
  // A hidden page is not painted.
  const frame = document.hidden ? void soon() : requestAnimationFrame(soon);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Runs `act` once the page has loaded and has nothing else to do. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callback.
  const idle = window.requestIdleCallback ?? ((late: () => void) => setTimeout(late, 2000));
  const cancel = window.cancelIdleCallback ?? clearTimeout;
  let id: ReturnType<typeof idle>;
  const loaded = () => {
    id = idle(act);
  };
  if (document.readyState === 'complete') loaded();
  else addEventListener('load', loaded, { once: true });
  return () => {
    removeEventListener('load', loaded);
    cancel(id as number);
  };
}

/**
 * False at first, and true after the first paint: for parts of a page whose rendering may wait. With
 * `waits` false at the first render, it is true at once.
 */
export function useAfterPaint(waits = true): boolean {
  const [isPainted, setPainted] = useState(!waits);
  useEffect(() => (isPainted ? undefined : afterPaint(() => setPainted(true))), [isPainted]);
  return isPainted;
}
