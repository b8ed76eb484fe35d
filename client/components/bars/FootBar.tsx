import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { coversBottom, LOW } from './covers';

const Bar = chakra('div', {
  base: {
    position: 'sticky',
    bottom: 'foot',
    zIndex: 2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 3,
    mt: 4,
    py: 3,
    bg: 'canvas',
    borderTopWidth: '1px',
    [LOW]: { position: 'static' },
  },
});

/** What can be done on a screen: at the bottom of the window, in a low one at the end of the content. */
export const FootBar = (props: ComponentProps<typeof Bar>) => <Bar ref={coversBottom} {...props} />;
