import { chakra } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';

/** Tells a value that companies dispute from a correction that somebody sent. */
export const Disputed = () => (
  <chakra.span display="flex" alignItems="center" gap={1} color="warning" fontSize="sm" fontWeight="semibold">
    <TriangleAlert size={16} aria-hidden="true" />
    Disputed value
  </chakra.span>
);
