import { Skeleton } from '@chakra-ui/react';
import { useState } from 'react';
import { ImageViewer } from '../../components/images/ImageViewer';
import { styled } from '../../components/styled';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';

const Thumbnails = styled('ul', {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 3,
  '& button': {
    borderWidth: '1px',
    borderColor: 'controlBorder',
    cursor: 'zoom-in',
    borderRadius: 'sm',
    overflow: 'hidden',
  },
  '& img': { boxSize: '100px', objectFit: 'cover' },
});

/** Thumbnails of 100 × 100, enlarged on click (docs/look.md, "Sheet"). */
export function ModelImages({ model }: { model: ModelSheetFragment | undefined }) {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  if (!model) return <Skeleton boxSize="102px" />;
  if (model.images.length === 0) return <p>—</p>;

  const name = `${model.make.displayName} ${model.name} ${model.year}`;
  const images = model.images.map(({ url, width, height }, index) => ({
    url,
    width,
    height,
    alt: `${name}, image ${index + 1}`,
  }));
  return (
    <>
      <Thumbnails>
        {model.images.map(({ id, thumbnailUrl }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`Enlarge image ${index + 1} of ${images.length}`}
              onClick={() => setEnlarged(index)}
            >
              <img src={thumbnailUrl} alt="" width={100} height={100} loading="lazy" />
            </button>
          </li>
        ))}
      </Thumbnails>
      {enlarged !== null && <ImageViewer images={images} index={enlarged} onIndexChange={setEnlarged} />}
    </>
  );
}
