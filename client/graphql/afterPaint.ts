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
