import { chakra } from '@chakra-ui/react';

/** Depths of the cuts, position by position: an invented bitting that opens nothing. */
const CUTS = [1, 3, 2, 4, 1, 2, 4, 3, 1, 2, 3, 1];
const PITCH = 16;
const STEP = 2.5;

/** The path of the cuts alone: flats joined by flanks, as a key machine leaves them. */
export function cutPath(cuts: readonly number[] = CUTS, pitch = PITCH, step = STEP): string {
  const points = cuts.flatMap((depth, index) => {
    const x = index * pitch;
    const y = depth * step;
    return [`${x + pitch * 0.22},${y}`, `${x + pitch * 0.72},${y}`];
  });
  return `M0,0 L${points.join(' L')} L${cuts.length * pitch},0`;
}

/** The only ornament: the line that a key's cuts make. It divides, and says nothing. */
export function CutProfile(props: React.ComponentProps<typeof Line>) {
  return (
    <Line viewBox={`0 -1 ${CUTS.length * PITCH} 14`} preserveAspectRatio="none" aria-hidden="true" {...props}>
      <path d={cutPath()} fill="none" stroke="currentColor" strokeWidth="1.25" vectorEffect="non-scaling-stroke" />
    </Line>
  );
}

const Line = chakra('svg', { base: { display: 'block', w: 'full', h: '14px', color: 'bladeEdge', overflow: 'visible' } });
