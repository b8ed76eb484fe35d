import { chakra } from '@chakra-ui/react';
import { cutPath } from '../components/cutPath';

const CUTS = [1, 3, 2, 4, 2, 1, 3, 2];
const DEPTHS = [1, 2, 3, 4];
const PITCH = 56;
const STEP = 13;
/** The start of the blade, and its uncut edge. */
const SHOULDER = 190;
const TOP = 84;
const END = SHOULDER + CUTS.length * PITCH;

const positions = CUTS.map((depth, index) => ({ number: index + 1, depth, x: SHOULDER + (index + 0.5) * PITCH }));

/**
 * A blade as a machinist sets it out: positions counted from the shoulder, depths as rungs. Its bitting is invented; it is
 * hidden from screen readers, and on a phone, where its figures would be too small, it is the blade alone.
 */
export const BladeDrawing = () => (
  <chakra.svg
    viewBox="0 0 760 216"
    w="full"
    aria-hidden="true"
    fontFamily="heading"
    fontWeight="semibold"
    fontSize="17px"
  >
    <chakra.g fill="bladeFill" stroke="bladeEdge" strokeWidth="1.5" strokeLinejoin="round">
      <path
        fillRule="evenodd"
        d={`M16,60 Q16,48 28,48 H146 Q158,48 158,60 V78 H176 V68 H${SHOULDER} V176 H176 V166 H158 V186 Q158,198 146,198 H28 Q16,198 16,186 Z M54,100 a23,23 0 1 0 1,0 Z`}
      />
      <g transform={`translate(${SHOULDER} ${TOP})`}>
        <path d={`${cutPath({ cuts: CUTS, pitch: PITCH, step: STEP })} l24,28 l6,26 l-14,22 H0 Z`} />
      </g>
    </chakra.g>
    <chakra.g hideBelow="sm" stroke="muted" strokeWidth="1" fill="none">
      <path d={`M${SHOULDER},40 H${END - PITCH / 2 + 14}`} />
      <path d={`M${SHOULDER},32 V64`} />
      {positions.map(({ number, depth, x }) => (
        <path key={number} d={`M${x},34 V${TOP + depth * STEP - 4}`} strokeDasharray={depth ? '3 3' : undefined} />
      ))}
      {DEPTHS.map((depth) => (
        <path key={depth} d={`M${END + 34},${TOP + depth * STEP} H${END + 62}`} />
      ))}
    </chakra.g>
    <chakra.g hideBelow="sm" fill="muted" textAnchor="middle">
      <text x={SHOULDER} y="24">
        0
      </text>
      {positions.map(({ number, x }) => (
        <text key={number} x={x} y="24">
          {number}
        </text>
      ))}
      <text x={END + 74} y={TOP + 6 + STEP}>
        1
      </text>
      <text x={END + 74} y={TOP + 6 + 4 * STEP}>
        4
      </text>
      <text x={SHOULDER + 4 * PITCH} y="190">
        spacing: where each cut sits
      </text>
      <text x={END + 60} y="190" textAnchor="middle">
        depth
      </text>
    </chakra.g>
  </chakra.svg>
);
