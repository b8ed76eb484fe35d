import { chakra } from '@chakra-ui/react';

/** Around a list of eight columns and more: their heads take two lines, and only the sorted one has its arrow, until the window is wide. */
export const WideList = chakra('div', {
  base: {
    '@media (max-width: 1599px)': {
      '& table th': { whiteSpace: 'normal' },
      '& table :is(td, th:not(:has(button)), th button)': { px: 1, lineHeight: 'snug' },
      '& table th:not([aria-sort]) button svg': { display: 'none' },
    },
  },
});
