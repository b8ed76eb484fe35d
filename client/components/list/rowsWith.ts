import { chakra, type SystemStyleObject } from '@chakra-ui/react';

/**
 * A list of buttons that open and of links beneath them, as in the sidebar and the lookup. One style for the whole list,
 * on plain elements: a styled component for every part of every row took a phone a third of a second.
 */
const rows = () =>
  chakra('ul', {
    base: {
      '& :where(button[aria-expanded], a)': {
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        w: 'full',
        minH: 'row',
        px: 4,
        py: 1,
        textAlign: 'start',
        cursor: 'pointer',
        outlineOffset: '-3px!',
      },
      '@media (hover: hover)': { '& :where(button[aria-expanded], a):hover': { bg: 'subtle' } },
      '& button[aria-expanded] > svg': { flexShrink: 0, color: 'muted', transition: 'transform 150ms' },
      '& button[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
      '& a': { ps: '2.75rem', color: 'accent' },
      '& a[aria-current]': { fontWeight: 'bold', boxShadow: 'inset 3px 0 0 currentColor' },
    },
  });

/** Created per list: Chakra merges additions into the given style object, which would change all other lists. */
export const rowsWith = (base: SystemStyleObject) => chakra(rows(), { base });
