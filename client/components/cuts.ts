/** Depths of the cuts, position by position: an invented bitting that opens nothing. */
const INVENTED = [2, 4, 1, 3, 3, 1, 4, 2, 3, 1, 4, 2];

/** The path of the cuts, from 0,0: flats joined by flanks, as a key machine leaves them. Lengths in the drawing's units. */
export function cutPath({
  cuts = INVENTED,
  pitch,
  step,
}: {
  cuts?: readonly number[];
  pitch: number;
  step: number;
}): string {
  const points = cuts.flatMap((depth, index) => {
    const x = index * pitch;
    const y = depth * step;
    return [`${x + pitch * 0.25},${y}`, `${x + pitch * 0.75},${y}`];
  });
  return `M0,0 L${points.join(' L')} L${cuts.length * pitch},0`;
}
