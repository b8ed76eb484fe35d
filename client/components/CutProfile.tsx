import { Box, type BoxProps } from '@chakra-ui/react';
import { useId } from 'react';
import { cutPath } from './cutPath';

const PITCH = 15;
const PERIOD = 12 * PITCH;

/** The only ornament: the line that a key's cuts make, repeated at its own scale. It divides, and says nothing. */
export function CutProfile(props: BoxProps) {
  const pattern = useId();
  return (
    <Box h="13px" color="bladeEdge" {...props}>
      <svg width="100%" height="13" aria-hidden="true">
        <pattern id={pattern} width={PERIOD} height="13" patternUnits="userSpaceOnUse" y="0.5">
          <path d={cutPath({ pitch: PITCH, step: 2.8, ends: 2 })} fill="none" stroke="currentColor" strokeWidth="1.2" />
        </pattern>
        <rect width="100%" height="13" fill={`url(#${pattern})`} />
      </svg>
    </Box>
  );
}
