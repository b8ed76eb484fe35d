import { Box, chakra, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { CutProfile } from '../components/CutProfile';
import { ImageViewer } from '../components/images/ImageViewer';
import { PageHeading } from '../components/PageHeading';
import { VisitorShell } from '../shell/VisitorShell';
import { pictures } from './pictures';

const SIZE = { width: 1280, height: 800 };
const images = pictures.map(({ name, title, text }) => ({
  url: `/gallery/${name}.webp`,
  alt: `${title}: ${text}`,
  ...SIZE,
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
      <Grid as="ul" mt={6} gap={8} templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        {pictures.map(({ name, title, text }, index) => (
          // The sheet is the most important picture, so it takes the whole width.
          <Box as="li" key={name} gridColumn={{ md: index === 0 ? '1 / -1' : undefined }}>
            <Enlarge type="button" aria-label={`Enlarge: ${title}`} onClick={() => setEnlarged(index)}>
              <chakra.img
                src={`/gallery/${name}.webp`}
                alt=""
                w="full"
                aspectRatio="1280 / 800"
                {...(index === 0 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
              />
            </Enlarge>
            <Heading as="h2" size="lg" mt={3}>
              {title}
            </Heading>
            <Text color="muted">{text}</Text>
          </Box>
        ))}
      </Grid>
      <ImageViewer images={images} index={enlarged} onIndexChange={setEnlarged} />
    </VisitorShell>
  );
}
