import { CircleQuestionMark } from 'lucide-react';
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

const Button = styled('button', {
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  boxSize: '1.75rem',
  // It takes no more room than the line it stands on.
  my: 'calc((1lh - 1.75rem) / 2)',
  verticalAlign: 'middle',
  color: 'accent',
  borderRadius: 'control',
  cursor: 'pointer',
  outlineOffset: '-3px!',
  '& svg': { boxSize: '1.125rem' },
  '@media (hover: hover)': { '&:hover': { bg: 'subtle' } },
  '&[aria-expanded=true]': { bg: 'accent', color: 'onAccent' },
  '@media (pointer: coarse)': {
    boxSize: 'control',
    my: 'calc((1lh - var(--control)) / 2)',
    '& svg': { boxSize: '1.375rem' },
  },
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
        // Not as a label: the label that it stands beside names the field, and would have two.
        title={`Help: ${topic}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerDown={() => void Popover.preload()}
        onClick={() => setState(isOpen ? 'closed' : 'open')}
      >
        <CircleQuestionMark aria-hidden="true" />
      </Button>
      {state !== 'unasked' && (
        <PartBoundary part={Popover} failure="The help did not load." onDismiss={() => setState('unasked')}>
          <Popover topic={topic} trigger={id} open={isOpen} onClose={close} />
        </PartBoundary>
      )}
    </>
  );
}
