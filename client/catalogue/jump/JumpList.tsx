import { styled } from '../../components/styled';

/** From this width of the list on, a row is one line. */
const WIDE = '@container (min-width: 38rem)';

/** The rows of Jump: on one line if the list is wide, else on two. A phone with large letters may need two lines for a text. */
export const JumpList = styled('div', {
  containerType: 'inline-size',
  '& > [role=option]': {
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    alignContent: 'center',
    columnGap: 2,
    minH: 'row',
    py: 1,
    pl: 3,
    pr: 10,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    overflow: 'hidden',
  },
  '& > [role=option] > span': { lineClamp: 2, fontSize: 'sm' },
  '& > [role=option] > span:first-child': { fontWeight: 'semibold', fontSize: 'md', minW: 'full' },
  '& > [role=option] > span:nth-child(2)': { flex: '1 1 0', minW: '5rem', color: 'muted' },
  '& > [role=option] > span:nth-child(3)': { fontFamily: 'mono' },
  [WIDE]: {
    '& > [role=option]': { flexWrap: 'nowrap', py: 0, columnGap: 3, whiteSpace: 'nowrap' },
    '& > [role=option] > span': { lineClamp: 1 },
    '& > [role=option] > span:first-child': { minW: '45%' },
    '& > [role=option] > span:nth-child(3)': { maxW: '45%' },
  },
  '& > [role=option] > svg': { position: 'absolute', insetEnd: 3, top: 'calc(50% - 0.5rem)', color: 'muted' },
  '& > [aria-disabled=true]': { color: 'muted', cursor: 'default' },
  // The row that Enter opens, and the one that the arrow keys have chosen.
  '& > [data-entered]': { boxShadow: 'inset 3px 0 0 token(colors.controlBorder)' },
  '& > [role=option][aria-selected=true]': { bg: 'subtle', boxShadow: 'inset 3px 0 0 currentColor', color: 'accent' },
  '@media (hover: hover)': { '& > [role=option]:hover': { bg: 'subtle' } },
  '& mark': { bg: 'transparent', color: 'inherit', fontWeight: 'bold', textDecoration: 'underline' },
  '&[aria-busy=true]': { opacity: 0.7 },
});
