/** The parts of the drawings of the help. Lengths are those of the drawing, which is 340 wide. */

/** DSD 441: seven cuts, in inches from the shoulder. */
export const SUZUKI = [0.158, 0.257, 0.355, 0.453, 0.551, 0.649, 0.747];
export const BITTING = [1, 3, 2, 4, 1, 4, 2];

export const SHOULDER = 84;
export const TIP = 318;
const PER_INCH = 270;
const WIDTH = 46;
/** How far the bow stands out above and below the blade. */
const BOW = 14;

export const xOf = (inches: number) => SHOULDER + inches * PER_INCH;

/** The flat bottoms of cuts, joined by flanks. */
const edge = (xs: readonly number[], ys: readonly number[]) =>
  xs.map((x, index) => `L${x - 7},${ys[index]} L${x + 7},${ys[index]}`).join(' ');

const depthOf = (top: number, name: number, step = 7) => top + 4 + name * step;

interface KeyProps {
  /** Where the upper edge of the blade is. */
  top: number;
  /** The names of its cuts; none for a key that is not cut. */
  cuts?: readonly number[];
  distances?: readonly number[];
  /** Whether both edges are cut. */
  isDouble?: boolean;
  /** Without a shoulder, the blade is as high as the bow's neck. */
  hasShoulder?: boolean;
}

export const bottomOf = (top: number) => top + WIDTH;

/** A key with its bow at the left. */
export function Key({ top, cuts = [], distances = SUZUKI, isDouble = false, hasShoulder = true }: KeyProps) {
  const bottom = bottomOf(top);
  const middle = top + WIDTH / 2;
  const xs = distances.slice(0, cuts.length).map(xOf);
  const ys = cuts.map((name) => depthOf(top, name, isDouble ? 3.5 : 7));
  const below = isDouble
    ? edge(
        xs.toReversed(),
        ys.toReversed().map((y) => top + bottom - y),
      )
    : '';
  // Backwards, each cut's right end comes first.
  const back = below.replace(/L([\d.]+),([\d.]+) L([\d.]+),([\d.]+)/g, 'L$3,$4 L$1,$2');
  const neck = hasShoulder ? 6 : 0;
  return (
    <path
      data-blade=""
      fillRule="evenodd"
      d={`M12,${middle - 20} Q12,${top - BOW} 28,${top - BOW} H50 Q62,${top - BOW} 66,${top - neck} H${SHOULDER} V${top} ${edge(xs, ys)} L${TIP - 14},${top} L${TIP},${middle} L${TIP - 14},${bottom} ${back} L${SHOULDER},${bottom} V${bottom + neck} H66 Q62,${bottom + BOW} 50,${bottom + BOW} H28 Q12,${bottom + BOW} 12,${middle + 20} Z M30,${middle} a7,7 0 1 0 14,0 a7,7 0 1 0 -14,0 Z`}
    />
  );
}

/** The name of each cut, above its bottom. */
export const Names = ({ top, cuts, y }: { top: number; cuts: readonly (number | string)[]; y?: number }) =>
  cuts.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cuts of a key stay in their places
    <text key={index} x={xOf(SUZUKI[index] ?? 0)} y={y ?? top - 6} data-number="">
      {name}
    </text>
  ));

/** A dimension: its line with a mark at each end. */
export const Across = ({ x, from, to }: { x: number; from: number; to: number }) => (
  <path data-measure="" d={`M${x - 5},${from} H${x + 5} M${x - 5},${to} H${x + 5} M${x},${from} V${to}`} />
);

export const Along = ({ y, from, to }: { y: number; from: number; to: number }) => (
  <path data-measure="" d={`M${from},${y - 5} V${y + 5} M${to},${y - 5} V${y + 5} M${from},${y} H${to}`} />
);

export const Arrow = ({ y, from, to }: { y: number; from: number; to: number }) => {
  const head = from < to ? -7 : 7;
  return <path data-measure="" d={`M${from},${y} H${to} m${head},-5 l${-head},5 l${head},5`} />;
};

/** A piece of a blade, with cuts in the middle of its edges. */
export function Piece({
  x,
  width,
  top,
  bottom,
  cut,
  isDouble = false,
}: Record<'x' | 'width' | 'top' | 'bottom', number> & { cut: number; isDouble?: boolean }) {
  const [left, right] = [x + width * 0.28, x + width * 0.72];
  const [inner, outer] = [left + 14, right - 14];
  const below = isDouble
    ? `L${right},${bottom} L${outer},${top + bottom - cut} L${inner},${top + bottom - cut} L${left},${bottom}`
    : '';
  return (
    <path
      data-blade=""
      d={`M${x},${top} L${left},${top} L${inner},${cut} L${outer},${cut} L${right},${top} L${x + width},${top} V${bottom} ${below} L${x},${bottom} Z`}
    />
  );
}

/** A label on a card. */
export const Card = ({ x, y, width, children }: { x: number; y: number; width: number; children: string }) => (
  <>
    <path data-card="" d={`M${x},${y} h${width} v28 h${-width} Z`} />
    <text x={x + width / 2} y={y + 19}>
      {children}
    </text>
  </>
);
