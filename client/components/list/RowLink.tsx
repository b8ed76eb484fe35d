import { Link as ChakraLink } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';

/** Where a list was left: the history entry's key → the link that was followed. */
const leftBy = new Map<string, string>();

interface Props {
  to: string;
  /** Says which row, or which link of it, for the way back. */
  row: string;
  label?: string;
  children: ReactNode;
}

/** A link out of a list. It tells the screen it leads to how the list was, so that List and Save lead back to it. */
export function RowLink({ to, row, label, children }: Props) {
  const { key, search, pathname } = useLocation();
  return (
    <ChakraLink asChild fontWeight="semibold" display="inline-flex" alignItems="center" minH="control">
      <Link
        to={to}
        state={{ list: { pathname, search } }}
        data-row={row}
        aria-label={label}
        onClick={() => leftBy.set(key, row)}
      >
        {children}
      </Link>
    </ChakraLink>
  );
}

/** Back puts the focus on the link one left by; the router has restored the scroll. Runs when the rows are there. */
export function useReturnToRowLink(loaded: boolean) {
  const { key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const row = type === 'POP' ? leftBy.get(key) : undefined;
    if (!loaded || !row) return;
    leftBy.delete(key);
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)?.focus({ preventScroll: true });
  }, [key, type, loaded]);
}
