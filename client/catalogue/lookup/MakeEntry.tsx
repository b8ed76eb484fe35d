import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type LookupMode, lookupPath } from '../../paths';

const modes: { mode: LookupMode; label: string }[] = [
  { mode: 'year', label: 'By Year' },
  { mode: 'model', label: 'By Model' },
];

interface Props {
  make: { id: string; displayName: string };
  open: boolean;
  /** The mode in which the page shows this make, if it does. */
  currentMode: string | null;
  onToggle: () => void;
  onNavigate?: (() => void) | undefined;
}

/** A row of `Rows`. */
export function MakeEntry({ make, open, currentMode, onToggle, onNavigate }: Props) {
  const list = `make-${make.id}`;
  return (
    <li data-make={make.id} data-current={currentMode ? '' : undefined}>
      <button type="button" aria-expanded={open} aria-controls={open ? list : undefined} onClick={onToggle}>
        <ChevronRight size={20} aria-hidden="true" />
        {make.displayName}
      </button>
      {open && (
        <ul id={list} aria-label={make.displayName}>
          {modes.map(({ mode, label }) => (
            <li key={mode}>
              <Link
                to={lookupPath({ make: make.id, mode })}
                aria-current={mode === currentMode ? 'page' : undefined}
                onClick={onNavigate}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
