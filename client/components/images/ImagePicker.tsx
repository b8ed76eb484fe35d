import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Camera, ImagePlus } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { DropZone } from '../form/DropZone';
import { useFieldError } from '../form/useFormState';
import { Notice } from '../notice/Notice';
import { fieldId } from '../record/record';
import { ImageTile } from './ImageTile';
import { ImageViewer } from './ImageViewer';
import { type SendImage, useUploads } from './useUploads';

/** The drag type of an image that is being moved. */
const MOVED = 'application/x-motokey-image';

interface Props {
  /** The form's field: a list of PickedImage. */
  name: string;
  /** With 1, a new image replaces the old one. */
  max: number;
  /** "image" or "icon". */
  noun: string;
  /** Alternative text of the enlarged pictures. */
  alt: string;
  sendImage: SendImage;
}

/** The pictures of a record: choose, drop, paste or photograph; upload one by one; reorder, enlarge, remove. */
export function ImagePicker({ name, max, noun, alt, sendImage }: Props) {
  const { images, refusal, previewOf, add, retry, remove, move } = useUploads({ name, max, sendImage });
  const error = useFieldError(name);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  // An image can be pasted anywhere on the page, except in an open dialog. Pasted text is not affected.
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (!files.length || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const dropOn = (event: DragEvent, place: number) => {
    const key = event.dataTransfer.getData(MOVED);
    if (!key) return;
    event.preventDefault();
    move(key, place);
  };

  const viewable = images.flatMap(({ url, width, height, key }, index) =>
    url ? [{ key, url, width: width ?? 0, height: height ?? 0, alt: `${alt}, image ${index + 1}` }] : [],
  );
  const many = max > 1;
  return (
    <DropZone onFiles={add}>
      {error && (
        <Text id={`${fieldId(name)}-error`} color="danger" mb={2}>
          {error}
        </Text>
      )}
      {images.length > 0 && (
        <Flex as="ul" aria-label={many ? 'Images' : undefined} wrap="wrap" gap={3} mb={3}>
          {images.map((image, index) => (
            <ImageTile
              key={image.key}
              image={image}
              preview={previewOf(image.key)}
              place={index + 1}
              count={images.length}
              onEnlarge={() => setEnlarged(viewable.findIndex(({ key }) => key === image.key))}
              onRetry={() => retry(image.key)}
              onRemove={() => {
                remove(image.key);
                chooser.current?.parentElement?.querySelector('button')?.focus();
              }}
              onMove={many ? (to) => move(image.key, to - 1) : undefined}
              drag={{
                draggable: many,
                onDragStart: (event) => event.dataTransfer.setData(MOVED, image.key),
                onDragOver: (event) => {
                  if (event.dataTransfer.types.includes(MOVED)) event.preventDefault();
                },
                onDrop: (event) => dropOn(event, index),
              }}
            />
          ))}
        </Flex>
      )}
      <Flex gap={2} wrap="wrap" align="center">
        <Button
          id={fieldId(name)}
          variant="outline"
          aria-describedby={error ? `${fieldId(name)}-error` : undefined}
          onClick={() => chooser.current?.click()}
        >
          <ImagePlus aria-hidden="true" />
          {many ? `Choose ${noun}s` : `Choose ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`}
        </Button>
        <Button
          variant="outline"
          display="none"
          css={{ '@media (pointer: coarse)': { display: 'inline-flex' } }}
          onClick={() => camera.current?.click()}
        >
          <Camera aria-hidden="true" />
          Take a photo
        </Button>
        <Text color="muted" fontSize="xs">
          Or drop or paste {many ? `them here, ${max} at most` : 'it here'}.
        </Text>
        {[
          { ref: chooser, capture: undefined, label: `${noun} files` },
          { ref: camera, capture: 'environment' as const, label: 'Photo' },
        ].map(({ ref, capture, label }) => (
          <input
            key={label}
            ref={ref}
            type="file"
            accept="image/*"
            multiple={many && !capture}
            capture={capture}
            hidden
            aria-label={label}
            onChange={({ target }) => {
              add([...(target.files ?? [])]);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        ))}
      </Flex>
      {refusal && (
        <chakra.div mt={3}>
          <Notice kind="warning" role="status">
            {refusal}
          </Notice>
        </chakra.div>
      )}
      <ImageViewer images={viewable} index={enlarged} onIndexChange={setEnlarged} />
    </DropZone>
  );
}
