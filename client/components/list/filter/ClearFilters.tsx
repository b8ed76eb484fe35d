import { Button } from '@chakra-ui/react';

/** It disappears when pressed, so the focus moves to the heading. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button
    variant="outline"
    onClick={() => {
      onClear();
      document.querySelector('h1')?.focus();
    }}
  >
    Clear filters
  </Button>
);
