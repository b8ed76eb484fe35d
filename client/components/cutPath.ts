/** Depths of the cuts, position by position: an invented bitting that opens nothing. */
const INVENTED = [2, 4, 1, 3, 3, 1, 4, 2, 3, 1, 4, 2];

interface Profile {
  cuts?: readonly number[];
  pitch: number;
  step: number;
  /** The depth at both ends: 0 is the uncut blade. */
  ends?: number;
}

/** The path of the cuts, from the left end: flats joined by flanks, as a key machine leaves them. Lengths in the drawing's units. */
export function cutPath({ cuts = INVENTED, pitch, step, ends = 0 }: Profile): string {
  const points = cuts.flatMap((depth, index) => {
    const x = index * pitch;
    const y = depth * step;
    return [`${x + pitch * 0.25},${y}`, `${x + pitch * 0.75},${y}`];
  });
  return `M0,${ends * step} L${points.join(' L')} L${cuts.length * pitch},${ends * step}`;
}
