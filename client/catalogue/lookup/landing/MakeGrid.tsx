import { type MouseEvent, memo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { followed } from '../../../components/followed';
import { LetterRail } from '../../../components/rows/LetterRail';
import { styled } from '../../../components/styled';
import { useKeptOnly } from '../../../offline/keep/useKeptOnly';
import { CHOSEN, type LookupMode, lookupPath } from '../../../paths';
import { MakeIcon, makeIcons } from '../../makes/MakeIcon';
import type { MakeOption } from './useLanding';

const Grid = styled('section', {
  ...makeIcons,
  position: 'relative',
  '& > ul': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(9rem, 100%), 1fr))',
    gap: 2,
  },
  // Beside the letters.
  '&[data-rail] > ul': { pe: 9 },
  // All letters are in sight below the examples.
  '--above': '21.5rem',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    h: 'full',
    minH: 'max({sizes.row}, 50px)',
    px: 1,
    bg: 'panel',
    color: 'accent',
    lineHeight: 'snug',
    borderWidth: '1px',
    borderRadius: 'control',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
  },
  '@media (hover: hover)': { '& a:hover': { borderColor: 'accent' } },
});

interface Props {
  title: string;
  makes: readonly MakeOption[];
  mode: LookupMode;
  hasRail?: boolean;
}

/** Makes as tiles, each a link to its list. Memoized, because there are many. */
export const MakeGrid = memo(function MakeGrid({ title, makes, mode, hasRail = false }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const navigate = useNavigate();
  const keptOnly = useKeptOnly();
  const follow = (event: MouseEvent) => {
    const link = followed(event);
    if (link) void navigate(link.to, { replace: link.replace, state: CHOSEN });
  };
  return (
    <Grid data-rail={hasRail || undefined} onClick={follow}>
      <h2>{title}</h2>
      <ul ref={list} aria-label={title}>
        {makes.map((make) => (
          <li key={make.id}>
            <a href={lookupPath({ make: make.id, mode })} translate="no" {...keptOnly({ makeId: make.id })}>
              <MakeIcon make={make} />
              {make.displayName}
            </a>
          </li>
        ))}
      </ul>
      {hasRail && <LetterRail names={makes.map(({ displayName }) => displayName)} list={list} />}
    </Grid>
  );
});
