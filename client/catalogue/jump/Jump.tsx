import { Button } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { Suspense, useCallback, useRef, useState } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import { useNarrow } from '../../components/useNarrow';
import { JumpField } from './JumpField';
import { useHotkeys } from './useHotkeys';

const JumpScreen = lazyScreen(() => import('./JumpScreen').then((file) => file.JumpScreen));

/** Jump in the top bar: a field, or on a phone a button that opens it over the screen (docs/look.md, "Jump"). */
export function Jump() {
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  useHotkeys(
    useCallback(() => {
      if (narrow) setOpen(true);
      else input.current?.focus();
    }, [narrow]),
  );
  if (!narrow) return <JumpField ref={input} />;
  return (
    <>
      <Button variant="plain" px={3} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Search aria-hidden="true" />
        Find
      </Button>
      <Suspense>{isOpen && <JumpScreen onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
