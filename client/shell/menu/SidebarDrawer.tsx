import { Drawer, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What gets the focus when it has closed; null: what had it before. */
  finalFocusEl: () => HTMLElement | null;
  children: ReactNode;
}

export const SidebarDrawer = ({ open, onOpenChange, finalFocusEl, children }: Props) => (
  <Drawer.Root open={open} onOpenChange={(event) => onOpenChange(event.open)} finalFocusEl={finalFocusEl}>
    <Portal>
      <Drawer.Backdrop />
      <Drawer.Positioner>
        <Drawer.Content>
          <Drawer.Header>
            <Drawer.Title>Menu</Drawer.Title>
            <Drawer.CloseTrigger asChild>
              <IconButton variant="plain" aria-label="Close menu">
                <X aria-hidden="true" />
              </IconButton>
            </Drawer.CloseTrigger>
          </Drawer.Header>
          <Drawer.Body>{children}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Positioner>
    </Portal>
  </Drawer.Root>
);
