import { chakra } from '@chakra-ui/react';

/** A label as large as a finger, around the checkbox. */
export const Tick = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minW: 'control',
    minH: 'control',
    mx: -2,
    cursor: 'pointer',
    '& input': { boxSize: 5, accentColor: 'accent', cursor: 'pointer' },
  },
});

/** Holds a checkbox and, while something is selected, the button to the actions. */
export const Frame = chakra('span', { base: { position: 'relative', display: 'inline-flex' } });

/** Leads from a checkbox to the actions, which come after all rows. Visible only when focused. */
export const ToActions = chakra('button', {
  base: {
    position: 'absolute',
    insetStart: '100%',
    top: 0,
    zIndex: 1,
    px: 4,
    minH: 'control',
    whiteSpace: 'nowrap',
    bg: 'accent',
    color: 'onAccent',
    borderRadius: 'control',
    cursor: 'pointer',
    '&:not(:focus)': { srOnly: true, minH: 0 },
  },
});

/** The actions: in columns on a phone, to take less height. */
export const Bar = chakra('div', {
  base: {
    display: { base: 'grid', md: 'flex' },
    gridTemplateColumns: 'repeat(auto-fit, minmax(9.5rem, 1fr))',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    mdDown: {
      '& > button': { px: 1, gap: 1.5 },
      '& > :is(:first-child, [data-wide], [role=alert])': { gridColumn: '1 / -1' },
    },
  },
});
