import { Box, Button, Link as ChakraLink, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { CutProfile } from '../components/CutProfile';
import { PageHeading } from '../components/PageHeading';
import { settings } from '../components/settings';
import { mailtoOf } from '../components/text/mailtoOf';
import { paths } from '../paths';
import { VisitorShell } from '../shell/VisitorShell';
import { BladeDrawing } from './BladeDrawing';
import { pictures } from './pictures';
import { SheetContents } from './SheetContents';
import { YearRule } from './YearRule';

const Purchase = () => (
  <Button asChild>
    <Link to={paths.join}>Buy access, $79.95 a year</Link>
  </Button>
);

const Lead = chakra('p', { base: { fontSize: 'md', maxW: 'measure', color: 'muted' } });
const Picture = chakra('img', {
  base: { borderWidth: '1px', borderColor: 'controlBorder', borderRadius: 'sm', w: 'full', aspectRatio: '1280 / 800' },
});

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
      <Flex gap={3} wrap="wrap">
        <Purchase />
        <Button asChild variant="outline">
          <Link to={paths.login}>Log in</Link>
        </Button>
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
      <Lead mt={2}>
        Road, dirt, scooter and touring; the makes you see every week, and the ones that come once a year.
      </Lead>
    </chakra.section>

    <SheetContents />

    <chakra.section>
      <CutProfile my={{ base: 10, md: 14 }} />
      <Heading as="h2" size="2xl">
        Two ways to the same sheet
      </Heading>
      <Grid mt={6} gap={6} templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        {pictures
          .filter(({ name }) => name !== 'information')
          .map(({ name, title, text }) => (
            <figure key={name}>
              <Picture src={`/gallery/${name}.webp`} alt="" loading="lazy" />
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
          {settings.supportEmail && (
            <Text>
              Questions? Write to{' '}
              <ChakraLink href={mailtoOf(settings.supportEmail)} overflowWrap="anywhere">
                {settings.supportEmail}
              </ChakraLink>
            </Text>
          )}
        </Stack>
      </Flex>
    </chakra.section>
  </VisitorShell>
);
