import { Box, Button } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyScreen } from '../../components/lazyScreen';
import { BusyBar } from '../../components/notice/BusyBar';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { presentHeading } from '../../components/PageHeading';
import { useNarrow } from '../../components/useNarrow';
import { useStable } from '../../components/useStable';
import { useSingleKey } from '../../shell/keys/singleKeys';
import { useFrameField } from './frameField';
import { JumpField } from './JumpField';
import { useJumpOpened, useJumpPlace } from './openJump';
import { collectTyped, type TypedAhead } from './typedAhead';

const JumpScreen = lazyScreen(() => import('./JumpScreen').then((file) => file.JumpScreen));

const MODAL = '[role=dialog][aria-modal=true], [role=alertdialog]';

/** Calls `onJump` on / outside of fields and on Ctrl/⌘K anywhere, unless a dialog is open. */
function useHotkeys(onJump: () => void) {
  const jump = useStable(onJump);
  useSingleKey('/', jump);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
      if (!isK || document.querySelector(MODAL)) return;
      event.preventDefault();
      jump();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [jump]);
}

/** Jump in the top bar: a field, or on a phone a button that looks like one and opens a screen (docs/look.md, "Jump"). */
export function Jump() {
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<Element | null>(null);
  /** Whether a choice was opened: then the heading of what it shows has the focus. */
  const hasOpened = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const takeTyped = useRef<() => TypedAhead>(undefined);
  const open = () => {
    if (isOpen) return;
    cameFrom.current = document.activeElement;
    hasOpened.current = false;
    takeTyped.current ??= collectTyped();
    setOpen(true);
  };
  const returnTo = () => {
    if (hasOpened.current) return presentHeading();
    const from = cameFrom.current;
    return from instanceof HTMLElement && from.isConnected && from !== document.body ? from : button.current;
  };
  const stopTyping = () => {
    const typed = takeTyped.current?.();
    takeTyped.current = undefined;
    return typed;
  };
  const close = useStable(() => {
    stopTyping();
    setOpen(false);
  });
  useHotkeys(() => {
    if (narrow) open();
    else input.current?.focus();
  });
  const goOn = (take: () => TypedAhead) => {
    takeTyped.current = take;
    if (narrow) open();
    else input.current?.focus();
  };
  useJumpOpened((text) => goOn(() => ({ text, isEntered: false })));
  useFrameField(useStable(goOn));
  const place = useJumpPlace();
  // The screen, and the invisible field if the screen is still loading, end with the narrow layout.
  useEffect(() => (narrow ? close : undefined), [narrow, close]);

  if (!narrow) {
    const field = <JumpField ref={input} takeTyped={stopTyping} />;
    return place ? createPortal(field, place) : field;
  }
  return (
    <>
      <Button
        ref={button}
        variant="plain"
        px={3}
        aria-haspopup="dialog"
        onClick={open}
        onPointerDown={() => void JumpScreen.preload()}
        onFocus={() => void JumpScreen.preload()}
      >
        <Search aria-hidden="true" />
        <span>Find</span> <span>a bike, blank or code</span>
      </Button>
      {isOpen && (
        <Box position="fixed" top="bar" insetX={0}>
          <PartBoundary
            part={JumpScreen}
            failure="The search did not load."
            onDismiss={close}
            fallback={<BusyBar busy />}
          >
            <JumpScreen
              takeTyped={stopTyping}
              returnTo={returnTo}
              onClose={close}
              onOpened={() => {
                hasOpened.current = true;
              }}
            />
          </PartBoundary>
        </Box>
      )}
    </>
  );
}
