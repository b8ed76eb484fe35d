import type { SystemStyleObject } from '@chakra-ui/react';
import { styled } from '../styled';

/**
 * A list of buttons that open and of links beneath them, as in the sidebar and the lookup. One style for the whole list,
 * on plain elements: a styled component for every part of every row took a phone a third of a second.
 */
const rows: SystemStyleObject = {
  '& :where(button[aria-expanded], [data-screen], a)': {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    w: 'full',
    minH: 'row',
    px: 4,
    py: 1,
    textAlign: 'start',
    // A name of 255 characters without a space.
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    outlineOffset: '-3px!',
  },
  '@media (hover: hover)': { '& :where(button[aria-expanded], [data-screen], a):hover': { bg: 'subtle' } },
  // Drawn by borders, which forced colours keep: an icon for each of some hundred rows would take time.
  '& button[aria-expanded]::before': {
    content: '""',
    flexShrink: 0,
    boxSize: '9px',
    ms: '5px',
    me: '6px',
    borderColor: 'muted',
    borderRightWidth: '2px',
    borderBottomWidth: '2px',
    transform: 'rotate(-45deg)',
    transition: 'transform 150ms',
  },
  '& button[aria-expanded=true]::before': { transform: 'rotate(45deg)' },
  // Closed rows below the window cost no layout; once shown, they keep their height. Not for the rows that a window shows
  // at first: they would be laid out in a second pass.
  '& > li:nth-child(n + 32):not([data-open])': { contentVisibility: 'auto', containIntrinsicSize: 'auto {sizes.row}' },
  '& a': { ps: '2.75rem', color: 'accent' },
  '& a[aria-current]': { fontWeight: 'bold', boxShadow: 'inset 3px 0 0 currentColor' },
};

export const rowsWith = (more: SystemStyleObject) => styled('ul', rows, more);
