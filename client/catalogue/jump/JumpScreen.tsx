import { Dialog, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { JumpField } from './JumpField';

/** Jump over the whole screen of a phone. */
export const JumpScreen = ({ onClose }: { onClose: () => void }) => (
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
            <JumpField onClose={onClose} isScreen />
          </Dialog.Body>
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);
