import { chakra } from '@chakra-ui/react';

/** First in the tab order; seen only when focused. */
export const SkipLink = () => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page, as a link does
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
      // By hand: a hash in the URL would be a navigation, and would be restored on Back.
      event.preventDefault();
      document.getElementById('main')?.focus();
    }}
  >
    Skip to content
  </chakra.a>
);
