import { chakra, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { CutProfile } from '../components/CutProfile';
import { lazyScreen } from '../components/lazyScreen';
import { PageHeading } from '../components/PageHeading';
import { VisitorShell } from '../shell/VisitorShell';
import { pictures, pictureUrl } from './pictures';

/** Visitors who only look do not load it. */
const ImageViewer = lazyScreen(() => import('../components/images/ImageViewer').then((file) => file.ImageViewer));

/** At the size of a phone; twice that when zoomed. */
const images = pictures.map(({ name, title, text, width, height }) => ({
  url: pictureUrl(name),
  alt: `${title}: ${text}`,
  width: width / 2,
  height: height / 2,
}));

const Enlarge = chakra('button', {
  base: {
    display: 'block',
    w: 'full',
    cursor: 'zoom-in',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'sm',
    overflow: 'hidden',
  },
});

export function PictureGallery() {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  return (
    <VisitorShell>
      <Stack gap={3} pt={{ base: 6, md: 12 }}>
        <PageHeading size="2xl">Picture gallery</PageHeading>
        <CutProfile />
        <Text color="muted">The screens as you work with them. Press one to enlarge it.</Text>
      </Stack>
      <Grid as="ul" mt={6} gap={8} templateColumns={{ base: '1fr', sm: '1fr 1fr', md: 'repeat(3, 1fr)' }}>
        {pictures.map(({ name, title, text, alt, width, height }, index) => (
          <li key={name}>
            <Enlarge
              type="button"
              aria-label={`Enlarge: ${title}`}
              onPointerEnter={ImageViewer.preload}
              onFocus={ImageViewer.preload}
              onClick={() => setEnlarged(index)}
            >
              <chakra.img
                src={pictureUrl(name)}
                alt={alt}
                w="full"
                aspectRatio={`${width} / ${height}`}
                {...(index === 0 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
              />
            </Enlarge>
            <Heading as="h2" size="lg" mt={3}>
              {title}
            </Heading>
            <Text color="muted">{text}</Text>
          </li>
        ))}
      </Grid>
      {enlarged !== null && (
        <Suspense>
          <ImageViewer images={images} index={enlarged} onIndexChange={setEnlarged} />
        </Suspense>
      )}
    </VisitorShell>
  );
}
