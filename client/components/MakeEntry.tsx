import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type LookupMode, lookupPath } from '../paths';

const modes: { mode: LookupMode; label: string }[] = [
  { mode: 'year', label: 'By Year' },
  { mode: 'model', label: 'By Model' },
];

const Toggle = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    w: 'full',
    minH: 'row',
    px: 4,
    textAlign: 'start',
    cursor: 'pointer',
    outlineOffset: '-3px!',
    _hover: { bg: 'subtle' },
  },
});

const ModeLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: 'row',
    ps: '2.75rem',
    pe: 4,
    color: 'accent',
    outlineOffset: '-3px!',
    _hover: { bg: 'subtle' },
    _currentPage: { fontWeight: 'bold', bg: 'subtle', boxShadow: 'inset 3px 0 0 currentColor' },
  },
});

interface Props {
  make: { id: string; displayName: string };
  open: boolean;
  /** The mode that the page shows of this make, if it does. */
  currentMode: string | null;
  onToggle: () => void;
  onNavigate?: () => void;
}

export function MakeEntry({ make, open, currentMode, onToggle, onNavigate }: Props) {
  const list = `make-${make.id}`;
  return (
    <chakra.li data-make={make.id}>
      <Toggle
        type="button"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        onClick={onToggle}
        fontWeight={currentMode ? 'bold' : undefined}
      >
        <chakra.span
          color="muted"
          flexShrink={0}
          transition="transform 150ms"
          transform={open ? 'rotate(90deg)' : undefined}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </chakra.span>
        <chakra.span minW={0}>{make.displayName}</chakra.span>
      </Toggle>
      {open && (
        <chakra.ul id={list} aria-label={make.displayName}>
          {modes.map(({ mode, label }) => (
            <li key={mode}>
              <ModeLink
                to={lookupPath({ make: make.id, mode })}
                aria-current={mode === currentMode ? 'page' : undefined}
                onClick={onNavigate}
              >
                {label}
              </ModeLink>
            </li>
          ))}
        </chakra.ul>
      )}
    </chakra.li>
  );
}
