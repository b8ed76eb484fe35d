import { Text } from '@chakra-ui/react';

/** In a dialog whose action loads the form anew. */
export const UnsavedNote = ({ dirty }: { dirty: boolean }) =>
  dirty && (
    <Text color="danger" fontWeight="semibold">
      What you changed in the form and did not save will be lost.
    </Text>
  );
