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

/**
 * False at first, and true after the first paint: for parts of a page whose rendering may wait. With
 * `waits` false at the first render, it is true at once.
 */
export function useAfterPaint(waits = true): boolean {
  const [isPainted, setPainted] = useState(!waits);
  useEffect(() => (isPainted ? undefined : afterPaint(() => setPainted(true))), [isPainted]);
  return isPainted;
}
