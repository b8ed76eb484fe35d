import { chakra } from '@chakra-ui/react';
import type { PickedImage } from '../components/images/pickedImage';

/** Pictures as a value in the comparison after an edit conflict. */
export const showImages = (images: PickedImage[]) =>
  images.length ? (
    <chakra.span display="flex" flexWrap="wrap" gap={1}>
      {images.map(({ key, thumbnailUrl }, index) => (
        <chakra.img key={key} src={thumbnailUrl} alt={`Number ${index + 1}`} boxSize="60px" objectFit="cover" />
      ))}
    </chakra.span>
  ) : (
    '—'
  );
