import { Button } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import { useNarrow } from '../../components/useNarrow';
import { JumpField } from './JumpField';
import { collectTyped, type TypedAhead } from './typedAhead';
import { useHotkeys } from './useHotkeys';

const JumpScreen = lazyScreen(() => import('./JumpScreen').then((file) => file.JumpScreen));

/** Jump in the top bar: a field, or on a phone a button that opens it over the screen (docs/look.md, "Jump"). */
export function Jump() {
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const takeTyped = useRef<() => TypedAhead>(undefined);
  const open = () => {
    takeTyped.current ??= collectTyped();
    setOpen(true);
  };
  const stopTyping = () => {
    const typed = takeTyped.current?.();
    takeTyped.current = undefined;
    return typed;
  };
  useHotkeys(() => {
    if (narrow) open();
    else input.current?.focus();
  });
  // If the screen does not load, this goes too.
  useEffect(() => () => void takeTyped.current?.(), []);

  if (!narrow) return <JumpField ref={input} />;
  return (
    <>
      <Button
        variant="plain"
        px={3}
        aria-haspopup="dialog"
        onClick={open}
        onPointerDown={() => void JumpScreen.preload()}
        onFocus={() => void JumpScreen.preload()}
      >
        <Search aria-hidden="true" />
        Find
      </Button>
      <Suspense>
        {isOpen && (
          <JumpScreen
            takeTyped={stopTyping}
            onClose={() => {
              stopTyping();
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
