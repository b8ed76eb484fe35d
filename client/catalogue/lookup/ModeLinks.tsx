import { Link } from 'react-router-dom';
import { styled } from '../../components/styled';
import { CHOSEN, type LookupMode, lookupPath } from '../../paths';

const Modes = styled('nav', {
  display: 'flex',
  mt: 2,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'control',
    px: 3,
    borderWidth: '1px',
    borderColor: 'controlBorder',
    color: 'accent',
  },
  '& a:first-child': { borderLeftRadius: 'control' },
  '& a:last-child': { borderRightRadius: 'control', borderLeftWidth: 0 },
  '& a:hover': { bg: 'subtle' },
  '& a[aria-current]': { bg: 'accent', borderColor: 'accent', color: 'onAccent' },
});

/** Links to both lists of the make: by year and by model. */
export const ModeLinks = ({ make, mode }: { make: string; mode: LookupMode }) => (
  <Modes aria-label="List by">
    {(['year', 'model'] as const).map((other) => (
      <Link
        key={other}
        to={lookupPath({ make, mode: other })}
        state={CHOSEN}
        aria-current={other === mode ? 'true' : undefined}
      >
        {other === 'year' ? 'By Year' : 'By Model'}
      </Link>
    ))}
  </Modes>
);
