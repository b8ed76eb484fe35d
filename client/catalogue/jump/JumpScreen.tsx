import { Dialog, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { JumpField } from './JumpField';
import type { TypedAhead } from './typedAhead';

interface Props {
  /** Hands over what was typed before the field had the focus. */
  takeTyped: () => TypedAhead | undefined;
  onClose: () => void;
}

/** Jump over the whole screen of a phone. */
export const JumpScreen = ({ takeTyped, onClose }: Props) => (
  <Dialog.Root
    open
    onOpenChange={({ open }) => !open && onClose()}
    initialFocusEl={() => document.querySelector<HTMLElement>('[role=dialog] [role=combobox]')}
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
            <JumpField takeTyped={takeTyped} onClose={onClose} isScreen />
          </Dialog.Body>
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);
