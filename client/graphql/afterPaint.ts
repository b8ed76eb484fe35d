import { useEffect, useState } from 'react';

/** Runs `act` once what is being rendered shows, so that it does not wait for it. Returns what prevents it. */
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
 * False at first, and true once the rest of what was rendered with it shows: for parts that the rest does not wait for. With
 * `waits` false at the first render, it is true at once.
 */
export function useAfterPaint(waits = true): boolean {
  const [isPainted, setPainted] = useState(!waits);
  useEffect(() => (isPainted ? undefined : afterPaint(() => setPainted(true))), [isPainted]);
  return isPainted;
}
