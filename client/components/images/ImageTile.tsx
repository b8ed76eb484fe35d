import { chakra, IconButton, Text } from '@chakra-ui/react';
import { ArrowLeft, ArrowRight, ImageOff, RotateCcw, X } from 'lucide-react';
import { type HTMLAttributes, useState } from 'react';
import type { PickedImage } from './pickedImage';

const Tile = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: 1,
    // As wide as three buttons, for every kind of pointer.
    w: 'calc(3 * var(--control) + 2px)',
    borderWidth: '1px',
    borderRadius: 'sm',
    bg: 'panel',
    pt: 2,
  },
});

/** 100 × 100 (docs/rules.md, "Images"). */
const Thumbnail = chakra('button', {
  base: {
    boxSize: '102px',
    display: 'grid',
    placeItems: 'center',
    color: 'muted',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'sm',
    overflow: 'hidden',
    cursor: 'zoom-in',
    '&[aria-disabled=true]': { cursor: 'default' },
    '& img': { w: '100px', h: '100px', objectFit: 'cover' },
    '&[aria-disabled=true] img': { opacity: 0.5 },
  },
});

interface Props {
  image: PickedImage;
  preview: string | undefined;
  /** From 1. */
  place: number;
  count: number;
  onEnlarge: () => void;
  onRetry: () => void;
  onRemove: () => void;
  /** Moves it to a place, from 1; absent if there is only one image. */
  onMove?: ((to: number) => void) | undefined;
  drag: HTMLAttributes<HTMLLIElement>;
}

export function ImageTile({ image, preview, place, count, onEnlarge, onRetry, onRemove, onMove, drag }: Props) {
  const { url, thumbnailUrl, progress, error, name } = image;
  // A file that is not an image has no preview.
  const [isBroken, setBroken] = useState(false);
  const percent = Math.round((progress ?? 0) * 100);
  const which = `image ${place} of ${count}`;
  return (
    <Tile {...drag}>
      <Thumbnail
        type="button"
        aria-label={url ? `Enlarge ${which}` : `${name}: ${error ? 'failed' : 'uploading'}`}
        aria-disabled={!url}
        onClick={() => url && onEnlarge()}
      >
        {isBroken ? (
          <ImageOff aria-hidden="true" />
        ) : (
          <img src={thumbnailUrl ?? preview} alt="" draggable={false} onError={() => setBroken(true)} />
        )}
      </Thumbnail>
      {progress !== undefined && !url && (
        <chakra.div w="100px">
          <chakra.div
            role="progressbar"
            aria-label={`${name} uploading`}
            aria-valuenow={percent}
            h={2}
            bg="subtle"
            borderWidth="1px"
            borderColor="controlBorder"
          >
            <chakra.div h="full" bg="accent" style={{ width: `${percent}%` }} />
          </chakra.div>
          <Text fontSize="xs" color="muted" textAlign="center">
            {percent < 100 ? `${percent} %` : 'Checking...'}
          </Text>
        </chakra.div>
      )}
      {error && (
        <Text role="alert" fontSize="xs" color="danger" px={1.5} overflowWrap="anywhere">
          {error}
        </Text>
      )}
      <chakra.div display="flex" mt="auto">
        {onMove && url && (
          <IconButton
            variant="plain"
            aria-label={`Move ${which} earlier`}
            title="Earlier"
            aria-disabled={place === 1}
            onClick={() => onMove(place - 1)}
          >
            <ArrowLeft aria-hidden="true" />
          </IconButton>
        )}
        {error && (
          <IconButton variant="plain" aria-label={`Retry ${name}`} title="Retry" onClick={onRetry}>
            <RotateCcw aria-hidden="true" />
          </IconButton>
        )}
        <IconButton variant="plain" aria-label={`Remove ${which}`} title="Remove" onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
        {onMove && url && (
          <IconButton
            variant="plain"
            aria-label={`Move ${which} later`}
            title="Later"
            aria-disabled={place === count}
            onClick={() => onMove(place + 1)}
          >
            <ArrowRight aria-hidden="true" />
          </IconButton>
        )}
      </chakra.div>
    </Tile>
  );
}
