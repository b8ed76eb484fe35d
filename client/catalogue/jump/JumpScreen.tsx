import { Dialog, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { JumpField } from './JumpField';
import type { TypedAhead } from './typedAhead';

interface Props {
  /** Returns what was typed before the field had the focus. */
  takeTyped: () => TypedAhead | undefined;
  /** The element that gets the focus when this is closed. */
  returnTo: () => HTMLElement | null;
  onClose: () => void;
  /** Called before it closes because a choice was opened. */
  onOpened: () => void;
}

/** Jump on a phone: a dialog over the whole screen. */
export const JumpScreen = ({ takeTyped, returnTo, onClose, onOpened }: Props) => (
  <Dialog.Root
    open
    onOpenChange={({ open }) => !open && onClose()}
    initialFocusEl={() => document.querySelector<HTMLElement>('[role=dialog] [role=combobox]')}
    finalFocusEl={returnTo}
  >
    <Portal>
      <Dialog.Positioner>
        <Dialog.Content w="100vw" h="100dvh">
          <Dialog.Header>
            <Dialog.Title>Find</Dialog.Title>
            <IconButton variant="plain" aria-label="Close" onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </Dialog.Header>
          <Dialog.Body>
            <JumpField takeTyped={takeTyped} onClose={onClose} onOpened={onOpened} isScreen />
          </Dialog.Body>
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);
