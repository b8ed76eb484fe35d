const EDGES = ['top', 'bottom'] as const;
type Edge = (typeof EDGES)[number];

const bars = new Map<HTMLElement, Edge>();

/** Makes the page scroll what takes the focus clear of the bars, as high as they are now. One that does not stick hides nothing. */
function padScrolling() {
  for (const edge of EDGES) {
    const covered = [...bars].map(([bar, at]) => {
      const { position, [edge]: inset } = getComputedStyle(bar);
      return at === edge && position !== 'static' && bar.offsetHeight > 0
        ? Number.parseFloat(inset) + bar.offsetHeight
        : 0;
    });
    const most = Math.max(0, ...covered);
    document.documentElement.style.setProperty(`scroll-padding-${edge}`, most ? `calc(${most}px + 0.75rem)` : null);
  }
}

/** A ref for what sticks to an edge of the window, over the content. */
const coverAt = (edge: Edge) => (bar: HTMLElement | null) => {
  if (!bar) return;
  bars.set(bar, edge);
  const sizes = new ResizeObserver(padScrolling);
  sizes.observe(bar);
  // It may stick only in a window that is high enough.
  addEventListener('resize', padScrolling);
  return () => {
    bars.delete(bar);
    sizes.disconnect();
    padScrolling();
  };
};
export const coversTop = coverAt('top');
export const coversBottom = coverAt('bottom');

/** A window in which bars that stick would leave no room between them: a phone on its side, or a page enlarged to 400 %. */
export const LOW = '@media (max-height: 30rem)';
