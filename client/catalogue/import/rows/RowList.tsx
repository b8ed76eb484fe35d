import { chakra } from '@chakra-ui/react';

/** The rows of an import: number, name (`data-head`), and what is told of them. */
export const RowList = chakra('ol', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderTopWidth: 0,
    borderBottomRadius: 'sm',
    '& > li': {
      display: 'grid',
      columnGap: 4,
      px: 3,
      py: 1,
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      lg: { gridTemplateColumns: '5rem 15rem minmax(0, 1fr)' },
    },
    '& > li + li': { borderTopWidth: '1px' },
    // Same height as a touch-sized link, so all cells align.
    '& > li > [data-head]': { display: 'flex', alignItems: 'center', minH: 'control', alignSelf: 'start' },
    '& > li > [data-number]': { gap: 1, color: 'muted' },
    '& [data-number] b': { fontFamily: 'mono', fontWeight: 'normal', color: 'text' },
    '& > li > [data-model]': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& > li > :last-child': {
      gridColumn: { base: '1 / -1', lg: 'auto' },
      minW: 0,
      lg: { pt: 'calc((var(--control) - 1.5em) / 2 - 0.25rem)', pb: 1 },
    },
    '& [data-problems] > div': {
      display: 'grid',
      gridTemplateColumns: '7rem minmax(0, 1fr)',
      columnGap: 2,
      py: 1,
      md: { gridTemplateColumns: '9rem minmax(0, 1fr)' },
    },
    '& [data-problems] dt': { color: 'muted', overflowWrap: 'anywhere' },
    '& [data-problems] dd': { overflowWrap: 'anywhere' },
  },
});
