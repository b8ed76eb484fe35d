import { Box, Link as ChakraLink, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { CutProfile } from '../components/CutProfile';
import { LinkButton } from '../components/LinkButton';
import { PageHeading } from '../components/PageHeading';
import { settings } from '../components/settings';
import { paths } from '../paths';
import { Contact } from '../shell/Contact';
import { VisitorShell } from '../shell/VisitorShell';
import { BladeDrawing } from './BladeDrawing';
import { JobSheetPicture } from './JobSheetPicture';
import { pictures, pictureUrl } from './pictures';
import { SheetContents } from './SheetContents';
import { YearRule } from './YearRule';

const Purchase = () => (
  <LinkButton to={paths.join} variant="solid">
    Buy access, $79.95 a year
  </LinkButton>
);

const Lead = chakra('p', { base: { fontSize: 'md', maxW: 'measure', color: 'muted' } });
const Picture = chakra('img', {
  base: {
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'sm',
    w: 'full',
    objectFit: 'cover',
    objectPosition: 'top',
  },
});

const KINDS = 'Road, dirt, scooter and touring; the makes you see every week, and the ones that come once a year.';

/** How much the catalogue has, if it has enough for a number. A function: the build renders it for either case. */
const Numbers = () =>
  settings.models ? (
    <Text mt={2} fontFamily="heading" fontWeight="semibold" fontSize="xl" lineHeight="snug">
      {`${settings.makes} makes and more than ${settings.models} models`}
    </Text>
  ) : null;

const SampleLink = ({ children }: { children: string }) =>
  settings.sample ? (
    <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
      <Link to={paths.sample}>{children}</Link>
    </ChakraLink>
  ) : null;

/** The visitors' page: describes the guide, its users and price, and links to sign-in and sign-up. */
export const Home = () => (
  <VisitorShell>
    <Stack gap={6} pt={{ base: 8, md: 14 }}>
      <Text color="brassText" fontFamily="heading" fontWeight="semibold" fontSize="lg">
        Motorcycle keys and locks, for locksmiths
      </Text>
      <PageHeading size="3xl" title="The key reference for motorcycles">
        The bike is here. The key is not.
      </PageHeading>
      <Lead>
        Motokey is the quick reference for the bench and the van. Pick the make, then the year or the model, and read
        off the blank, the transponder, the code series and the cuts.
      </Lead>
      <Flex columnGap={3} rowGap={2} wrap="wrap" align="center">
        <Purchase />
        <LinkButton to={paths.login}>Log in</LinkButton>
        <SampleLink>See a sample sheet</SampleLink>
      </Flex>
      <Box mt={{ base: 2, md: 6 }}>
        <BladeDrawing />
      </Box>
    </Stack>

    <chakra.section mt={{ base: 12, md: 20 }}>
      <Heading as="h2" size="2xl">
        Makes and models from 1990 to the present
      </Heading>
      <Box mt={6}>
        <YearRule />
      </Box>
      <Numbers />
      <Lead mt={2}>{KINDS}</Lead>
    </chakra.section>

    <SheetContents />
    <SampleLink>Open a sample sheet</SampleLink>

    <chakra.section>
      <CutProfile my={{ base: 10, md: 14 }} />
      <Heading as="h2" size="2xl">
        From the bike to the blank
      </Heading>
      <Grid mt={6} gap={6} templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
        {pictures.map(({ name, title, text, alt, width, height }) => (
          <figure key={name}>
            <Picture
              src={pictureUrl(name)}
              alt={alt}
              loading="lazy"
              aspectRatio={{ base: '780 / 1300', md: `${width} / ${height}` }}
            />
            <chakra.figcaption mt={3}>
              <Heading as="h3" size="lg">
                {title}
              </Heading>
              <Text color="muted">{text}</Text>
            </chakra.figcaption>
          </figure>
        ))}
      </Grid>
      <ChakraLink asChild display="inline-flex" alignItems="center" minH="control" mt={4}>
        <Link to={paths.gallery}>See the picture gallery</Link>
      </ChakraLink>
    </chakra.section>

    <JobSheetPicture />

    <chakra.section>
      <CutProfile my={{ base: 10, md: 14 }} />
      <Flex gap={8} wrap="wrap" align="flex-end" justify="space-between">
        <Box>
          <Heading as="h2" size="2xl">
            One price, one year
          </Heading>
          <Text fontFamily="heading" fontWeight="semibold" fontSize="display" lineHeight="1" mt={4}>
            $79.95{' '}
            <chakra.span fontSize="xl" color="muted">
              a year
            </chakra.span>
          </Text>
          <Lead mt={3}>The whole catalogue, on the phone in the van and on the machine at the bench.</Lead>
        </Box>
        <Stack gap={2} align="flex-start">
          <Purchase />
          <Contact />
        </Stack>
      </Flex>
    </chakra.section>
  </VisitorShell>
);
