import { chakra, IconButton, Link as PlainLink, Popover, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { useNarrow } from '../useNarrow';
import type { HelpPopoverProps } from './HelpButton';

/** The popover's own place, or the bottom of a phone. */
const NARROW = '@media (max-width: 768px)';

interface Props extends HelpPopoverProps {
  /** The topic's place on the help page. */
  anchor: string;
  children: ReactNode;
}

/**
 * A topic beside its button, with the page still in use; on a phone a sheet at the bottom, which a touch beside it closes and
 * nothing else. Escape closes it, and the button has the focus again.
 */
export function HelpPopover({ topic, trigger, open, onClose, anchor, children }: Props) {
  const isNarrow = useNarrow();
  const title = useId();
  const content = useRef<HTMLDivElement>(null);
  // Chakra moves the focus when a popover opens, not when it is open from the start.
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(open), [open]);
  return (
    <Popover.Root
      open={isShown}
      onOpenChange={(change) => !change.open && onClose()}
      ids={{ trigger, title }}
      modal={isNarrow}
      positioning={{ placement: 'right-start', gutter: 4 }}
      initialFocusEl={() => content.current}
      lazyMount
      unmountOnExit
    >
      <Portal>
        {isNarrow && isShown && <chakra.div position="fixed" inset={0} zIndex="overlay" bg="rgb(14 20 26 / 0.4)" />}
        <Popover.Positioner
          zIndex="overlay!"
          css={{ [NARROW]: { position: 'fixed!', inset: 'auto 0 0 0!', transform: 'none!', w: 'full!', minW: '0!' } }}
        >
          <Popover.Content
            ref={content}
            tabIndex={-1}
            // Chakra looks for the title before the content is there.
            aria-labelledby={title}
            display="flex"
            flexDirection="column"
            w="min(24rem, calc(100vw - 1rem))"
            maxH="var(--available-height)"
            bg="panel"
            color="text"
            borderWidth="1px"
            borderColor="controlBorder"
            borderRadius="control"
            outline="none"
            _print={{ display: 'none' }}
            css={{
              [NARROW]: {
                w: 'full',
                maxH: '85dvh',
                borderWidth: '1px 0 0',
                borderRadius: 0,
                pb: 'env(safe-area-inset-bottom, 0px)',
              },
            }}
          >
            <chakra.div display="flex" alignItems="center" ps={4} pe={1} borderBottomWidth="1px">
              <Popover.Title asChild>
                <chakra.h2 flex={1} py={2} fontFamily="heading" fontWeight="semibold" fontSize="lg">
                  {topic}
                </chakra.h2>
              </Popover.Title>
              <Popover.CloseTrigger asChild>
                <IconButton variant="plain" aria-label="Close">
                  <X aria-hidden="true" />
                </IconButton>
              </Popover.CloseTrigger>
            </chakra.div>
            <chakra.div px={4} py={3} minH={0} overflowY="auto">
              <Popover.Description asChild>
                <div>{children}</div>
              </Popover.Description>
              <PlainLink asChild display="inline-flex" alignItems="center" minH="control">
                <Link to={`${paths.help}#${anchor}`}>All help topics</Link>
              </PlainLink>
            </chakra.div>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
