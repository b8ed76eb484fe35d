import { useId, useState } from 'react';
import type { lazyScreen } from '../lazyScreen';
import { PartBoundary } from '../notice/PartBoundary';
import { styled } from '../styled';

/** What a room's popover is given; it shows its topic in a `HelpPopover`. */
export interface HelpPopoverProps<Topic extends string = string> {
  /** Its title. */
  topic: Topic;
  /** The id of the button. */
  trigger: string;
  open: boolean;
  onClose: () => void;
}

/** A question mark in a circle. It is drawn by CSS, so that it is no word that a browser would translate. */
const Button = styled('button', {
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  boxSize: '1.75rem',
  verticalAlign: 'middle',
  color: 'accent',
  borderRadius: 'control',
  cursor: 'pointer',
  outlineOffset: '-3px!',
  '&::before': {
    content: '"?" / ""',
    boxSize: '1.125rem',
    fontFamily: 'heading',
    fontSize: 'xs',
    fontWeight: 'semibold',
    lineHeight: '1rem',
    textAlign: 'center',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: '50%',
  },
  '@media (hover: hover)': { '&:hover::before': { bg: 'accent', borderColor: 'accent', color: 'onAccent' } },
  '&[aria-expanded=true]::before': { bg: 'accent', borderColor: 'accent', color: 'onAccent' },
  // A target for a thumb that takes no more room than the line it stands on.
  '@media (pointer: coarse)': {
    boxSize: 'control',
    my: 'calc((1.75rem - var(--control)) / 2)',
    '&::before': { boxSize: '1.375rem', lineHeight: '1.25rem', fontSize: 'sm' },
  },
  '@media (forced-colors: active)': { '&[aria-expanded=true]::before': { borderColor: 'Highlight' } },
  _print: { display: 'none' },
});

interface Props<Topic extends string> {
  topic: Topic;
  Popover: ReturnType<typeof lazyScreen<HelpPopoverProps<Topic>>>;
}

/** Explains the term that it stands beside (docs/look.md, "Help"). The explanation loads when it is first asked for. */
export function HelpButton<Topic extends string>({ topic, Popover }: Props<Topic>) {
  const id = useId();
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const isOpen = state === 'open';
  const close = () => setState('closed');
  return (
    <>
      <Button
        type="button"
        id={id}
        data-help=""
        aria-label={`Help: ${topic}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerDown={() => void Popover.preload()}
        onClick={() => setState(isOpen ? 'closed' : 'open')}
      />
      {state !== 'unasked' && (
        <PartBoundary part={Popover} failure="The help did not load." onDismiss={() => setState('unasked')}>
          <Popover topic={topic} trigger={id} open={isOpen} onClose={close} />
        </PartBoundary>
      )}
    </>
  );
}
