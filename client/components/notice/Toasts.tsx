import { Box, Button, Link as ChakraLink, Flex, IconButton, Text } from '@chakra-ui/react';
import { CircleCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { placeOf } from '../list/listPlace';
import { useOnce } from '../useOnce';
import { clearTop } from './clearTop';
import { currentToasts, dismiss, subscribeToToasts, type Toast } from './toast';

/** docs/look.md, "Messages". */
const AUTO_CLOSE_MS = 5000;

function Line({ toast: { id, message, open, undo }, held }: { toast: Toast; held: boolean }) {
  const [once, busy] = useOnce();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (held || busy || failed) return;
    const timer = setTimeout(() => dismiss(id), AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [held, busy, failed, id]);
  const takeBack = () =>
    once(async () => {
      try {
        await undo?.();
        dismiss(id);
      } catch {
        setFailed(true);
      }
    });
  return (
    <Flex
      align="center"
      gap={2.5}
      ps={3}
      bg="panel"
      borderWidth="1px"
      borderColor="controlBorder"
      borderLeftWidth="4px"
      borderLeftColor="success"
      borderRadius="control"
      animation="appear 150ms"
      pointerEvents="auto"
    >
      <Box color="success" flexShrink={0}>
        <CircleCheck size={20} aria-hidden="true" />
      </Box>
      <Text flex={1} lineHeight="snug">
        {failed ? 'It was not undone. Please try again.' : message}
      </Text>
      {undo && (
        <Button variant="plain" px={2} aria-disabled={busy} onClick={() => void takeBack()}>
          Undo
        </Button>
      )}
      {open && <OpenLink to={open} onFollow={() => dismiss(id)} />}
      <IconButton variant="plain" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X aria-hidden="true" />
      </IconButton>
    </Flex>
  );
}

/** From a list, the form returns there. */
function OpenLink({ to, onFollow }: { to: string; onFollow: () => void }) {
  const location = useLocation();
  return (
    <ChakraLink asChild fontWeight="semibold" display="inline-flex" alignItems="center" minH="control">
      <Link to={to} state={{ list: placeOf(location) }} onClick={onFollow}>
        Open
      </Link>
    </ChakraLink>
  );
}

/** In the top bar, and where that ends, in pixels. */
const TOP = 4;
const BAR = 56;

/** The elements that a toast must not cover: the controls, and the heading. */
const CONTROLS = 'main :is(h1, a, button, input, select, textarea)';

/** Keeps the box off the controls of the page while it loads and after it is scrolled. */
function useClearTop(box: RefObject<HTMLElement | null>, active: boolean) {
  useEffect(() => {
    const main = document.querySelector('main');
    if (!active || !main) return;
    const move = () => {
      if (!box.current) return;
      const { left, right, height } = box.current.getBoundingClientRect();
      const taken = [...document.querySelectorAll(CONTROLS)]
        .map((control) => control.getBoundingClientRect())
        // What has scrolled under the bar is not visible.
        .filter((rect) => rect.width > 0 && rect.right > left && rect.left < right && rect.bottom > BAR)
        .map(({ top, bottom }) => ({ top: Math.max(top, BAR), bottom }));
      box.current.style.top = `${clearTop(taken, { top: TOP, height, end: innerHeight })}px`;
    };
    move();
    const resized = new ResizeObserver(move);
    for (const element of [main, box.current]) if (element) resized.observe(element);
    // A short page loads without becoming taller.
    const loaded = new MutationObserver(move);
    loaded.observe(main, { childList: true, subtree: true });
    addEventListener('scrollend', move);
    return () => {
      resized.disconnect();
      loaded.disconnect();
      removeEventListener('scrollend', move);
    };
  }, [box, active]);
}

/**
 * Top right, for 5 seconds; paused while hovered or focused. One has room in the top bar; several are lower where they would
 * cover a control. In the page from the start, as a live region must be.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  const [held, setHeld] = useState(false);
  const none = toasts.length === 0;
  const box = useRef<HTMLDivElement>(null);
  useClearTop(box, !none);
  // If the last toast closes under the pointer, no event says that the pointer has left.
  useEffect(() => {
    if (none) setHeld(false);
  }, [none]);
  return (
    <Box
      ref={box}
      role="status"
      aria-live="polite"
      position="fixed"
      top={`${TOP}px`}
      right={3}
      zIndex="overlay"
      w="min(24rem, calc(100vw - 1.5rem))"
      display="grid"
      justifyItems="end"
      gap={2}
      pointerEvents="none"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <Line key={toast.id} toast={toast} held={held} />
      ))}
    </Box>
  );
}
