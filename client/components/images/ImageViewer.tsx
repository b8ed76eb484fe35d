import { Button, chakra, Dialog, Flex, IconButton, Portal } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';

interface ViewedImage {
  url: string;
  alt: string;
  /** Pixels. */
  width: number;
  height: number;
}

interface Props {
  images: ViewedImage[];
  /** The index of the enlarged image; null if none is enlarged. */
  index: number | null;
  onIndexChange: (index: number | null) => void;
}

/** Images over the whole window: arrow keys change the image, + and - zoom, Esc closes and restores the focus. */
export function ImageViewer({ images, index, onIndexChange }: Props) {
  const [zoomed, setZoomed] = useState(false);
  const image = index === null ? undefined : images[index];

  const zoomLabel = zoomed ? 'Fit to window' : 'Zoom in';

  const go = (step: number) => {
    const next = (index ?? 0) + step;
    if (!images[next]) return;
    setZoomed(false);
    onIndexChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' && !zoomed) go(-1);
    else if (event.key === 'ArrowRight' && !zoomed) go(1);
    else if (event.key === '+' || event.key === '=') setZoomed(true);
    else if (event.key === '-') setZoomed(false);
  };

  return (
    <Dialog.Root
      open={image !== undefined}
      onOpenChange={({ open }) => {
        if (open) return;
        setZoomed(false);
        onIndexChange(null);
      }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content w="100vw" h="100dvh" onKeyDown={onKeyDown}>
            <Dialog.Header>
              <Dialog.Title truncate>{image?.alt}</Dialog.Title>
              <Button variant="plain" px={3} aria-label={zoomLabel} onClick={() => setZoomed(!zoomed)}>
                {zoomed ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
                <chakra.span hideBelow="sm">{zoomLabel}</chakra.span>
              </Button>
              <Dialog.CloseTrigger asChild>
                <IconButton variant="plain" aria-label="Close">
                  <X aria-hidden="true" />
                </IconButton>
              </Dialog.CloseTrigger>
            </Dialog.Header>
            <Dialog.Body bg="canvas" display="grid" tabIndex={0} aria-label="Image">
              {image && (
                <chakra.img
                  m="auto"
                  src={image.url}
                  alt={image.alt}
                  aspectRatio={`${image.width} / ${image.height}`}
                  // At least twice the window width when zoomed: drawings are small and viewed from a workbench.
                  {...(zoomed
                    ? { maxW: 'none', w: `max(200vw, ${image.width}px)` }
                    : { w: `${image.width}px`, maxH: 'calc(100dvh - 7.5rem)', objectFit: 'contain' as const })}
                />
              )}
            </Dialog.Body>
            {images.length > 1 && (
              <Flex align="center" justify="center" gap={2} minH="bar" borderTopWidth="1px">
                <Button variant="plain" onClick={() => go(-1)} aria-disabled={index === 0}>
                  <ChevronLeft aria-hidden="true" />
                  Previous
                </Button>
                <span>
                  {(index ?? 0) + 1} of {images.length}
                </span>
                <Button variant="plain" onClick={() => go(1)} aria-disabled={index === images.length - 1}>
                  Next
                  <ChevronRight aria-hidden="true" />
                </Button>
              </Flex>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
