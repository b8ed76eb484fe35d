import { Button, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { LOW } from '../../components/bars/covers';
import { presentHeading } from '../../components/PageHeading';
import { HelpDrawing } from './HelpDrawing';
import { STEP_HEIGHT, steps } from './tourSteps';

/** At the lower right, and at the bottom of a phone, where the bar with Find stays in view. The page stays in use beside it. */
const Frame = chakra('aside', {
  base: {
    position: 'fixed',
    right: { base: 0, md: 4 },
    bottom: { base: 'foot', md: 4 },
    zIndex: 20,
    w: { base: 'full', md: '24rem' },
    maxH: 'calc(100dvh - 4.5rem - var(--foot))',
    overflowY: 'auto',
    p: 4,
    bg: 'panel',
    borderWidth: { base: '1px 0', md: '1px' },
    borderColor: 'controlBorder',
    borderRadius: { md: 'control' },
    '& h2': { flex: 1, fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'tight' },
    '& p': { mt: 2, minH: { md: '5lh' } },
    [LOW]: { py: 2, '& svg': { display: 'none' }, '& p': { minH: 0 } },
  },
});

/** What a new user should know first (docs/look.md, "Tour"). `onEnd`: it was seen to its end, or skipped. */
export function Tour({ onEnd }: { onEnd: () => void }) {
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not from a field, into which somebody types already.
    if (document.activeElement === document.body || document.activeElement === presentHeading())
      heading.current?.focus({ preventScroll: true });
  }, []);
  const end = () => {
    presentHeading()?.focus({ preventScroll: true });
    onEnd();
  };
  const step = steps[at];
  if (!step) return null;
  const { title, says, drawn, Shapes } = step;
  const isLast = at === steps.length - 1;
  return (
    <Frame aria-label="Tour" onKeyDown={({ key }) => key === 'Escape' && end()}>
      {/* A new step is read out, and the focus stays on the button. */}
      <div aria-live="polite">
        <Flex align="baseline" gap={3} mb={3}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <chakra.span color="muted" fontSize="xs">{`${at + 1} of ${steps.length}`}</chakra.span>
        </Flex>
        <HelpDrawing height={STEP_HEIGHT} drawn={drawn}>
          <Shapes />
        </HelpDrawing>
        <p>{says}</p>
      </div>
      <Flex mt={4} gap={2} wrap="wrap">
        {!isLast && (
          <Button variant="plain" px={2} me="auto" onClick={end}>
            Skip the tour
          </Button>
        )}
        <Button
          variant="outline"
          ms={isLast ? 'auto' : undefined}
          aria-disabled={at === 0}
          onClick={() => setAt(Math.max(at - 1, 0))}
        >
          Back
        </Button>
        <Button onClick={() => (isLast ? end() : setAt(at + 1))}>{isLast ? 'Done' : 'Next'}</Button>
      </Flex>
    </Frame>
  );
}
