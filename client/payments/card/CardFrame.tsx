import { Box, Grid, Skeleton, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const Field = () => (
  <Stack gap={1}>
    <Skeleton w="6rem" h={5} />
    <Skeleton h="control" />
  </Stack>
);

/** Reserves the space of the provider's fields while they load, to avoid a layout shift. */
export const CardFrame = ({ loading, children }: { loading: boolean; children?: ReactNode }) => (
  <Box position="relative" minH="14rem" aria-busy={loading}>
    {/* Not hidden while loading: hidden iframes cannot measure themselves. */}
    {children}
    {loading && (
      <Stack position="absolute" inset={0} gap={4} bg="panel">
        <Field />
        <Grid gap={4} templateColumns="repeat(2, minmax(0, 1fr))">
          <Field />
          <Field />
        </Grid>
        <Field />
      </Stack>
    )}
  </Box>
);
