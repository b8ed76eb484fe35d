import { Box, chakra, Grid, Heading, Text } from '@chakra-ui/react';
import { CutProfile } from '../components/CutProfile';
import { jobSheet, pictureUrl } from './pictures';

/** A printed job sheet. A phone shows its upper left part, which it can show large enough to be read. */
export const JobSheetPicture = () => (
  <chakra.section>
    <CutProfile my={{ base: 10, md: 14 }} />
    <Grid gap={6} templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 48rem' }} alignItems="center">
      <Box>
        <Heading as="h2" size="2xl">
          One page for the job
        </Heading>
        <Text mt={3} fontSize="md" color="muted" maxW="measure">
          Print a sheet with everything to cut the key, its drawing, and lines for the customer, the plate and the proof
          of ownership.
        </Text>
      </Box>
      <chakra.img
        src={pictureUrl(jobSheet.name)}
        alt={jobSheet.alt}
        loading="lazy"
        w="full"
        aspectRatio={{ base: '500 / 640', sm: `${jobSheet.width} / ${jobSheet.height}` }}
        objectFit="cover"
        objectPosition="left top"
        borderWidth="1px"
        borderColor="controlBorder"
        borderRadius="sm"
      />
    </Grid>
  </chakra.section>
);
