import { chakra } from '@chakra-ui/react';

/** First in the tab order; visible only when focused. */
export const SkipLink = () => (
  // biome-ignore lint/a11y/useValidAnchor: it navigates within the page, like any link
  <chakra.a
    href="#main"
    position="fixed"
    top={2}
    left={2}
    zIndex="skip"
    px={4}
    py={2}
    bg="accent"
    color="onAccent"
    borderRadius="control"
    transform="translateY(-200%)"
    _focus={{ transform: 'none' }}
    onClick={(event) => {
      // Focus in code: a hash in the URL would add a navigation that Back restores.
      event.preventDefault();
      document.getElementById('main')?.focus();
    }}
  >
    Skip to content
  </chakra.a>
);
