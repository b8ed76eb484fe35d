import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  label: string;
  Icon: LucideIcon;
  open: boolean;
  onToggle: () => void;
  /** The entries, each an `li`. */
  children: ReactNode;
}

/** A row of `Rows` that opens and closes the entries below it. */
export function Submenu({ label, Icon, open, onToggle, children }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  // The menu scrolls if the window is too small.
  useEffect(() => {
    const menu = list.current?.closest('nav');
    if (open && menu) menu.scrollTop = menu.scrollHeight;
  }, [open]);
  return (
    <li>
      <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={onToggle}>
        <Icon size={20} aria-hidden="true" />
        <chakra.span flex={1} fontWeight="semibold">
          {label}
        </chakra.span>
      </button>
      {open && (
        <ul id={id} ref={list} aria-label={label}>
          {children}
        </ul>
      )}
    </li>
  );
}
