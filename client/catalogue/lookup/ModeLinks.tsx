import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { type LookupMode, lookupPath } from '../../paths';

const ModeLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'control',
    px: 3,
    borderWidth: '1px',
    borderColor: 'controlBorder',
    color: 'accent',
    _first: { borderLeftRadius: 'control' },
    _last: { borderRightRadius: 'control', borderLeftWidth: 0 },
    _hover: { bg: 'subtle' },
    '&[aria-current]': { bg: 'accent', borderColor: 'accent', color: 'onAccent' },
  },
});

/** The other way to list the same make. */
export const ModeLinks = ({ make, mode }: { make: string; mode: LookupMode }) => (
  <chakra.nav aria-label="List by" display="flex" mt={2}>
    {(['year', 'model'] as const).map((other) => (
      <ModeLink key={other} to={lookupPath({ make, mode: other })} aria-current={other === mode ? 'true' : undefined}>
        {other === 'year' ? 'By Year' : 'By Model'}
      </ModeLink>
    ))}
  </chakra.nav>
);
