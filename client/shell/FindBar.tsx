import type { ReactNode } from 'react';
import { styled } from '../components/styled';

/** Where a thumb reaches it: on a phone Find is at the bottom (docs/look.md, "Jump"). What sticks to the bottom is above it. */
const Bar = styled('div', {
  position: 'fixed',
  bottom: 0,
  insetX: 0,
  // The user's menu, in the bar at the top, may reach down to it.
  zIndex: 'calc({zIndex.bar} - 1)',
  h: 'foot',
  px: 2,
  pt: 1,
  bg: 'panel',
  borderTopWidth: '1px',
  _print: { display: 'none' },
  // The button looks like the field that it opens.
  '& > button': {
    w: 'full',
    justifyContent: 'flex-start',
    bg: 'panel',
    borderColor: 'controlBorder',
    fontSize: 'md',
    h: 'control',
    // With large letters the first word stays whole.
    // The button's gap would be wider than a space.
    '& > span:last-child': { flex: '1 1 0', ms: -1, minW: 0, textAlign: 'start', truncate: true },
  },
});

export const FindBar = ({ children }: { children: ReactNode }) => <Bar role="search">{children}</Bar>;
