import { Link as ChakraLink, chakra } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';
import { claimSaved, isSaved, placeOf } from './listPlace';

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

const MARK = 'saved-row';

/** On the record that was just saved. It describes the link and is no part of its name. */
const SavedMark = () => (
  <chakra.span
    id={MARK}
    aria-hidden="true"
    display="flex"
    alignItems="center"
    gap={1}
    fontSize="xs"
    color="success"
    lineHeight="tight"
  >
    <CircleCheck size={16} />
    Saved
  </chakra.span>
);

/**
 * A link from a list. Passes the list's state to the target screen, so List and Save return to the same state. Marks the row
 * of the record that was saved.
 */
export function RowLink({ to, row, label, back = false, children }: Props) {
  const location = useLocation();
  const marked = isSaved(to, location.key);
  return (
    <ChakraLink
      asChild
      fontWeight="semibold"
      display="inline-flex"
      flexDirection={marked ? 'column' : undefined}
      alignItems={marked ? 'flex-start' : 'center'}
      justifyContent={marked ? 'center' : undefined}
      lineHeight={marked ? 'snug' : undefined}
      textDecoration={marked ? 'none' : undefined}
      minH="control"
    >
      <Link
        to={to}
        state={{ list: placeOf(location), back }}
        data-row={row}
        data-saved={marked ? '' : undefined}
        aria-label={label}
        aria-describedby={marked ? MARK : undefined}
        onClick={() => leftBy.set(location.key, row)}
      >
        {marked ? (
          <chakra.span textDecoration="underline" textDecorationThickness="1px">
            {children}
          </chakra.span>
        ) : (
          children
        )}
        {marked && <SavedMark />}
      </Link>
    </ChakraLink>
  );
}

/**
 * Focuses the record that was saved, or on Back the link that was followed, once the rows have loaded. The router restores the
 * scroll.
 */
export function useReturnToRowLink(loaded: boolean, loading: boolean) {
  const { key } = useLocation();
  const type = useNavigationType();
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (!loaded) return;
    if (claimSaved(key)) wanted.current = '[data-saved]';
    const row = type === 'POP' ? leftBy.get(key) : undefined;
    leftBy.delete(key);
    const left = row && `[data-row="${CSS.escape(row)}"]`;
    const find = (selector: string | null | undefined) =>
      selector ? document.querySelector<HTMLElement>(selector) : null;
    // The saved row may come, or move, when the rows are loaded again. By then the focus may be elsewhere on purpose.
    const { activeElement: focused, body } = document;
    const isFree = left || focused === body || focused?.tagName === 'H1';
    const target = find(wanted.current) ?? find(left);
    if (target && isFree && target !== focused) {
      target.focus({ preventScroll: true });
      if (wanted.current) target.scrollIntoView({ block: 'nearest' });
    }
    if (!loading) wanted.current = null;
  }, [key, type, loaded, loading]);
}
