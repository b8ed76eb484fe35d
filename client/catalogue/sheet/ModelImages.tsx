import { chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { ImageViewer } from '../../components/images/ImageViewer';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';

const Thumbnail = chakra('button', {
  base: { borderWidth: '1px', borderColor: 'controlBorder', cursor: 'zoom-in', borderRadius: 'sm', overflow: 'hidden' },
});

/** Thumbnails of 100 × 100, enlarged on click (docs/look.md, "Sheet"). */
export function ModelImages({ model }: { model: ModelSheetFragment | undefined }) {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  if (!model) return <Skeleton boxSize="102px" />;
  if (model.images.length === 0) return <Text>—</Text>;

  const name = `${model.make.displayName} ${model.name} ${model.year}`;
  const images = model.images.map(({ url, width, height }, index) => ({
    url,
    width,
    height,
    alt: `${name}, image ${index + 1}`,
  }));
  return (
    <>
      <Flex as="ul" wrap="wrap" gap={3}>
        {model.images.map(({ id, thumbnailUrl }, index) => (
          <li key={id}>
            <Thumbnail
              type="button"
              aria-label={`Enlarge image ${index + 1} of ${images.length}`}
              onClick={() => setEnlarged(index)}
            >
              <chakra.img src={thumbnailUrl} alt="" w="100px" h="100px" objectFit="cover" loading="lazy" />
            </Thumbnail>
          </li>
        ))}
      </Flex>
      <ImageViewer images={images} index={enlarged} onIndexChange={setEnlarged} />
    </>
  );
}
