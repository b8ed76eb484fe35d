import { Text } from '@chakra-ui/react';

/** In a dialog whose action loads the form anew. */
export const UnsavedNote = ({ dirty }: { dirty: boolean }) =>
  dirty && (
    <Text color="danger" fontWeight="semibold">
      Unsaved changes in the form will be lost.
    </Text>
  );
