import { Dialog, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Information above the fields. */
  description: ReactNode;
  /** For tables and lists. */
  wide?: boolean | undefined;
  /** Absent if the dialog cannot be closed. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** The frame of a form dialog. A click outside does not close it, because that would lose the typed text. */
export const FormDialog = ({ title, description, wide, onClose, children }: Props) => (
  <Dialog.Root
    open
    onOpenChange={({ open }) => !open && onClose?.()}
    closeOnInteractOutside={false}
    closeOnEscape={Boolean(onClose)}
    // By default the first control, the close button, would get the focus.
    initialFocusEl={() => document.querySelector<HTMLElement>('[data-first-field]')}
  >
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner>
        <Dialog.Content
          w={`min(${wide ? 40 : 28}rem, calc(100vw - 1rem))`}
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
