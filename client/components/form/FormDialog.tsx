import { Dialog, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What is to be known before anything is typed. */
  description: ReactNode;
  /** Absent where it cannot be closed. */
  onClose?: () => void;
  children: ReactNode;
}

/** The frame of a dialog with a form in it. A press beside it closes nothing: what was typed would have to be typed again. */
export const FormDialog = ({ title, description, onClose, children }: Props) => (
  <Dialog.Root
    open
    onOpenChange={({ open }) => !open && onClose?.()}
    closeOnInteractOutside={false}
    closeOnEscape={Boolean(onClose)}
    // In the order of the page the close button would come first.
    initialFocusEl={() => document.querySelector<HTMLElement>('[data-first-field]')}
  >
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner>
        <Dialog.Content
          w="min(28rem, calc(100vw - 1rem))"
          maxH="calc(100dvh - 1rem)"
          borderRadius="control"
          borderWidth="1px"
        >
          <Dialog.Header>
            <Dialog.Title py={3}>{title}</Dialog.Title>
            {onClose && (
              <IconButton variant="plain" aria-label="Close" onClick={onClose}>
                <X aria-hidden="true" />
              </IconButton>
            )}
          </Dialog.Header>
          <Dialog.Body p={4}>
            <Dialog.Description asChild>
              <div>{description}</div>
            </Dialog.Description>
            {children}
          </Dialog.Body>
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);
