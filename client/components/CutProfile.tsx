import { Box, type BoxProps } from '@chakra-ui/react';
import { useId } from 'react';
import { cutPath } from './cutPath';

const PITCH = 15;
const PERIOD = 12 * PITCH;

/** A decorative divider: the profile of a key's cuts, repeated at its own scale. */
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
