import { chakra } from '@chakra-ui/react';
import { encode } from 'uqr';

/** Black on white in both themes, with a white border of four modules: cameras expect both. */
const Picture = chakra('svg', { base: { w: '13rem', h: 'auto', flexShrink: 0, forcedColorAdjust: 'none' } });

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x},${y}h1v1h-1z` : ''))).join('');
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </Picture>
  );
}
