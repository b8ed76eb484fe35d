import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';

/** How long the note stays, in milliseconds. */
const SHOWN_MS = 3_000;

/** Presses of what is greyed (components/notKept.ts) do nothing but show why, beside it. */
export function NotKeptNote() {
  const [note, setNote] = useState<{ words: string; left: number; top: number } | null>(null);
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-greyed]') : null;
      if (!control) return;
      event.preventDefault();
      event.stopPropagation();
      const { left, bottom } = control.getBoundingClientRect();
      announce(control.title);
      setNote({
        words: control.title,
        left: Math.min(left, innerWidth - 220),
        top: Math.min(bottom, innerHeight - 48),
      });
    };
    // Before the handlers of the page.
    addEventListener('click', press, true);
    return () => removeEventListener('click', press, true);
  }, []);
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => setNote(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [note]);
  return (
    note && (
      <chakra.div
        aria-hidden="true"
        position="fixed"
        zIndex="overlay"
        px={3}
        py={2}
        bg="text"
        color="canvas"
        fontSize="sm"
        borderRadius="control"
        pointerEvents="none"
        animation="appear 150ms"
        style={{ left: note.left, top: note.top }}
      >
        {note.words}
      </chakra.div>
    )
  );
}
