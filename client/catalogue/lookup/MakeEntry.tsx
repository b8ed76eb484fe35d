import { memo, useEffect, useRef } from 'react';
import { greyed, NOT_KEPT } from '../../components/notKept';
import type { MakeOptionsQuery } from '../../graphql/generated/catalogue';
import { type LookupMode, lookupPath } from '../../paths';
import { MAKE } from '../../shell/menu/submenus';
import { MakeIcon } from '../makes/MakeIcon';

const modes: { mode: LookupMode; label: string }[] = [
  { mode: 'year', label: 'By Year' },
  { mode: 'model', label: 'By Model' },
];

interface Props {
  make: MakeOptionsQuery['makeOptions'][number];
  open: boolean;
  /** The mode of the current page if it shows this make. */
  currentMode: string | null;
  onToggle: (id: string) => void;
  /** Whether none of its sheets can be opened without a connection. */
  isAway?: boolean;
}

/**
 * Scrolls the makes and the menu around them as far as needed. scrollIntoView would also scroll the page, and the next Tab
 * would start from here.
 */
function reveal(entry: HTMLElement) {
  for (let box: HTMLElement | null = entry.parentElement; box; box = box.tagName === 'NAV' ? null : box.parentElement) {
    const [inner, outer] = [entry.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
    else if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  }
}

/** A row of `MakeRows`. Memoized, because there are many. */
export const MakeEntry = memo(function MakeEntry({ make, open, currentMode, onToggle, isAway }: Props) {
  const list = `make-${make.id}`;
  const entry = useRef<HTMLLIElement>(null);
  // Scrolls to the current make, and to the entries of a make that was just opened.
  useEffect(() => {
    if (open && entry.current) reveal(entry.current);
  }, [open]);
  return (
    <li ref={entry} data-make={make.id} data-open={open ? '' : undefined} data-current={currentMode ? '' : undefined}>
      <button
        type="button"
        tabIndex={-1}
        translate="no"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        onClick={() => onToggle(MAKE + make.id)}
        {...(isAway && greyed(NOT_KEPT))}
      >
        <MakeIcon make={make} />
        {make.displayName}
      </button>
      {open && (
        <ul id={list} aria-label={make.displayName}>
          {modes.map(({ mode, label }) => (
            <li key={mode}>
              <a
                href={lookupPath({ make: make.id, mode })}
                tabIndex={-1}
                aria-current={mode === currentMode ? 'page' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});
