import { Box, chakra, Heading, Text } from '@chakra-ui/react';

const contents = [
  ['Primary key blank', 'ILCO, JMA, JET, SILCA and the maker’s own number'],
  ['Code series', 'Which codes the maker stamped, and where they end'],
  ['Transponder', 'Whether there is a chip, and which'],
  ['AccuReader and LISHI', 'The reader or pick that opens and decodes it'],
  ['Wafer position', 'Ignition, gas cap, seat and auxiliary locks'],
  ['Key cutting information', 'HPC, ITL, DSD and PAK-A-PUNCH settings'],
  ['Spacing and depth', 'Twelve positions, and the depths at 1x and 2x'],
  ['Tips and pictures', 'What others learnt on that bike, and what the parts look like'],
] as const;

/** The contents of a model's sheet, with the sheet's own grid lines. */
export const SheetContents = () => (
  <chakra.section mt={{ base: 12, md: 20 }}>
    <Heading as="h2" size="2xl">
      What a sheet shows you
    </Heading>
    <chakra.dl
      mt={6}
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      columnGap={10}
      borderBottomWidth="1px"
    >
      {contents.map(([term, text]) => (
        <Box key={term} py={3} borderTopWidth="1px">
          <chakra.dt fontFamily="heading" fontWeight="semibold" fontSize="lg" lineHeight="snug">
            {term}
          </chakra.dt>
          <dd>
            <Text color="muted">{text}</Text>
          </dd>
        </Box>
      ))}
    </chakra.dl>
  </chakra.section>
);
