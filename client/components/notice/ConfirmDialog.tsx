import { Button, Dialog, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { DangerButton } from './DangerButton';

interface Props {
  open: boolean;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The words of the two buttons; the focus is on the one that changes nothing. */
  cancel: string;
  confirm: string;
  /** Whether it can be undone. */
  harmless?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before an action that has consequences, especially one that cannot be undone. */
export function ConfirmDialog({ open, title, children, cancel, confirm, harmless, onCancel, onConfirm }: Props) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root
      role="alertdialog"
      open={open}
      onOpenChange={(event) => !event.open && onCancel()}
      initialFocusEl={() => safe.current}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content w="min(30rem, calc(100vw - 2rem))" borderRadius="control" borderWidth="1px">
            <Dialog.Header pe={4}>
              <Dialog.Title py={3} overflowWrap="anywhere">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Description asChild>
              <Dialog.Body p={4}>{children}</Dialog.Body>
            </Dialog.Description>
            <Dialog.Footer>
              <Button ref={safe} variant="outline" onClick={onCancel}>
                {cancel}
              </Button>
              {harmless ? (
                <Button onClick={onConfirm}>{confirm}</Button>
              ) : (
                <DangerButton onClick={onConfirm}>{confirm}</DangerButton>
              )}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
