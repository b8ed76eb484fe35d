import { Link as ChakraLink } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';

/** The last followed link of each list, by the key of its history entry. */
const leftBy = new Map<string, string>();

interface Props {
  to: string;
  /** Identifies the row, or a link in it, when the user returns. */
  row: string;
  label?: string;
  /** Whether the form that it opens returns to this page after saving, instead of to its own list. */
  back?: boolean;
  children: ReactNode;
}

/** A link from a list. Passes the list's state to the target screen, so List and Save return to the same state. */
export function RowLink({ to, row, label, back = false, children }: Props) {
  const { key, search, pathname } = useLocation();
  return (
    <ChakraLink asChild fontWeight="semibold" display="inline-flex" alignItems="center" minH="control">
      <Link
        to={to}
        state={{ list: { pathname, search }, back }}
        data-row={row}
        aria-label={label}
        onClick={() => leftBy.set(key, row)}
      >
        {children}
      </Link>
    </ChakraLink>
  );
}

/** On Back, focuses the link that was followed, once the rows have loaded. The router restores the scroll. */
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
