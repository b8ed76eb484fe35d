import { PinOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { plainButton } from '../../recipes';
import { styled } from '../styled';

/** Lists of sheets, which the frame has as well (Frame.tsx). */
export const Sheets = styled('div', {
  display: 'flex',
  flexDirection: 'column',
  gap: 5,
  '& h2': { mb: 2, fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'tight' },
  '& [role=alert]': { mb: 1, color: 'danger' },
  '& ul': { borderTopWidth: '1px' },
  '& li': { display: 'flex', alignItems: 'center', columnGap: 3, minH: 'row', borderBottomWidth: '1px' },
  '& :is(a, s)': {
    display: 'flex',
    alignItems: 'center',
    flex: 1,
    minW: 0,
    minH: 'row',
    py: 1,
    overflowWrap: 'anywhere',
  },
  '@media (max-width: 319px)': { '& li': { flexWrap: 'wrap' }, '& :is(a, s)': { flexBasis: 'full' } },
  '& a': { color: 'accent', '&[aria-busy=true]': { color: 'muted' } },
  '@media (hover: hover)': { '& a:hover': { textDecoration: 'underline' } },
  '& :is(s, time, small)': { color: 'muted' },
  '& :is(time, small)': { fontSize: 'sm', whiteSpace: 'nowrap' },
  '& > small': { mt: -3, mb: 2 },
  '& button': { ...plainButton, px: 2 },
});

export const Unpin = (props: ComponentProps<'button'>) => (
  <button type="button" className="mk-button" {...props}>
    <PinOff aria-hidden="true" />
    Unpin
  </button>
);
